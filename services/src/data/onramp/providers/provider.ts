// The contract of an on-ramp provider: a checkout page for a purchase and, where the provider lists them, the purchases of an account.
import type { Provider } from '../../../upstream/providers.js'

/** What the caller wants to buy. */
export interface Purchase {
  /** The address that gets the coins. */
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
  /** Id of a stored quote (`quotes.ts`); the sandbox uses it. */
  readonly quoteId?: string | undefined
  readonly customer: string
  readonly project?: string | undefined
  /** Name of the provider that the caller wants; absent: the first one that supports the purchase. */
  readonly provider?: string | undefined
  /** The buyer's IP address, found as `WM_TRUST_PROXY` says. */
  readonly clientIp: string
  /** Base url of these services, without a slash at the end. */
  readonly base: string
}

/** The page on which the buyer pays. */
export interface Checkout {
  readonly url: string
  readonly orderId?: string | undefined
}

/** Whose purchases are wanted. */
export interface SalesQuestion {
  /** The account's address, by which the provider knows its customer; checksummed on EVM chains. */
  readonly account: string
  /** `next` of the page before. */
  readonly page?: string | undefined
}

/** One purchase as its provider reports it. */
export interface Sale {
  readonly id: string
  /** A purchase that is not paid yet is not reported. */
  readonly state: 'paying' | 'done' | 'failed'
  readonly symbol: string
  /** Decimal amount of whole coins. */
  readonly amount: string
  /** US dollars, fees included; absent when it was paid in something else. */
  readonly dollars?: number | undefined
  /** Where the coins went. */
  readonly address: string
  /** CAIP-2; absent: of a chain that is not known here. */
  readonly chainId?: string | undefined
  readonly hash?: string | undefined
  /** Unix milliseconds of its end, or of its beginning while it has not ended. */
  readonly at: number
}

/** A page of purchases. */
export interface SalesPage {
  /** Newest first. */
  readonly sales: readonly Sale[]
  readonly next?: string | undefined
}

/** A vendor or the sandbox: `ask` resolves with a checkout page. */
export interface OnrampProvider extends Provider<Purchase, Checkout> {
  /** Purchases of an account; absent: the provider does not list them by account. */
  readonly sales?: ((question: SalesQuestion, signal: AbortSignal) => Promise<SalesPage>) | undefined
}
/** Whether the caller named this provider, or none. */
export const isWanted = ({ provider }: Purchase, name: string) => provider === undefined || provider === name
