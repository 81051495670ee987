// Batches of calls (EIP-5792): what was sent, and what became of it.
import * as z from 'zod/mini'
import { FrameError } from '../../../src/frame/frame-error.js'
import { loaded } from '../frame-errors.js'
import type { FrameParts, HandlerContext } from '../parts.js'

/** A batch that was sent. `count`: of its calls; fewer hashes mean that the rest was not sent. */
export interface SentCalls {
  readonly chainId: string
  readonly origin: string
  readonly hashes: readonly string[]
  readonly count: number
  /** The hash is that of a user operation, which does all calls or none. */
  readonly isOperation?: boolean
}

const keptSchema = z.object({
  chainId: z.string(),
  origin: z.string(),
  hashes: z.array(z.string()),
  count: z.int(),
  isOperation: z.optional(z.boolean()),
})
const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const receiptSchema = z.object({
  transactionHash: hex,
  status: hex,
  blockHash: hex,
  blockNumber: hex,
  gasUsed: hex,
  logs: z.array(z.object({ address: hex, data: hex, topics: z.array(hex) })),
})

const UNKNOWN_ID = 5730
const DUPLICATE_ID = 5720
const [PENDING, CONFIRMED, REVERTED, PARTLY_REVERTED] = [100, 200, 500, 600]

const keyOf = (id: string) => `sent:calls:${id}` as const

/** @throws FrameError when a batch has this id already */
export async function assertNewId({ store }: Pick<FrameParts, 'store'>, id: string): Promise<void> {
  if ((await store.get(keyOf(id))) !== undefined)
    throw new FrameError('INVALID_PARAMS', 'Duplicate ID', { rpcCode: DUPLICATE_ID })
}

export async function keepCalls({ store }: Pick<FrameParts, 'store'>, id: string, sent: SentCalls): Promise<void> {
  await store.set(keyOf(id), sent)
}

/** Answers `wallet_getCallsStatus`, to the page that sent the batch alone. */
export async function callsStatus(
  { nodes, store }: FrameParts,
  id: string,
  { origin, signal }: HandlerContext,
): Promise<unknown> {
  const kept = keptSchema.safeParse(await store.get(keyOf(id)))
  if (!kept.success || kept.data.origin !== origin)
    throw new FrameError('INVALID_PARAMS', 'Unknown bundle id', { rpcCode: UNKNOWN_ID })
  const { chainId, hashes, count, isOperation } = kept.data
  const common = { version: '2.0.0', id, chainId: `0x${Number(chainId.slice('eip155:'.length)).toString(16)}` }
  if (isOperation) {
    const { arrivedOperation } = await loaded(import('../smart/send.js'))
    const arrived = await arrivedOperation(nodes, chainId, hashes[0] ?? '', signal)
    const parsed = receiptSchema.safeParse(arrived?.receipt)
    if (!arrived || !parsed.success) return { ...common, status: PENDING, atomic: true }
    const receipt = { ...parsed.data, status: arrived.isSuccess ? '0x1' : '0x0' }
    return { ...common, status: arrived.isSuccess ? CONFIRMED : REVERTED, atomic: true, receipts: [receipt] }
  }
  const answers = await Promise.all(
    hashes.map((hash) => nodes.read(chainId, { method: 'eth_getTransactionReceipt', params: [hash] }, signal)),
  )
  const receipts = answers.flatMap((answer) => {
    const parsed = receiptSchema.safeParse(answer)
    return parsed.success ? [parsed.data] : []
  })
  const good = receipts.filter(({ status }) => BigInt(status) === 1n).length
  const isOpen = receipts.length < hashes.length
  const status = isOpen ? PENDING : good === count ? CONFIRMED : good === 0 ? REVERTED : PARTLY_REVERTED
  return {
    ...common,
    status,
    atomic: false,
    ...(receipts.length === 0 ? {} : { receipts }),
  }
}
