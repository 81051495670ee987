// Talks to the wallet API on this page's own origin. Every answer is parsed, bounded and waited for 10 s at most; times are the services', not this device's.
import type * as z from 'zod/mini'
import type { WireAnswer, WireBody, WirePath } from '../src/embedded/wire.js'
import { answers, configAnswerSchema, refusalSchema, type FrameConfig, type RefusalField } from '../src/embedded/wire-answers.js'
import type { Device } from './device.js'
import { readText } from './read-text.js'

/** Why a call has no answer. `offline`: nothing was reached. `unavailable`: what was reached is not the API, is broken, or is too slow. */
export type ApiFailure = 'offline' | 'unavailable' | 'refused'

/** A call that failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly failure: ApiFailure,
    /** Of a refusal: which part was refused. Any text may come. */
    readonly field?: RefusalField | (string & {}),
    readonly status?: number,
    /** When the services want to be asked again. */
    readonly retryAfterMs?: number,
  ) {
    super(`${failure}${field === undefined ? '' : `: ${field}`}`)
  }
}

/** How one call is made. */
export interface CallOptions {
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Default: 10 s. */
  readonly limitMs?: number
  /** Lets the answer set a cookie, by which the window of a login is known as this browser's. Where the frame is on another site than the page, browsers keep none. */
  readonly isCookieKept?: boolean
  /** Of the answer of a route that is not in `wire-answers.ts`. */
  readonly answer?: z.ZodMiniType
}

export interface Api {
  config(projectId: string): Promise<FrameConfig>
  /** @throws ApiError; the signal's reason when it aborts */
  post<P extends WirePath>(path: P, body: WireBody<P>, options?: CallOptions): Promise<WireAnswer<P>>
  /** The services' time in ms. */
  now(): number
}

export interface ApiOptions {
  /** Of this page, and so of the API. */
  readonly origin: string
  readonly fetch: typeof globalThis.fetch
  readonly device: Device
  /** This device's clock. */
  readonly now: () => number
}

export const CALL_LIMIT_MS = 10_000
const ANSWER_MAX_BYTES = 1024 * 1024
/** Longest wait that is believed: a server that says more is wrong or lies. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60_000

export function createApi({ origin, fetch, device, now }: ApiOptions): Api {
  /** What this device's clock is behind. */
  let behindMs = 0
  const serverNow = () => now() + behindMs

  async function send(
    url: URL,
    init: RequestInit,
    { signal, limitMs = CALL_LIMIT_MS, isCookieKept = false }: CallOptions,
  ): Promise<Answer> {
    // Not AbortSignal.any: browsers that lack it have everything else that is needed here.
    const controller = new AbortController()
    const end = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      controller.abort()
    }, limitMs)
    try {
      const response = await fetch(url, {
        ...init,
        signal: controller.signal,
        cache: 'no-store',
        credentials: isCookieKept ? 'same-origin' : 'omit',
        redirect: 'error',
      })
      return { response, text: await readText(response, ANSWER_MAX_BYTES) }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw new ApiError(isLate ? 'unavailable' : error instanceof TypeError ? 'offline' : 'unavailable')
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
  }

  async function postOnce(path: WirePath, body: string, options: CallOptions): Promise<Answer> {
    const url = new URL(path, origin)
    const dpop = await device.prove({ method: 'POST', url, at: serverNow(), token: options.token })
    const authorization = options.token === undefined ? {} : { authorization: `DPoP ${options.token}` }
    return send(url, { method: 'POST', body, headers: { 'content-type': 'application/json', dpop, ...authorization } }, options)
  }

  return {
    now: serverNow,
    async config(projectId) {
      const url = new URL('/api/config', origin)
      url.searchParams.set('projectId', projectId)
      const config = read(await send(url, { method: 'GET' }, {}), configAnswerSchema)
      behindMs = config.now - now()
      return config
    },
    async post<P extends WirePath>(path: P, body: WireBody<P>, options: CallOptions = {}): Promise<WireAnswer<P>> {
      const text = JSON.stringify(body)
      // The table's union of schemas is narrower than a generic index of it: this is the answer of exactly this path.
      const schema = (options.answer ?? answers[path as keyof typeof answers]) as unknown as z.ZodMiniType<WireAnswer<P>>
      const answer = await postOnce(path, text, options)
      const date = Date.parse(answer.response.headers.get('date') ?? '')
      if (answer.response.status !== 401 || Number.isNaN(date) || fieldOf(answer) !== 'clock') return read(answer, schema)
      // The proof was refused for its time before anything else was looked at: nothing has been done yet, so once more is safe.
      behindMs = date - now()
      return read(await postOnce(path, text, options), schema)
    },
  }
}

interface Answer {
  readonly response: Response
  readonly text: string
}

/** @throws ApiError unless it is a success that fits the schema */
function read<T>(answer: Answer, schema: z.ZodMiniType<T>): T {
  const { response } = answer
  if (!response.ok) {
    const field = fieldOf(answer)
    // A gateway's own error page is not the API's word.
    if (field === undefined || response.status >= 500)
      throw new ApiError('unavailable', undefined, response.status, retryAfter(response))
    throw new ApiError('refused', field, response.status, retryAfter(response))
  }
  const parsed = schema.safeParse(json(answer))
  // A login page of a proxy answers 200 with HTML.
  if (!parsed.success) throw new ApiError('unavailable', undefined, response.status)
  return parsed.data
}

function fieldOf(answer: Answer): string | undefined {
  const parsed = refusalSchema.safeParse(json(answer))
  return parsed.success ? parsed.data.reasons[0]?.field : undefined
}

function json({ text }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfter(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after')
  if (seconds === null || !/^\d{1,12}$/.test(seconds)) return undefined
  return Math.min(Number(seconds) * 1000, RETRY_AFTER_MAX_MS)
}
