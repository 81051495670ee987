// The names that on-ramp providers have for chains; clients send Coinbase's names. A provider without a name for a chain is not asked, because it
// would send the coins to its default chain.
import type { Purchase } from './provider.js'

/** Names of one chain; absent: the provider does not serve it. */
export interface ChainNames {
  /** CAIP-2. */
  readonly chainId?: string
  /** Suffix of a symbol, as in `usdc_base`; empty where the symbol alone means this chain. */
  readonly moonpay?: string
  /** Suffix of a symbol, as in `USDC_BASE`. */
  readonly meld?: string
  readonly transak?: string
  /** Symbol of the chain's own coin, where it stands without a suffix. */
  readonly coin?: string
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
  [
    'solana',
    { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', moonpay: '_sol', meld: '_SOLANA', transak: 'solana', coin: 'SOL' },
  ],
])

/** The chain on which the coins should arrive: the one that is named, else the first of the list, else Ethereum. */
function networkOf({ defaultNetwork, networks }: Purchase): string {
  return defaultNetwork ?? networks[0] ?? 'ethereum'
}

/** Names of the chain of a purchase; empty for a chain that is not known here. */
export function chainNames(purchase: Purchase): ChainNames {
  return chains.get(networkOf(purchase)) ?? {}
}

/** The symbol that is wanted first, and the suffix that a provider gives it on the wanted chain; undefined where it has none. */
export function codeParts(
  purchase: Purchase,
  provider: 'moonpay' | 'meld',
): readonly [symbol: string, suffix: string] | undefined {
  const [symbol] = purchase.assets
  const { [provider]: suffix, coin } = chainNames(purchase)
  if (symbol === undefined || suffix === undefined) return undefined
  return [symbol, symbol.toUpperCase() === coin ? '' : suffix]
}

/** CAIP-2 id by Coinbase's name; undefined for a chain that is not known here. */
export function chainIdOf(network: string): string | undefined {
  return chains.get(network.toLowerCase())?.chainId
}
