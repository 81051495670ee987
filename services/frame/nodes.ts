// Asks the nodes of chains, by the RPC proxy on this page's own origin: the page's own nodes are never asked. What a node answers is not trusted.
import * as z from 'zod/mini'
import { FrameError } from '../../src/frame/frame-error.js'
import { CHAIN_INVALID_CODE } from '../../src/vocabulary/constants.js'
import { coded } from './frame-errors.js'
import { readText } from './read-text.js'

export interface Call {
  readonly method: string
  readonly params: unknown
}

/** A node's own error: the call has reached it. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  constructor(
    readonly rpcCode: number,
    message: string,
  ) {
    super(message)
  }
}

export interface Nodes {
  /**
   * The result of a call to a chain that the frame knows.
   * @throws FrameError UNSUPPORTED_CHAIN: not known, or the node is of another chain; OFFLINE, SERVICES_UNAVAILABLE; NodeError
   */
  read(chainId: string, call: Call, signal?: AbortSignal): Promise<unknown>
}

export interface NodesOptions {
  readonly origin: string
  readonly fetch: typeof globalThis.fetch
  readonly projectId: string
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
}

export const CALL_LIMIT_MS = 10_000
const ANSWER_MAX_BYTES = 10 * 1024 * 1024
const RETRY_AFTER_MAX_MS = 60_000
const MESSAGE_MAX = 300

const answerSchema = z.object({
  id: z.unknown(),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.int(), message: z.string() })),
})

export function createNodes({ origin, fetch, projectId, chains }: NodesOptions): Nodes {
  let ids = 0
  /** Chains whose node has said that it is theirs. */
  const checked = new Map<string, Promise<void>>()

  async function ask(chainId: string, { method, params }: Call, signal?: AbortSignal): Promise<unknown> {
    const url = new URL('/v1/', origin)
    url.searchParams.set('chainId', chainId)
    url.searchParams.set('projectId', projectId)
    const id = ++ids
    const controller = new AbortController()
    const end = () => controller.abort()
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      controller.abort()
    }, CALL_LIMIT_MS)
    let response: Response
    let text: string
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] }),
        signal: controller.signal,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      })
      text = await readText(response, ANSWER_MAX_BYTES)
    } catch (error) {
      if (signal?.aborted) throw new FrameError('ABORTED', 'Request was aborted')
      throw coded(!isLate && error instanceof TypeError ? 'OFFLINE' : 'SERVICES_UNAVAILABLE')
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
    const parsed = answerSchema.safeParse(json(text))
    if (response.status === 429 || response.status >= 500 || !parsed.success) throw unavailable(response)
    const { error, result } = parsed.data
    if (error) throw new NodeError(error.code, clean(error.message))
    // An answer to another call, or none.
    if (parsed.data.id !== id || result === undefined) throw unavailable(response)
    return result
  }

  /** @throws FrameError UNSUPPORTED_CHAIN when the node is of another chain */
  async function check(chainId: string): Promise<void> {
    const [namespace = '', reference = ''] = chainId.split(':')
    if (namespace === 'eip155') {
      const answer = await ask(chainId, { method: 'eth_chainId', params: [] })
      if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(answer) || BigInt(answer) !== BigInt(reference))
        throw unsupported()
    } else if (namespace === 'solana') {
      const answer = await ask(chainId, { method: 'getGenesisHash', params: [] })
      if (typeof answer !== 'string' || answer.slice(0, 32) !== reference) throw unsupported()
    }
  }

  async function ensureChecked(chainId: string): Promise<void> {
    const checking = checked.get(chainId) ?? check(chainId)
    checked.set(chainId, checking)
    try {
      await checking
    } catch (error) {
      checked.delete(chainId) // asked again next time: it may only have been out of reach
      throw error
    }
  }

  return {
    async read(chainId, call, signal) {
      if (!chains.includes(chainId)) throw unsupported()
      await ensureChecked(chainId)
      const answer = await ask(chainId, call, signal)
      assertAbout(call, answer)
      return answer
    },
  }
}

/** A receipt or a transaction of another hash is no answer. */
function assertAbout({ method, params }: Call, answer: unknown): void {
  const key = { eth_getTransactionReceipt: 'transactionHash', eth_getTransactionByHash: 'hash' }[method]
  if (key === undefined || answer === null || !Array.isArray(params)) return
  const [asked] = params as readonly unknown[]
  const told: unknown = typeof answer === 'object' ? (answer as Readonly<Record<string, unknown>>)[key] : undefined
  if (typeof told !== 'string' || typeof asked !== 'string' || told.toLowerCase() !== asked.toLowerCase())
    throw coded('SERVICES_UNAVAILABLE')
}

function unsupported(): FrameError {
  return new FrameError('UNSUPPORTED_CHAIN', 'Unsupported chain', { rpcCode: CHAIN_INVALID_CODE })
}

function unavailable(response: Response): FrameError {
  const seconds = response.headers.get('retry-after')
  const retryAfterMs =
    seconds !== null && /^\d{1,12}$/.test(seconds) ? Math.min(Number(seconds) * 1000, RETRY_AFTER_MAX_MS) : undefined
  return coded('SERVICES_UNAVAILABLE', { retryAfterMs })
}

/** One short line without characters that hide or reverse others. */
function clean(message: string): string {
  return message
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MESSAGE_MAX)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
