// What a purchase costs, and why the services refuse one.
import type { ReadableAtom } from 'nanostores'
import { getOnrampQuote, type OnrampQuote, type PaymentCurrency } from '../../api/onramp.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { DEBOUNCE_MS } from '../../vocabulary/constants.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { followRequests } from '../lib/follow-requests.js'
import { createQuery, type Query } from '../lib/query.js'
import type { BuyToken } from './options.js'

/** Between two quotes for the same question, in ms, while somebody looks. The services keep one for a minute. */
const QUOTE_REFRESH_MS = 25_000

/** The question that a quote answers. */
export interface BuyRequest {
  readonly chainId: ChainId
  readonly token: BuyToken
  readonly currency: PaymentCurrency
  /** A decimal number of the currency, above zero: `100` or `49.9`. */
  readonly amount: string
}

/** A quote with its question. */
export interface AnsweredBuyQuote {
  readonly request: BuyRequest
  readonly quote: OnrampQuote
}

/** The query of a quote. Fails with MALFORMED_RESPONSE when the answer is to another question; further as `getOnrampQuote`. */
function quoteOf(core: Core, request: BuyRequest): Query<AnsweredBuyQuote> {
  const { chainId, token, currency, amount } = request
  return createQuery(core, {
    key: `buy quote ${chainId} ${token.key} ${currency.id} ${amount}`,
    lifetimeMs: QUOTE_REFRESH_MS,
    attempts: 1, // `api/http.ts` retries by itself, and the next quote is near
    async fetch(signal) {
      const quote = await getOnrampQuote(apiOf(core, core.config.services.data), {
        chainId,
        request: { purchaseCurrency: token.currency, paymentCurrency: currency, amount, network: token.network.name },
        signal,
      })
      const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
      if (!isSame(quote.purchaseAmount.currency, token.currency.symbol) || !isSame(quote.paymentTotal.currency, currency.id))
        throw walletError('MALFORMED_RESPONSE', { details: { problem: 'a quote for another purchase' } })
      return { request, quote }
    },
  })
}

/** The states of quotes for the requests of `$request`, asked 500 ms after the last change and again while it has readers. */
export function buyQuotes(core: Core, $request: ReadableAtom<BuyRequest | undefined>) {
  return followRequests($request, (request) => quoteOf(core, request), { delayMs: DEBOUNCE_MS, everyMs: QUOTE_REFRESH_MS })
}

/**
 * Why the services refuse a quote or a page. `region`: they sell nothing where the visitor is; `amount`: outside of their limits, or less than the fees;
 * `asset`, `currency`: not sold, not taken; `expired`: the quote is too old; `chain`: not this network; `price`: nobody knows the price now, or no provider
 * answers; `busy`: asked too often; `offline`; `failed`: anything else.
 */
export type BuyRefusal =
  | 'region'
  | 'amount'
  | 'asset'
  | 'currency'
  | 'expired'
  | 'chain'
  | 'price'
  | 'busy'
  | 'offline'
  | 'failed'

const byField: Readonly<Partial<Record<string, BuyRefusal>>> = {
  amount: 'amount',
  asset: 'asset',
  currency: 'currency',
  quoteId: 'expired',
  chainId: 'chain',
}

/** The refusal that an error of the services means. */
export function refusalOf(error: WalletError): BuyRefusal {
  const { status, field, offline } = error.details
  if (error.code === 'CHAIN_NOT_SUPPORTED') return 'chain'
  if (error.code === 'NETWORK_ERROR' && offline === true) return 'offline'
  if (error.code !== 'HTTP_STATUS') return 'failed'
  if (status === 429) return 'busy'
  if (status === 403 && field === 'country') return 'region'
  if (status === 503) return 'price'
  if (status !== 400 || typeof field !== 'string') return 'failed'
  return (Object.hasOwn(byField, field) && byField[field]) || 'failed'
}
