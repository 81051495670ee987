// `GET /v1/account/{account}/history`: what an account did, newest first, with signed cursors.
import type { Context } from 'hono'
import { historyQuerySchema, historySchema } from '../../../../src/api/history.js'
import { HttpError } from '../../errors.js'
import { readAccount, readChainId } from '../assets/ids.js'
import { answerJson, readQuery } from '../assets/request.js'
import type { DataContext } from '../context.js'
import type { Area } from '../data.js'
import { cursorsOf } from './cursor.js'
import { indexerOf } from './indexer.js'
import { positionSchema, readPage } from './pages.js'
import { purchasesOf } from './purchases.js'
import { toRows } from './rows.js'

/** What is not read by then is read by the job, and stands on the next answer. */
export const SYNC_BUDGET_MS = 6000
const NAMES_BUDGET_MS = 2500
const FOLLOW_EVERY_MS = 15_000

export function historyArea(ctx: DataContext): Area {
  const indexer = indexerOf(ctx)
  const cursors = cursorsOf(ctx)

  async function answer(c: Context): Promise<Response> {
    ctx.projects.of(c)
    const query = readQuery(c, historyQuerySchema)
    const named =
      query.chainId === undefined ? undefined : /^\d+$/.test(query.chainId) ? `eip155:${query.chainId}` : query.chainId
    const account = readAccount(c.req.param('account') ?? '', named)
    const asked = named === undefined ? account.chainId : readChainId(named)
    if (asked !== undefined && !ctx.chains.has(asked))
      throw new HttpError(400, 'chainId', 'There is no history of this chain here')
    if (account.namespace !== 'eip155') throw new HttpError(400, 'address', 'There is history of EVM accounts only')
    const owner = account.address.toLowerCase()
    if (query.onramp !== undefined) return answerJson({ data: await purchasesOf(ctx, owner), next: null }, 'orders')
    const scope = `history ${owner} ${asked ?? '*'}`
    const after = query.cursor === undefined ? undefined : await cursors.read(scope, query.cursor, positionSchema)
    const chainIds = asked === undefined ? ctx.chains.ids : [asked]
    // Later pages show what the first one found: rows must not move while a person scrolls.
    const unread = after ? 0 : await catchUp(chainIds, owner)
    const page = await readPage(ctx.db, { account: owner, chainIds, after })
    const data = await toRows(ctx, owner, page.entries, AbortSignal.timeout(NAMES_BUDGET_MS))
    const next = page.next ? await cursors.write(scope, page.next) : null
    return answerJson({ data, next }, 'index', unread > 0 ? { 'x-incomplete': String(unread) } : {})
  }

  /** @throws HttpError 503 when no chain answers and nothing is known yet */
  async function catchUp(chainIds: readonly string[], account: string): Promise<number> {
    const limit = AbortSignal.timeout(SYNC_BUDGET_MS)
    const late = new Promise<false>((resolve) => limit.addEventListener('abort', () => resolve(false), { once: true }))
    const settled = await Promise.allSettled(
      chainIds.map((chainId) => Promise.race([indexer.sync(chainId, account, limit), late])),
    )
    const failed = settled.filter((one) => one.status === 'rejected')
    for (const { reason } of failed) ctx.log.warn('history incomplete', { error: reason })
    if (failed.length > 0 && failed.length === settled.length)
      throw new HttpError(503, 'chainId', 'No node of this chain answered')
    return settled.filter((one) => one.status === 'rejected' || !one.value).length
  }

  return {
    rows: () => [
      { capability: 'history', provider: 'index', kind: ctx.chains.ids.length > 0 ? 'embedded' : 'off' },
      ...Object.entries(ctx.data.chains).flatMap(([chainId, { explorer }]) =>
        explorer ? [{ capability: `history ${chainId}`, provider: explorer.kind, kind: 'adapter' as const }] : [],
      ),
    ],
    routes: [
      {
        method: 'GET',
        path: '/v1/account/:account/history',
        cost: 2,
        doc: { summary: 'What an account did, newest first', query: historyQuerySchema, answers: historySchema },
        answer,
      },
    ],
    jobs: [{ name: 'history index', everyMs: FOLLOW_EVERY_MS, run: (signal) => indexer.follow(signal) }],
  }
}
