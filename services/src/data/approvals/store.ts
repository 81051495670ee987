// The tables of approvals: how far an account is read, and whom it has ever approved for what.
import { holdersOf, StorageFullError, type Holder } from '../../limits/storage-budget.js'
import type { IndexContext } from '../context.js'
import { FORGET_MS } from '../history/accounts.js'
import { REORG_BLOCKS } from '../history/store.js'

/** Pairs that are kept of one account on one chain: contracts can log approvals that nobody gave. */
const GRANTS_MAX = 10_000

/** Somebody was allowed to take a token, or all of a collection. Addresses are in lower case. */
export interface Grant {
  readonly kind: 'erc20' | 'collection'
  readonly contract: string
  readonly spender: string
  readonly block: number
  readonly hash: string
}

/** Read from `low` up to, but without, `next`. */
export interface Progress {
  readonly low: number
  readonly next: number
}

/** Where a page begins: after this grant. */
export type Position = Pick<Grant, 'block' | 'contract' | 'spender' | 'kind'>

/** The tables of approvals. */
export interface ApprovalStore {
  /** Begins at `next` for an account that is new, whose rows count against `holder`. Notes that it was asked for. Undefined: there is no room for one more. */
  progress(chain: string, account: string, at: { readonly next: number; readonly holder: Holder }): Promise<Progress | undefined>
  /**
   * Resolves with false when the account has as many grants as are kept: then nothing is written, and the blocks do not count as read. Two readers may write at once: each has read on from what was read, so that both together have read it without a gap.
   */
  write(chain: string, account: string, read: Progress, grants: readonly Grant[]): Promise<boolean>
  /**
   * Notes what the chain says of grants of a page: `left` still allow something, `empty` nothing. One that was empty so many blocks ago as may change is
   * deleted: until then, what emptied it may be undone, and the approval itself stands in blocks that nobody reads again. One that was given anew in the
   * meantime stays.
   */
  note(
    chain: string,
    account: string,
    looked: { readonly left: readonly Grant[]; readonly empty: readonly Grant[] },
  ): Promise<void>
  /** Deletes, one after the other, the accounts that nobody has asked for in thirty days. */
  forgetOld(signal: AbortSignal): Promise<void>
  /** Newest first. */
  page(chain: string, account: string, after: Position | undefined, limit: number): Promise<readonly Grant[]>
}

/** The tables in `db`. @param max grants that are kept of one account on one chain */
export function createApprovalStore(
  { db, budget, now }: Pick<IndexContext, 'db' | 'budget' | 'now'>,
  max = GRANTS_MAX,
): ApprovalStore {
  return {
    async progress(chain, account, { next, holder }) {
      const [known] = await db.query<Progress & Record<string, unknown>>(
        `update approval_accounts set asked_at = greatest(asked_at, $3::bigint),
           holders = case when cardinality(holders) < 3 then $4 else holders end
         where chain = $1 and account = $2 returning low_block as low, next_block as next`,
        [chain, account, now(), holdersOf(holder)],
      )
      if (known) return known
      return orFull(
        undefined,
        db.transaction(async (sql) => {
          await budget.reserve(sql, 'approvals', holder, 1)
          const [row] = await sql.query<Progress & Record<string, unknown>>(
            `insert into approval_accounts (chain, account, low_block, next_block, asked_at, holders) values ($1, $2, $3, $3, $4, $5)
             on conflict (chain, account) do update set asked_at = greatest(approval_accounts.asked_at, excluded.asked_at)
             returning low_block as low, next_block as next`,
            [chain, account, next, now(), holdersOf(holder)],
          )
          return row
        }),
      )
    },
    write: (chain, account, { low, next }, grants) =>
      orFull(
        false,
        db.transaction(async (sql) => {
          const [stored] = await sql.query<{ held: number; holders: readonly string[] }>(
            'select held, holders from approval_accounts where chain = $1 and account = $2 for update',
            [chain, account],
          )
          if (!stored) return false // forgotten meanwhile
          if (grants.length > 0) {
            if (stored.held > max) return false
            const added = await sql.query<{ is_new: boolean }>(
              `insert into approval_grants (chain, account, kind, contract, spender, block, hash)
               select $1, $2, kind, contract, spender, block, hash
               from jsonb_to_recordset($3::jsonb) as t(kind text, contract text, spender text, block bigint, hash text)
               on conflict (chain, account, kind, contract, spender) do update set block = excluded.block, hash = excluded.hash, empty_at = null
                 where excluded.block > approval_grants.block
               returning xmax = 0 as is_new`,
              [chain, account, JSON.stringify(newestOf(grants))],
            )
            const count = added.filter((row) => row.is_new).length
            const [address = '', client = '', project = ''] = stored.holders
            if (count > 0 && stored.holders.length === 3)
              await budget.reserve(sql, 'approvals', { address, client, project }, count)
            await sql.query('update approval_accounts set held = held + $3 where chain = $1 and account = $2', [
              chain,
              account,
              count,
            ])
          }
          await sql.query(
            `update approval_accounts set low_block = least(low_block, $3::bigint), next_block = greatest(next_block, $4::bigint)
             where chain = $1 and account = $2`,
            [chain, account, low, next],
          )
          return true
        }),
      ),
    async note(chain, account, { left, empty }) {
      if (left.length + empty.length === 0) return
      const looked = [...left.map((grant) => ({ ...grant, empty: false })), ...empty.map((grant) => ({ ...grant, empty: true }))]
      await db.query(
        `with looked as (
           select stored.kind, stored.contract, stored.spender, stored.empty_at, told.empty, next_block
           from jsonb_to_recordset($3::jsonb) as told(kind text, contract text, spender text, block bigint, hash text, empty boolean)
           join approval_grants stored using (kind, contract, spender, block, hash)
           join approval_accounts using (chain, account)
           where chain = $1 and account = $2),
         gone as (
           delete from approval_grants using looked
           where chain = $1 and account = $2 and approval_grants.kind = looked.kind and approval_grants.contract = looked.contract
             and approval_grants.spender = looked.spender and looked.empty and approval_grants.empty_at <= next_block - $4::bigint
           returning 1),
         counted as (
           update approval_accounts set held = held - (select count(*) from gone)::int
           where chain = $1 and account = $2 and exists (select 1 from gone))
         update approval_grants set empty_at = case when looked.empty then next_block end from looked
         where chain = $1 and account = $2 and approval_grants.kind = looked.kind and approval_grants.contract = looked.contract
           and approval_grants.spender = looked.spender and (approval_grants.empty_at is null) = looked.empty`,
        [chain, account, JSON.stringify(looked), REORG_BLOCKS],
      )
    },
    async forgetOld(signal) {
      const before = now() - FORGET_MS
      while (!signal.aborted) {
        const isDone = await db.transaction(async (sql) => {
          const [gone] = await sql.query<{ chain: string; account: string }>(
            `delete from approval_accounts using (
               select chain, account from approval_accounts where asked_at < $1 order by asked_at limit 1 for update) old
             where approval_accounts.chain = old.chain and approval_accounts.account = old.account
             returning approval_accounts.chain, approval_accounts.account`,
            [before],
          )
          if (!gone) return true
          await sql.query('delete from approval_grants where chain = $1 and account = $2', [gone.chain, gone.account])
          return false
        })
        if (isDone) return
      }
    },
    page: (chain, account, after, limit) =>
      db.query<Grant & Record<string, unknown>>(
        `select kind, contract, spender, block, hash from approval_grants
         where chain = $1 and account = $2
           and ($3::bigint is null or (block, contract, spender, kind) < ($3::bigint, $4::text, $5::text, $6::text))
         order by block desc, contract desc, spender desc, kind desc limit $7`,
        [chain, account, after?.block ?? null, after?.contract ?? '', after?.spender ?? '', after?.kind ?? '', limit],
      ),
  }
}

/** `full` where a budget has no room. */
async function orFull<T, F>(full: F, work: Promise<T>): Promise<T | F> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StorageFullError) return full
    throw error
  }
}

/** One statement may not change a row twice. */
function newestOf(grants: readonly Grant[]): readonly Grant[] {
  const newest = new Map<string, Grant>()
  for (const grant of grants) {
    const key = `${grant.kind} ${grant.contract} ${grant.spender}`
    if ((newest.get(key)?.block ?? -1) <= grant.block) newest.set(key, grant)
  }
  return [...newest.values()]
}
