// The accounts of the index: whose rows theirs are and how many, when they were asked for, and how they are forgotten.
import type { Sql } from '../../db/db.js'
import { holdersOf, StorageFullError, type Holder } from '../../limits/storage-budget.js'
import type { IndexContext } from '../context.js'
import { createJoined } from '../joined.js'
import { oncePer } from '../once.js'
import type { IndexedTransaction } from './model.js'
import { precedenceOf, type Precedence } from './precedence.js'
import { writeTransactions } from './transactions.js'

/** Least time between two notes that an account was asked for. */
const NOTE_EVERY_MS = 60_000
/** What nobody has asked for in this time is deleted. */
export const FORGET_MS = 30 * 24 * 3_600_000
/** Transactions that are deleted at once, and rows, or those of a single transaction: nobody waits long for the locks, or for the embedded database. */
const PIECE = { transactions: 25, rows: 75 } as const
/** Accounts that were asked for in this time are not deleted to make room for others of the same asker. */
const IN_USE_MS = 600_000

/** Who asks: the IP address, and the project that is named. */
export interface Asker {
  readonly address: string
  readonly project: string
}

/** An account on a chain. */
export interface AccountKey {
  readonly chain: string
  /** In lower case on EVM chains. */
  readonly account: string
}

/** An account as it is kept. */
export interface Kept {
  /** Counts the chain's reorganisations. */
  readonly epoch: number
  /** EVM chains: read from here … */
  readonly low: number
  /** … up to, but without, this block. */
  readonly next: number
  /** Its budget of rows is used up. */
  readonly isFull: boolean
  /** It was not there before. */
  readonly isNew: boolean
  /** Against whom its rows count. */
  readonly holder: Holder
}

/** The accounts of the index. */
export interface Accounts {
  /** The counters of who asks for an account. */
  holderOf(key: AccountKey, asker: Asker): Holder
  /**
   * The account, as it is; new ones begin at block `next`. Notes that it was asked for. Undefined: there is no room for one more.
   * @param onFull called before room is made for it, which takes its time
   */
  open(key: AccountKey, asker: Asker, next: number, onFull?: () => void): Promise<Kept | undefined>
  /** The account, if it is there; nobody has asked for it. */
  find(key: AccountKey): Promise<Kept | undefined>
  /**
   * Stores transactions inside `sql`, and counts their rows.
   * @param hasMadeRoom a refusal of a moment ago counts no more
   * @throws StorageFullError
   */
  add(
    sql: Sql,
    key: AccountKey,
    what: { readonly holder: Holder; readonly transactions: readonly IndexedTransaction[]; readonly hasMadeRoom?: boolean },
  ): Promise<void>
  /** Notes that there is no room for what is older. */
  setFull(key: AccountKey): Promise<void>
  /**
   * Deletes the oldest transactions, as many as are given, or a tenth of all if that is more; in small pieces.
   * @param inOrder runs a piece; default: behind what people wait for
   */
  trim(key: AccountKey, count: number, inOrder?: <T>(piece: () => Promise<T>) => Promise<T>): Promise<void>
  /** Makes room for other accounts of the same address, by deleting the one that was asked for longest ago. */
  makeRoom(key: AccountKey, holder: Holder): Promise<void>
  /** Deletes everything of an account, in small pieces. */
  forget(key: AccountKey): Promise<void>
  /** Deletes, in small batches, what nobody has asked for in thirty days. */
  forgetOld(signal: AbortSignal): Promise<void>
}

/** Held until the transaction ends: nobody writes what is being deleted. */
export async function lockChain(sql: Sql, chain: string): Promise<number> {
  const find = () => sql.query<{ epoch: number }>('select epoch from index_chains where chain = $1 for update', [chain])
  const [found] = await find()
  if (found) return found.epoch
  await sql.query('insert into index_chains (chain) values ($1) on conflict (chain) do nothing', [chain])
  return (await find())[0]?.epoch ?? 0
}

interface Row {
  readonly epoch: number
  readonly low: number
  readonly next: number
  readonly asked: number
  readonly isFull: boolean
  readonly holders: readonly string[]
}

const columns = `c.epoch, a.low_block as low, a.next_block as next, a.asked_at as asked, a.is_full as "isFull", a.holders`

/** The accounts of a context, made once. */
export const accountsOf = oncePer((ctx: Pick<IndexContext, 'db' | 'budget' | 'now'>) => createAccounts(ctx, precedenceOf(ctx)))

function createAccounts({ db, budget, now }: Pick<IndexContext, 'db' | 'budget' | 'now'>, { behind }: Precedence): Accounts {
  const deletions = createJoined<void>()
  const inOrder = <T>(piece: () => Promise<T>) => behind('', piece)

  async function read({ chain, account }: AccountKey): Promise<Row | undefined> {
    const [row] = await db.query<Row & Record<string, unknown>>(
      `select ${columns} from index_accounts a join index_chains c on c.chain = a.chain
       where a.chain = $1 and a.account = $2 and not a.is_gone`,
      [chain, account],
    )
    return row
  }

  const holderOf = ({ chain, account }: AccountKey, { address, project }: Asker) =>
    budget.holderOf({ client: `${chain} ${account}`, address, project })

  /** Rows from before there were budgets have no address. */
  const toKept = (key: AccountKey, { epoch, low, next, isFull, holders }: Row, isNew = false): Kept => {
    const nobody = holderOf(key, { address: '', project: '' })
    const [address = nobody.address, client = nobody.client, project = nobody.project] =
      holders.length === 3 ? holders : [nobody.address]
    return { epoch, low, next, isFull, isNew, holder: { client, address, project } }
  }

  async function insert({ chain, account }: AccountKey, holder: Holder, next: number): Promise<void> {
    await db.transaction(async (sql) => {
      await lockChain(sql, chain)
      await budget.reserve(sql, 'history', holder, 1)
      // What is being deleted begins anew; what is left of it is found again.
      await sql.query(
        `insert into index_accounts as known (chain, account, low_block, next_block, asked_at, holders, held)
         values ($1, $2, $3, $3, $4, $5, 1)
         on conflict (chain, account) do update set asked_at = greatest(known.asked_at, excluded.asked_at),
           low_block = case when known.is_gone then excluded.low_block else known.low_block end,
           next_block = case when known.is_gone then excluded.next_block else known.next_block end,
           is_full = known.is_full and not known.is_gone, is_gone = false`,
        [chain, account, next, now(), holdersOf(holder)],
      )
    })
  }

  /** Deletes up to `count` of the oldest transactions inside `sql`, as many as one piece may have, and resolves with how many. */
  async function removeOldest(sql: Sql, { chain, account }: AccountKey, count: number): Promise<number> {
    // Each statement is given its rows by number or name: the planner, which knows nothing of tables that nobody has analysed, would read all of the account
    // for each of them, and all of the chain.
    const gone = await sql.query<{ hash: string; held: number }>(
      `delete from index_account_transactions where ctid = any(array(
         select ctid from (
           select ctid, sum(held) over (order by mined_at, chain, block, position rows unbounded preceding) - held as before from (
             select ctid, held, mined_at, chain, block, position from index_account_transactions where chain = $1 and account = $2
             order by mined_at, chain, block, position limit $3) oldest) counted
         where before < $4)) returning hash, held`,
      [chain, account, Math.min(count, PIECE.transactions), PIECE.rows],
    )
    if (gone.length === 0) return 0
    const hashes = gone.map(({ hash }) => hash)
    await sql.query('delete from index_transfers where chain = $1 and account = $2 and hash = any($3)', [chain, account, hashes])
    // Transactions that another account has done, too, stay.
    await sql.query(
      `delete from index_transactions where chain = $1 and hash = any($2)
         and hash <> all(array(select hash from index_account_transactions where chain = $1 and hash = any($2)))`,
      [chain, hashes],
    )
    await sql.query('update index_accounts set held = held - $3 where chain = $1 and account = $2', [
      chain,
      account,
      gone.reduce((sum, { held }) => sum + held, 0),
    ])
    return gone.length
  }

  /** @param askedBefore it stays if it was asked for since then */
  async function forget(key: AccountKey, askedBefore?: number): Promise<void> {
    const { chain, account } = key
    await db.query(
      `update index_accounts set is_gone = true
       where chain = $1 and account = $2 and ($3::bigint is null or asked_at < $3::bigint)`,
      [chain, account, askedBefore ?? null],
    )
    const removeSome = () =>
      db.transaction(async (sql) => {
        await lockChain(sql, chain)
        // Somebody has asked for it meanwhile: then it stays.
        const [row] = await sql.query('select 1 from index_accounts where chain = $1 and account = $2 and is_gone', [
          chain,
          account,
        ])
        if (!row) return true
        await sql.query('delete from index_signatures where chain = $1 and account = $2', [chain, account])
        if ((await removeOldest(sql, key, Infinity)) > 0) return false
        await sql.query('delete from index_accounts where chain = $1 and account = $2', [chain, account])
        return true
      })
    for (let isDone = false; !isDone;) isDone = await inOrder(removeSome)
  }

  async function makeRoom({ chain, account }: AccountKey, { address }: Holder): Promise<void> {
    const [oldest] = await db.query<{ chain: string; account: string }>(
      `select chain, account from index_accounts
       where holders[1] = $1 and asked_at < $2 and not (chain = $3 and account = $4) order by asked_at limit 1`,
      [address, now() - IN_USE_MS, chain, account],
    )
    // Several may ask at once: one account is enough.
    if (oldest) await deletions.run(address, new AbortController().signal, () => forget(oldest))
  }

  return {
    holderOf,
    async open(key, asker, next, onFull) {
      const { chain, account } = key
      const known = await read(key)
      const holder = holderOf(key, asker)
      if (known) {
        if (now() - known.asked >= NOTE_EVERY_MS || known.holders.length < 3) {
          await db.query(
            `update index_accounts set asked_at = greatest(asked_at, $3::bigint),
               holders = case when cardinality(holders) < 3 then $4 else holders end
             where chain = $1 and account = $2`,
            [chain, account, now(), holdersOf(holder)],
          )
        }
        return toKept(key, known)
      }
      try {
        await insert(key, holder, next)
      } catch (error) {
        if (!(error instanceof StorageFullError)) throw error
        onFull?.()
        if (error.scope === 'address') await makeRoom(key, holder)
        return undefined
      }
      const row = await read(key)
      return row && toKept(key, row, true)
    },
    async find(key) {
      const row = await read(key)
      return row && toKept(key, row)
    },
    async add(sql, key, { holder, transactions, hasMadeRoom }) {
      const held = await writeTransactions(sql, key, transactions)
      if (held === 0) return
      await budget.reserve(sql, 'history', holder, held, hasMadeRoom)
      await sql.query('update index_accounts set held = held + $3 where chain = $1 and account = $2', [
        key.chain,
        key.account,
        held,
      ])
    },
    async setFull({ chain, account }) {
      await db.query('update index_accounts set is_full = true where chain = $1 and account = $2', [chain, account])
    },
    async trim(key, count, run = inOrder) {
      const { chain, account } = key
      await db.query('update index_accounts set is_full = true where chain = $1 and account = $2', [chain, account])
      const [all] = await db.query<{ count: number }>(
        'select count(*)::int as count from index_account_transactions where chain = $1 and account = $2',
        [chain, account],
      )
      const most = Math.max(count, Math.ceil((all?.count ?? 0) / 10))
      const removeSome = (left: number) =>
        db.transaction(async (sql) => {
          await lockChain(sql, chain)
          return removeOldest(sql, key, left)
        })
      for (let [left, gone] = [most, 1]; left > 0 && gone > 0; left -= gone) {
        const some = left
        gone = await run(() => removeSome(some))
      }
    },
    makeRoom,
    forget: (key) => forget(key),
    async forgetOld(signal) {
      const before = now() - FORGET_MS
      while (!signal.aborted) {
        const old = await db.query<{ chain: string; account: string }>(
          'select chain, account from index_accounts where is_gone or asked_at < $1 limit 100',
          [before],
        )
        if (old.length === 0) return
        for (const key of old) if (!signal.aborted) await forget(key, before)
      }
    },
  }
}
