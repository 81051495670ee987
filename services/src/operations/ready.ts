// `GET /health` says that the process runs; `GET /ready` says which parts answer and which provider serves each capability.
import * as z from 'zod'
import type { ProviderRow } from '../upstream/providers.js'
import { defineRoute, type Route } from '../http/route.js'
import { withTimeout } from '../timeout.js'
import { reasonOf } from './causes.js'
import type { Log } from './log.js'

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
  readonly log: Pick<Log, 'info' | 'warn'>
}

/**
 * `GET /health` and `GET /ready`. Neither asks for a project, and `/health` is not limited. A check that takes longer than 3 s fails. When other parts fail
 * than before, the log has one line with the reason of each; one more when all answer again.
 */
export function readyRoutes({ checks, registry, proxy, rows, log }: ReadyOptions): readonly Route[] {
  const logChange = createChangeLog(log)
  const ready = async () => {
    const record = logChange()
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await problemOf(check)] as const),
    )
    const isReady = results.every(([, problem]) => problem === undefined)
    record(results)
    const table = {
      ready: isReady,
      checks: Object.fromEntries(results.map(([name, problem]) => [name, problem === undefined ? 'answers' : 'fails'])),
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

/** Undefined where the part answers. */
async function problemOf(check: () => Promise<unknown>): Promise<string | undefined> {
  try {
    return (await withTimeout(check, { ms: CHECK_MS })) === false ? 'it says that it does not work' : undefined
  } catch (error) {
    return reasonOf(error)
  }
}

type Results = readonly (readonly [name: string, problem: string | undefined])[]

/** To be called when a probe begins; what it returns, when its results are there. One that was overtaken by a later one is not logged. */
function createChangeLog(log: ReadyOptions['log']): () => (results: Results) => void {
  let begun = 0
  let recorded = 0
  let failing = ''
  let failingSince = 0
  return () => {
    const probe = ++begun
    return (results) => {
      if (probe < recorded) return
      recorded = probe
      const failed = results.filter(([, problem]) => problem !== undefined)
      const names = failed.map(([name]) => name).join(', ')
      if (names === failing) return
      if (names === '')
        log.info('ready again', { after: failing, seconds: Math.round((performance.now() - failingSince) / 1000) })
      else log.warn('not ready', { reasons: Object.fromEntries(failed) })
      if (failing === '') failingSince = performance.now()
      failing = names
    }
  }
}
