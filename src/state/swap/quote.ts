// Quotes of swaps: one query per question, so that the answer to an older question never stands for a newer one; and what else a quote is judged by, the
// prices of the tokens and of gas.
import type { ReadableAtom } from 'nanostores'
import { isNativeToken, nativeTokenId } from '../../api/native.js'
import { getPrices } from '../../api/prices.js'
import { getGasPrice, getQuotes, type Quote } from '../../api/swaps.js'
import { parseAccountId } from '../../vocabulary/caip.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createQuery, type Query } from '../lib/query.js'
import { followRequests } from '../lib/follow-requests.js'

/** Between two quotes for the same question, in ms, while somebody looks. */
const QUOTE_REFRESH_MS = 10_000
const PRICES_CACHE_MS = 30_000

/** The question that a quote answers. */
export interface QuoteRequest {
  /** Base units of `from`, above zero. */
  readonly amount: bigint
  /** CAIP-10 id of the sold token; the chain's own coin by its pseudo address. */
  readonly from: string
  /** CAIP-10 id of the bought token, on the same chain. */
  readonly to: string
  /** Plain address of the account that swaps; some sources do not quote without one. */
  readonly user?: string | undefined
}

/** The best quote with its question, or `undefined` where there is no route. */
export interface AnsweredQuote {
  readonly request: QuoteRequest
  readonly quote: Quote | undefined
}

/**
 * The query of a quote. Fails with INSUFFICIENT_LIQUIDITY; SWAPS_NOT_SUPPORTED on a chain that has no swaps; MALFORMED_RESPONSE when the answer is to
 * another question; further as `getQuotes`.
 */
function quoteOf(core: Core, request: QuoteRequest): Query<AnsweredQuote> {
  const { amount, from, to, user } = request
  return createQuery(core, {
    key: `swap quote ${from} ${to} ${amount} ${user ?? ''}`,
    lifetimeMs: QUOTE_REFRESH_MS,
    attempts: 1, // `api/http.ts` retries by itself, and the next quote is near
    async fetch(signal) {
      const api = apiOf(core, core.config.services.data)
      const quotes = await getQuotes(api, { amount, from, to, userAddress: user, signal }).catch(explain)
      const [quote] = quotes
      if (quote) assertAnswers(quote, request)
      return { request, quote }
    },
  })
}

/** The states of quotes for the requests of `$request`, asked after `delayMs` and again every 10 s while it has readers. */
export function quotesFor(core: Core, $request: ReadableAtom<QuoteRequest | undefined>, delayMs = 0) {
  return followRequests($request, (request) => quoteOf(core, request), { delayMs, everyMs: QUOTE_REFRESH_MS })
}

/** Prices in US dollars, of one whole token each, by CAIP-10 id in lower case; those that nobody knows are absent. */
export function pricesOf(core: Core, ids: readonly string[]): Query<ReadonlyMap<string, number>> {
  return createQuery(core, {
    key: `swap prices ${ids.join(' ')}`,
    lifetimeMs: PRICES_CACHE_MS,
    attempts: 1,
    async fetch(signal) {
      const prices = await getPrices(apiOf(core, core.config.services.data), { addresses: ids, signal })
      return new Map(prices.flatMap(({ address, price }) => (address ? [[address.toLowerCase(), price] as const] : [])))
    },
  })
}

/** Wei for a unit of gas on a chain (CAIP-2). */
export function gasPriceOf(core: Core, chainId: string): Query<bigint> {
  return createQuery(core, {
    key: `swap gas ${chainId}`,
    lifetimeMs: PRICES_CACHE_MS,
    attempts: 1,
    fetch: async (signal) => (await getGasPrice(apiOf(core, core.config.services.data), { chainId, signal })).standard,
  })
}

/** The tokens whose prices a swap is judged by: the two, and the coin that gas is paid in. */
export function pricedIds({ from, to }: Pick<QuoteRequest, 'from' | 'to'>): readonly string[] {
  const coin = nativeTokenId(parseAccountId(from).chainId)
  return [from, to, ...([from, to].some(isNativeToken) ? [] : [coin])]
}

function explain(error: unknown): never {
  if (isWalletError(error, 'HTTP_STATUS') && error.details['field'] === 'chainId')
    throw walletError('SWAPS_NOT_SUPPORTED', { cause: error })
  throw error
}

/** A quote of another amount or pair would be shown as this one. */
function assertAnswers({ fromAmount, fromAccount, toAccount, toAmount }: Quote, { amount, from, to }: QuoteRequest): void {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  if (fromAmount !== amount || !isSame(fromAccount, from) || !isSame(toAccount, to))
    throw walletError('MALFORMED_RESPONSE', { details: { problem: 'a quote for another swap' } })
  if (toAmount === 0n) throw walletError('INSUFFICIENT_LIQUIDITY')
}
