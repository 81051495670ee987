// Swaps through whichever source answers first. What was quoted is kept for a minute, so that approval and transaction go the same way.
import { randomUUID } from 'node:crypto'
import { isAddressEqual, type Address } from 'viem'
import { createProviders, type Provider, type ProviderRow } from '../../providers.js'
import type { DataContext } from '../context.js'
import { lifiSwaps } from './lifi.js'
import { oneinchSwaps } from './oneinch.js'
import { poolSwaps } from './pools.js'
import { createRoutes, type Routes } from './routes.js'
import {
  assertAgreed,
  insufficientLiquidity,
  minimumOut,
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
/** Who is approving one contract for a swap is not sent to another, unless that brings more than so many percent. */
const LOYALTY_PERCENT = 0.5

export interface QuotedRoute extends SwapRoute {
  readonly id: string
}

export interface Swaps {
  supports(chainId: string): boolean
  quote(
    question: SwapQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly routes: readonly QuotedRoute[]; readonly provider: string }>
  /** Goes the way that was quoted, or quotes anew. @throws HttpError 400 when that has become worse than the slippage allows */
  build(
    order: Omit<SwapOrder, 'route'>,
    signal: AbortSignal,
  ): Promise<{ readonly tx: SwapTransaction; readonly provider: string }>
  /** Who must be allowed to take a token: the one of the last quote for it, else the first source's. Absent: nobody. */
  spender(
    question: SwapPair & { readonly amount?: bigint | undefined; readonly user?: Address | undefined },
    signal: AbortSignal,
  ): Promise<{ readonly spender?: Address | undefined; readonly provider: string }>
  readonly routes: Routes
  rows(): readonly ProviderRow[]
}

export function createSwaps(ctx: DataContext): Swaps {
  const { zerox, oneinch, lifi } = ctx.data.adapters
  const wrap = wrapSwaps(ctx)
  // An operator who pays for an aggregator wants its prices; pools are what is left on chains that it does not know.
  const markets: readonly SwapSource[] = [
    ...(zerox ? [zeroxSwaps(ctx, zerox)] : []),
    ...(oneinch ? [oneinchSwaps(ctx, oneinch)] : []),
    ...(lifi ? [lifiSwaps(ctx, lifi)] : []),
    poolSwaps(ctx),
  ]
  // Nobody's market beats one to one.
  const sources = [wrap, ...markets]
  const supports = (source: SwapSource, pair: SwapPair) =>
    source.supports(pair) && (source === wrap || pair.to === undefined || !wrap.supports(pair))
  const routes = createRoutes(ctx)
  /** What is computed here needs contracts on a chain that is served. */
  const isUsed = (source: SwapSource) =>
    source.kind === 'adapter' ||
    ctx.chains.ids.some((chainId) => {
      const to = source === wrap ? ctx.data.chains[chainId]?.wrapped : undefined
      return source.supports({ chainId, from: 'native', to })
    })

  const ask = <Q extends SwapPair & { readonly route?: SwapRoute }, A>(
    work: (source: SwapSource, question: Q, signal: AbortSignal) => Promise<A>,
  ) =>
    createProviders(
      'swaps',
      sources.map((source): Provider<Q, A> => ({
        name: source.name,
        kind: source.kind,
        // A token was or will be approved for the quoted source, so no other can build. A coin is anybody's.
        supports: (question) => supports(source, question) && (!question.route?.spender || question.route.source === source.name),
        ask: (question, signal) => work(source, question, signal),
      })),
      { ...ctx, budgetMs: BUDGET_MS },
    )
  const quotes = ask((source, question: SwapQuestion, signal) => source.quote(question, signal))
  const builds = ask((source, order: SwapOrder, signal) => source.build(forSource(order, source), signal))
  const allowed = ask((source, { chainId }: SwapPair, signal) => source.spender(chainId, signal))

  async function quote(question: SwapQuestion, signal: AbortSignal) {
    const { answer, provider } = await quotes.ask(question, signal)
    const ordered = loyal(answer, await routes.recallApproval(question))
    const [best] = ordered
    if (best) await routes.remember(question, best)
    return { routes: ordered.map((route) => ({ ...route, id: randomUUID() })), provider }
  }

  return {
    supports: (chainId) => markets.some((source) => source.supports({ chainId, from: 'native' })),
    quote,
    async build(order, signal) {
      const route = (await routes.recall(order)) ?? (await quote(order, signal)).routes[0]
      if (!route) throw insufficientLiquidity()
      const { answer, provider } = await builds.ask({ ...order, route }, signal)
      assertAgreed(answer.amountOut, route.amountOut, order.slippagePercent)
      return { tx: answer, provider }
    },
    async spender({ chainId, from, to, amount, user }, signal) {
      if (wrap.supports({ chainId, from, to })) return { provider: wrap.name }
      const exact =
        to !== undefined && amount !== undefined ? await routes.recall({ chainId, from, to, amount, user }) : undefined
      const known = exact ?? (await routes.recallLatest({ chainId, from, user }))
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

/** A way means something to the source that found it, and to no other. */
function forSource(order: SwapOrder, { name }: SwapSource): SwapOrder {
  return order.route.source === name ? order : { ...order, route: { ...order.route, via: '' } }
}

/** Best first, but a way through the contract that was approved for this swap before all others that are hardly better. */
function loyal(found: readonly SwapRoute[], approved: Address | undefined): readonly SwapRoute[] {
  const [best] = found
  if (!best || !approved) return found
  const isPreferred = ({ spender, amountOut }: SwapRoute) =>
    spender !== undefined && isAddressEqual(spender, approved) && amountOut >= minimumOut(best.amountOut, LOYALTY_PERCENT)
  return [...found.filter(isPreferred), ...found.filter((route) => !isPreferred(route))]
}
