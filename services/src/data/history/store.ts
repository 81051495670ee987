// The indexer's tables: how far an account is read, what was found, and what a reorganisation takes back.
import type { Db, Sql } from '../../db/db.js'
import type { IndexedTransaction, IndexedTransfer, TransferKind } from './model.js'

/** Block hashes are kept for this many blocks below the newest: a reorganisation up to this depth is undone exactly. */
export const REORG_BLOCKS = 128

/** Least time between two notes that an account was asked for; it is followed for a day. */
const NOTE_EVERY_MS = 60_000

/** How far an account is read; `epoch` counts reorganisations. */
export interface Progress {
  readonly epoch: number
  /** Read from here … */
  readonly low: number
  /** … up to, but without, this block. */
  readonly next: number
}

/** A block by number and hash. */
export interface Block {
  readonly number: number
  readonly hash: string
}

/** What one step of reading found. */
export interface Batch {
  /** The progress that the reading began with: if it is another by now, nothing is written. */
  readonly from: Progress
  readonly to: Pick<Progress, 'low' | 'next'>
  readonly transactions: readonly IndexedTransaction[]
  readonly blocks: readonly Block[]
}

/** The indexer's tables. */
export interface Store {
  /** Begins at `next` for an account that is new. */
  follow(chain: string, account: string, at: { readonly next: number; readonly now: number }): Promise<Progress>
  /** Newest first. */
  blocks(chain: string, limit?: number): Promise<readonly Block[]>
  /** Resolves with whether it was written. */
  write(chain: string, account: string, batch: Batch): Promise<boolean>
  /** Takes back what stands above block `keep`. */
  rollback(chain: string, keep: number): Promise<void>
  accountsSince(asked: number): Promise<readonly { readonly chain: string; readonly account: string }[]>
}

/** The tables in `db`. */
export function createStore(db: Db): Store {
  return {
    async follow(chain, account, { next, now }) {
      const [known] = await db.query<{ epoch: number; low: number; next: number; asked: number }>(
        `select c.epoch, a.low_block as low, a.next_block as next, a.asked_at as asked
         from index_accounts a join index_chains c on c.chain = a.chain where a.chain = $1 and a.account = $2`,
        [chain, account],
      )
      if (known && now - known.asked < NOTE_EVERY_MS) return { epoch: known.epoch, low: known.low, next: known.next }
      const [row] = await db.query<Progress>(
        `with chain as (insert into index_chains (chain) values ($1) on conflict (chain) do nothing)
         insert into index_accounts (chain, account, low_block, next_block, asked_at) values ($1, $2, $3, $3, $4)
         on conflict (chain, account) do update set asked_at = greatest(index_accounts.asked_at, excluded.asked_at)
         returning low_block as low, next_block as next, coalesce((select epoch from index_chains where chain = $1), 0) as epoch`,
        [chain, account, next, now],
      )
      return row ?? { epoch: 0, low: next, next }
    },
    blocks: (chain, limit = REORG_BLOCKS + 1) =>
      db.query<{ number: number; hash: string }>(
        'select number, hash from index_blocks where chain = $1 order by number desc limit $2',
        [chain, limit],
      ),
    write: (chain, account, batch) =>
      db.transaction(async (sql) => {
        const [at] = await sql.query<{ epoch: number }>('select epoch from index_chains where chain = $1 for update', [chain])
        // Read before a reorganisation, or by another instance too: then it is not ours to write.
        if (at?.epoch !== batch.from.epoch) return false
        const moved = await sql.query(
          `update index_accounts set low_block = $3, next_block = $4
           where chain = $1 and account = $2 and low_block = $5 and next_block = $6 returning account`,
          [chain, account, batch.to.low, batch.to.next, batch.from.low, batch.from.next],
        )
        if (moved.length === 0) return false
        await sql.query(
          `insert into index_blocks (chain, number, hash) select $1, number, hash from jsonb_to_recordset($2::jsonb) as t(number bigint, hash text)
           on conflict (chain, number) do nothing`,
          [chain, JSON.stringify(batch.blocks)],
        )
        await sql.query(
          'delete from index_blocks where chain = $1 and number < (select max(number) from index_blocks where chain = $1) - $2',
          [chain, REORG_BLOCKS],
        )
        await writeTransactions(sql, chain, account, batch.transactions)
        return true
      }),
    rollback: (chain, keep) =>
      db.transaction(async (sql) => {
        await sql.query('update index_chains set epoch = epoch + 1 where chain = $1', [chain])
        await sql.query('delete from index_blocks where chain = $1 and number > $2', [chain, keep])
        await sql.query('delete from index_account_transactions where chain = $1 and block > $2', [chain, keep])
        await sql.query('delete from index_transfers where chain = $1 and block > $2', [chain, keep])
        await sql.query('delete from index_transactions where chain = $1 and block > $2', [chain, keep])
        await sql.query(
          `update index_accounts set next_block = least(next_block, $2::bigint), low_block = least(low_block, $2::bigint) where chain = $1`,
          [chain, keep + 1],
        )
      }),
    accountsSince: (asked) =>
      db.query<{ chain: string; account: string }>(
        'select chain, account from index_accounts where asked_at >= $1 order by asked_at desc limit 500',
        [asked],
      ),
  }
}

/** As something that this account did; once for all accounts that did it. Three statements, however many there are. */
export async function writeTransactions(
  sql: Sql,
  chain: string,
  account: string,
  found: readonly IndexedTransaction[],
): Promise<void> {
  if (found.length === 0) return
  const rows = JSON.stringify(
    found.map(({ minedAt, value, transfers: _, ...rest }) => ({ ...rest, mined_at: minedAt, value: String(value) })),
  )
  await sql.query(
    `insert into index_transactions (chain, hash, block, position, mined_at, sender, recipient, creates, failed, nonce, value)
     select $1, hash, block, position, mined_at, sender, recipient, creates, failed, nonce, value
     from jsonb_to_recordset($2::jsonb) as t(hash text, block bigint, position integer, mined_at bigint, sender text, recipient text,
       creates text, failed boolean, nonce bigint, value text)
     on conflict (chain, hash) do nothing`,
    [chain, rows],
  )
  await sql.query(
    `insert into index_account_transactions (chain, account, hash, block, position, mined_at)
     select $1, $2, hash, block, position, mined_at
     from jsonb_to_recordset($3::jsonb) as t(hash text, block bigint, position integer, mined_at bigint)
     on conflict (chain, account, hash) do nothing`,
    [chain, account, rows],
  )
  const transfers = found.flatMap(({ hash, block, transfers: some }) =>
    some.map(({ logIndex, amount, tokenId, ...rest }) => ({
      ...rest,
      hash,
      block,
      log_index: logIndex,
      amount: String(amount),
      token_id: tokenId === undefined ? null : String(tokenId),
    })),
  )
  await sql.query(
    `insert into index_transfers (chain, hash, log_index, part, block, kind, contract, sender, recipient, amount, token_id, decimals)
     select $1, hash, log_index, part, block, kind, contract, sender, recipient, amount, token_id, decimals
     from jsonb_to_recordset($2::jsonb) as t(hash text, log_index integer, part integer, block bigint, kind text, contract text,
       sender text, recipient text, amount text, token_id text, decimals integer)
     on conflict (chain, hash, log_index, part) do nothing`,
    [chain, JSON.stringify(transfers)],
  )
}

/** A row of `index_transfers`. */
export interface TransferRow {
  readonly chain: string
  readonly hash: string
  readonly log_index: number
  readonly part: number
  readonly kind: TransferKind
  readonly contract: string
  readonly sender: string
  readonly recipient: string
  readonly amount: string
  readonly token_id: string | null
  readonly decimals: number | null
}

/** The transfer of a row. */
export function toTransfer(row: TransferRow): IndexedTransfer {
  const { log_index: logIndex, part, kind, contract, sender, recipient } = row
  const tokenId = row.token_id === null ? undefined : BigInt(row.token_id)
  const decimals = row.decimals ?? undefined
  return { logIndex, part, kind, contract, sender, recipient, amount: BigInt(row.amount), tokenId, decimals }
}
