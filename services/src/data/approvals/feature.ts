// `GET /v1/account/{address}/approvals`: whom an account allows to take its tokens and collectibles, newest first.
import { getAddress, type Address } from 'viem'
import * as z from 'zod/mini'
import { tokenApprovalsQuerySchema, tokenApprovalsSchema, type TokenApproval } from '../../../../src/api/token-approvals.js'
import { HttpError } from '../../http/errors.js'
import { defineRoute } from '../../http/route.js'
import { signalAfter, withTimeout } from '../../timeout.js'
import { readAccount, readChainId } from '../assets/ids.js'
import { assetOf, collectionName } from '../assets/metadata.js'
import { picturesFor, type Pictures } from '../assets/pictures.js'
import { answerJson } from '../assets/answer.js'
import type { ApprovalsContext } from '../context.js'
import type { Feature } from '../feature.js'
import { cursorsOf } from '../history/cursor.js'
import type { Caller } from '../history/indexer.js'
import { isSpam } from '../nfts/spam.js'
import { presentOf, type Present } from './present.js'
import { approvalReaderOf } from './reader.js'
import { createApprovalStore, type Grant, type Position } from './store.js'

/** Rows of a page, and grants that are looked at for it at once. Most grants are used up. */
const [PAGE_SIZE, LOOK_SIZE, LOOKS_MAX] = [25, 100, 10]
/** Milliseconds for reading the chain; a later call reads on. */
const SYNC_BUDGET_MS = 5000
const FORGET_EVERY_MS = 600_000

const paramsSchema = z.object({ address: z.string() })
const positionSchema = z.object({ b: z.number(), c: z.string(), s: z.string(), k: z.enum(['erc20', 'collection']) })

/** The route of approvals. */
export function approvalsFeature(ctx: ApprovalsContext): Feature {
  const cursors = cursorsOf(ctx)
  const reader = approvalReaderOf(ctx)
  const store = createApprovalStore(ctx)

  const approvals = defineRoute({
    method: 'GET',
    path: '/v1/account/:address/approvals',
    summary: 'Whom an account allows to take its tokens',
    cost: 5, // a page asks nodes about each grant, whether it still holds
    project: 'required',
    params: paramsSchema,
    query: tokenApprovalsQuerySchema,
    answers: { 200: tokenApprovalsSchema },
    async handle({ params, query, request, signal, address, projectId }) {
      const chainId = readChainId(query.chainId)
      if (!ctx.chains.has(chainId)) throw new HttpError(400, 'chainId', 'There are no approvals of this chain here')
      const owner = getAddress(readAccount(params.address, chainId).address)
      const account = owner.toLowerCase()
      const scope = `approvals ${account} ${chainId}`
      const at = query.cursor === undefined ? undefined : await cursors.read(scope, query.cursor, positionSchema)
      const isRead = at ? true : await catchUp(chainId, account, { asker: { address, project: projectId }, signal })
      const { rows, last, isComplete } = await look(
        chainId,
        owner,
        at && { block: at.b, contract: at.c, spender: at.s, kind: at.k },
      )
      const pictures = picturesFor(ctx, request)
      const shown = await Promise.all(rows.map((row) => describe(chainId, row, pictures)))
      const data = await withTimes(
        chainId,
        shown.flatMap((row) => row ?? []),
      )
      const next = last ? await cursors.write(scope, { b: last.block, c: last.contract, s: last.spender, k: last.kind }) : null
      return answerJson({ data, next }, 'logs', isRead && isComplete ? {} : { 'x-incomplete': '1' })
    },
  })

  /** Resolves with whether all of the chain is read. */
  async function catchUp(chainId: string, account: string, { asker, signal }: Caller): Promise<boolean> {
    const limit = signalAfter(SYNC_BUDGET_MS, signal)
    try {
      return await withTimeout(() => reader.sync(chainId, account, { asker, signal: limit }), {
        signal: limit,
        late: () => false,
      })
    } catch (error) {
      ctx.log.warn('approvals incomplete', { chain: chainId, error })
      throw new HttpError(503, 'chainId', 'No node of this chain answered')
    }
  }

  /** The first grants after `after` that still allow something. `last`: where the next page goes on, absent at the end. */
  async function look(
    chainId: string,
    owner: Address,
    after: Position | undefined,
  ): Promise<{ readonly rows: readonly Present[]; readonly last: Grant | undefined; readonly isComplete: boolean }> {
    const rows: Present[] = []
    let isComplete = true
    let from: Position | undefined = after
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const grants = await store.page(chainId, owner.toLowerCase(), from, LOOK_SIZE)
      const found = await presentOf(ctx, { chainId, owner, grants })
      rows.push(...found.present)
      await store.note(chainId, owner.toLowerCase(), { left: found.present.map(({ grant }) => grant), empty: found.empty })
      isComplete &&= found.isComplete
      const last = grants.at(-1)
      if (rows.length > PAGE_SIZE) {
        const shown = rows.slice(0, PAGE_SIZE)
        return { rows: shown, last: shown.at(-1)?.grant, isComplete }
      }
      if (grants.length < LOOK_SIZE || !last) return { rows, last: undefined, isComplete }
      if (rows.length === PAGE_SIZE || looks === LOOKS_MAX - 1) return { rows, last, isComplete }
      from = last
    }
    return { rows, last: undefined, isComplete }
  }

  /** With names and pictures; undefined for spam. */
  async function describe(
    chainId: string,
    { grant, amount }: Present,
    pictures: Pictures,
  ): Promise<(Omit<TokenApproval, 'grantedAt'> & { readonly block: number }) | undefined> {
    const contract = getAddress(grant.contract)
    const spender = getAddress(grant.spender)
    const isToken = grant.kind === 'erc20'
    const asset = isToken ? await assetOf(ctx, chainId, contract) : undefined
    const name = asset?.name ?? (isToken ? contract : await collectionName(ctx, chainId, contract))
    const symbol = asset?.symbol ?? ''
    const isListed = asset?.isListed ?? false
    if (!isListed && isSpam(ctx, { chainId, contract, name, collection: symbol })) return undefined
    return {
      id: `${chainId}/${grant.kind}:${contract}/${spender}`,
      chainId,
      kind: grant.kind,
      contract,
      name,
      symbol,
      decimals: asset?.decimals ?? 0,
      iconUrl: (asset && pictures(asset)) ?? null,
      verified: isListed,
      spender,
      spenderName: spenderName(chainId, spender),
      amount: String(amount),
      hash: grant.hash,
      block: grant.block,
    }
  }

  /** The contracts that swaps go through here. */
  function spenderName(chainId: string, spender: Address): string | null {
    const { v2, v3, wrapped } = ctx.data.chains[chainId] ?? {}
    if (spender === v2?.router || spender === v3?.router) return 'Swap router'
    return spender === wrapped ? 'Wrapped coin' : null
  }

  /** When each was mined; a block that does not come leaves it open. */
  async function withTimes(
    chainId: string,
    rows: readonly (Omit<TokenApproval, 'grantedAt'> & { readonly block: number })[],
  ): Promise<readonly TokenApproval[]> {
    const client = ctx.chains.client(chainId)
    const blocks = [...new Set(rows.map(({ block }) => block))]
    const times = new Map(
      await Promise.all(
        blocks.map(async (number) => {
          const block = await client.getBlock({ blockNumber: BigInt(number) }).catch(() => undefined)
          return [number, block && new Date(Number(block.timestamp) * 1000).toISOString()] as const
        }),
      ),
    )
    return rows.map(({ block, ...row }) => ({ ...row, grantedAt: times.get(block) ?? null }))
  }

  return {
    rows: () => [{ capability: 'approvals', provider: 'logs', kind: ctx.chains.ids.length > 0 ? 'embedded' : 'off' }],
    routes: [approvals],
    jobs: [{ name: 'old approvals', everyMs: FORGET_EVERY_MS, run: (ending) => store.forgetOld(ending) }],
  }
}
