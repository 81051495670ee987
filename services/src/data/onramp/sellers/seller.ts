// What a seller of coins is asked and answers: a page on which its customer pays.
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

export type Seller = Provider<Purchase, Checkout>
export const isWanted = ({ seller }: Purchase, name: string) => seller === undefined || seller === name
