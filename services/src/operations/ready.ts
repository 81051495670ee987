// `GET /health` says that the process runs; `GET /ready` says which parts answer and which provider serves each capability.
import * as z from 'zod'
import type { ProviderRow } from '../upstream/providers.js'
import { defineRoute, type Route } from '../http/route.js'
import { withTimeout } from '../timeout.js'

/** Name of a part → a check that resolves when the part answers, and rejects or resolves with false when it does not. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

const CHECK_MS = 3000

const readySchema = z.looseObject({
  ready: z.boolean(),
  checks: z.record(z.string(), z.enum(['answers', 'fails'])),
  wallets: z.int(),
  chains: z.record(z.string(), z.unknown()),
  providers: z.array(
    z.looseObject({ capability: z.string(), provider: z.string(), kind: z.enum(['embedded', 'adapter', 'sandbox', 'off']) }),
  ),
})

const forOperators = { rule: 'none', because: 'for whoever watches the process' } as const

/** What `GET /ready` reports. */
export interface ReadyOptions {
  readonly checks: Checks
  readonly registry: { readonly wallets: readonly unknown[] }
  /** `stats`: by CAIP-2 id, how many nodes there are and how many rest. */
  readonly proxy: { stats(): Readonly<Record<string, unknown>> }
  readonly rows: () => readonly ProviderRow[]
}

/** `GET /health` and `GET /ready`. Neither asks for a project, and `/health` is not limited. A check that takes longer than 3 s fails. */
export function readyRoutes({ checks, registry, proxy, rows }: ReadyOptions): readonly Route[] {
  const ready = async () => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await isAnswering(check)] as const),
    )
    const isReady = results.every(([, isUp]) => isUp)
    const table = {
      ready: isReady,
      checks: Object.fromEntries(results.map(([name, isUp]) => [name, isUp ? 'answers' : 'fails'])),
      wallets: registry.wallets.length,
      chains: proxy.stats(),
      providers: rows(),
    }
    return Response.json(table, { status: isReady ? 200 : 503, headers: { 'cache-control': 'no-store' } })
  }
  return [
    defineRoute({
      method: 'GET',
      path: '/health',
      summary: 'The process runs',
      cost: 0,
      project: forOperators,
      answers: { 200: { type: 'text/plain' } },
      handle: () => new Response('ok', { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
    }),
    defineRoute({
      method: 'GET',
      path: '/ready',
      summary: 'What answers, row by row; 503 when a part fails',
      cost: 1,
      project: forOperators,
      answers: { 200: readySchema, 503: readySchema },
      handle: ready,
    }),
  ]
}

async function isAnswering(check: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await withTimeout(check, { ms: CHECK_MS })) !== false
  } catch {
    return false // the part's own log has the reason
  }
}
