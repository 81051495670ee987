// Follows accounts on EVM chains: first what is new, then further and further back, in steps that survive a restart.
import type { ChainData } from '../../chain/chain-data.js'
import type { Holder } from '../../limits/storage-budget.js'
import type { IndexContext } from '../context.js'
import { createJoined } from '../joined.js'
import { oncePer } from '../once.js'
import { accountsOf, type AccountKey, type Asker, type Kept } from './accounts.js'
import { createChainReader, type ChainReader, type Found } from './chain-reader.js'
import { createExplorers } from './explorers.js'
import { piecesOf } from './pieces.js'
import { precedenceOf } from './precedence.js'
import { createQueue } from './queue.js'
import { createRanges, type Range, type Ranges } from './ranges.js'
import { createStore, REORG_BLOCKS, type Batch, type Block, type Progress, type Store, type Written } from './store.js'
import { createTurns, type Turns } from '../../limits/turns.js'

/** Accounts that were asked for in this time are read to the end without being asked for again. */
const FOLLOW_MS = 24 * 3_600_000
/** How far back an account is read where the settings name no first block, in log queries. */
const QUERIES_BACK = 100
/** Steps of reading one chain that run at the same time: its nodes have other callers too. */
const READERS = 4
/** Blocks of one step where every transaction is read. */
const SCAN_BLOCKS = 250
/** Questions to an explorer for what an account did. */
const EXPLORER_CALLS = 5
/** Steps of what is new in a known account for which everything else waits: an account that was away for long reads on like all others. */
const AHEAD_STEPS = 4
/** Transactions that are read at once while everything else waits. */
const AHEAD_TRANSACTIONS = 25
/** A job reads so many steps of each account, and goes on the next time. */
const ROUNDS = 40

/** For whom an account is read. */
export interface Caller {
  /** Its questions and rows count against this asker. */
  readonly asker: Asker
  /** Aborts when the asker waits no longer: reading ends early, with what is written, unless somebody else waits. */
  readonly signal: AbortSignal
}

/** Reads the history of accounts into the index. */
export interface Indexer {
  /** Resolves with whether everything is read: false also where budgets have no room for the rest. Rejects when the chain does not answer. */
  sync(chainId: string, account: string, caller: Caller): Promise<boolean>
  /** Reads on where accounts that were asked for lately are not read to the end. */
  follow(signal: AbortSignal): Promise<void>
}

/** The EVM indexer of a context, made once. */
export const indexerOf = oncePer(createIndexer)

/** What a chain looks like now, with everything taken back that is no longer on it. */
interface Look {
  readonly reader: ChainReader
  readonly head: Block
  /** The remembered blocks; all of them are of the chain that `head` stands on. */
  readonly remembered: ReadonlySet<number>
}

/** Blocks, both ends included. */
interface Span {
  readonly from: number
  readonly to: number
}

interface Task {
  readonly key: AccountKey
  /** Whose budgets the questions are taken from, and whose turn it is. */
  readonly holder: Holder
  readonly signal: AbortSignal
  /** Steps after which it ends. */
  readonly steps: number
  /** Its old rows were deleted: a refusal of a moment ago counts no more. */
  readonly hasMadeRoom?: boolean
  /** Ends its precedence. Absent: it has none. */
  readonly fallBehind?: () => void
}

function createIndexer(ctx: IndexContext): Indexer {
  const accounts = accountsOf(ctx)
  const store = createStore(ctx.db, accounts)
  const explorers = createExplorers(ctx)
  /** CAIP-2 id → the range of log queries that its nodes accept. */
  const rangesByChain = new Map<string, Ranges>()
  const joined = createJoined<boolean>()
  const turnsByChain = new Map<string, Turns>()
  const precedence = precedenceOf(ctx)

  const look = createQueue(async (chainId): Promise<Look> => {
    const reader = createChainReader(ctx.chains.client(chainId), ctx.chains.single(chainId), chainOf(chainId))
    // The head first: a reorganisation after this shows at it before anything is written, one before this shows at the remembered blocks.
    const head = await reader.head()
    const remembered = await undoReorganisation(reader, store, chainId, head)
    return { reader, head, remembered: new Set(remembered.map(({ number }) => number)) }
  })

  function chainOf(chainId: string): ChainData {
    const chain = ctx.data.chains[chainId]
    if (!chain) throw new Error(`no settings for ${chainId}`)
    return chain
  }

  async function run(key: AccountKey, { asker, signal }: Caller): Promise<boolean> {
    const holder = accounts.holderOf(key, asker)
    const fallBehind = precedence.begin(holder.address, key.account)
    try {
      const seen = await look(key.chain)
      const kept = await accounts.open(key, asker, seen.head.number + 1, fallBehind)
      if (!kept) return false
      const task = { key, holder, signal, steps: Infinity, ...(fallBehind && { fallBehind }) }
      const ended = await readOn(seen, kept, task)
      if (ended !== 'anew') return ended
      fallBehind?.()
      // Much has happened since it was last read, more than there is room for: the newest part is worth more than the old one.
      await accounts.forget(key)
      const fresh = await accounts.open(key, asker, seen.head.number + 1)
      return fresh !== undefined && (await readOn(seen, fresh, { ...task, hasMadeRoom: true })) === true
    } finally {
      fallBehind?.()
    }
  }

  /** Resolves with whether everything is read; `anew` when the account should be read from the newest block downwards instead. */
  async function readOn({ reader, head: top, remembered }: Look, kept: Kept, task: Task): Promise<boolean | 'anew'> {
    const { key, holder, signal } = task
    const { chain: chainId, account } = key
    const chain = chainOf(chainId)
    const { number: head, hash: headHash } = top
    const range = rangesOf(chainId, chain.logBlocks).ofAccount(account, kept.isNew)
    const scanFrom = Math.max(0, head + 1 - chain.scanBlocks)
    let progress: Progress = kept
    let isAhead = task.fallBehind !== undefined && !kept.isNew
    for (let steps = 0; steps < task.steps && !signal.aborted; steps++) {
      const hasExplorer = explorers.isAvailable(chainId)
      const first = firstBlock(chain, head, hasExplorer)
      // Of what is read block by block, a step has less.
      const isScanned = progress.next <= head ? head >= scanFrom : progress.low > scanFrom
      const size = isScanned ? Math.min(range.current(), SCAN_BLOCKS) : range.current()
      const step = nextStep(progress, { head, first, size, hasExplorer })
      if (!step) return hasExplorer || chain.explorer === undefined || progress.low <= (chain.startBlock ?? 0)
      if (kept.isFull && !step.isUpdate) return false
      if (kept.isFull && step.range.to < head) return 'anew'
      const asked = { ...step.range, scanFrom, rememberFrom: head + 1 - REORG_BLOCKS, remembered }
      isAhead &&= step.isUpdate && steps < AHEAD_STEPS
      if (!isAhead) task.fallBehind?.()
      const isOnChain = async () => (await reader.blockHash(head)) === headHash
      // Below the blocks that may still change an explorer knows more, and faster. While it is away, the nodes are asked.
      if (step.isDeep) {
        if (!(await ctx.indexCalls.take(holder, EXPLORER_CALLS))) return false
        const deep = await explorers.read(chainId, { account, range: asked, signal })
        if (!deep) continue
        if (!(await isOnChain())) return false
        const told = { ...deep, to: step.range.to }
        const written = await write(task, told, { from: progress, holder: kept.holder, keep: 'newest', isAhead: false })
        if (!written) return false
        progress = written
        continue
      }
      const turn = { asker: holder.address, isUpdate: isAhead, signal }
      const bounds = {
        keep: step.isUpdate ? ('oldest' as const) : ('newest' as const),
        spend: (count: number) => ctx.indexCalls.take(holder, count),
        most: isAhead ? AHEAD_TRANSACTIONS : undefined,
        stepAside: isAhead ? () => Promise.resolve() : precedence.stepAside,
        signal,
      }
      const isStillThere = async () => (await bounds.spend(1)) && (await isOnChain())
      // What is read is written in the same turn: steps that wait for the database would else be as many as there are askers.
      const ended = await fit(range, () =>
        turnsOf(chainId).run(turn, async () => {
          const found = await reader.read(account, asked, bounds)
          if (!found) return undefined
          if (kept.isFull && found.to < asked.to) return 'anew' as const
          // What was read while the chain was changing may be of both sides: it is read again.
          if (!(await isOnChain())) return undefined
          // Much is new: the rest of it waits like everybody's.
          if (found.to < asked.to) isAhead = false
          const { keep } = bounds
          const isSettled = asked.to < asked.rememberFrom
          const writing = { from: progress, holder: kept.holder, keep, isAhead }
          return write(task, found, isSettled ? writing : { ...writing, isOnChain: isStillThere })
        }),
      )
      if (ended === 'shorter') continue
      if (!ended || ended === 'anew') return ended ?? false
      const read = step.isUpdate ? ended.next - progress.next : progress.low - ended.low
      if (read > 0 && read < step.range.to - step.range.from + 1) range.used(read)
      progress = ended
    }
    return false
  }

  interface Writing {
    readonly from: Progress
    readonly holder: Holder
    /** Which end is written first: `oldest` of what is new, `newest` of what is older than all that is known. */
    readonly keep: 'newest' | 'oldest'
    readonly isAhead: boolean
    /** Whether the chain is still that which was read; absent: nothing of it can change. */
    readonly isOnChain?: () => Promise<boolean>
  }

  /** Writes what was found in small pieces, as far as there is room, and until everybody has left. Undefined: not all of it. */
  async function write(task: Task, found: Found & Span, writing: Writing): Promise<Progress | undefined> {
    let { from: progress } = writing
    for (const [index, { to, ...piece }] of piecesOf(found, writing).entries()) {
      if (index > 0 && task.signal.aborted) return progress
      // The pieces before have taken their time.
      if (index > 0 && writing.isOnChain && !(await writing.isOnChain())) return undefined
      const batch = { ...piece, from: progress, to, holder: writing.holder }
      if ((await writePiece(task, batch, writing)) !== 'written') return undefined
      progress = { ...progress, ...to }
    }
    return progress
  }

  /** Where there is no room, the oldest of this account makes room for what is new. */
  async function writePiece(task: Task, batch: Batch, { keep, isAhead }: Writing): Promise<Written> {
    const { key, hasMadeRoom = false, fallBehind } = task
    const inOrder = <T>(work: () => Promise<T>) => (isAhead ? work() : precedence.behind(task.holder.address, work))
    const put = (again: boolean) => inOrder(() => store.write(key.chain, key.account, { ...batch, hasMadeRoom: again }))
    let written = await put(hasMadeRoom)
    if (written === 'client' && keep === 'oldest') {
      await accounts.trim(key, batch.transactions.length, inOrder)
      written = await put(true)
    }
    if (written === 'client') await accounts.setFull(key)
    if (written === 'address') {
      fallBehind?.()
      await accounts.makeRoom(key, batch.holder)
    }
    return written
  }

  function turnsOf(chainId: string): Turns {
    const held = turnsByChain.get(chainId) ?? createTurns(READERS)
    turnsByChain.set(chainId, held)
    return held
  }

  function rangesOf(chainId: string, most: number): Ranges {
    const held = rangesByChain.get(chainId) ?? createRanges(most)
    rangesByChain.set(chainId, held)
    return held
  }

  return {
    sync(chainId, account, { asker, signal }) {
      const key = { chain: chainId, account }
      return joined.run(`${chainId} ${account}`, signal, (untilAllLeft) => run(key, { asker, signal: untilAllLeft }))
    },
    async follow(signal) {
      let open = (await store.accountsSince(ctx.now() - FOLLOW_MS)).filter(({ chain }) => ctx.chains.has(chain))
      for (let round = 0; round < ROUNDS && open.length > 0 && !signal.aborted; round++) {
        const looks = new Map<string, Look | undefined>()
        for (const chain of new Set(open.map((key) => key.chain))) looks.set(chain, await lookOrWarn(chain))
        const isOpen: AccountKey[] = []
        for (let start = 0; start < open.length && !signal.aborted; start += READERS) {
          const some = open.slice(start, start + READERS)
          const more = await Promise.all(some.map((key) => readOneStep(looks.get(key.chain), key, signal)))
          isOpen.push(...some.filter((_, index) => more[index]))
        }
        open = open.filter((key) => isOpen.includes(key))
      }
    },
  }

  function lookOrWarn(chain: string): Promise<Look | undefined> {
    return look(chain).catch((error: unknown) => {
      ctx.log.warn('index stopped', { chain, error })
      return undefined
    })
  }

  /** Resolves with whether there is more to read. What somebody waits for is read already. */
  async function readOneStep(seen: Look | undefined, key: AccountKey, signal: AbortSignal): Promise<boolean> {
    if (!seen || joined.has(`${key.chain} ${key.account}`)) return false
    try {
      const before = await accounts.find(key)
      if (!before || before.isFull || before.low <= firstBlock(chainOf(key.chain), seen.head.number, true)) return false
      await readOn(seen, before, { key, holder: before.holder, signal, steps: 1 })
      const after = await accounts.find(key)
      return after !== undefined && (after.low < before.low || after.next > before.next)
    } catch (error) {
      ctx.log.warn('index stopped', { chain: key.chain, error })
      return false
    }
  }
}

/** Without its explorer a chain is read as far back as the nodes alone would be asked; the rest waits for it. */
function firstBlock({ startBlock, logBlocks, explorer }: ChainData, head: number, hasExplorer: boolean): number {
  return startBlock ?? (explorer && hasExplorer ? 0 : Math.max(0, head - QUERIES_BACK * logBlocks))
}

/** `shorter`: the range was too long, and is shorter now. */
async function fit<T>(range: Range, read: () => Promise<T>): Promise<T | 'shorter'> {
  const fitted = await range.fit(async () => ({ found: await read() }))
  return fitted ? fitted.found : 'shorter'
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
    return { range: { from: next, to }, to: { low, next: to + 1 }, isDeep: false, isUpdate: true }
  }
  if (low <= first) return undefined
  const edge = head + 1 - REORG_BLOCKS
  const isDeep = hasExplorer && low <= edge
  const from = isDeep ? first : Math.max(first, low - size, hasExplorer ? edge : 0)
  return { range: { from, to: low - 1 }, to: { low: from, next }, isDeep, isUpdate: false }
}

/**
 * The newest remembered block that the chain still has is the last one that can be trusted: a block's hash covers all before it.
 * If it has none of them, everything is read again. Resolves with the blocks that are remembered then.
 */
async function undoReorganisation(reader: ChainReader, store: Store, chainId: string, head: Block): Promise<readonly Block[]> {
  const blocks = await store.blocks(chainId)
  for (const [index, { number, hash }] of blocks.entries()) {
    if ((number === head.number ? head.hash : await reader.blockHash(number)) !== hash) continue
    if (index > 0) await store.rollback(chainId, number)
    return blocks.slice(index)
  }
  if (blocks.length > 0) await store.rollback(chainId, -1)
  return []
}
