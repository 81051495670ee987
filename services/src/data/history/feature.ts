// `GET /v1/account/{account}/history`: what an account did, newest first, with signed cursors.
import * as z from 'zod/mini'
import { historyQuerySchema, historySchema } from '../../../../src/api/history.js'
import { solanaChains } from '../../chain/solana.js'
import { HttpError } from '../../http/errors.js'
import { defineRoute } from '../../http/route.js'
import { signalAfter } from '../../timeout.js'
import { everyChainCost, readAccount, readChainId } from '../assets/ids.js'
import { picturesFor } from '../assets/pictures.js'
import { answerJson } from '../assets/answer.js'
import type { HistoryContext } from '../context.js'
import type { Feature } from '../feature.js'
import { accountsOf } from './accounts.js'
import { catchUp, incomplete } from './catch-up.js'
import { cursorsOf } from './cursor.js'
import { indexerOf } from './indexer.js'
import type { MaybeSandbox } from '../onramp/sandbox.js'
import { positionSchema, readPage } from './pages.js'
import { purchasesOf } from './purchases.js'
import { toRows } from './rows.js'
import { createSolanaFollower } from './solana/follower.js'

/** Milliseconds for reading chains; the job reads the rest for a later answer. */
const NAMES_BUDGET_MS = 2500
const PRICES_BUDGET_MS = 2500
const FOLLOW_EVERY_MS = 15_000
const READ_ON_EVERY_MS = 30_000
const FORGET_EVERY_MS = 600_000

const paramsSchema = z.object({ account: z.string() })

/** The route of the history, and its jobs: two read on what was asked for lately, one deletes what nobody asks for any more. */
export function historyFeature(ctx: HistoryContext & MaybeSandbox): Feature {
  const indexer = indexerOf(ctx)
  const solana = createSolanaFollower(ctx)
  const cursors = cursorsOf(ctx)
  const solanaIds = solanaChains(ctx)
  /** Namespace → its chains, their reader, and the provider's name in answers. */
  const families = {
    eip155: { chainIds: ctx.chains.ids, reader: indexer, provider: 'index' },
    solana: { chainIds: solanaIds, reader: solana, provider: 'signatures' },
  } as const

  const history = defineRoute({
    method: 'GET',
    path: '/v1/account/:account/history',
    summary: 'What an account did, newest first',
    cost: 2,
    project: 'required',
    params: paramsSchema,
    query: historyQuerySchema,
    // The first page reads what is new from the nodes; later ones read the database.
    extraCost: ({ params, query }) =>
      query.cursor === undefined ? 3 + everyChainCost(params.account, query.onramp === undefined ? query.chainId : '') : 0,
    answers: { 200: historySchema },
    async handle({ params, query, request, signal, address, projectId }) {
      const pictures = picturesFor(ctx, request)
      const named =
        query.chainId === undefined ? undefined : /^\d+$/.test(query.chainId) ? `eip155:${query.chainId}` : query.chainId
      const account = readAccount(params.account, named)
      if (query.onramp !== undefined) {
        const { provider, missing, ...page } = await purchasesOf(ctx, account, {
          cursor: query.cursor,
          signal,
          pictures,
        })
        return answerJson(page, provider, incomplete(missing))
      }
      const asked = named === undefined ? account.chainId : readChainId(named)
      if (asked !== undefined && !ctx.chains.has(asked) && !solanaIds.includes(asked))
        throw new HttpError(400, 'chainId', 'There is no history of this chain here')
      const { namespace } = account
      const family = namespace === 'eip155' || namespace === 'solana' ? families[namespace] : undefined
      if (!family || family.chainIds.length === 0)
        throw new HttpError(400, 'address', 'There is no history of such accounts here')
      const owner = namespace === 'eip155' ? account.address.toLowerCase() : account.address
      const scope = `history ${owner} ${asked ?? '*'}`
      const after = query.cursor === undefined ? undefined : await cursors.read(scope, query.cursor, positionSchema)
      const chainIds = asked === undefined ? family.chainIds.filter((id) => !ctx.chains.isAlias(id)) : [asked]
      // Later pages show what the first one found, so that rows do not move while a person scrolls.
      const unread = after
        ? 0
        : await catchUp(ctx, family.reader, { chainIds, account: owner, asker: { address, project: projectId }, signal })
      const page = await readPage(ctx.db, { account: owner, chainIds, after })
      if (unread === 'all' && page.entries.length === 0) throw new HttpError(503, 'chainId', 'No node of this chain answered')
      const data = await toRows(ctx, owner, page.entries, {
        signal: signalAfter(NAMES_BUDGET_MS),
        pictures,
        // Past prices are known in US dollars only.
        pricesSignal: (query.currency ?? 'usd').toLowerCase() === 'usd' ? signalAfter(PRICES_BUDGET_MS) : undefined,
      })
      const next = page.next ? await cursors.write(scope, page.next) : null
      const missing = unread === 'all' ? chainIds.length : unread
      return answerJson({ data, next }, family.provider, incomplete(missing))
    },
  })

  return {
    rows: () => [
      { capability: 'history', provider: 'index', kind: ctx.chains.ids.length > 0 ? 'embedded' : 'off' },
      ...solanaIds.map((id) => ({ capability: `history ${id}`, provider: 'signatures', kind: 'embedded' as const })),
      ...Object.entries(ctx.data.chains).flatMap(([chainId, { explorer }]) =>
        explorer ? [{ capability: `history ${chainId}`, provider: explorer.kind, kind: 'adapter' as const }] : [],
      ),
    ],
    routes: [history],
    jobs: [
      { name: 'history index', everyMs: FOLLOW_EVERY_MS, run: (signal) => indexer.follow(signal) },
      { name: 'history signatures', everyMs: READ_ON_EVERY_MS, run: (signal) => solana.follow(signal) },
      { name: 'old history', everyMs: FORGET_EVERY_MS, run: (signal) => accountsOf(ctx).forgetOld(signal) },
    ],
  }
}
