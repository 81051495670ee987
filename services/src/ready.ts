// `/health`: the process lives. `/ready`: a table of what answers what, so that an operator sees that nothing is pretended.
import * as z from 'zod'
import type { ProviderRow } from './providers.js'
import { defineRoute, type Route } from './route.js'
import type { Proxy } from './rpc/proxy.js'
import { withTimeout } from './timeout.js'
import type { Registry } from './wallets/registry.js'

/** Name → resolves when that part answers; rejects, or resolves with false, when not. */
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

export function readyRoutes({
  checks,
  registry,
  proxy,
  rows,
}: {
  readonly checks: Checks
  readonly registry: Registry
  readonly proxy: Proxy
  readonly rows: () => readonly ProviderRow[]
}): readonly Route[] {
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
    return false // the table says that it fails; why is in that part's own log
  }
}
