// Reads the logs of approvals that an account gave, in ranges that its chain's nodes accept, newest first; what a call has no time for, a later one reads.
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { ApprovalsContext } from '../context.js'
import { accountsOf } from '../history/accounts.js'
import { tooLongOr } from '../history/chain-reader.js'
import { topics } from '../history/decode.js'
import type { Caller } from '../history/indexer.js'
import { createRanges, type Ranges } from '../history/ranges.js'
import { REORG_BLOCKS } from '../history/store.js'
import { createJoined } from '../joined.js'
import { oncePer } from '../once.js'
import { createApprovalStore, type Grant } from './store.js'

/** Without a first block in the settings, an account is read back so many queries of `logBlocks`. */
const QUERIES_BACK = 200
/** Queries that are on their way at once, for one account. */
const TOGETHER = 4

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))
const logsSchema = z.array(z.object({ address: hex, topics: z.array(hex), blockNumber: hex, transactionHash: hex }))

/** Reads approvals into the tables. */
export interface ApprovalReader {
  /** Resolves with whether everything is read; ends early, with what is written, on `signal`. Rejects when the chain does not answer. */
  sync(chainId: string, account: string, caller: Caller): Promise<boolean>
}

/** The reader of a context, made once. */
export const approvalReaderOf = oncePer((ctx: ApprovalsContext): ApprovalReader => {
  const accounts = accountsOf(ctx)
  const store = createApprovalStore(ctx)
  const rangesByChain = new Map<string, Ranges>()
  const joined = createJoined<boolean>()

  async function read(chainId: string, account: string, from: number, to: number): Promise<readonly Grant[]> {
    const owner = `0x${account.slice(2).padStart(64, '0')}`
    const range = { fromBlock: numberHex(from), toBlock: numberHex(to) }
    const params = [{ ...range, topics: [[topics.approval, topics.approvalForAll], owner] }]
    // The library types each method of its own list; the answer is parsed here instead.
    const answer: unknown = await ctx.chains
      .single(chainId)
      .request({ method: 'eth_getLogs', params } as never)
      .catch(async (error: unknown) => {
        throw await tooLongOr(error, ctx.chains.single(chainId), { from, to })
      })
    return logsSchema.parse(answer).flatMap((log) => grantOf(log) ?? [])
  }

  async function run(chainId: string, account: string, { asker, signal }: Caller): Promise<boolean> {
    const { startBlock, logBlocks = 2000 } = ctx.data.chains[chainId] ?? {}
    const head = Number(await ctx.chains.client(chainId).getBlockNumber({ cacheTime: 0 }))
    const ofChain = rangesByChain.get(chainId) ?? createRanges(logBlocks)
    rangesByChain.set(chainId, ofChain)
    const ranges = ofChain.ofAccount(account)
    const holder = accounts.holderOf({ chain: chainId, account }, asker)
    const hasCalls = (count: number) => ctx.indexCalls.take(holder, count)
    const first = startBlock ?? Math.max(0, head - QUERIES_BACK * logBlocks)
    const progress = await store.progress(chainId, account, { next: head + 1, holder })
    if (!progress) return false
    let { low, next } = progress
    // What is new, and once more the blocks that may have changed since they were read.
    let from = Math.max(low, next - REORG_BLOCKS)
    while (from <= head && !signal.aborted) {
      if (!(await hasCalls(1))) return false
      const to = Math.min(head, from + ranges.current() - 1)
      const start = from
      const grants = await ranges.fit(() => read(chainId, account, start, to))
      if (!grants) continue
      if (!(await store.write(chainId, account, { low, next: to + 1 }, grants))) return false
      from = next = to + 1
    }
    while (low > first && !signal.aborted) {
      const size = ranges.current()
      const ends = Array.from({ length: TOGETHER }, (_, index) => low - index * size).filter((end) => end > first)
      if (!(await hasCalls(ends.length))) return false
      const found = await ranges.fit(() =>
        Promise.all(ends.map((end) => read(chainId, account, Math.max(first, end - size), end - 1))),
      )
      if (!found) continue
      const lower = Math.max(first, (ends.at(-1) ?? low) - size)
      if (!(await store.write(chainId, account, { low: lower, next }, found.flat()))) return false
      low = lower
    }
    return from > head && low <= first && (startBlock !== undefined || first === 0)
  }

  return {
    sync: (chainId, account, { asker, signal }) =>
      joined.run(`${chainId} ${account}`, signal, (untilAllLeft) => run(chainId, account, { asker, signal: untilAllLeft })),
  }
})

/** Undefined: about one collectible, which has a third topic, or nothing that decodes. A contract may log anything. */
function grantOf({
  address,
  topics: told,
  blockNumber,
  transactionHash,
}: z.output<typeof logsSchema>[number]): Grant | undefined {
  const [event, , spender, third] = told
  if (!spender || third !== undefined || !/^0x0{24}[0-9a-fA-F]{40}$/.test(spender)) return undefined
  return {
    kind: event === topics.approval ? 'erc20' : 'collection',
    contract: address.toLowerCase(),
    spender: `0x${spender.slice(26).toLowerCase()}`,
    block: Number(blockNumber),
    hash: transactionHash.toLowerCase(),
  }
}

function numberHex(number: number): Hex {
  return `0x${number.toString(16)}`
}
