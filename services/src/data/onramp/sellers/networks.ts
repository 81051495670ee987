// What sellers call the chains that clients name in Coinbase's words. Whoever does not know a chain is not asked: his default would
// send the coins to another one.
import type { Purchase } from './seller.js'

export interface ChainNames {
  /** Behind a symbol, `usdc_base`; empty where the symbol alone is that chain's. */
  readonly moonpay?: string
  /** Behind a symbol, `USDC_BASE`. */
  readonly meld?: string
  readonly transak?: string
}

const chains: ReadonlyMap<string, ChainNames> = new Map([
  ['ethereum', { moonpay: '', meld: '', transak: 'ethereum' }],
  ['arbitrum', { moonpay: '_arbitrum', meld: '_ARBITRUM', transak: 'arbitrum' }],
  ['base', { moonpay: '_base', meld: '_BASE', transak: 'base' }],
  ['optimism', { moonpay: '_optimism', meld: '_OPTIMISM', transak: 'optimism' }],
  ['polygon', { moonpay: '_polygon', meld: '_POLYGON', transak: 'polygon' }],
  ['avalanche-c-chain', { moonpay: '_cchain', transak: 'avaxcchain' }],
  ['celo', { transak: 'celo' }],
])

/** The chain on which the coins should arrive: the one that is named, else the first of the list, else Ethereum. */
export function networkOf({ defaultNetwork, networks }: Purchase): string {
  return defaultNetwork ?? networks[0] ?? 'ethereum'
}

export function chainNames(purchase: Purchase): ChainNames {
  return chains.get(networkOf(purchase)) ?? {}
}
