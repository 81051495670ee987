// Swaps: quotes and transactions of the first source that answers. A quoted route is kept for a minute, so that approval and transaction use it.
import { isAddressEqual, type Address } from 'viem'
import { minimumOut } from '../../../../src/api/swaps.js'
import { HttpError } from '../../http/errors.js'
import { createProviders, Declined, type Provider, type ProviderRow } from '../../upstream/providers.js'
import type { SwapsContext } from '../context.js'
import { lifiSwaps } from './lifi.js'
import { oneinchSwaps } from './oneinch.js'
import { poolSwaps } from './pools.js'
import { createRememberedRoutes, type QuotedRoute, type RememberedRoutes } from './remembered-routes.js'
import {
  assertAgreed,
  insufficientLiquidity,
  quoteExpired,
  type SwapOrder,
  type SwapPair,
  type SwapQuestion,
  type SwapRoute,
  type SwapSource,
  type SwapTransaction,
} from './source.js'
import { wrapSwaps } from './wrap.js'
import { zeroxSwaps } from './zerox.js'

const BUDGET_MS = 8000
/** A user who is approving one contract for a swap gets a route through another only when that brings this many percent more. */
const LOYALTY_PERCENT = 0.5

/** An order as it arrives, without a route. */
export interface PlacedOrder extends Omit<SwapOrder, 'route' | 'agreed'> {
  /** What the page showed to the user, in base units of `to`; absent: the best quote of the last minute for this order is meant. */
  readonly quotedAmount?: bigint | undefined
  readonly quoteId?: string | undefined
}

/** Quotes and builds swaps over all sources. */
export interface Swaps {
  supports(chainId: string): boolean
  quote(
    question: SwapQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly routes: readonly QuotedRoute[]; readonly provider: string }>
  /**
   * Builds the transaction along the quoted route. Without a valid quote it quotes again, provided that the order says what the user was shown.
   * @throws HttpError 400 `price` when less may come of it than the slippage allows, `quoteId` when no agreed amount is known
   */
  build(order: PlacedOrder, signal: AbortSignal): Promise<{ readonly tx: SwapTransaction; readonly provider: string }>
  /** The contract that must be allowed to take a token: that of the named quote, of the last quote for it, else of the first source. Undefined: no approval is needed. */
  spender(
    question: SwapPair & {
      readonly amount?: bigint | undefined
      readonly user?: Address | undefined
      readonly quoteId?: string | undefined
    },
    signal: AbortSignal,
  ): Promise<{ readonly spender?: Address | undefined; readonly provider: string }>
  readonly routes: RememberedRoutes
  rows(): readonly ProviderRow[]
}

/** The sources of the settings in order of preference: wrapping, 0x, 1inch, LI.FI, pools. */
export function createSwaps(ctx: SwapsContext): Swaps {
  const { zerox, oneinch, lifi } = ctx.data.adapters
  const wrap = wrapSwaps(ctx)
  // An operator who pays for an aggregator wants its prices; pools are what is left on chains that it does not know.
  const markets: readonly SwapSource[] = [
    ...(zerox ? [zeroxSwaps(ctx, zerox)] : []),
    ...(oneinch ? [oneinchSwaps(ctx, oneinch)] : []),
    ...(lifi ? [lifiSwaps(ctx, lifi)] : []),
    poolSwaps(ctx),
  ]
  // No market is better than one to one.
  const sources = [wrap, ...markets]
  const supports = (source: SwapSource, pair: SwapPair) =>
    source.supports(pair) && (source === wrap || pair.to === undefined || !wrap.supports(pair))
  const routes = createRememberedRoutes(ctx)
  /** Whether a source is of use: an embedded one needs contracts on a served chain. */
  const isUsed = (source: SwapSource) =>
    source.kind === 'adapter' ||
    ctx.chains.ids.some((chainId) => {
      const to = source === wrap ? ctx.data.chains[chainId]?.wrapped : undefined
      return source.supports({ chainId, from: 'native', to })
    })

  const ask = <Q extends SwapPair & { readonly route?: SwapRoute }, A>(
    work: (source: SwapSource, question: Q, signal: AbortSignal) => Promise<A>,
    canAnswer: (source: SwapSource, question: Q) => boolean = supports,
  ) =>
    createProviders(
      'swaps',
      sources.map((source): Provider<Q, A> => ({
        name: source.name,
        kind: source.kind,
        // A token is approved for the quoted source's contract, so no other source can build. A coin needs no approval.
        supports: (question) =>
          canAnswer(source, question) && (!question.route?.spender || question.route.source === source.name),
        ask: (question, signal) => work(source, question, signal),
      })),
      { ...ctx, budgetMs: BUDGET_MS },
    )
  const canQuote = (source: SwapSource, question: SwapQuestion) =>
    supports(source, question) && (question.user !== undefined || source.needsUser !== true)
  const quotes = ask(async (source, question: SwapQuestion, signal) => {
    const found = await source.quote(question, signal)
    const useful = found.filter(({ amountOut }) => amountOut > 0n)
    if (found.length > 0 && useful.length === 0) throw new Declined(insufficientLiquidity())
    return useful
  }, canQuote)
  const builds = ask(async (source, order: SwapOrder, signal) => {
    const tx = await source.build(forSource(order, source), signal)
    assertAgreed(tx, order)
    return tx
  })
  const allowed = ask((source, { chainId }: SwapPair, signal) => source.spender(chainId, signal))

  async function quote(question: SwapQuestion, signal: AbortSignal) {
    const able = sources.filter((source) => supports(source, question))
    if (able.length > 0 && !able.some((source) => canQuote(source, question)))
      throw new HttpError(400, 'userAddress', 'Here a quote needs the address of the user')
    const { answer, provider } = await quotes.ask(question, signal)
    return { routes: await routes.remember(question, loyal(answer, await routes.recallApproval(question))), provider }
  }

  return {
    supports: (chainId) => markets.some((source) => source.supports({ chainId, from: 'native' })),
    quote,
    async build({ quotedAmount, quoteId, ...order }, signal) {
      const named = quoteId === undefined ? undefined : await routes.recallById(quoteId, order)
      // An order that names a quote and no amount means that quote alone.
      const known = named ?? (quoteId !== undefined && quotedAmount === undefined ? undefined : await routes.recall(order))
      // Wrapping has no price that could have moved.
      if (!known && quotedAmount === undefined && !wrap.supports(order)) throw quoteExpired()
      const route = known?.route ?? (await quote(order, signal)).routes[0]
      if (!route) throw insufficientLiquidity()
      const agreed = quotedAmount ?? known?.amountOut ?? route.amountOut
      const { answer, provider } = await builds.ask({ ...order, route, agreed }, signal)
      return { tx: answer, provider }
    },
    async spender({ chainId, from, to, amount, user, quoteId }, signal) {
      if (wrap.supports({ chainId, from, to })) return { provider: wrap.name }
      const question = to !== undefined && amount !== undefined ? { chainId, from, to, amount, user } : undefined
      // A later quote may go another way than the one that the user looks at.
      const named = question && quoteId !== undefined ? await routes.recallById(quoteId, question) : undefined
      const exact = named ?? (question && (await routes.recall(question)))
      const known = exact?.route ?? (await routes.recallLatest({ chainId, from, user }))
      // An unwrapping needs no approval, but what follows it may.
      if (known && (known.spender || to === undefined)) return { spender: known.spender, provider: known.source }
      const { answer, provider } = await allowed.ask({ chainId, from }, signal)
      return { spender: answer, provider }
    },
    routes,
    rows() {
      const used = quotes.rows().filter(({ provider }) => sources.some((source) => source.name === provider && isUsed(source)))
      return used.length > 0 ? used : [{ capability: 'swaps', provider: 'none', kind: 'off' }]
    },
  }
}

/** The order with its `via` for the source that found the route, and with an empty `via` for any other source. */
function forSource(order: SwapOrder, { name }: SwapSource): SwapOrder {
  return order.route.source === name ? order : { ...order, route: { ...order.route, via: '' } }
}

/** Best first, but a route through the contract that was approved for this swap before others that are hardly better. */
function loyal(found: readonly SwapRoute[], approved: Address | undefined): readonly SwapRoute[] {
  const [best] = found
  if (!best || !approved) return found
  const isPreferred = ({ spender, amountOut }: SwapRoute) =>
    spender !== undefined && isAddressEqual(spender, approved) && amountOut >= minimumOut(best.amountOut, LOYALTY_PERCENT)
  return [...found.filter(isPreferred), ...found.filter((route) => !isPreferred(route))]
}
