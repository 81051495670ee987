// Swaps through whichever source answers first. What was quoted is kept for a minute, so that approval and transaction go the same way.
import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { createProviders, type Provider, type ProviderRow } from '../../providers.js'
import { createMemory } from '../assets/memory.js'
import type { DataContext } from '../context.js'
import { lifiSwaps } from './lifi.js'
import { oneinchSwaps } from './oneinch.js'
import { poolSwaps } from './pools.js'
import type { SwapOrder, SwapQuestion, SwapRoute, SwapSource, SwapTransaction } from './source.js'
import { zeroxSwaps } from './zerox.js'

export const ROUTE_TTL_MS = 60_000
const BUDGET_MS = 8000

export interface QuotedRoute extends SwapRoute {
  readonly id: string
}

export interface Swaps {
  supports(chainId: string): boolean
  quote(
    question: SwapQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly routes: readonly QuotedRoute[]; readonly provider: string }>
  build(order: SwapOrder, signal: AbortSignal): Promise<{ readonly tx: SwapTransaction; readonly provider: string }>
  /** Who must be allowed to take this token: the one of the last quote for it, else the first source's. */
  spender(
    question: Omit<SwapQuestion, 'to' | 'amount'>,
    signal: AbortSignal,
  ): Promise<{ readonly spender: Address; readonly provider: string }>
  rows(): readonly ProviderRow[]
}

export function createSwaps(ctx: DataContext): Swaps {
  const { zerox, oneinch, lifi } = ctx.data.adapters
  // An operator who pays for an aggregator wants its prices; pools are what is left on chains that it does not know.
  const sources: readonly SwapSource[] = [
    ...(zerox ? [zeroxSwaps(ctx, zerox)] : []),
    ...(oneinch ? [oneinchSwaps(ctx, oneinch)] : []),
    ...(lifi ? [lifiSwaps(ctx, lifi)] : []),
    poolSwaps(ctx),
  ]
  const memoryOptions = { now: ctx.now, ttlMs: ROUTE_TTL_MS }
  const byQuestion = createMemory<QuotedRoute>(memoryOptions)
  const spenders = createMemory<{ readonly spender: Address; readonly provider: string }>(memoryOptions)
  const questionKey = ({ chainId, from, to, amount }: SwapQuestion) => `${chainId} ${from} ${to} ${amount}`
  const spenderKey = ({ chainId, from, user = '0x' }: Omit<SwapQuestion, 'to' | 'amount'>) => `${chainId} ${from} ${user}`

  const ask = <Q extends { readonly chainId: string }, A>(
    work: (source: SwapSource, question: Q, signal: AbortSignal) => Promise<A>,
  ) =>
    createProviders(
      'swaps',
      sources.map((source): Provider<Q, A> => ({
        name: source.name,
        kind: source.kind,
        supports: ({ chainId }) => source.supports(chainId),
        ask: (question, signal) => work(source, question, signal),
      })),
      { ...ctx, budgetMs: BUDGET_MS },
    )
  const quotes = ask((source, question: SwapQuestion, signal) => source.quote(question, signal))
  const builds = ask((source, order: SwapOrder, signal) => source.build(forSource(order, source), signal))
  const allowed = ask((source, { chainId }: { readonly chainId: string }, signal) => source.spender(chainId, signal))

  return {
    supports: (chainId) => sources.some((source) => source.supports(chainId)),
    async quote(question, signal) {
      const { answer, provider } = await quotes.ask(question, signal)
      const routes = answer.map((route) => ({ ...route, id: randomUUID() }))
      const [best] = routes
      if (best) {
        byQuestion.set(questionKey(question), best)
        spenders.set(spenderKey(question), { spender: best.spender, provider })
      }
      return { routes, provider }
    },
    async build(order, signal) {
      const { answer, provider } = await builds.ask({ ...order, route: byQuestion.peek(questionKey(order)) }, signal)
      return { tx: answer, provider }
    },
    async spender(question, signal) {
      const known = spenders.peek(spenderKey(question))
      if (known) return known
      const { answer, provider } = await allowed.ask({ chainId: question.chainId }, signal)
      return { spender: answer, provider }
    },
    rows: quotes.rows,
  }
}

/** A route means something to the source that found it, and to no other. */
function forSource(order: SwapOrder, { name }: SwapSource): SwapOrder {
  return order.route?.source === name ? order : { ...order, route: undefined }
}
