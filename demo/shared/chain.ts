// The devnet as a viem chain, and how chains are called on the demo pages.
import { defineChain } from 'viem'
import { UNIVERSAL_RESOLVER } from '../../services/devnet/manifest.js'

/** @param rpcUrl of the running devnet. */
export function devnetChain(rpcUrl: string) {
  return defineChain({
    id: 31_337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: {
      multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' },
      ensUniversalResolver: { address: UNIVERSAL_RESOLVER },
    },
    testnet: true,
    supportsTransactionReplacementDetection: false, // a block comes only with a transaction: viem, while it looks for another in its place, would miss it
  })
}

const names: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:31337': 'Devnet',
  'eip155:8453': 'Base',
  'eip155:10': 'OP Mainnet',
  'eip155:137': 'Polygon',
  'solana:6ZNrcmeiXbJNUdYJ7wfaiuqfn3ANNeYc': 'Solana devnet',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'bip122:000000000019d6689c085ae165831e93': 'Bitcoin',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 'Polkadot',
  'cosmos:cosmoshub-4': 'Cosmos Hub',
  'cosmos:osmosis-1': 'Osmosis',
}

/** CAIP-2 id → name for people; an unknown chain keeps its id. */
export const chainName = (chainId: string): string => names[chainId] ?? chainId

/** `0xf39F…2266` */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Ether from wei for people: at most six decimals, cut off and never rounded up. */
export function formatEther(wei: bigint): string {
  const whole = wei / 10n ** 18n
  const fraction = (wei % 10n ** 18n).toString().padStart(18, '0').slice(0, 6).replace(/0+$/, '')
  const isDust = wei > 0n && whole === 0n && fraction === ''
  const amount = `${new Intl.NumberFormat('en').format(whole)}${fraction ? `.${fraction}` : ''}`
  return `${isDust ? 'less than 0.000001' : amount} ETH`
}
