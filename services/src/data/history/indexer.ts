// Follows accounts on EVM chains: first what is new, then further and further back, in steps that survive a restart.
import type { DataContext } from '../context.js'
import { createChainReader, type ChainReader } from './chain-reader.js'
import { readExplorer } from './explorer.js'
import { createStore, REORG_BLOCKS, type Progress, type Store } from './store.js'

/** Accounts that were asked for in this time are followed without being asked. */
const FOLLOW_MS = 24 * 3_600_000
/** How far back an account is read where the settings name no first block, in log queries. */
const QUERIES_BACK = 100

export interface Indexer {
  /** Resolves with whether everything is read. Rejects when the chain does not answer. Ends early, with what is written, on `signal`. */
  sync(chainId: string, account: string, signal: AbortSignal): Promise<boolean>
  /** Catches up with all accounts that were asked for lately. */
  follow(signal: AbortSignal): Promise<void>
}

const made = new WeakMap<DataContext, Indexer>()

export function indexerOf(ctx: DataContext): Indexer {
  const held = made.get(ctx) ?? createIndexer(ctx)
  made.set(ctx, held)
  return held
}

function createIndexer(ctx: DataContext): Indexer {
  const store = createStore(ctx.db)
  const running = new Map<string, Promise<boolean>>()
  /** One at a time per chain: a reorganisation concerns all its accounts. */
  const queues = new Map<string, Promise<unknown>>()

  async function run(chainId: string, account: string, signal: AbortSignal): Promise<boolean> {
    const chain = ctx.data.chains[chainId]
    if (!chain) throw new Error(`no settings for ${chainId}`)
    const reader = createChainReader(ctx.chains.client(chainId), chain)
    await undoReorganisation(reader, store, chainId)
    const head = await reader.head()
    const headHash = await reader.blockHash(head)
    const first = chain.startBlock ?? (chain.explorer ? 0 : Math.max(0, head - QUERIES_BACK * chain.logBlocks))
    let progress = await store.follow(chainId, account, { next: head + 1, now: ctx.now() })
    while (!signal.aborted) {
      const step = nextStep(progress, { head, first, size: chain.logBlocks, hasExplorer: chain.explorer !== undefined })
      if (!step) return true
      const range = {
        ...step.range,
        scanFrom: Math.max(0, head + 1 - chain.scanBlocks),
        rememberFrom: head + 1 - REORG_BLOCKS,
      }
      // Below the blocks that may still change an explorer knows more, and faster. While it is away, that part stays unread.
      const found =
        step.isDeep && chain.explorer
          ? await readExplorer(ctx.fetch, chain.explorer, { account, chainId, range, signal }).catch((error: unknown) => {
              ctx.log.warn('explorer failed', { chain: chainId, error })
              return undefined
            })
          : await reader.read(account, range)
      if (!found) return false
      // What was read while the chain was changing may be of both sides: it is read again.
      if ((await reader.blockHash(head)) !== headHash) return false
      if (!(await store.write(chainId, account, { from: progress, to: step.to, ...found }))) return false
      progress = { ...progress, ...step.to }
    }
    return false
  }

  function sync(chainId: string, account: string, signal: AbortSignal): Promise<boolean> {
    const key = `${chainId} ${account}`
    const joined = running.get(key)
    if (joined) return joined
    const before = queues.get(chainId) ?? Promise.resolve()
    const work = before
      .catch(() => undefined) // the one before told its own caller
      .then(() => run(chainId, account, signal))
      .finally(() => running.delete(key))
    running.set(key, work)
    queues.set(chainId, work)
    return work
  }

  return {
    sync,
    async follow(signal) {
      for (const { chain, account } of await store.accountsSince(ctx.now() - FOLLOW_MS)) {
        if (signal.aborted) return
        if (!ctx.chains.has(chain)) continue
        await sync(chain, account, signal).catch((error: unknown) => ctx.log.warn('index stopped', { chain, error }))
      }
    },
  }
}

interface Bounds {
  readonly head: number
  readonly first: number
  /** Blocks of one step through the nodes. */
  readonly size: number
  readonly hasExplorer: boolean
}

/** What is new comes before what is old. `isDeep`: below all blocks that may change, for an explorer. Undefined: all is read. */
export function nextStep({ low, next }: Pick<Progress, 'low' | 'next'>, { head, first, size, hasExplorer }: Bounds) {
  if (next <= head) {
    const to = Math.min(head, next + size - 1)
    return { range: { from: next, to }, to: { low, next: to + 1 }, isDeep: false }
  }
  if (low <= first) return undefined
  const edge = head + 1 - REORG_BLOCKS
  const isDeep = hasExplorer && low <= edge
  const from = isDeep ? first : Math.max(first, low - size, hasExplorer ? edge : 0)
  return { range: { from, to: low - 1 }, to: { low: from, next }, isDeep }
}

/**
 * The newest remembered block that the chain still has is the last one that can be trusted: a block's hash covers all before it.
 * If it has none of them, everything is read again.
 */
async function undoReorganisation(reader: ChainReader, store: Store, chainId: string): Promise<void> {
  const blocks = await store.blocks(chainId)
  for (const [index, { number, hash }] of blocks.entries()) {
    if ((await reader.blockHash(number)) !== hash) continue
    if (index > 0) await store.rollback(chainId, number)
    return
  }
  if (blocks.length > 0) await store.rollback(chainId, -1)
}
