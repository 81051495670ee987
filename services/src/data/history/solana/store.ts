// Where the readings of Solana's lists are kept, beside the tables that all chains share.
import type { Db } from '../../../db/db.js'
import { StorageFullError, type Holder } from '../../../limits/storage-budget.js'
import { lockChain, type Accounts } from '../accounts.js'
import type { IndexedTransaction } from '../model.js'
import { LOOKED_THROUGH, type Written } from '../store.js'
import { progressSchema, START, type Progress } from './progress.js'

/** One list: of the account itself, or of one of its token accounts. */
export interface Source {
  readonly chain: string
  readonly account: string
  readonly address: string
}

/** What one step of reading found in a list. */
export interface Batch {
  readonly from: Progress
  readonly to: Progress
  readonly transactions: readonly IndexedTransaction[]
  /** Against whom the rows count. */
  readonly holder: Holder
  /** A refusal of a moment ago counts no more. */
  readonly hasMadeRoom: boolean
}

/** The tables of the lists. */
export interface SolanaStore {
  /** Begins with nothing for a list that is new. @param askedAt Unix milliseconds; 0: nobody has asked for it */
  open(source: Source, askedAt: number): Promise<Progress>
  /** Those that the account's history already has. */
  known(source: Source, signatures: readonly string[]): Promise<ReadonlySet<string>>
  /** `stale`: another instance has read the same meanwhile. */
  write(source: Source, batch: Batch): Promise<Written>
  /** Accounts asked for since then of which something older is unread, at most 100: the last that was asked for first, and whoever asked for them takes turns. */
  unreadSince(asked: number): Promise<readonly { readonly chain: string; readonly account: string }[]>
  /** Everything of a chain: for a devnet that began anew. */
  forget(chain: string): Promise<void>
}

/** The tables in `db`. */
export function createSolanaStore(db: Db, accounts: Accounts): SolanaStore {
  return {
    async open({ chain, account, address }, askedAt) {
      const [row] = await db.query<{ state: string }>(
        `insert into index_signatures (chain, account, source, state, asked_at) values ($1, $2, $3, $4, $5)
         on conflict (chain, account, source) do update set asked_at = greatest(index_signatures.asked_at, excluded.asked_at)
         returning state`,
        [chain, account, address, JSON.stringify(START), askedAt],
      )
      return progressSchema.parse(JSON.parse(row?.state ?? JSON.stringify(START)))
    },
    async known({ chain, account }, signatures) {
      const rows = await db.query<{ hash: string }>(
        'select hash from index_account_transactions where chain = $1 and account = $2 and hash = any($3)',
        [chain, account, signatures],
      )
      return new Set(rows.map(({ hash }) => hash))
    },
    write: ({ chain, account, address }, { from, to, ...batch }) =>
      db
        .transaction(async (sql): Promise<Written> => {
          await lockChain(sql, chain)
          const moved = await sql.query(
            `update index_signatures set state = $4, is_read = $5 where chain = $1 and account = $2 and source = $3 and state = $6
             returning source`,
            [chain, account, address, JSON.stringify(to), to.isRead && !to.news, JSON.stringify(from)],
          )
          if (moved.length === 0) return 'stale'
          await accounts.add(sql, { chain, account }, batch)
          return 'written'
        })
        .catch((error: unknown) => {
          if (error instanceof StorageFullError) return error.scope
          throw error
        }),
    unreadSince: (asked) =>
      db.query<{ chain: string; account: string }>(
        `select chain, account from (
           select chain, account, max(s.asked_at) as asked_at, row_number() over (partition by holders[1] order by max(s.asked_at) desc) as turn
           from (select chain, account, asked_at from index_signatures
             where asked_at >= $1 and not is_read order by asked_at desc limit ${LOOKED_THROUGH}) s
           join index_accounts a using (chain, account)
           where not is_full and not is_gone group by chain, account, holders[1]) unread
         order by turn, asked_at desc limit 100`,
        [asked],
      ),
    forget: (chain) =>
      db.transaction(async (sql) => {
        for (const table of ['index_signatures', 'index_account_transactions', 'index_transfers', 'index_transactions'])
          await sql.query(`delete from ${table} where chain = $1`, [chain])
        await sql.query('update index_accounts set held = 1, is_full = false where chain = $1', [chain])
      }),
  }
}
