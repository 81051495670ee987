// The nodes of one chain: asked in order, the next one when one fails. A circuit breaker per node rests those that keep failing.
import { readUpTo } from '../http/read-up-to.js'
import { requestAddress } from '../http/request-memory.js'
import { parseInTurn } from '../limits/pace.js'
import { createBreaker, type Breaker } from '../upstream/breaker.js'
import type { Log } from '../operations/log.js'
import { codes, answerSchema, outcomeOf, refusal, type RpcCall, type RpcOutcome } from './json-rpc.js'
import { signalAfter } from '../timeout.js'

/** Time limit of one try at one node. */
const NODE_TIMEOUT_MS = 10_000
const ANSWER_BYTES = 16 * 1024 * 1024

/** What `createNodes` needs. */
export interface NodesOptions {
  /** CAIP-2 id, for the log. */
  readonly chain: string
  /** http(s) urls in order of preference; a user part is sent as basic authentication. */
  readonly urls: readonly string[]
  readonly fetch: typeof globalThis.fetch
  readonly log: Log
  /** Unix milliseconds. */
  readonly now: () => number
  /** Milliseconds for one try at one node; default 10 s. */
  readonly timeoutMs?: number | undefined
}

/** No node gave a usable answer. */
export class NodesFailed extends Error {
  override readonly name = 'NodesFailed'
  /** Every node refused because of its rate limit. */
  readonly isLimited: boolean
  constructor(isLimited: boolean) {
    super(isLimited ? 'every node is busy' : 'no node answered')
    this.isLimited = isLimited
  }
}

/** The nodes of one chain. */
export interface Nodes {
  /** Sends all calls as one batch and resolves with the outcomes in their order. An error of a single call is an outcome. @throws NodesFailed */
  ask(calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcOutcome[]>
  /** How many nodes there are, and how many of them rest. */
  stats(): { readonly nodes: number; readonly resting: number }
}

interface NodeState {
  readonly url: string
  readonly authorization: Record<string, string>
  readonly breaker: Breaker
}

class NodeFailure extends Error {
  readonly isLimited: boolean
  constructor(reason: string, isLimited = false) {
    super(reason)
    this.isLimited = isLimited
  }
}

/**
 * A node fails when it does not answer in time, answers with a status of 5xx, 401, 403 or 429, with no JSON-RPC, with more than 16 MiB, or
 * refuses every call with -32005. Three failures in a row rest it for 30 s.
 */
export function createNodes({ chain, urls, fetch, log, now, timeoutMs = NODE_TIMEOUT_MS }: NodesOptions): Nodes {
  const nodes = urls.map((url): NodeState => ({ ...splitCredentials(url), breaker: createBreaker({ now }) }))
  const isResting = (node: NodeState) => node.breaker.isResting

  /** Resting nodes come last rather than never: when all of them rest, a try costs less than a refusal. */
  const inOrder = () => [
    ...nodes.filter((node) => !isResting(node)),
    ...nodes.filter(isResting).sort((a, b) => (a.breaker.openedAt ?? 0) - (b.breaker.openedAt ?? 0)),
  ]

  return {
    async ask(calls, signal) {
      let isLimited = true
      for (const node of inOrder()) {
        try {
          const outcomes = await askOne(node, calls, signal, fetch, timeoutMs)
          node.breaker.succeed()
          return outcomes
        } catch (error) {
          if (signal.aborted) throw new NodesFailed(false) // the caller left: no node failed
          if (!(error instanceof NodeFailure)) throw error
          isLimited &&= error.isLimited
          node.breaker.fail()
          log.warn('node failed', { chain, node: node.url, reason: error.message, failures: node.breaker.failures })
        }
      }
      throw new NodesFailed(isLimited)
    },
    stats: () => ({ nodes: nodes.length, resting: nodes.filter(isResting).length }),
  }
}

/** `fetch` refuses a url with a user part, so that part becomes a header. */
function splitCredentials(text: string): { url: string; authorization: Record<string, string> } {
  const url = new URL(text)
  if (!url.username && !url.password) return { url: text, authorization: {} }
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  return { url: url.href, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

async function askOne(
  node: NodeState,
  calls: readonly RpcCall[],
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
) {
  // Own ids, because calls of two callers may have the same one.
  const numbered = calls.map((call, index) => ({ jsonrpc: '2.0', id: index + 1, method: call.method, params: call.params ?? [] }))
  const limited = signalAfter(timeoutMs, signal)
  const { status, text } = await exchange(node, JSON.stringify(numbered.length === 1 ? numbered[0] : numbered), limited, fetch)
  if (status === 429) throw new NodeFailure('HTTP 429', true)
  if (status >= 500 || status === 401 || status === 403) throw new NodeFailure(`HTTP ${status}`)
  const outcomes = await parseInTurn(requestAddress(), text, () => {
    signal.throwIfAborted() // nobody waits for it any more
    return match(numbered.length, text, status)
  })
  if (outcomes.every((outcome) => 'error' in outcome && outcome.error.code === codes.limitExceeded))
    throw new NodeFailure('limit exceeded', true)
  return outcomes
}

async function exchange(node: NodeState, body: string, signal: AbortSignal, fetch: typeof globalThis.fetch) {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...node.authorization }
    const response = await fetch(node.url, { method: 'POST', headers, body, signal, redirect: 'error' })
    const text = await readUpTo(response.body, ANSWER_BYTES, () => new NodeFailure('answer too long'))
    return { status: response.status, text }
  } catch (error) {
    if (error instanceof NodeFailure) throw error
    throw new NodeFailure(signal.aborted ? 'no answer in time' : 'not reachable')
  }
}

function match(count: number, text: string, status: number): readonly RpcOutcome[] {
  const value = parseJson(text, status)
  if (count === 1) {
    const single = answerSchema.safeParse(value)
    if (!single.success) throw new NodeFailure(`HTTP ${status}, not a JSON-RPC answer`)
    return [outcomeOf(single.data)]
  }
  if (!Array.isArray(value)) throw new NodeFailure(`HTTP ${status}, not a batch of answers`)
  const byId = new Map<unknown, RpcOutcome>()
  for (const item of value) {
    const parsed = answerSchema.safeParse(item)
    if (parsed.success) byId.set(parsed.data.id, outcomeOf(parsed.data))
  }
  if (byId.size === 0) throw new NodeFailure('an empty batch')
  return Array.from(
    { length: count },
    (_, index) => byId.get(index + 1) ?? refusal(codes.internal, 'The node left this call unanswered'),
  )
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NodeFailure(`HTTP ${status}, not JSON`)
  }
}
