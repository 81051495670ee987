// Follows accounts on Solana: the list of the account itself, and those of its token accounts, since a transfer of tokens names only these.
import { solanaChains } from '../../../chain/solana.js'
import { solanaTokenAccounts } from '../../balances/solana.js'
import type { HistoryContext } from '../../context.js'
import type { Indexer } from '../indexer.js'
import { advance, nextRange, type Direction, type Progress } from './progress.js'
import { createSolanaReader, PAGE_SIZE, type SolanaReader } from './reader.js'
import { createSolanaStore, type Source } from './store.js'

/** Accounts that were asked for in this time are read to the end without being asked. */
const FOLLOW_MS = 24 * 3_600_000
/** Token accounts of one account that are followed: those that the operator lists first, then those that hold something. */
const TOKEN_ACCOUNTS_MAX = 50
/** Lists that are read at once. */
const TOGETHER = 4

/** The indexer of Solana accounts. */
export function createSolanaFollower(ctx: HistoryContext): Indexer {
  const store = createSolanaStore(ctx.db)
  const running = new Map<string, Promise<boolean>>()

  async function sourcesOf(chain: string, account: string): Promise<readonly Source[]> {
    const listed = new Set(ctx.data.solana[chain]?.tokens.map(({ address }) => address))
    const rank = ({ mint, amount }: { readonly mint: string; readonly amount: bigint }) =>
      listed.has(mint) ? 0 : amount > 0n ? 1 : 2
    const found = await solanaTokenAccounts(ctx, chain, account, { commitment: 'finalized' })
    const followed = [...found].sort((a, b) => rank(a) - rank(b)).slice(0, TOKEN_ACCOUNTS_MAX)
    return [account, ...followed.map(({ address }) => address)].map((address) => ({ chain, account, address }))
  }

  /** Resolves with whether everything in this direction is read. */
  async function read(reader: SolanaReader, source: Source, direction: Direction, signal: AbortSignal): Promise<boolean> {
    let progress: Progress = await store.open(source, ctx.now())
    for (;;) {
      const range = nextRange(progress, direction)
      if (!range) return progress.span !== undefined || progress.isRead
      if (signal.aborted) return false
      const page = await reader.signatures(source.address, range)
      const list = page.filter(({ slot }) => slot >= (range.until?.slot ?? 0))
      if (list.length < page.length && ctx.data.resettable.includes(source.chain)) {
        // Only a devnet goes back in time: it was reset.
        await store.forget(source.chain)
        progress = await store.open(source, ctx.now())
        continue
      }
      const known = await store.known(
        source,
        list.map(({ signature }) => signature),
      )
      const fresh = list.filter(({ signature }) => !known.has(signature))
      const found = await reader.transactions(source.account, fresh)
      // Where the node lacks a transaction that it listed, its history ends for now.
      const lacking = fresh[found.length]
      const got = lacking ? list.slice(0, list.indexOf(lacking)) : list
      // Something older than the range's end says that all of the range was listed, even to a node that does not know that end.
      const isWhole = !lacking && (page.length < PAGE_SIZE || list.length < page.length)
      if (got.length === 0 && !isWhole) return false
      if (got.length === 0 && direction === 'up' && progress.span && !progress.news) return true
      const next = advance(progress, direction, got, isWhole)
      const concerning = found.filter(({ concerns }) => concerns).map(({ transaction }) => transaction)
      if (!(await store.write(source, progress, next, concerning))) return false
      progress = next
      if (lacking) return false
      if (isWhole && direction === 'up') return true
    }
  }

  async function run(chain: string, account: string, signal: AbortSignal): Promise<boolean> {
    const reader = createSolanaReader(ctx, chain)
    const sources = await sourcesOf(chain, account)
    const results: boolean[] = []
    // What is new in all lists comes before what is old in any.
    for (const direction of ['up', 'down'] as const) {
      for (let start = 0; start < sources.length; start += TOGETHER) {
        const some = sources.slice(start, start + TOGETHER)
        results.push(...(await Promise.all(some.map((source) => read(reader, source, direction, signal)))))
      }
    }
    return results.every(Boolean)
  }

  function sync(chain: string, account: string, signal: AbortSignal): Promise<boolean> {
    const key = `${chain} ${account}`
    const work = running.get(key) ?? run(chain, account, signal).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  return {
    sync,
    async follow(signal) {
      const served = solanaChains(ctx)
      for (const { chain, account } of await store.unreadSince(ctx.now() - FOLLOW_MS)) {
        if (signal.aborted) return
        if (!served.includes(chain)) continue
        await sync(chain, account, signal).catch((error: unknown) => ctx.log.warn('index stopped', { chain, error }))
      }
    },
  }
}
