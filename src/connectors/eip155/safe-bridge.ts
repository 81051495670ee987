// The messages between a page and the Safe that shows it in a frame: requests and answers of the Safe Apps protocol
// (https://github.com/safe-global/safe-apps-sdk, message format of version 9). Written here rather than taken from that SDK: see
// docs/decisions/0022-safe-frame-without-its-sdk.md.
import * as z from 'zod/mini'
import { walletError } from '../../vocabulary/errors.js'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import { parse } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { isFramed } from './framed.js'
import { problemOf } from '../wallet-errors.js'

/** Where the Safe's own app is. Another site that shows this page in a frame is no wallet. */
const SAFE_ORIGINS: readonly string[] = ['https://app.safe.global']
/** The version of the SDK that speaks this protocol. The Safe answers newer forms to newer versions. */
const PROTOCOL_VERSION = '9.1.0'
/** Milliseconds to wait for the first answer: a Safe that is still loading the page does not hear it yet. */
const HANDSHAKE_LIMIT_MS = 5_000
/** Milliseconds between two questions in that time. */
const HANDSHAKE_PAUSE_MS = 500

const infoSchema = z.object({
  safeAddress: z.string().check(z.regex(/^0x[\da-f]{40}$/i)),
  chainId: z.number().check(z.int(), z.positive()),
})
const answerSchema = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({ success: z.literal(false), error: z.unknown() }),
])

/** The Safe that shows the page. */
export interface SafeInfo {
  /** 40 hex digits. */
  readonly safeAddress: string
  readonly chainId: number
}

/** Sends requests to the Safe around the page. */
export interface SafeBridge {
  readonly info: SafeInfo
  /**
   * Sends one request of the protocol, such as `sendTransactions`, and resolves with its answer, unchecked. Waits as long as the
   * person takes. Rejects with a ProviderRpcError of the Safe's own text: 4001 when the person has refused, else -32603.
   */
  send(method: string, params: unknown): Promise<unknown>
}

/**
 * Asks the window around the page whether it is a Safe. Resolves with a bridge to it; with `undefined` when the page is in no
 * frame, or the window around it has another origin than `origins`, or does not answer within 5 s. The question holds nothing of
 * the page. Everything later is sent to the origin that has answered, and to no other.
 * @param signal ends the question; a bridge outlives it
 */
export async function findSafe(
  window: Window,
  signal: AbortSignal,
  origins: readonly string[] = SAFE_ORIGINS,
): Promise<SafeBridge | undefined> {
  if (!isFramed(window)) return undefined
  // Where the browser tells who is around the page, another site is not asked at all. Firefox does not tell.
  const around = peek(peek(peek(window, 'location'), 'ancestorOrigins'), 0)
  if (typeof around === 'string' && !origins.includes(around)) return undefined
  try {
    const asked = (life: AbortSignal) =>
      ask(window, { method: 'getSafeInfo', origins, signal: life, pauseMs: HANDSHAKE_PAUSE_MS })
    const { data, origin } = await withTimeout(asked, { ms: HANDSHAKE_LIMIT_MS, signal })
    const info = parse(infoSchema, data)
    if (!info) return undefined
    return { info, send: async (method, params) => (await ask(window, { method, params, origins: [origin] })).data }
  } catch {
    return undefined // whoever is around the page does not answer as a Safe
  }
}

/** One question to the window around the page. */
interface Question {
  readonly method: string
  readonly params?: unknown
  /** Whose answer counts. With one of them, nobody else gets the question. */
  readonly origins: readonly string[]
  /** Ends the wait. */
  readonly signal?: AbortSignal
  /** Milliseconds after which it is asked again, under the same id. Absent: it is asked once. */
  readonly pauseMs?: number
}

/** Listens only while it waits, so that nothing of it is left in the page. */
function ask(window: Window, { method, params, origins, signal, pauseMs }: Question): Promise<{ data: unknown; origin: string }> {
  const { parent } = window
  const [only, ...others] = origins
  const target = only !== undefined && others.length === 0 && pauseMs === undefined ? only : '*'
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const schema = z.intersection(z.object({ id: z.literal(id) }), answerSchema)
  const life = new AbortController()
  let repeat: ReturnType<typeof setInterval> | undefined
  const answer = new Promise<{ data: unknown; origin: string }>((resolve, reject) => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== parent || !origins.includes(origin)) return
      const known = parse(schema, data)
      if (known?.success) resolve({ data: known.data, origin })
      else if (known) reject(refusal(known.error))
    }
    window.addEventListener('message', onMessage, { signal: life.signal })
    signal?.addEventListener('abort', () => reject(walletError('ABORTED')), { once: true, signal: life.signal })
    const post = () => parent.postMessage({ id, method, params, env: { sdkVersion: PROTOCOL_VERSION } }, target)
    post()
    if (pauseMs !== undefined) repeat = setInterval(post, pauseMs)
  })
  return answer.finally(() => {
    clearInterval(repeat)
    life.abort()
  })
}

/** A Safe tells in words only. What its person has refused is 4001 (EIP-1193). */
function refusal(error: unknown): ProviderRpcError {
  const text = problemOf(typeof error === 'string' ? error : peek(error, 'message'))
  return new ProviderRpcError(/reject|declin|cancel|denied/i.test(text) ? 4001 : -32603, text)
}
