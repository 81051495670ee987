// What JSON-RPC calls cost their caller: each call of a batch by what its method makes a node do, and by how much it asks for.
import { foldKey, parseCall, type RpcCall } from './json-rpc.js'
import { methodWeight } from './methods.js'

type Params = NonNullable<RpcCall['params']>

/** Tokens that a call of weight 1 costs: a look-up of one thing. */
export const CALL_COST = 0.2

/** Characters of parameters that weigh 1: long ones hold many accounts, keys, topics or calls. */
const PARAMS_LENGTH = 4096
/** Blocks of `eth_getLogs` that weigh 1. */
const LOG_BLOCKS = 1000
/** The most that the blocks of one `eth_getLogs` weigh. */
const RANGE_MAX = 90
/** The weight of a range whose end only the node knows, such as `latest`. */
const RANGE_OPEN = 40

/** Weight of each value in the parameters of methods that look up a list. */
const VALUE_WEIGHTS: Readonly<Record<string, number>> = {
  eth_getProof: 1,
  getInflationReward: 1,
  getMultipleAccounts: 0.2,
  state_queryStorageAt: 0.5,
}
/** Blocks of `eth_feeHistory` that weigh 1, without percentiles and with: for those the receipts of each block are sorted. */
const [FEE_BLOCKS, PERCENTILE_BLOCKS] = [100, 4]
/** The most blocks of one `eth_feeHistory` (https://github.com/ethereum/go-ethereum/blob/v1.14.0/eth/gasprice/gasprice.go). */
const FEE_BLOCKS_MAX = 1024
/** Slots of `getBlocks` that weigh 1, and the most of one call (https://solana.com/docs/rpc/http/getblocks). */
const [SLOTS, SLOTS_MAX] = [10_000, 500_000]

/** What a call weighs more for how much it asks for. */
const more: ReadonlyMap<string, (params: Params) => number> = new Map([
  ['eth_getLogs', rangeWeight],
  ['eth_simulateV1', countObjects],
  ['eth_feeHistory', feeHistoryWeight],
  // With all transactions.
  ['eth_getBlockByHash', (params: Params) => (Object.values(params)[1] === true ? 3 : 0)],
  ['eth_getBlockByNumber', (params: Params) => (Object.values(params)[1] === true ? 3 : 0)],
  // With all transactions, and what each spends.
  ['getblock', (params: Params) => (Object.values(params).some((value) => typeof value === 'number' && value > 1) ? 10 : 0)],
  ['getBlocks', (params: Params) => slotsWeight(numberOf(Object.values(params)[1]) - first(params))],
  ['getBlocksWithLimit', (params: Params) => slotsWeight(numberOf(Object.values(params)[1]))],
  ...Object.entries(VALUE_WEIGHTS).map(
    ([method, weight]) => [method, (params: Params) => Math.ceil(weight * countValues(params))] as const,
  ),
  // Statuses of long ago are looked for in the archive, one by one.
  ['getSignatureStatuses', (params: Params) => Math.ceil(countValues(params) * (hasTrue(params) ? 1 : 0.1))],
])

/** Tokens for these items of a batch together. What is no call costs as much as a call of weight 1, and so does a method that does not pass. */
export function callsCost(items: readonly unknown[]): number {
  const weights = items.map((item) => {
    const { call } = parseCall(item)
    return call ? callWeight(call) : 1
  })
  return CALL_COST * weights.reduce((sum, weight) => sum + weight, 0)
}

/** The weight of a call: that of its method, one more for each 4096 characters of parameters, and what `more` says. */
export function callWeight({ method, params = [] }: RpcCall): number {
  const size = Math.floor(JSON.stringify(params).length / PARAMS_LENGTH)
  return methodWeight(method) + size + (more.get(method)?.(params) ?? 0)
}

function rangeWeight(params: Params): number {
  const filter: unknown = Array.isArray(params) ? params[0] : params
  if (typeof filter !== 'object' || filter === null) return RANGE_MAX
  // Names as nodes in Go compare them; `parseCall` has refused two that are the same to them.
  const fields = new Map(Object.entries(filter).map(([key, value]) => [foldKey(key), value as unknown]))
  const [from, to] = [blockOf(fields.get('fromblock')), blockOf(fields.get('toblock'))]
  if (from === undefined || to === undefined) return RANGE_MAX
  if (from === 'recent') return fields.has('toblock') && to !== 'recent' ? RANGE_OPEN : 0
  if (to === 'recent') return RANGE_OPEN
  return Math.min(RANGE_MAX, Math.ceil(Math.max(0, to - from) / LOG_BLOCKS))
}

/** A block's number; `recent` for a tag near the head, which is what an absent block is, too; undefined for what cannot be read. */
function blockOf(value: unknown): number | 'recent' | undefined {
  if (value === undefined || value === null) return 'recent'
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (/^0x[0-9a-f]{1,64}$/i.test(value)) return Number(value)
  const tag = value.toLowerCase()
  if (tag === 'earliest') return 0
  return ['latest', 'pending', 'safe', 'finalized'].includes(tag) ? 'recent' : undefined
}

/** Blocks, calls and overrides of a simulation. */
function countObjects(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : 1
  return Object.values(value).reduce((sum: number, child) => sum + countObjects(child), own)
}

function feeHistoryWeight(params: Params): number {
  const [count, , percentiles] = Object.values(params)
  const blocks = Math.min(FEE_BLOCKS_MAX, numberOf(count))
  const hasPercentiles = Array.isArray(percentiles) && percentiles.length > 0
  return Math.floor(blocks / (hasPercentiles ? PERCENTILE_BLOCKS : FEE_BLOCKS))
}

function slotsWeight(slots: number): number {
  return Math.floor(Math.min(SLOTS_MAX, Math.max(0, slots)) / SLOTS)
}

/** What a node reads as a number; infinite for what cannot be read, which costs the most. */
function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 ? number : Infinity
}

/** The first slot; 0, the furthest, for what cannot be read. */
function first(params: Params): number {
  const number = numberOf(Object.values(params)[0])
  return number === Infinity ? 0 : number
}

/** Texts, numbers and the like, at any depth: some nodes take parameters by name. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, child) => sum + countValues(child), 0)
}

function hasTrue(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(hasTrue))
}
