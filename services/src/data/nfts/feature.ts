// `GET /v1/account/{address}/nfts`: the collectibles that an account owns by the index, with names and pictures, spam flagged.
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import { nftsQuerySchema, nftsSchema } from '../../../../src/api/nfts.js'
import { HttpError } from '../../http/errors.js'
import { defineRoute } from '../../http/route.js'
import { signalAfter } from '../../timeout.js'
import { everyChainCost, readAccount, readChainId } from '../assets/ids.js'
import { answerJson } from '../assets/answer.js'
import type { NftsContext } from '../context.js'
import type { Feature } from '../feature.js'
import { catchUp, incomplete } from '../history/catch-up.js'
import { cursorsOf } from '../history/cursor.js'
import { indexerOf } from '../history/indexer.js'
import { nftLibraryOf, unread } from './metadata.js'
import { isSpam } from './spam.js'

const PAGE_SIZE = 24
const METADATA_BUDGET_MS = 6000
const FORGET_EVERY_MS = 600_000
const paramsSchema = z.object({ address: z.string() })
const positionSchema = z.object({ c: z.string(), k: z.string(), i: z.string() })

interface OwnedRow {
  readonly chain: string
  readonly contract: string
  readonly token_id: string
  readonly kind: 'erc721' | 'erc1155'
  readonly amount: string
}

/** The route of collectibles. */
export function nftsFeature(ctx: NftsContext): Feature {
  const cursors = cursorsOf(ctx)
  const indexer = indexerOf(ctx)
  const library = nftLibraryOf(ctx)

  const nfts = defineRoute({
    method: 'GET',
    path: '/v1/account/:address/nfts',
    summary: 'The collectibles of an account',
    cost: 5, // a page asks strangers for up to 24 documents
    project: 'required',
    params: paramsSchema,
    query: nftsQuerySchema,
    extraCost: ({ params, query }) => (query.cursor === undefined ? everyChainCost(params.address, query.chainId) : 0),
    answers: { 200: nftsSchema },
    async handle({ params, query, signal, address, projectId }) {
      const account = readAccount(params.address, query.chainId)
      const asked = query.chainId === undefined ? account.chainId : readChainId(query.chainId)
      if (asked !== undefined && !ctx.chains.has(asked))
        throw new HttpError(400, 'chainId', 'There are no collectibles of this chain here')
      if (account.namespace !== 'eip155') throw new HttpError(400, 'address', 'There are collectibles of EVM accounts only')
      const owner = account.address.toLowerCase()
      const scope = `nfts ${owner} ${asked ?? '*'}`
      const after = query.cursor === undefined ? undefined : await cursors.read(scope, query.cursor, positionSchema)
      const chainIds = asked === undefined ? ctx.chains.ids.filter((id) => !ctx.chains.isAlias(id)) : [asked]
      const unindexed = after
        ? 0
        : await catchUp(ctx, indexer, { chainIds, account: owner, asker: { address, project: projectId }, signal })
      const rows = await owned(owner, chainIds, after)
      if (unindexed === 'all' && rows.length === 0) throw new HttpError(503, 'chainId', 'No node of this chain answered')
      const shown = rows.slice(0, PAGE_SIZE)
      const keys = shown.map(({ chain, contract, token_id: id, kind }) => ({
        chainId: chain,
        contract,
        tokenId: BigInt(id),
        standard: kind,
      }))
      const metadata = await library.of(keys, signalAfter(METADATA_BUDGET_MS))
      const data = keys.map(({ chainId, contract, tokenId, standard }, index) => {
        const found = metadata[index] ?? unread(String(tokenId))
        return {
          id: `${chainId}/${standard}:${getAddress(contract)}/${tokenId}`,
          chainId,
          contract: getAddress(contract),
          tokenId: String(tokenId),
          standard,
          ...found,
          amount: shown[index]?.amount ?? '1',
          spam: isSpam(ctx, { chainId, contract, ...found }),
        }
      })
      const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
      const next = last ? await cursors.write(scope, { c: last.chain, k: last.contract, i: last.token_id }) : null
      return answerJson({ data, next }, 'index', incomplete(unindexed === 'all' ? chainIds.length : unindexed))
    },
  })

  /** In less out; what is left is owned. */
  function owned(account: string, chainIds: readonly string[], after: z.output<typeof positionSchema> | undefined) {
    return ctx.db.query<OwnedRow>(
      `select t.chain, t.contract, t.token_id, t.kind,
         sum(case when t.recipient = $1 then t.amount::numeric else 0 end - case when t.sender = $1 then t.amount::numeric else 0 end)::text
           as amount
       from index_transfers t
       where t.chain = any($2) and t.account = $1 and t.kind in ('erc721', 'erc1155')
         and ($3::text is null or (t.chain, t.contract, t.token_id::numeric) > ($3::text, $4::text, $5::numeric))
       group by t.chain, t.contract, t.token_id, t.kind
       having sum(case when t.recipient = $1 then t.amount::numeric else 0 end - case when t.sender = $1 then t.amount::numeric else 0 end) > 0
       order by t.chain, t.contract, t.token_id::numeric limit $6`,
      [account, chainIds, after?.c ?? null, after?.k ?? '', after?.i ?? '0', PAGE_SIZE + 1],
    )
  }

  return {
    rows: () => [{ capability: 'nfts', provider: 'index', kind: ctx.chains.ids.length > 0 ? 'embedded' : 'off' }],
    routes: [nfts],
    jobs: [{ name: 'old collectibles', everyMs: FORGET_EVERY_MS, run: (ending) => library.forgetOld(ending) }],
  }
}
