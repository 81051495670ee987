// Reads what an account did in a range of blocks: its logs, and in the newest blocks every transaction, for coins that leave no log.
import { BaseError, HttpRequestError, type Hex, type PublicClient } from 'viem'
import * as z from 'zod/mini'
import type { ChainData } from '../../chain/chain-data.js'
import { decodeLogs, topics } from './decode.js'
import type { IndexedTransaction } from './model.js'
import type { Block } from './store.js'

/** Questions that are sent at once; the client puts them into batches of a hundred. */
const TOGETHER = 50
/** Transactions that one step reads, or those of a single block if they are more: others wait for their turn. */
const STEP_MAX = 100
/** An event that no contract logs: its query finds nothing, in however many blocks. */
const NO_EVENT = `0x${'0'.repeat(63)}1`

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))
const logSchema = z.object({ transactionHash: hex, address: hex, topics: z.array(hex), data: hex, logIndex: hex })
const transactionSchema = z.object({
  hash: hex,
  blockHash: hex,
  blockNumber: hex,
  transactionIndex: hex,
  from: hex,
  to: z.nullable(hex),
  nonce: hex,
  value: hex,
})
const blockSchema = z.object({ number: hex, hash: hex, timestamp: hex, transactions: z.array(z.union([hex, transactionSchema])) })
const receiptSchema = z.object({ status: z.optional(hex), contractAddress: z.nullish(hex), logs: z.array(logSchema) })

interface SeenBlock {
  readonly hash: string
  /** Unix milliseconds. */
  readonly minedAt: number
}

/** Blocks to read, both ends included. */
export interface Range {
  readonly from: number
  readonly to: number
  /** From here on every transaction is read. */
  readonly scanFrom: number
  /** From here on block hashes are remembered. */
  readonly rememberFrom: number
  /** Those that are remembered already, and not read again. */
  readonly remembered?: ReadonlySet<number>
}

/** What was read. */
export interface Found {
  readonly transactions: readonly IndexedTransaction[]
  readonly blocks: readonly Block[]
}

/** What bounds one step of reading. */
export interface Bounds {
  /** Where more was done than one step reads, the rest is left: what is older (`newest`) or what is newer (`oldest`). */
  readonly keep: 'newest' | 'oldest'
  /** Transactions that are read, or those of a single block if they are more; default: 100. */
  readonly most?: number | undefined
  /** Takes so many questions to the nodes. False: there are none left for now. */
  readonly spend: (count: number) => Promise<boolean>
  /** Awaited before each group of questions. */
  readonly stepAside: () => Promise<void>
  readonly signal: AbortSignal
}

/** The node gives no list of so many logs, or over so many blocks, at once. */
export class RangeTooLong extends Error {
  override readonly name = 'RangeTooLong'
  /** The account has too many logs there; the node would list so many blocks. */
  readonly isBusy: boolean
  constructor(message: string, { isBusy = false, ...options }: ErrorOptions & { readonly isBusy?: boolean } = {}) {
    super(message, options)
    this.isBusy = isBusy
  }
}
/** There is no code for it that all nodes share: these are the words of geth, Erigon, Nethermind, Besu and the usual hosts. */
const tooLong =
  /more than \d+ (?:results|logs)|too many (?:results|logs|blocks)|range (?:is )?too (?:large|long|wide)|block range|response size|limited to a|max(?:imum)? (?:results|logs|range|block)|ranges? over|exceeds? (?:the )?(?:max|limit|range)|query timeout/i

/** Reads one chain through its nodes. */
export interface ChainReader {
  /** The newest block. */
  head(): Promise<Block>
  /** Undefined: the chain has no such block. */
  blockHash(number: number): Promise<string | undefined>
  /**
   * Reads the range, or the part of it that one step may have: `from` and `to` say which. Undefined: the questions are used up, or the signal has aborted.
   * @throws RangeTooLong
   */
  read(
    account: string,
    range: Range,
    bounds: Bounds,
  ): Promise<(Found & { readonly from: number; readonly to: number }) | undefined>
}

/** A reader over the nodes of `client`. @param unbatched the same nodes, each question by itself */
export function createChainReader(client: PublicClient, unbatched: PublicClient, chain: ChainData): ChainReader {
  const request = async <S extends z.ZodMiniType>(
    method: string,
    params: readonly unknown[],
    schema: S,
    via = client,
  ): Promise<z.output<S>> => {
    // The library types each method of its own list; the answer is parsed here instead.
    const answer: unknown = await via.request({ method, params } as never)
    return schema.parse(answer)
  }
  const block = (number: number, isFull: boolean) =>
    request('eth_getBlockByNumber', [toHex(number), isFull], z.nullable(blockSchema))
  const known = {
    wrapped: chain.wrapped?.toLowerCase(),
    routers: [chain.v2?.router, chain.v3?.router].flatMap((router) => router?.toLowerCase() ?? []),
  }

  /** Hash → block. */
  async function hashesOfLogs(account: string, { from, to }: Range): Promise<Map<string, number>> {
    const topic = `0x${account.slice(2).padStart(64, '0')}`
    const single = [topics.transferSingle, topics.transferBatch]
    const filters = [
      [
        [topics.transfer, topics.approval, topics.approvalForAll, topics.permit2Approval, topics.deposit, topics.withdrawal],
        topic,
      ],
      [[topics.transfer, ...single], null, topic],
      [single, null, null, topic],
    ]
    const logs = await Promise.all(
      filters.map((filter) =>
        request(
          'eth_getLogs',
          [{ fromBlock: toHex(from), toBlock: toHex(to), topics: filter }],
          z.array(z.object({ transactionHash: hex, blockNumber: hex })),
          unbatched,
        ),
      ),
    ).catch(async (error: unknown) => {
      throw await tooLongOr(error, unbatched, { from, to })
    })
    return new Map(logs.flat().map(({ transactionHash, blockNumber }) => [transactionHash.toLowerCase(), Number(blockNumber)]))
  }

  async function readTransaction(hash: string, seen: ReadonlyMap<number, SeenBlock>): Promise<IndexedTransaction> {
    const [transaction, receipt] = await Promise.all([
      request('eth_getTransactionByHash', [hash], transactionSchema),
      request('eth_getTransactionReceipt', [hash], receiptSchema),
    ])
    const number = Number(transaction.blockNumber)
    const mined = seen.get(number)
    if (mined?.hash !== transaction.blockHash) throw new Error('the chain changed while it was read')
    const sender = transaction.from.toLowerCase()
    const logs = receipt.logs.map((log) => ({ ...log, logIndex: Number(log.logIndex) }))
    return {
      hash: transaction.hash.toLowerCase(),
      block: number,
      position: Number(transaction.transactionIndex),
      minedAt: mined.minedAt,
      sender,
      recipient: transaction.to?.toLowerCase(),
      creates: receipt.contractAddress?.toLowerCase(),
      failed: receipt.status === '0x0',
      nonce: Number(transaction.nonce),
      value: BigInt(transaction.value),
      transfers: decodeLogs(logs, { ...known, sender }),
    }
  }

  return {
    async head() {
      const { number, hash } = await request('eth_getBlockByNumber', ['latest', false], blockSchema)
      return { number: Number(number), hash }
    },
    blockHash: async (number) => (await block(number, false))?.hash,
    async read(account, range, { keep, most, spend, ...pace }) {
      const first = Math.max(range.from, Math.min(range.scanFrom, range.rememberFrom))
      // The three queries, the blocks, and the look whether the chain has changed meanwhile.
      const isKnown = (number: number) => number < range.scanFrom && range.remembered?.has(number) === true
      const numbers = numbersBetween(first, range.to).filter((number) => !isKnown(number))
      if (!(await spend(4 + numbers.length))) return undefined
      const blockOf = await hashesOfLogs(account, range)
      const seen = new Map<number, SeenBlock>()
      const blocks: Block[] = []
      const look = async (number: number, isFull: boolean) => {
        const found = await block(number, isFull)
        if (!found) throw new Error('the chain changed while it was read')
        seen.set(number, { hash: found.hash, minedAt: Number(found.timestamp) * 1000 })
        return found
      }
      const visit = async (number: number) => {
        const found = await look(number, number >= range.scanFrom)
        if (number >= range.rememberFrom) blocks.push({ number, hash: found.hash })
        for (const transaction of found.transactions) {
          if (typeof transaction === 'string') continue
          if ([transaction.from, transaction.to].some((party) => party?.toLowerCase() === account))
            blockOf.set(transaction.hash.toLowerCase(), number)
        }
      }
      if (!(await inGroups(numbers, visit, pace))) return undefined
      const part = partOf(blockOf, range, keep, most)
      const hashes = [...blockOf].flatMap(([hash, number]) => (number >= part.from && number <= part.to ? [hash] : []))
      const older = [...new Set(hashes.flatMap((hash) => blockOf.get(hash) ?? []))].filter((number) => !seen.has(number))
      if (!(await spend(2 * hashes.length + older.length))) return undefined
      if (!(await inGroups(older, async (number) => void (await look(number, false)), pace))) return undefined
      const transactions: IndexedTransaction[] = []
      const readOne = async (hash: string) => void transactions.push(await readTransaction(hash, seen))
      if (!(await inGroups(hashes, readOne, pace))) return undefined
      return { transactions, blocks: blocks.filter(({ number }) => number >= part.from && number <= part.to), ...part }
    },
  }
}

/**
 * The part of a range in which there are no more than `most` transactions, the newest or the oldest: whole blocks, and at least one.
 * @param most default: what one step reads
 */
function partOf(
  blockOf: ReadonlyMap<string, number>,
  { from, to }: { readonly from: number; readonly to: number },
  keep: Bounds['keep'],
  most = STEP_MAX,
): { readonly from: number; readonly to: number } {
  const numbers = [...blockOf.values()].sort((a, b) => (keep === 'newest' ? b - a : a - b))
  const beyond = numbers[most]
  if (beyond === undefined) return { from, to }
  const isOnlyOne = beyond === numbers[0]
  if (keep === 'newest') return { from: isOnlyOne ? beyond : beyond + 1, to }
  return { from, to: isOnlyOne ? beyond : beyond - 1 }
}

/**
 * `RangeTooLong` where a node has refused a list because it would be too long, else the error. Whether it minds the blocks or the logs is seen at a query of
 * the same blocks that finds nothing.
 */
export async function tooLongOr(
  error: unknown,
  client: PublicClient,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<unknown> {
  if (!isTooLong(error)) return error
  const params = [{ fromBlock: toHex(from), toBlock: toHex(to), topics: [NO_EVENT] }]
  // The library types each method of its own list.
  const isBusy = await client.request({ method: 'eth_getLogs', params } as never).then(
    () => true,
    () => false,
  )
  return new RangeTooLong(`blocks ${from} to ${to}`, { cause: error, isBusy })
}

/** Whether a node has refused a list because it would be too long. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  // The client itself reads no answer of more than 10 MiB.
  if (error.walk((cause) => cause instanceof Error && cause.name === 'ResponseBodyTooLargeError')) return true
  const refusal = error.walk((cause) => cause instanceof HttpRequestError)
  return tooLong.test(error.details) || (refusal instanceof HttpRequestError && refusal.status === 413)
}

function toHex(number: number): Hex {
  return `0x${number.toString(16)}`
}

function numbersBetween(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/** Resolves with whether all was done: it ends early on `signal`. */
async function inGroups<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { stepAside, signal }: Pick<Bounds, 'stepAside' | 'signal'>,
): Promise<boolean> {
  for (let start = 0; start < items.length; start += TOGETHER) {
    await stepAside()
    if (signal.aborted) return false
    await Promise.all(items.slice(start, start + TOGETHER).map(work))
  }
  return true
}
