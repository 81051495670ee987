// What a node says that transactions would change (`eth_simulateV1`). Not every node has it, none is trusted: it is shown as its word, and allows nothing.
import * as z from 'zod/mini'
import type { Scope } from './scope.js'
import type { EvmTransaction, Hex, Simulation, Value } from './types.js'
import { isSame } from './values.js'

const CHANGES_MAX = 12
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVALS = [
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', // Approval
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31', // ApprovalForAll
]
/** Nodes write the chain's own coin as a token of this address. */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]{0,262144}$/))
const word = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))
const log = z.object({
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  topics: z.array(word).check(z.maxLength(4)),
  data: hex,
})
const answer = z
  .array(z.object({ calls: z.array(z.object({ status: quantity, gasUsed: quantity, logs: z.optional(z.array(log)) })) }))
  .check(z.maxLength(1))

/** What the simulation says, and how much gas each transaction took; undefined where no node can say. */
export async function simulate(scope: Scope, transactions: readonly EvmTransaction[]): Promise<Simulation | undefined> {
  return (await simulateCalls(scope, transactions))?.simulation
}

/** As `simulate`, with the gas that each call has used. */
export async function simulateCalls(
  scope: Scope,
  transactions: readonly { readonly to: Hex | null; readonly value: bigint; readonly data: Hex }[],
): Promise<{ readonly simulation: Simulation; readonly gas: readonly bigint[] } | undefined> {
  const { account } = scope.request
  const calls = transactions.map(({ to, value, data }) => ({
    from: account,
    ...(to ? { to } : {}),
    value: `0x${value.toString(16)}`,
    data,
  }))
  const params = [{ blockStateCalls: [{ calls }], traceTransfers: true }, 'latest']
  const read = z.safeParse(answer, await scope.read('eth_simulateV1', params).catch(() => undefined))
  scope.signal.throwIfAborted()
  const results = read.success ? read.data[0]?.calls : undefined
  if (results?.length !== calls.length) return undefined
  const gas = results.map(({ gasUsed }) => BigInt(gasUsed))
  if (results.some(({ status }) => status !== '0x1')) {
    scope.warn('warn.willFail', 'danger')
    return { simulation: { status: 'reverts', changes: [] }, gas }
  }
  const logs = results.flatMap(({ logs: all = [] }) => all)
  warnOfApprovals(scope, logs, transactions)
  return { simulation: { status: 'done', changes: await changesOf(scope, logs) }, gas }
}

type Log = z.infer<typeof log>

const addressIn = (topic: string | undefined): string | undefined => topic && `0x${topic.slice(26)}`

interface Change {
  readonly direction: 'in' | 'out'
  readonly token: Hex
  readonly amount: bigint
  /** Of an NFT. */
  readonly id?: bigint
}

/**
 * Sums per token, so that what goes through the account and back is not shown. Any contract may write events of any account: what is of our own list, and
 * what leaves, stands first, so that no flood of other tokens hides it; and that something is left out is said.
 */
async function changesOf(scope: Scope, logs: readonly Log[]): Promise<Simulation['changes']> {
  const { account, chainId } = scope.request
  const sums = new Map<Hex, bigint>()
  const all: Change[] = []
  for (const { address, topics, data } of logs) {
    const [topic, from, to] = [topics[0], addressIn(topics[1]), addressIn(topics[2])]
    if (topic !== TRANSFER || isSame(from, to)) continue
    const direction = isSame(from, account) ? 'out' : isSame(to, account) ? 'in' : undefined
    if (!direction) continue
    const token = address.toLowerCase() as Hex
    if (topics[3] !== undefined) all.push({ direction, token, amount: 1n, id: BigInt(topics[3]) })
    else if (data.length === 66) sums.set(token, (sums.get(token) ?? 0n) + (direction === 'in' ? BigInt(data) : -BigInt(data)))
  }
  for (const [token, sum] of sums)
    if (sum !== 0n) all.push({ direction: sum < 0n ? 'out' : 'in', token, amount: sum < 0n ? -sum : sum })
  const rank = ({ direction, token }: Change): number =>
    (token === COIN || scope.context.knownContract?.(chainId, token) ? 0 : 2) + (direction === 'out' ? 0 : 1)
  const ranked = all.map((change) => ({ change, at: rank(change) })).sort((a, b) => a.at - b.at)
  if (ranked.length > CHANGES_MAX) scope.warn('warn.moreChanges', 'danger')
  const shown = ranked.slice(0, CHANGES_MAX).map(({ change }) => change)
  const changes: { direction: 'in' | 'out'; value: Value }[] = []
  for (const change of shown) changes.push({ direction: change.direction, value: await valueOf(scope, change) })
  return changes.sort((a, b) => (a.direction === b.direction ? 0 : a.direction === 'out' ? -1 : 1))
}

async function valueOf(scope: Scope, { token, amount, id }: Change): Promise<Value> {
  if (id === undefined) return token === COIN ? scope.coins(amount) : scope.amountOf(token, amount)
  const { symbol, isVerified } = await scope.tokenOf(token)
  const value = { type: 'amount', amount, decimals: 0, symbol: `${symbol} #${String(id)}` } as const
  return isVerified ? value : { ...value, unverified: token }
}

/** A call that says nothing of an allowance, and gives one. */
function warnOfApprovals(scope: Scope, logs: readonly Log[], transactions: readonly Pick<EvmTransaction, 'data'>[]): void {
  const isSaid = scope.warnings.some(({ key }) => key === 'warn.unlimited' || key === 'warn.approvalForAll')
  const isAllowance = transactions.some(({ data }) => /^0x(?:095ea7b3|39509351|d73dd623|a457c2d7|87517c45|a22cb465)/.test(data))
  const { account } = scope.request
  const gives = logs.some(
    ({ topics, data }) =>
      APPROVALS.includes(topics[0] ?? '') && isSame(addressIn(topics[1]), account) && /[1-9a-f]/i.test(data.slice(2)),
  )
  // A transfer by allowance lowers one, which tokens tell by the same event: only what nobody has said counts.
  if (gives && !isSaid && !isAllowance && scope.warnings.some(({ key }) => key === 'warn.blind'))
    scope.warn('warn.hiddenApproval', 'danger')
}
