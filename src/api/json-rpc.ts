// JSON-RPC 2.0 over HTTP with one node. Calls of one turn travel as a batch; an answer is matched by its id, and believed only in the standard's shape.
import * as z from 'zod/mini'
import { RPC_BATCH_COUNT, RPC_TIMEOUT_MS } from '../constants.js'
import { withTimeout } from '../timeout.js'
import { readText } from './body.js'
import { takeCredentials } from './credentials.js'

/** More than a node's own limit for logs or a full batch; a longer answer is not read to its end. */
export const RPC_BODY_BYTES = 16 * 1024 * 1024
const MESSAGE_MAX_CHARACTERS = 1_000

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[] | object
}

/** The node's own refusal, with its code, message and data. */
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

/** The node did not answer, or not as a node of this chain does. The message holds no address: a node's url often carries a key. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  /** HTTP status, where there was one that says something. */
  readonly status: number | undefined
  /** The node wishes to be left alone so long. */
  readonly retryAfterMs: number | undefined
  /** It may answer the same question a moment later. */
  readonly isPassing: boolean

  constructor(problem: string, more: { status?: number; retryAfterMs?: number | undefined; isPassing?: boolean } = {}) {
    super(problem)
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
    this.isPassing = more.isPassing ?? false
  }
}

const errorSchema = z.object({ code: z.number(), message: z.catch(z.string(), ''), data: z.optional(z.unknown()) })
const answerSchema = z.object({
  id: z.nullish(z.union([z.number(), z.string()])),
  result: z.optional(z.unknown()),
  error: z.nullish(errorSchema),
})
type Answer = z.output<typeof answerSchema>

/** HTTP statuses after which the same question may be answered (specification §9). Not read from the constants, whose lists are in the first chunk. */
export const passingStatuses: ReadonlySet<number> = new Set([403, 408, 413, 429, 500, 502, 503, 504])

interface Waiting {
  readonly call: RpcCall
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

export interface NodeClient {
  /** @throws NodeRefusal, NodeFault */
  request(call: RpcCall, timeoutMs?: number): Promise<unknown>
}

export function createNodeClient(url: string, fetch: typeof globalThis.fetch): NodeClient {
  /** By time limit: calls of one batch have the same. */
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
      batchSize = 1 // one error for all of them: this node takes no batches
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
    // Some nodes refuse by HTTP status and say in JSON-RPC why.
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
