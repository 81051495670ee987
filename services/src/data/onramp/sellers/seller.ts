// What a seller of coins is asked and answers: a page on which its customer pays, and, where it tells, what its customer bought.
import type { Provider } from '../../../providers.js'

export interface Purchase {
  readonly address: string
  /** Symbols, best first; empty: the customer chooses. */
  readonly assets: readonly string[]
  /** Chains in Coinbase's names (`ethereum`, `base` …), as clients send them. */
  readonly networks: readonly string[]
  readonly defaultNetwork?: string | undefined
  readonly experience: 'buy' | 'send'
  readonly fiatAmount?: number | undefined
  readonly fiatCurrency: string
  readonly cryptoAmount?: number | undefined
  /** Of a quote of ours. */
  readonly quoteId?: string | undefined
  readonly customer: string
  readonly project?: string | undefined
  /** The seller that the caller wants; absent: the first that can. */
  readonly seller?: string | undefined
  /** The buyer's own address on the network, as far as the proxies in front are believed. */
  readonly clientIp: string
  /** Where these services are reached. */
  readonly base: string
}

export interface Checkout {
  readonly url: string
  readonly orderId?: string | undefined
}

export interface SalesQuestion {
  /** The account as its pages name the customer; with its check sum on EVM chains. */
  readonly account: string
  /** `next` of the page before. */
  readonly page?: string | undefined
}

export interface Sale {
  readonly id: string
  /** One that is not paid yet is none. */
  readonly state: 'paying' | 'done' | 'failed'
  readonly symbol: string
  /** Of whole coins, as people write it. */
  readonly amount: string
  /** US dollars, fees included; absent when it was paid in something else. */
  readonly dollars?: number | undefined
  /** Where the coins went. */
  readonly address: string
  /** CAIP-2; absent: of a chain that is not known here. */
  readonly chainId?: string | undefined
  readonly hash?: string | undefined
  /** Unix milliseconds: of its end, before that of its beginning. */
  readonly at: number
}

export interface SalesPage {
  /** Newest first. */
  readonly sales: readonly Sale[]
  readonly next?: string | undefined
}

export interface Seller extends Provider<Purchase, Checkout> {
  /** What an account bought; absent: the seller does not tell by the account alone. */
  readonly sales?: ((question: SalesQuestion, signal: AbortSignal) => Promise<SalesPage>) | undefined
}
export const isWanted = ({ seller }: Purchase, name: string) => seller === undefined || seller === name
