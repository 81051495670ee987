// How chains are called in approvals: those of `src/vocabulary/networks.ts` that a wallet of the frame can be on, without their nodes and explorers. A test compares them.
import type { ApprovalChain } from '../approvals/types.js'

const coins: Readonly<Record<string, { readonly symbol: string; readonly decimals: number }>> = {
  eip155: { symbol: 'ETH', decimals: 18 },
  solana: { symbol: 'SOL', decimals: 9 },
  bip122: { symbol: 'BTC', decimals: 8 },
}

/** Name by CAIP-2 id, and the coin where it is called otherwise. */
const named: Readonly<Record<string, readonly [name: string, symbol?: string]>> = {
  'eip155:1': ['Ethereum'],
  'eip155:11155111': ['Sepolia'],
  'eip155:10': ['OP Mainnet'],
  'eip155:11155420': ['OP Sepolia'],
  'eip155:42161': ['Arbitrum One'],
  'eip155:421614': ['Arbitrum Sepolia'],
  'eip155:137': ['Polygon', 'POL'],
  'eip155:80002': ['Polygon Amoy', 'POL'],
  'eip155:42220': ['Celo', 'CELO'],
  'eip155:11142220': ['Celo Sepolia', 'S-CELO'],
  'eip155:1313161554': ['Aurora'],
  'eip155:1313161555': ['Aurora Testnet'],
  'eip155:56': ['BNB Smart Chain', 'BNB'],
  'eip155:97': ['BNB Smart Chain Testnet', 'tBNB'],
  'eip155:43114': ['Avalanche', 'AVAX'],
  'eip155:43113': ['Avalanche Fuji', 'AVAX'],
  'eip155:324': ['ZKsync Era'],
  'eip155:300': ['ZKsync Sepolia Testnet'],
  'eip155:100': ['Gnosis', 'XDAI'],
  'eip155:10200': ['Gnosis Chiado', 'xDAI'],
  'eip155:8453': ['Base'],
  'eip155:84532': ['Base Sepolia'],
  'eip155:7777777': ['Zora'],
  'eip155:999999999': ['Zora Sepolia'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['Solana'],
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': ['Solana Testnet'],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['Solana Devnet'],
  'bip122:000000000019d6689c085ae165831e93': ['Bitcoin'],
  'bip122:000000000933ea01ad0ee984209779ba': ['Bitcoin Testnet', 'tBTC'],
}

/**
 * Chains by CAIP-2 id. One without a name is called by its id. What a page calls a chain does not count.
 * @param own what the operator calls chains without a name here; those with one keep it
 */
export function chainNames(
  known: readonly string[],
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, ApprovalChain>> {
  return Object.fromEntries(
    known.map((chainId) => {
      const other = Object.hasOwn(own, chainId) ? own[chainId] : undefined
      const [name, coin] = (Object.hasOwn(named, chainId) ? named[chainId] : undefined) ?? [other ?? chainId]
      const { symbol, decimals } = coins[chainId.slice(0, chainId.indexOf(':'))] ?? { symbol: '', decimals: 0 }
      return [chainId, { name, nativeSymbol: coin ?? symbol, decimals }]
    }),
  )
}
