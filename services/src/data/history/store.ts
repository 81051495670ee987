// The indexer's tables: how far an account is read, what was found, and what a reorganisation takes back.
import type { Db } from '../../db/db.js'
import { StorageFullError, type Holder } from '../../limits/storage-budget.js'
import type { StorageScope } from '../../limits/storage-limits.js'
import { lockChain, type AccountKey, type Accounts } from './accounts.js'
import type { IndexedTransaction } from './model.js'

/** Block hashes are kept for this many blocks below the newest: a reorganisation up to this depth is undone exactly. */
export const REORG_BLOCKS = 128

/** The latest accounts among which those are chosen that a job reads on: a stranger may have asked for any number of them. */
export const LOOKED_THROUGH = 5000

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
  /** Against whom the rows count. */
  readonly holder: Holder
  /** A refusal of a moment ago counts no more. */
  readonly hasMadeRoom?: boolean
}

/** How writing ended. `stale`: the account was read further, or the chain reorganised, since the reading began. A scope: its budget has no room, and nothing was written. */
export type Written = 'written' | 'stale' | StorageScope

/** The indexer's tables. */
export interface Store {
  /** Newest first. */
  blocks(chain: string): Promise<readonly Block[]>
  write(chain: string, account: string, batch: Batch): Promise<Written>
  /** Takes back what stands above block `keep`. */
  rollback(chain: string, keep: number): Promise<void>
  /** Those that have room for what is older, at most 500: the last that was asked for first, and whoever asked for them takes turns. */
  accountsSince(asked: number): Promise<readonly (AccountKey & Pick<Progress, 'low'>)[]>
}

/** The tables in `db`. */
export function createStore(db: Db, accounts: Accounts): Store {
  return {
    blocks: (chain) =>
      db.query<{ number: number; hash: string }>(
        'select number, hash from index_blocks where chain = $1 order by number desc limit $2',
        [chain, REORG_BLOCKS + 1],
      ),
    write: (chain, account, batch) =>
      db
        .transaction(async (sql): Promise<Written> => {
          // Read before a reorganisation, or by another instance too: then it is not ours to write.
          if ((await lockChain(sql, chain)) !== batch.from.epoch) return 'stale'
          const moved = await sql.query(
            `update index_accounts set low_block = $3, next_block = $4
             where chain = $1 and account = $2 and low_block = $5 and next_block = $6 and not is_gone returning account`,
            [chain, account, batch.to.low, batch.to.next, batch.from.low, batch.from.next],
          )
          if (moved.length === 0) return 'stale'
          if (batch.blocks.length > 0) {
            await sql.query(
              `insert into index_blocks (chain, number, hash) select $1, number, hash from jsonb_to_recordset($2::jsonb) as t(number bigint, hash text)
             on conflict (chain, number) do nothing`,
              [chain, JSON.stringify(batch.blocks)],
            )
            await sql.query(
              'delete from index_blocks where chain = $1 and number < (select max(number) from index_blocks where chain = $1) - $2',
              [chain, REORG_BLOCKS],
            )
          }
          await accounts.add(sql, { chain, account }, batch)
          return 'written'
        })
        .catch((error: unknown) => {
          if (error instanceof StorageFullError) return error.scope
          throw error
        }),
    rollback: (chain, keep) =>
      db.transaction(async (sql) => {
        await sql.query('update index_chains set epoch = epoch + 1 where chain = $1', [chain])
        await sql.query('delete from index_blocks where chain = $1 and number > $2', [chain, keep])
        await sql.query(
          `with gone as (delete from index_account_transactions where chain = $1 and block > $2 returning account, held)
           update index_accounts set held = index_accounts.held - rows.held
           from (select account, sum(held) as held from gone group by account) rows
           where index_accounts.chain = $1 and index_accounts.account = rows.account`,
          [chain, keep],
        )
        await sql.query('delete from index_transfers where chain = $1 and block > $2', [chain, keep])
        await sql.query('delete from index_transactions where chain = $1 and block > $2', [chain, keep])
        await sql.query(
          `update index_accounts set next_block = least(next_block, $2::bigint), low_block = least(low_block, $2::bigint)
           where chain = $1 and (next_block > $2::bigint or low_block > $2::bigint)`,
          [chain, keep + 1],
        )
      }),
    accountsSince: (asked) =>
      db.query<{ chain: string; account: string; low: number }>(
        `select chain, account, low_block as low from (
           select *, row_number() over (partition by holders[1] order by asked_at desc) as turn from (
             select chain, account, low_block, asked_at, holders from index_accounts
             where asked_at >= $1 and not is_full and not is_gone order by asked_at desc limit ${LOOKED_THROUGH}) latest) open
         order by turn, asked_at desc limit 500`,
        [asked],
      ),
  }
}
