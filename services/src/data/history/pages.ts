// Pages of one account's transactions out of the index, newest first, over one chain or several.
import * as z from 'zod/mini'
import type { Db } from '../../db/db.js'
import type { Entry } from './rows.js'
import { toTransfer, type TransferRow } from './transactions.js'

const PAGE_SIZE = 50

/** The last row of the page before. */
export const positionSchema = z.object({ t: z.number(), c: z.string(), b: z.number(), i: z.number(), h: z.string() })
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
  readonly transfers: readonly TransferRow[]
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
  // One statement: whoever deletes in between would else leave entries without their transfers. Explorers do not number all transactions of a block, so that
  // the hash has to tell them apart. The limit of one keeps the planner from reading all of the chain for a page.
  const rows = await db.query<TransactionRow>(
    `select a.chain, a.hash, a.block, a.position, a.mined_at, t.sender, t.recipient, t.creates, t.failed, t.nonce, t.value, (
         select coalesce(jsonb_agg(to_jsonb(m) order by m.log_index, m.part), '[]') from index_transfers m
         where m.chain = a.chain and m.account = $1 and m.hash = a.hash) as transfers
     from (
       select chain, hash, block, position, mined_at from index_account_transactions
       where account = $1 and chain = any($2)
         and ($3::bigint is null or (mined_at, chain, block, position, hash) < ($3::bigint, $4::text, $5::bigint, $6::integer, $7::text))
       order by mined_at desc, chain desc, block desc, position desc, hash desc limit $8) a
     cross join lateral (select * from index_transactions where chain = a.chain and hash = a.hash limit 1) t
     order by a.mined_at desc, a.chain desc, a.block desc, a.position desc, a.hash desc`,
    [account, chainIds, after?.t ?? null, after?.c ?? '', after?.b ?? 0, after?.i ?? 0, after?.h ?? '', PAGE_SIZE + 1],
  )
  const shown = rows.slice(0, PAGE_SIZE)
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
      transfers: row.transfers.map(toTransfer),
    },
  }))
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return { entries, next: last && { t: last.mined_at, c: last.chain, b: last.block, i: last.position, h: last.hash } }
}
