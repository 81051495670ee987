// JSON-RPC 2.0 over HTTP with one node. Calls made in the same turn of the event loop travel as one batch. An answer is matched
// with its call by `id`, and refused unless it has the shape of the standard.
import * as z from 'zod/mini'
import { RPC_BATCH_COUNT, RPC_TIMEOUT_MS } from '../vocabulary/constants.js'
import { withTimeout } from '../vocabulary/timeout.js'
import { readText } from './body.js'
import { takeCredentials } from './credentials.js'

/**
 * Longest answer of a node, 16 MiB: more than nodes send for logs or for a full batch. The rest of a longer one is not
 * downloaded.
 */
export const RPC_BODY_BYTES = 16 * 1024 * 1024
const MESSAGE_MAX_CHARACTERS = 1_000

/** One call of a method; ids are given when it is sent. */
export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[] | object
}

/** The node answered with a JSON-RPC error: its code, its message (cut to 1000 characters) and its data. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: z.output<typeof errorSchema>) {
    super(message.slice(0, MESSAGE_MAX_CHARACTERS))
    this.code = code
    this.data = data
  }
}

/**
 * The node gave no usable answer: it could not be reached, was late, answered with an HTTP error or not in JSON-RPC, or is a node
 * of another chain. The message never holds the node's url, which often contains a key.
 */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  /** HTTP status, when the node answered with an error status. */
  readonly status: number | undefined
  /** What the node's `Retry-After` header asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** The same call may succeed a moment later. */
  readonly isPassing: boolean
  /** The call did not reach the node: it failed before. */
  readonly isUnsent: boolean

  constructor(
    problem: string,
    more: {
      readonly status?: number | undefined
      readonly retryAfterMs?: number | undefined
      readonly isPassing?: boolean
      readonly isUnsent?: boolean
    } = {},
  ) {
    super(problem)
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
    this.isPassing = more.isPassing ?? false
    this.isUnsent = more.isUnsent ?? false
  }
}

const errorSchema = z.object({ code: z.number(), message: z.catch(z.string(), ''), data: z.optional(z.unknown()) })
const answerSchema = z.object({
  id: z.nullish(z.union([z.number(), z.string()])),
  result: z.optional(z.unknown()),
  error: z.nullish(errorSchema),
})
type Answer = z.output<typeof answerSchema>

/**
 * HTTP statuses after which the same call may succeed (specification §9). Written here because lists of `constants.ts` would get
 * into the first chunk.
 */
export const passingStatuses: ReadonlySet<number> = new Set([403, 408, 413, 429, 500, 502, 503, 504])

interface Waiting {
  readonly call: RpcCall
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The connection to one node. */
export interface NodeClient {
  /**
   * Calls a method and resolves with its `result`. Calls with the same `timeoutMs` (default 10 000) in one turn are one batch.
   * @throws NodeRefusal when the node answers with an error; NodeFault when it gives no usable answer
   */
  request(call: RpcCall, timeoutMs?: number): Promise<unknown>
}

/**
 * Makes the client of one node. Nothing is sent before the first `request`. A node that answers a batch with a single error gets
 * its calls one by one from then on.
 * @param url http(s); a name and password in it are sent as HTTP Basic
 */
export function createNodeClient(url: string, fetch: typeof globalThis.fetch): NodeClient {
  /** Calls that wait for the end of the turn, by time limit in milliseconds: the calls of one batch share theirs. */
  const queues = new Map<number, Waiting[]>()
  let batchSize = RPC_BATCH_COUNT

  function flush(timeoutMs: number): void {
    const waiting = queues.get(timeoutMs) ?? []
    queues.delete(timeoutMs)
    for (let first = 0; first < waiting.length; first += batchSize) send(waiting.slice(first, first + batchSize), timeoutMs)
  }

  function send(batch: readonly Waiting[], timeoutMs: number): void {
    exchange(batch, timeoutMs).catch((error: unknown) => {
      for (const { reject } of batch) reject(error instanceof NodeFault ? error : new NodeFault('it could not be asked'))
    })
  }

  async function exchange(batch: readonly Waiting[], timeoutMs: number): Promise<void> {
    const calls = batch.map(({ call: { method, params } }, index) => ({ jsonrpc: '2.0', id: index + 1, method, params }))
    const answers = await post(url, fetch, JSON.stringify(calls.length === 1 ? calls[0] : calls), timeoutMs)
    if (calls.length > 1 && answers.length === 1 && answers[0]?.error && answers[0].id == null) {
      batchSize = 1 // one error for the whole batch: this node does not support batches
      for (const one of batch) send([one], timeoutMs)
      return
    }
    batch.forEach(({ resolve, reject }, index) => {
      const answer =
        answers.find(({ id }) => id === index + 1) ?? (calls.length === 1 && answers[0]?.id == null ? answers[0] : undefined)
      if (answer?.error) reject(new NodeRefusal(answer.error))
      else if (answer && 'result' in answer && answer.result !== undefined) resolve(answer.result)
      else reject(new NodeFault('it did not answer this call'))
    })
  }

  return {
    request: (call, timeoutMs = RPC_TIMEOUT_MS) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(timeoutMs)
        if (queue) return void queue.push({ call, resolve, reject })
        queues.set(timeoutMs, [{ call, resolve, reject }])
        setTimeout(() => flush(timeoutMs))
      }),
  }
}

/** @throws NodeFault */
async function post(
  address: string,
  fetch: typeof globalThis.fetch,
  body: string,
  timeoutMs: number,
): Promise<readonly Answer[]> {
  if (!URL.canParse(address)) throw new NodeFault('its address is no url')
  const { url, authorization } = takeCredentials(new URL(address))
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...authorization }
  const send = async (signal: AbortSignal) => {
    const response = await fetch(url, { method: 'POST', headers, body, credentials: 'omit', signal })
    const { status } = response
    const text = await readText(response, RPC_BODY_BYTES)
    if (text === undefined) throw new NodeFault('its answer is too long')
    const answers = parse(text)
    // Some nodes send an error status together with a JSON-RPC error that says why.
    if (response.ok || (answers?.every(({ error }) => error) && !passingStatuses.has(status))) {
      if (answers) return answers
      throw new NodeFault('it did not answer in JSON-RPC')
    }
    const retryAfterMs = waitOf(response.headers.get('retry-after'))
    throw new NodeFault(`it answered with HTTP status ${status}`, {
      status,
      retryAfterMs,
      isPassing: passingStatuses.has(status),
    })
  }
  try {
    return await withTimeout(send, { ms: timeoutMs, late: () => new NodeFault('it did not answer in time') })
  } catch (error) {
    throw error instanceof NodeFault ? error : new NodeFault('it could not be reached', { isPassing: true })
  }
}

function parse(text: string): readonly Answer[] | undefined {
  try {
    const parsed = z.safeParse(z.array(answerSchema), [JSON.parse(text)].flat())
    return parsed.success && parsed.data.length > 0 ? parsed.data : undefined
  } catch {
    return undefined // not JSON
  }
}

/** `Retry-After` in seconds or as a date, in milliseconds from now. */
function waitOf(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
