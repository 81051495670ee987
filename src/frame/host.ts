// The frame's end of the protocol. It believes the one page that embeds it, if the project's list has its origin, and reads no more of a message than
// the tables allow. One page speaks over a port that comes with its HELLO; one that never sends HELLO is a public client, and is served over window
// messages under the same rules.
import * as z from 'zod/mini'
import { FrameError, isFrameError } from './frame-error.js'
import {
  APP_PREFIX,
  FRAME_PREFIX,
  HELLO_VERSION,
  rowOf,
  type FramePayload,
  type FrameReply,
  type FrameRequestName,
} from './messages.js'
import { hangUp, listenTo, postTo, readArrived, type Arrived } from './natives.js'
import { matchesOrigin, readOriginList } from './origins.js'
import { plainLimits, readPlain, type PlainLimits } from './plain.js'
import { isEmailProblem, kindOf, problemOf } from './problem.js'
import { rpcParamsSchema } from './rpc-params.js'
import { classifyRpc, isUnsafeRequest, notAllowed, type SafeMethod, type UnsafeMethod } from './rpc-policy.js'
import { createIdMemory, createThrottle, isRecord, isUuid, readHead, type Rate } from './traffic.js'

/** What a handler knows of a request beyond its payload. */
export interface FrameRequestContext {
  /** The origin of the page, as the browser said it. What the page says of itself is only a claim. */
  readonly origin: string
  /** Aborts when the page no longer wants the answer, and when the frame host is closed. */
  readonly signal: AbortSignal
  /** Tells the page that it takes longer, such as until somebody has opened a mail: its timer begins again. */
  pending(): void
}

/** What the frame does for each request. What a handler throws is answered: a `FrameError` with its code, anything else as FAILED without a word of it. */
export type FrameHandlers = {
  readonly [Name in Exclude<FrameRequestName, Unused>]: FrameHandler<Name>
} & { readonly [Name in Unused]?: FrameHandler<Name> }
type Unused = 'AWAIT_UPDATE_EMAIL'

/** What the frame does for one request. */
export type FrameHandler<Name extends FrameRequestName> = (
  payload: FramePayload<Name>,
  context: FrameRequestContext,
) => Promise<FrameReply<Name>>

/** How much a page may send. */
export interface FrameLimits extends PlainLimits, Rate {
  /** Requests that are being answered at the same time. */
  readonly open: number
}

/** What a frame host is made of. */
export interface FrameHostOptions {
  /** The window of the frame. */
  readonly window: Window
  /** The origins that may embed it, as `readOriginList` reads them. An empty list allows none. */
  readonly allowedOrigins: readonly string[]
  /** Allows pages of the machine itself. For development. */
  readonly allowLoopback: boolean
  /** Takes wildcards on domains where anybody can have a name. For development. */
  readonly devOrigins?: boolean | undefined
  /** Serves pages that never send HELLO, over window messages. */
  readonly legacyClients: boolean
  readonly handlers: FrameHandlers
  readonly limits?: Partial<FrameLimits> | undefined
  /** Is told once of which origin the page is. */
  readonly onChannel?: ((origin: string) => void) | undefined
  /** Is told what a handler has thrown that is no `FrameError`. The page never is. */
  readonly onError?: ((name: FrameRequestName, error: unknown) => void) | undefined
}

/** What the frame says of its own accord. */
export type FrameHostEvent =
  | { readonly type: 'SESSION_UPDATE'; readonly token: string }
  | { readonly type: 'SURFACE'; readonly shown: boolean }

/** The frame's end of the protocol. */
export interface FrameHost {
  /** Of the page, once it has spoken. */
  readonly origin: string | undefined
  /** How many messages were not believed, or were too many. */
  readonly refused: number
  /** Whether the page speaks over a port. A public client does not, and cannot be asked to show the frame. */
  readonly hasPort: boolean
  /** Tells the page. SURFACE is not sent to public clients, which do not know it. */
  emit(event: FrameHostEvent): void
  /** Ends all requests and stops listening. */
  close(): void
}

interface Wire {
  readonly isPort: boolean
  send(message: object): void
}

interface Open {
  readonly isUnsafe: boolean
  readonly isLong: boolean
  abort(): void
}

/** The first message of a page that speaks over a port. It carries the port, and goes to the exact origin of the frame. */
const helloSchema = z.strictObject({
  type: z.literal(`${APP_PREFIX}HELLO`),
  v: z.literal(HELLO_VERSION),
  channelId: z.string().check(z.regex(/^[\da-f]{32}$/)),
  nonce: z.string().check(z.regex(/^[\da-f]{32}$/)),
})

const usualLimits: FrameLimits = { ...plainLimits, perSecond: 200, burst: 400, open: 100 }

/**
 * Serves the page that embeds the window, and tells it READY.
 * @throws OriginListError for an entry of `allowedOrigins` that cannot be used
 */
export function serveFrame(options: FrameHostOptions): FrameHost {
  const { window, handlers, allowLoopback, devOrigins = false, legacyClients, onChannel, onError } = options
  const limits = { ...usualLimits, ...options.limits }
  const patterns = readOriginList(options.allowedOrigins, { devOrigins })
  const isAllowed = (of: string) => matchesOrigin(of, patterns, { allowLoopback })
  const { parent } = window
  const throttle = createThrottle(limits)
  const ids = createIdMemory()
  const open = new Map<string, Open>()
  let origin: string | undefined
  let wire: Wire | undefined
  let port: MessagePort | undefined
  let refused = 0

  const meet = (of: string, by: Wire) => {
    const isFirst = origin === undefined
    origin = of
    wire = by
    if (isFirst) onChannel?.(of)
  }

  function onWindowMessage(event: unknown): void {
    const arrived = readArrived(event)
    if (!arrived || arrived.source !== parent || parent !== window.top || !isAllowed(arrived.origin)) return void refused++
    if (isRecord(arrived.data) && arrived.data['type'] === `${APP_PREFIX}HELLO`) return greet(arrived)
    // After HELLO all is said on the port.
    if (port || !legacyClients) return void refused++
    // Pages and their libraries send messages of other kinds to their frames, too.
    if (!readHead(arrived.data).name) return void refused++
    const to = arrived.origin
    const legacy: Wire = { isPort: false, send: (message) => parent.postMessage(message, to) }
    if (!wire) meet(to, legacy)
    receive(arrived.data, legacy, to)
  }

  function greet({ data, origin: from, ports }: Arrived): void {
    const hello = helloSchema.safeParse(data)
    const [given, ...more] = ports
    if (port || !hello.success || !given || more.length > 0) {
      refused++
      return ports.forEach(hangUp)
    }
    port = given
    const { channelId, nonce } = hello.data
    const own: Wire = { isPort: true, send: (message) => postTo(given, message) }
    listenTo(given, (message) => receive(message, own, from))
    own.send({ type: `${FRAME_PREFIX}HELLO_SUCCESS`, payload: { channelId, nonce } })
    meet(from, own)
  }

  function receive(message: unknown, by: Wire, from: string): void {
    const head = readHead(message)
    const refuse = (error: FrameError) => {
      if (head.name) answer(by, head.id, head.name, error)
      // Public clients would choke on a message that they do not know.
      else if (by.isPort) by.send({ type: `${FRAME_PREFIX}ERROR`, ...(head.id && { id: head.id }), payload: payloadOf(error) })
    }
    if (!throttle.take()) {
      refused++
      const error = new FrameError('RATE_LIMITED', 'Too many requests', { retryAfterMs: throttle.waitMs() })
      return head.id ? refuse(error) : undefined
    }
    try {
      const { id, name, payload } = readRequest(message, by)
      if (open.has(id) || !ids.add(id)) throw new FrameError('DUPLICATE_ID', `id: was used before`)
      if (open.size >= limits.open) throw new FrameError('RATE_LIMITED', 'Too many requests', { retryAfterMs: 1_000 })
      run(id, name, payload, by, from)
    } catch (error) {
      refuse(toFrameError(error))
    }
  }

  /** @throws FrameError */
  function readRequest(message: unknown, by: Wire): { id: string; name: FrameRequestName; payload: unknown } {
    const plain = readPlain(message, limits)
    if (!isRecord(plain)) throw bad(`Expected object, received ${kindOf(plain)}`)
    const { id, name } = readHead(plain)
    if (!name) throw bad(`type: Expected a request, received ${kindOf(plain['type'])}`)
    if (plain['id'] === undefined) throw bad('id: Required')
    if (id === undefined || (by.isPort && !isUuid(id)))
      throw bad(`id: Expected ${by.isPort ? 'UUID' : 'text'}, received ${kindOf(plain['id'])}`)
    const more = Object.keys(plain).find((key) => !['id', 'type', 'payload'].includes(key))
    if (more !== undefined) throw bad(`${more.slice(0, 64)}: Expected undefined, received ${kindOf(plain[more])}`)
    const { payload } = plain
    const read = rowOf(name).payload.safeParse(payload)
    if (read.success) return { id, name, payload: read.data }
    if (isEmailProblem(read.error)) throw new FrameError('EMAIL_INVALID', 'Invalid email')
    throw bad(problemOf(read.error, payload, 'payload'))
  }

  function run(id: string, name: FrameRequestName, payload: unknown, by: Wire, from: string): void {
    if (name === 'RPC_REQUEST') checkRpc(payload as FramePayload<'RPC_REQUEST'>) // parsed by its schema
    const isUnsafe = isUnsafeRequest(name, payload)
    const controller = new AbortController()
    const finish = (result: unknown) => {
      if (open.delete(id)) answer(by, id, name, result)
    }
    open.set(id, {
      isUnsafe,
      isLong: rowOf(name).isLong === true,
      abort() {
        finish(new FrameError('ABORTED', isUnsafe ? 'Request was aborted' : 'Something went wrong'))
        controller.abort()
      },
    })
    if (name === 'RPC_ABORT') abortOpen((payload as FramePayload<'RPC_ABORT'>)?.ids) // parsed by its schema
    const context: FrameRequestContext = {
      origin: from,
      signal: controller.signal,
      pending: () => void (by.isPort && open.has(id) && by.send({ type: `${FRAME_PREFIX}PENDING`, id })),
    }
    const handle: FrameHandler<never> | undefined = handlers[name] // its payload was parsed by the schema of the same name
    void (async () => {
      try {
        if (!handle) throw new FrameError('METHOD_NOT_SUPPORTED', 'method not supported')
        finish({ reply: await handle(payload as never, context) })
      } catch (error) {
        if (!isFrameError(error)) onError?.(name, error)
        finish(toFrameError(error))
      }
    })()
  }

  function abortOpen(which: readonly string[] | undefined): void {
    for (const [id, { isUnsafe, isLong, abort }] of [...open])
      if (which ? (isUnsafe || isLong) && which.includes(id) : isUnsafe) abort()
  }

  function answer(by: Wire, id: string | undefined, name: FrameRequestName, result: unknown): void {
    const message = isFrameError(result)
      ? { type: `${FRAME_PREFIX}${name}_ERROR`, payload: payloadOf(result) }
      : replyOf(name, (result as { reply: unknown }).reply) // `finish` makes no other
    by.send(id === undefined ? message : { id, ...message })
  }

  /** The frame's own answers are looked at, too: nothing leaves that the table does not name. */
  function replyOf(name: FrameRequestName, reply: unknown): object {
    try {
      const read = rowOf(name).reply.safeParse(reply)
      if (!read.success) throw new TypeError(problemOf(read.error, reply, name))
      const payload = read.data === undefined ? undefined : readPlain(read.data, limits, { bigints: true })
      return { type: `${FRAME_PREFIX}${name}_SUCCESS`, ...(payload !== undefined && { payload }) }
    } catch (error) {
      onError?.(name, error)
      return { type: `${FRAME_PREFIX}${name}_ERROR`, payload: payloadOf(toFrameError(undefined)) }
    }
  }

  window.addEventListener('message', onWindowMessage)
  const embedder = embedderOf(window)
  // It says nothing, so that it may be sent to a page that is not known yet.
  if (parent !== window && (embedder === undefined || isAllowed(embedder)))
    parent.postMessage({ type: `${FRAME_PREFIX}READY`, payload: {} }, embedder ?? '*')

  return {
    get origin() {
      return origin
    },
    get refused() {
      return refused
    },
    get hasPort() {
      return wire?.isPort === true
    },
    emit({ type, ...payload }) {
      if (wire && (wire.isPort || type !== 'SURFACE')) wire.send({ type: `${FRAME_PREFIX}${type}`, payload })
    },
    close() {
      window.removeEventListener('message', onWindowMessage)
      for (const { abort } of [...open.values()]) abort()
      if (port) hangUp(port)
      wire = undefined
    },
  }
}

/** @throws FrameError for a call that is not allowed, or whose parameters have another shape */
function checkRpc({ method, params }: FramePayload<'RPC_REQUEST'>): void {
  const kind = classifyRpc(method)
  if (!kind) throw notAllowed()
  const read = rpcParamsSchema(method as SafeMethod | UnsafeMethod).safeParse(params) // it is on one of the lists
  if (!read.success) throw new FrameError('INVALID_PARAMS', problemOf(read.error, params, 'params'))
}

const bad = (problem: string) => new FrameError('BAD_MESSAGE', problem)

/** Only what was meant for the page reaches it. */
const toFrameError = (error: unknown): FrameError => (isFrameError(error) ? error : new FrameError('FAILED', 'An error occurred'))

/** Members that are undefined are left out: public clients know only `message`. */
function payloadOf({ message, code, retryAfterMs, heldUntil, rpcCode }: FrameError): object {
  return Object.fromEntries(
    Object.entries({ message, code, retryAfterMs, heldUntil, rpcCode }).filter(([, value]) => value !== undefined),
  )
}

/** The origin of the page around the frame, where the browser tells it before the page has spoken. */
function embedderOf({ location, document }: Window): string | undefined {
  const [nearest] = location.ancestorOrigins ?? []
  if (nearest !== undefined && nearest !== 'null') return nearest
  return document.referrer && URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined
}
