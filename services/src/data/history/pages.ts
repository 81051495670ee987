// Pages of one account's transactions out of the index, newest first, over one chain or several.
import * as z from 'zod/mini'
import type { Db } from '../../db/db.js'
import type { Entry } from './rows.js'
import { toTransfer, type TransferRow } from './transactions.js'

const PAGE_SIZE = 50

/** The last row of the page before. */
export const positionSchema = z.object({ t: z.number(), c: z.string(), b: z.number(), i: z.number() })
/** Where the next page begins. */
export type Position = z.output<typeof positionSchema>

interface TransactionRow {
  readonly chain: string
  readonly hash: string
  readonly block: number
  readonly position: number
  readonly mined_at: number
  readonly sender: string
  readonly recipient: string | null
  readonly creates: string | null
  readonly failed: boolean
  readonly nonce: number
  readonly value: string
}

/** One page of the index. */
export interface Page {
  readonly entries: readonly Entry[]
  /** Absent on the last page. */
  readonly next: Position | undefined
}

/** Every row is tied to the account by its own table: there is no way to another account's rows. */
export async function readPage(
  db: Db,
  {
    account,
    chainIds,
    after,
  }: { readonly account: string; readonly chainIds: readonly string[]; readonly after: Position | undefined },
): Promise<Page> {
  const rows = await db.query<TransactionRow>(
    `select t.chain, t.hash, t.block, t.position, t.mined_at, t.sender, t.recipient, t.creates, t.failed, t.nonce, t.value
     from index_account_transactions a join index_transactions t on t.chain = a.chain and t.hash = a.hash
     where a.account = $1 and a.chain = any($2)
       and ($3::bigint is null or (a.mined_at, a.chain, a.block, a.position) < ($3::bigint, $4::text, $5::bigint, $6::integer))
     order by a.mined_at desc, a.chain desc, a.block desc, a.position desc limit $7`,
    [account, chainIds, after?.t ?? null, after?.c ?? '', after?.b ?? 0, after?.i ?? 0, PAGE_SIZE + 1],
  )
  const shown = rows.slice(0, PAGE_SIZE)
  const transfers = await db.query<TransferRow>(
    `select chain, hash, log_index, part, kind, contract, sender, recipient, amount, token_id, decimals from index_transfers
     where chain = any($2) and account = $3 and hash = any($1) order by log_index, part`,
    [shown.map(({ hash }) => hash), chainIds, account],
  )
  const entries = shown.map((row) => ({
    chainId: row.chain,
    transaction: {
      hash: row.hash,
      block: row.block,
      position: row.position,
      minedAt: row.mined_at,
      sender: row.sender,
      recipient: row.recipient ?? undefined,
      creates: row.creates ?? undefined,
      failed: row.failed,
      nonce: row.nonce,
      value: BigInt(row.value),
      transfers: transfers.filter(({ chain, hash }) => chain === row.chain && hash === row.hash).map(toTransfer),
    },
  }))
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return { entries, next: last && { t: last.mined_at, c: last.chain, b: last.block, i: last.position } }
}
