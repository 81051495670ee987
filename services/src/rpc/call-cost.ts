// What JSON-RPC calls cost their caller: each call of a batch by what its method makes a node do, and by how much it asks for.
import { foldKey, parseCall, type RpcCall } from './json-rpc.js'
import { methodWeight } from './methods.js'

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

/** Tokens for these items of a batch together. What is no call costs as much as a call of weight 1, and so does a method that does not pass. */
export function callsCost(items: readonly unknown[]): number {
  const weights = items.map((item) => {
    const { call } = parseCall(item)
    return call ? callWeight(call) : 1
  })
  return CALL_COST * weights.reduce((sum, weight) => sum + weight, 0)
}

/**
 * The weight of a call: that of its method, one more for each 4096 characters of parameters, for each thousand blocks of `eth_getLogs`, and for each
 * object of `eth_simulateV1`.
 */
export function callWeight({ method, params = [] }: RpcCall): number {
  const ofMethod = methodWeight(method)
  const size = Math.floor(JSON.stringify(params).length / PARAMS_LENGTH)
  if (method === 'eth_getLogs') return ofMethod + size + rangeWeight(params)
  if (method === 'eth_simulateV1') return ofMethod + size + countObjects(params)
  return ofMethod + size
}

function rangeWeight(params: NonNullable<RpcCall['params']>): number {
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
