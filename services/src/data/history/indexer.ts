// Follows accounts on EVM chains: first what is new, then further and further back, in steps that survive a restart.
import type { ChainData } from '../../chain/chain-data.js'
import type { IndexContext } from '../context.js'
import { createChainReader, type ChainReader } from './chain-reader.js'
import { createExplorers } from './explorers.js'
import { createRanges, type Ranges } from './ranges.js'
import { createStore, REORG_BLOCKS, type Block, type Progress, type Store } from './store.js'
import { createPlaces, createQueue } from './queue.js'
import { oncePer } from '../once.js'

/** Accounts that were asked for in this time are followed without being asked. */
const FOLLOW_MS = 24 * 3_600_000
/** How far back an account is read where the settings name no first block, in log queries. */
const QUERIES_BACK = 100
/** Accounts of one chain that are read at the same time: its nodes have other callers too. */
const READERS = 4

/** Reads the history of accounts into the index. */
export interface Indexer {
  /** Resolves with whether everything is read. Rejects when the chain does not answer. Ends early, with what is written, on `signal`. */
  sync(chainId: string, account: string, signal: AbortSignal): Promise<boolean>
  /** Catches up with all accounts that were asked for lately. */
  follow(signal: AbortSignal): Promise<void>
}

/** The EVM indexer of a context, made once. */
export const indexerOf = oncePer(createIndexer)

/** What a chain looks like now, with everything taken back that is no longer on it. */
interface Look {
  readonly reader: ChainReader
  readonly head: Block
}

function createIndexer(ctx: IndexContext): Indexer {
  const store = createStore(ctx.db)
  const explorers = createExplorers(ctx)
  /** CAIP-2 id → the range of log queries that its nodes accept. */
  const rangesByChain = new Map<string, Ranges>()
  const running = new Map<string, Promise<boolean>>()
  const places = new Map<string, ReturnType<typeof createPlaces>>()

  const look = createQueue(async (chainId): Promise<Look> => {
    const reader = createChainReader(ctx.chains.client(chainId), chainOf(chainId))
    // The head first: a reorganisation after this shows at it before anything is written, one before this shows at the remembered blocks.
    const head = await reader.head()
    await undoReorganisation(reader, store, chainId, head)
    return { reader, head }
  })

  function chainOf(chainId: string): ChainData {
    const chain = ctx.data.chains[chainId]
    if (!chain) throw new Error(`no settings for ${chainId}`)
    return chain
  }

  async function run(chainId: string, account: string, signal: AbortSignal): Promise<boolean> {
    const chain = chainOf(chainId)
    const { reader, head: top } = await look(chainId)
    const { number: head, hash: headHash } = top
    const place = placesOf(chainId)
    const ranges = rangesOf(chainId, chain.logBlocks)
    let progress = await store.follow(chainId, account, { next: head + 1, now: ctx.now() })
    while (!signal.aborted) {
      const hasExplorer = explorers.isAvailable(chainId)
      // Without its explorer a chain is read as far back as the nodes alone would be asked; the rest waits for it.
      const nodesFirst = chain.startBlock ?? Math.max(0, head - QUERIES_BACK * chain.logBlocks)
      const first = hasExplorer ? (chain.startBlock ?? 0) : nodesFirst
      const step = nextStep(progress, { head, first, size: ranges.current(), hasExplorer })
      if (!step) return hasExplorer || chain.explorer === undefined || progress.low <= (chain.startBlock ?? 0)
      const range = {
        ...step.range,
        scanFrom: Math.max(0, head + 1 - chain.scanBlocks),
        rememberFrom: head + 1 - REORG_BLOCKS,
      }
      // Below the blocks that may still change an explorer knows more, and faster. While it is away, the nodes are asked.
      const deep = step.isDeep ? await explorers.read(chainId, { account, range, signal }) : undefined
      if (step.isDeep && !deep) continue
      const found = deep ?? (await ranges.fit(() => place(() => reader.read(account, range))))
      if (!found) continue
      // What was read while the chain was changing may be of both sides: it is read again.
      if ((await reader.blockHash(head)) !== headHash) return false
      const to = deep ? { ...step.to, low: deep.from } : step.to
      if (!(await store.write(chainId, account, { ...found, from: progress, to }))) return false
      progress = { ...progress, ...to }
    }
    return false
  }

  function placesOf(chainId: string): ReturnType<typeof createPlaces> {
    const held = places.get(chainId) ?? createPlaces(READERS)
    places.set(chainId, held)
    return held
  }

  function rangesOf(chainId: string, most: number): Ranges {
    const held = rangesByChain.get(chainId) ?? createRanges(most)
    rangesByChain.set(chainId, held)
    return held
  }

  function sync(chainId: string, account: string, signal: AbortSignal): Promise<boolean> {
    const key = `${chainId} ${account}`
    const joined = running.get(key)
    if (joined) return joined
    const work = run(chainId, account, signal).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  return {
    sync,
    async follow(signal) {
      const accounts = (await store.accountsSince(ctx.now() - FOLLOW_MS)).filter(({ chain }) => ctx.chains.has(chain))
      for (let start = 0; start < accounts.length && !signal.aborted; start += READERS) {
        // Those of one chain share a look at it.
        const some = accounts
          .slice(start, start + READERS)
          .map(({ chain, account }) =>
            sync(chain, account, signal).catch((error: unknown) => ctx.log.warn('index stopped', { chain, error })),
          )
        await Promise.all(some)
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
async function undoReorganisation(reader: ChainReader, store: Store, chainId: string, head: Block): Promise<void> {
  const isThere = async ({ number, hash }: Block) =>
    (number === head.number ? head.hash : await reader.blockHash(number)) === hash
  const [newest] = await store.blocks(chainId, 1)
  if (!newest || (await isThere(newest))) return
  for (const block of await store.blocks(chainId)) {
    if (await isThere(block)) return store.rollback(chainId, block.number)
  }
  await store.rollback(chainId, -1)
}
