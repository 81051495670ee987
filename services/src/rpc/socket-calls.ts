// The calls of one RPC socket: what a client sends is read, checked, charged and written anew for the node, under ids of our own; what the node
// sends is read, and written anew for the client under the client's ids.
import * as z from 'zod'
import type { Verdict } from '../limits/limits.js'
import {
  answer,
  answerSchema,
  codes,
  outcomeOf,
  parseCall,
  refusal,
  type RpcCall,
  type RpcId,
  type RpcOutcome,
} from './json-rpc.js'
import { CALL_COST, callsCost } from './call-cost.js'
import { isMethodAllowed } from './methods.js'
import { BATCH_MAX } from './proxy.js'

/** Calls of one socket that the node has not answered. */
const PENDING_MAX = 1000

/** Subscriptions of one socket: each is paid once, and makes the node work until it ends. */
const SUBSCRIPTIONS_MAX = 50

const subscriptions: readonly string[] = ['eth_subscribe', 'eth_unsubscribe']

/** What a node says about a subscription (https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub). */
const notificationSchema = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.literal('eth_subscription'),
  params: z.object({ subscription: z.string(), result: z.unknown() }),
})

/** What `createSocketCalls` needs. */
export interface SocketCallsOptions {
  /** CAIP-2 id. */
  readonly chain: string
  /** Allows anvil's methods on the devnet. */
  readonly dev: boolean
  /** Takes tokens from the client's bucket. */
  readonly charge: (cost: number) => Verdict
}

/** The calls of one socket. */
export interface SocketCalls {
  /** A frame of the client: the text for the node, or the refusal for the client. Nothing of a frame is sent when one of its calls is refused. */
  fromClient(frame: string): { readonly send: string } | { readonly refusal: string }
  /** A frame of the node: the texts for the client; undefined when it is not JSON-RPC. Answers that nobody waits for are left out. */
  fromNode(frame: string): readonly string[] | undefined
}

interface Pending {
  readonly id: RpcCall['id']
  readonly method: string
  readonly params: RpcCall['params']
  /** Our ids of the batch that the call stands in; undefined for a single call. */
  readonly batch: readonly number[] | undefined
}

/** A frame is charged for each of its calls (`callsCost`), at least for one, also when it is refused. */
export function createSocketCalls({ chain, dev, charge }: SocketCallsOptions): SocketCalls {
  const pending = new Map<number, Pending>()
  let lastId = 0
  /** Ids of the node's subscriptions. */
  const subscribed = new Set<string>()

  const isAllowed = (method: string) =>
    (chain.startsWith('eip155:') && subscriptions.includes(method)) || isMethodAllowed(chain, method, dev)

  function checkCall(item: unknown): { id: RpcId; call?: RpcCall; outcome?: RpcOutcome } {
    const parsed = parseCall(item)
    if (!parsed.call) return { id: parsed.id, outcome: refusal(parsed.code, parsed.message) }
    const { call } = parsed
    if (isAllowed(call.method)) return { id: call.id, call }
    return { id: call.id, outcome: refusal(codes.methodNotFound, 'This method is not allowed here') }
  }

  /** Writes the calls for the node and remembers who waits for them. */
  function write(calls: readonly RpcCall[], isBatch: boolean): string {
    const ids = calls.map(() => (lastId += 1))
    const written = calls.map(({ id, method, params = [] }, index) => {
      const ownId = ids[index] ?? 0
      pending.set(ownId, { id, method, params, batch: isBatch ? ids : undefined })
      return { jsonrpc: '2.0', id: ownId, method, params }
    })
    return JSON.stringify(isBatch ? written : written[0])
  }

  function noteSubscription({ method, params = [] }: Pending, outcome: RpcOutcome): void {
    if (!('result' in outcome)) return
    if (method === 'eth_subscribe' && typeof outcome.result === 'string') subscribed.add(outcome.result)
    // Some nodes say `true` of an id that they do not know.
    if (method === 'eth_unsubscribe' && outcome.result === true) subscribed.delete(String(Object.values(params)[0]))
  }

  /** Whether the node would have too many subscriptions after these calls and those that wait. */
  function isOversubscribed(calls: readonly RpcCall[]): boolean {
    const isWish = ({ method }: { readonly method: string }) => method === 'eth_subscribe'
    return calls.some(isWish) && subscribed.size + [...calls, ...pending.values()].filter(isWish).length > SUBSCRIPTIONS_MAX
  }

  /** Takes a call off those that wait, and writes its answer. */
  function settle(ownId: number, outcome: RpcOutcome): unknown[] {
    const call = pending.get(ownId)
    if (!call) return []
    pending.delete(ownId)
    noteSubscription(call, outcome)
    return [answer(call.id, outcome)]
  }

  /** The answer to a batch; its calls that the node left out are refused, because no second answer to a batch can come. */
  function settleBatch(items: readonly unknown[]): unknown[] {
    const found = items.flatMap((item) => {
      const { data } = answerSchema.safeParse(item)
      return data && typeof data.id === 'number' && pending.has(data.id) ? [{ ...data, id: data.id }] : []
    })
    const siblings = found.flatMap(({ id }) => pending.get(id)?.batch ?? [])
    const answers = found.flatMap((item) => settle(item.id, outcomeOf(item)))
    const missing = refusal(codes.internal, 'The node left this call unanswered')
    return [...answers, ...siblings.flatMap((id) => settle(id, missing))]
  }

  /** An error that names no call, such as of a batch that is too large for the node: the answer to all that wait. */
  function settleAll(outcome: RpcOutcome): unknown[] {
    return [...pending].flatMap(([id, { batch }]) => {
      if (!batch) return settle(id, outcome)
      const answers = batch.flatMap((one) => settle(one, outcome))
      return answers.length > 0 ? [answers] : []
    })
  }

  return {
    fromClient(frame) {
      const value = parseJson(frame)
      const isBatch = Array.isArray(value)
      const items: readonly unknown[] = isBatch ? value : [value]
      const isOfSize = items.length > 0 && items.length <= BATCH_MAX
      const verdict = charge(isOfSize ? callsCost(items) : CALL_COST * (items.length === 0 ? 1 : BATCH_MAX))
      const refuseFrame = (outcome: RpcOutcome) => ({ refusal: JSON.stringify(answer(null, outcome)) })
      const limited = verdict.ok ? undefined : tooMany('Too many requests from this address', verdict.retryAfterSeconds)
      if (!isOfSize) return refuseFrame(limited ?? refusal(codes.invalidRequest, `A batch holds 1 to ${BATCH_MAX} calls`))
      if (value === undefined) return refuseFrame(limited ?? refusal(codes.parse, 'This is not JSON'))

      const checked = items.map(checkCall)
      const calls = checked.flatMap(({ call }) => call ?? [])
      const isFull = pending.size + calls.length > PENDING_MAX
      const refused =
        limited ??
        (isFull ? tooMany('The node has not answered earlier calls of this socket', 1) : undefined) ??
        (isOversubscribed(calls)
          ? refusal(codes.limitExceeded, `A socket has at most ${SUBSCRIPTIONS_MAX} subscriptions`)
          : undefined)
      if (!refused && calls.length === items.length) return { send: write(calls, isBatch) }
      const together = refusal(codes.invalidRequest, 'Not sent: another call of this batch is refused')
      const answers = checked.map(({ id, outcome }) => answer(id, refused ?? outcome ?? together))
      return { refusal: JSON.stringify(isBatch ? answers : answers[0]) }
    },
    fromNode(frame) {
      const value = parseJson(frame)
      if (Array.isArray(value)) {
        const answers = settleBatch(value)
        return answers.length > 0 ? [JSON.stringify(answers)] : []
      }
      const notification = notificationSchema.safeParse(value)
      if (notification.success) return [JSON.stringify(notification.data)]
      const { data } = answerSchema.safeParse(value)
      if (!data) return undefined
      if (typeof data.id === 'number') return settle(data.id, outcomeOf(data)).map((item) => JSON.stringify(item))
      return (data.id === null && data.error ? settleAll(outcomeOf(data)) : []).map((item) => JSON.stringify(item))
    },
  }
}

function tooMany(message: string, retryAfterSeconds: number): RpcOutcome {
  return refusal(codes.limitExceeded, message, { retryAfterSeconds })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
