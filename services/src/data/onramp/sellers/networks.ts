// What sellers call the chains that clients name in Coinbase's words. Whoever does not know a chain is not asked: his default would
// send the coins to another one.
import type { Purchase } from './seller.js'

export interface ChainNames {
  /** CAIP-2. */
  readonly chainId?: string
  /** Behind a symbol, `usdc_base`; empty where the symbol alone is that chain's. */
  readonly moonpay?: string
  /** Behind a symbol, `USDC_BASE`. */
  readonly meld?: string
  readonly transak?: string
}

const chains: ReadonlyMap<string, ChainNames> = new Map([
  ['ethereum', { chainId: 'eip155:1', moonpay: '', meld: '', transak: 'ethereum' }],
  ['arbitrum', { chainId: 'eip155:42161', moonpay: '_arbitrum', meld: '_ARBITRUM', transak: 'arbitrum' }],
  ['base', { chainId: 'eip155:8453', moonpay: '_base', meld: '_BASE', transak: 'base' }],
  ['optimism', { chainId: 'eip155:10', moonpay: '_optimism', meld: '_OPTIMISM', transak: 'optimism' }],
  ['polygon', { chainId: 'eip155:137', moonpay: '_polygon', meld: '_POLYGON', transak: 'polygon' }],
  ['avalanche-c-chain', { chainId: 'eip155:43114', moonpay: '_cchain', transak: 'avaxcchain' }],
  ['berachain', { chainId: 'eip155:80094' }],
  ['celo', { chainId: 'eip155:42220', transak: 'celo' }],
])

/** The chain on which the coins should arrive: the one that is named, else the first of the list, else Ethereum. */
function networkOf({ defaultNetwork, networks }: Purchase): string {
  return defaultNetwork ?? networks[0] ?? 'ethereum'
}

export function chainNames(purchase: Purchase): ChainNames {
  return chains.get(networkOf(purchase)) ?? {}
}

/** By Coinbase's name; undefined: not known here. */
export function chainIdOf(network: string): string | undefined {
  return chains.get(network.toLowerCase())?.chainId
}
