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
  chain_getBlockHash: 0.1,
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

/** What code weighs more that the caller brings along: it may do nothing but work. Other contracts are on the chain for a purpose. */
const OWN_CODE = 3
/** Gas that weighs 1, where more is asked for than nodes usually grant (https://geth.ethereum.org/docs/fundamentals/command-line-options), and the most. */
const [GAS, GAS_USUAL, GAS_MAX] = [10_000_000, 50_000_000, 10]
/** Each account whose state a simulation of Solana returns. */
const RETURNED_ACCOUNT = 0.2

/** The weight by a list of parameters; `most` where they come by name: which names a node takes for which is its own affair. */
const byPosition = (weight: (params: readonly unknown[]) => number, most: number) => (params: Params) => {
  if (Array.isArray(params)) return weight(params)
  return Object.keys(params).length === 0 ? weight([]) : most
}
const isNone = (value: unknown) => value === undefined || value === null || value === false

/** With all transactions. */
const blockWeight = byPosition(([, full]) => (isNone(full) ? 0 : 3), 3)

/** What a call weighs more for how much it asks for. */
const more: ReadonlyMap<string, (params: Params) => number> = new Map([
  ['eth_getLogs', byPosition(([filter]) => rangeWeight(filter), RANGE_MAX)],
  ['eth_call', executionWeight],
  ['eth_estimateGas', executionWeight],
  ['eth_createAccessList', executionWeight],
  ['eth_simulateV1', countObjects],
  ['eth_feeHistory', byPosition(feeHistoryWeight, Math.floor(FEE_BLOCKS_MAX / PERCENTILE_BLOCKS))],
  ['eth_getBlockByHash', blockWeight],
  ['eth_getBlockByNumber', blockWeight],
  // Whole transactions that are not in a block yet.
  ['eth_subscribe', byPosition(([kind, full]) => (kind === 'newPendingTransactions' && !isNone(full) ? 10 : 0), 10)],
  // With all transactions, and what each spends.
  ['getblock', byPosition(([, verbosity]) => (isNone(verbosity) || [true, 0, 1].includes(verbosity as number) ? 0 : 10), 10)],
  ['getBlocks', byPosition(([from, to]) => slotsWeight(numberOf(to) - slotOf(from)), SLOTS_MAX / SLOTS)],
  ['getBlocksWithLimit', byPosition(([, limit]) => slotsWeight(numberOf(limit)), SLOTS_MAX / SLOTS)],
  ['simulateTransaction', (params: Params) => Math.ceil(RETURNED_ACCOUNT * countListed(Object.values(params)))],
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

function rangeWeight(filter: unknown): number {
  const fields = fieldsOf(filter)
  if (!fields) return RANGE_MAX
  const [from, to] = [blockOf(fields.get('fromblock')), blockOf(fields.get('toblock'))]
  if (from === undefined || to === undefined) return RANGE_MAX
  if (from === 'recent') return fields.has('toblock') && to !== 'recent' ? RANGE_OPEN : 0
  if (to === 'recent') return RANGE_OPEN
  return Math.min(RANGE_MAX, Math.ceil(Math.abs(to - from) / LOG_BLOCKS))
}

/** The fields of an object by their names as nodes in Go compare them (`parseCall` has refused two that are the same to them); undefined for other values. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return new Map(Object.entries(value).map(([key, field]) => [foldKey(key), field as unknown]))
}

/** A block's number; `recent` for a tag near the head, which is what an absent block is, too; undefined for what cannot be read. */
function blockOf(value: unknown): number | 'recent' | undefined {
  if (value === undefined || value === null) return 'recent'
  if (typeof value === 'number' || (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value))) {
    const number = Number(value)
    return number >= 0 && (Number.isInteger(number) || typeof value === 'string') ? number : undefined
  }
  if (typeof value !== 'string') return undefined
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

/** What a call of a contract weighs more: for its gas, for code of the caller's, and for each account and block that it is to find otherwise. */
function executionWeight(params: Params): number {
  if (!Array.isArray(params)) return Object.keys(params).length === 0 ? 0 : OWN_CODE + GAS_MAX + countObjects(params)
  const [transaction, , ...overrides] = params as readonly unknown[]
  const fields = fieldsOf(transaction)
  if (!fields) return countObjects(params)
  const ownCode = isNone(fields.get('to')) || hasField(overrides, 'code') ? OWN_CODE : 0
  const gas = fields.get('gas')
  const beyond = isNone(gas) ? 0 : Math.max(0, numberOf(gas) - GAS_USUAL)
  return ownCode + Math.min(GAS_MAX, Math.ceil(beyond / GAS)) + countObjects(overrides)
}

function hasField(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, child]) => (!Array.isArray(value) && foldKey(key) === name) || hasField(child, name))
}

function feeHistoryWeight([count, , percentiles]: readonly unknown[]): number {
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

/** A slot; 0, the furthest, for what cannot be read. */
function slotOf(value: unknown): number {
  const number = numberOf(value)
  return number === Infinity ? 0 : number
}

/** Texts, numbers and the like, at any depth: some nodes take parameters by name. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, child) => sum + countValues(child), 0)
}

/** Texts, numbers and the like in lists, at any depth. */
function countListed(values: readonly unknown[]): number {
  return values.reduce((sum: number, value) => {
    if (typeof value !== 'object' || value === null) return sum
    return sum + (Array.isArray(value) ? countValues(value) : countListed(Object.values(value)))
  }, 0)
}

function hasTrue(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(hasTrue))
}
