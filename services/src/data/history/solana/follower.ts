// Follows accounts on Solana: the list of the account itself, and those of its token accounts, since a transfer of tokens names only these.
import { solanaChains } from '../../../chain/solana.js'
import { solanaTokenAccounts } from '../../balances/solana.js'
import type { HistoryContext } from '../../context.js'
import { createJoined } from '../../joined.js'
import { accountsOf, type AccountKey, type Kept } from '../accounts.js'
import type { Caller, Indexer } from '../indexer.js'
import { createTurns, type Turns } from '../../../limits/turns.js'
import { advance, nextRange, type Direction, type Progress } from './progress.js'
import { createSolanaReader, PAGE_SIZE, type SolanaReader } from './reader.js'
import type { Holder } from '../../../limits/storage-budget.js'
import { createSolanaStore, type Source } from './store.js'

/** Accounts that were asked for in this time are read to the end without being asked. */
const FOLLOW_MS = 24 * 3_600_000
/** Token accounts of one account that are followed: those that the operator lists first, then those that hold something. */
const TOKEN_ACCOUNTS_MAX = 50
/** Lists of one account that are read at once. */
const TOGETHER = 4
/** Steps of reading one chain that run at the same time. */
const READERS = 4
/** Questions for the token accounts of an account: one per token program. */
const TOKEN_ACCOUNTS_CALLS = 2

/** One account that is read. */
interface Task {
  readonly key: AccountKey
  readonly kept: Kept
  /** Whose budgets the questions are taken from, and whose turn it is. */
  readonly holder: Holder
  /** Unix milliseconds; 0: nobody has asked for it. */
  readonly askedAt: number
  readonly signal: AbortSignal
}

/** The indexer of Solana accounts. */
export function createSolanaFollower(ctx: HistoryContext): Indexer {
  const accounts = accountsOf(ctx)
  const store = createSolanaStore(ctx.db, accounts)
  const joined = createJoined<boolean>()
  const turnsByChain = new Map<string, Turns>()

  async function sourcesOf(chain: string, account: string): Promise<readonly Source[]> {
    const listed = new Set(ctx.data.solana[chain]?.tokens.map(({ address }) => address))
    const rank = ({ mint, amount }: { readonly mint: string; readonly amount: bigint }) =>
      listed.has(mint) ? 0 : amount > 0n ? 1 : 2
    const found = await solanaTokenAccounts(ctx, chain, account, { commitment: 'finalized' })
    const followed = [...found].sort((a, b) => rank(a) - rank(b)).slice(0, TOKEN_ACCOUNTS_MAX)
    return [account, ...followed.map(({ address }) => address)].map((address) => ({ chain, account, address }))
  }

  /** Resolves with whether everything in this direction is read. */
  async function read(reader: SolanaReader, source: Source, direction: Direction, task: Task): Promise<boolean> {
    const { key, kept, holder, signal } = task
    const turns = turnsByChain.get(key.chain) ?? createTurns(READERS)
    turnsByChain.set(key.chain, turns)
    let progress: Progress = await store.open(source, task.askedAt)
    for (;;) {
      const range = nextRange(progress, direction)
      if (!range) return progress.span !== undefined || progress.isRead
      if (direction === 'down' && kept.isFull) return false
      const isUpdate = direction === 'up' && progress.span !== undefined
      const from = progress
      const step = await turns.run({ asker: holder.address, isUpdate, signal }, () => readStep(reader, source, range, task))
      if (!step) return false
      if (step === 'reset') {
        await store.forget(source.chain)
        progress = await store.open(source, task.askedAt)
        continue
      }
      const { page, list, fresh, found } = step
      // Where the node lacks a transaction that it listed, its history ends for now.
      const lacking = fresh[found.length]
      const got = lacking ? list.slice(0, list.indexOf(lacking)) : list
      // Something older than the range's end says that all of the range was listed, even to a node that does not know that end.
      const isWhole = !lacking && (page.length < PAGE_SIZE || list.length < page.length)
      if (got.length === 0 && !isWhole) return false
      if (got.length === 0 && direction === 'up' && progress.span && !progress.news) return true
      const next = advance(progress, direction, got, isWhole)
      const transactions = found.filter(({ concerns }) => concerns).map(({ transaction }) => transaction)
      const put = (hasMadeRoom: boolean) =>
        store.write(source, { from, to: next, transactions, holder: kept.holder, hasMadeRoom })
      let written = await put(false)
      if (written === 'client' && direction === 'up' && isUpdate) {
        // The oldest makes room for what is new.
        await accounts.trim(key, transactions.length)
        written = await put(true)
      }
      if (written === 'client') await accounts.setFull(key)
      if (written === 'address') await accounts.makeRoom(key, kept.holder)
      if (written !== 'written') return false
      progress = next
      if (lacking) return false
      if (isWhole && direction === 'up') return true
    }
  }

  /** One page of a list, with the transactions that are not known. Undefined: the questions are used up, or the signal has aborted. */
  async function readStep(
    reader: SolanaReader,
    source: Source,
    range: NonNullable<ReturnType<typeof nextRange>>,
    { holder, signal }: Task,
  ) {
    if (signal.aborted || !(await ctx.indexCalls.take(holder, 1))) return undefined
    const page = await reader.signatures(source.address, range)
    const list = page.filter(({ slot }) => slot >= (range.until?.slot ?? 0))
    // Only a devnet goes back in time: it was reset.
    if (list.length < page.length && ctx.data.resettable.includes(source.chain)) return 'reset' as const
    const known = await store.known(
      source,
      list.map(({ signature }) => signature),
    )
    const fresh = list.filter(({ signature }) => !known.has(signature))
    if (signal.aborted || !(await ctx.indexCalls.take(holder, fresh.length))) return undefined
    const found = await reader.transactions(source.account, fresh)
    return { page, list, fresh, found }
  }

  async function run(task: Task): Promise<boolean> {
    const { chain, account } = task.key
    const reader = createSolanaReader(ctx, chain)
    if (!(await ctx.indexCalls.take(task.holder, TOKEN_ACCOUNTS_CALLS))) return false
    const sources = await sourcesOf(chain, account)
    const results: boolean[] = []
    // What is new in all lists comes before what is old in any.
    for (const direction of ['up', 'down'] as const) {
      for (let start = 0; start < sources.length; start += TOGETHER) {
        const some = sources.slice(start, start + TOGETHER)
        results.push(...(await Promise.all(some.map((source) => read(reader, source, direction, task)))))
      }
    }
    return results.every(Boolean)
  }

  async function ask(key: AccountKey, { asker, signal }: Caller): Promise<boolean> {
    const kept = await accounts.open(key, asker, 0)
    if (!kept) return false
    return run({ key, kept, holder: accounts.holderOf(key, asker), askedAt: ctx.now(), signal })
  }

  return {
    sync(chain, account, { asker, signal }) {
      const key = { chain, account }
      return joined.run(`${chain} ${account}`, signal, (untilAllLeft) => ask(key, { asker, signal: untilAllLeft }))
    },
    async follow(signal) {
      const served = solanaChains(ctx)
      const unread = (await store.unreadSince(ctx.now() - FOLLOW_MS)).filter(({ chain }) => served.includes(chain))
      const next = async ({ chain, account }: AccountKey) => {
        const kept = signal.aborted || joined.has(`${chain} ${account}`) ? undefined : await accounts.find({ chain, account })
        if (!kept) return
        await run({ key: { chain, account }, kept, holder: kept.holder, askedAt: 0, signal })
      }
      // All at once would be as many token accounts at once; the turns see to it that none waits for the others.
      for (let start = 0; start < unread.length && !signal.aborted; start += READERS) {
        const some = unread.slice(start, start + READERS)
        const warn = (chain: string) => (error: unknown) => ctx.log.warn('index stopped', { chain, error })
        await Promise.all(some.map((key) => next(key).catch(warn(key.chain))))
      }
    },
  }
}
