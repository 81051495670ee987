// A page and the frame in it, in plain Node: two windows that post messages to each other as browsers do, with origin, source and `isTrusted`. The
// ports are Node's own. `src/frame` keeps the browser's functions when it is loaded, so that it is loaded here, after `MessageEvent` is one with
// `isTrusted`: tests take it from this module.
import { vi } from 'vitest'
import type { FrameClient, FrameClientOptions } from '../../src/frame/client.js'
import type { FrameHandlers, FrameHost, FrameHostOptions } from '../../src/frame/host.js'

interface EventInit {
  readonly data?: unknown
  readonly origin?: string
  readonly source?: unknown
  readonly ports?: readonly unknown[]
}

const trusted = new WeakSet<object>()
const real: object = MessageEvent.prototype

/** As `MessageEvent` of a browser: anybody can make one, and `isTrusted` is an own property that nobody can replace. */
class PageMessageEvent extends Event {
  readonly #init: EventInit
  constructor(type: string, init: EventInit = {}) {
    super(type)
    this.#init = init
    Object.defineProperty(this, 'isTrusted', {
      get(this: object) {
        return trusted.has(this)
      },
    })
  }
  get data(): unknown {
    // Events of Node's own ports are of Node's own class.
    return #init in this ? this.#init.data : Reflect.get(real, 'data', this)
  }
  get origin() {
    return this.#init.origin ?? ''
  }
  get source() {
    return this.#init.source ?? null
  }
  get ports() {
    return this.#init.ports ?? []
  }
}
vi.stubGlobal('MessageEvent', PageMessageEvent)

export class FakeIframe {
  readonly attributes = new Map<string, string>()
  readonly #loads = new Set<() => void>()
  shown: unknown = null
  isConnected = false
  get contentWindow() {
    return this.shown
  }
  setAttribute(name: string, value: string) {
    this.attributes.set(name, value)
  }
  addEventListener(_type: string, listener: () => void) {
    this.#loads.add(listener)
  }
  /** A document has loaded in it. */
  load() {
    for (const listener of [...this.#loads]) listener()
  }
}
vi.stubGlobal('HTMLIFrameElement', FakeIframe)

export const { createFrameClient } = await import('../../src/frame/client.js')
export const { serveFrame } = await import('../../src/frame/host.js')

/** A message that a script of a page has made itself. */
export const forged = (init: EventInit): Event => new PageMessageEvent('message', init)

type Listener = (event: object) => void

/** One of the windows. Others see it through a `view` each, as a browser shows windows of other origins. */
export class FakeWindow {
  readonly listeners = new Set<Listener>()
  readonly location: { origin: string; ancestorOrigins?: readonly string[] }
  readonly document: { referrer: string; createElement(tag: string): FakeIframe }
  readonly navigator = { onLine: true }
  parent: unknown = this
  top: unknown = this
  constructor(origin: string) {
    this.location = { origin }
    this.document = { referrer: '', createElement: () => new FakeIframe() }
  }
  addEventListener(_type: string, listener: Listener) {
    this.listeners.add(listener)
  }
  removeEventListener(_type: string, listener: Listener) {
    this.listeners.delete(listener)
  }
  dispatchEvent(event: object) {
    for (const listener of [...this.listeners]) listener(event)
  }
  /** What `from` calls, to post to this window; `source` is what this window then sees. */
  view(from: FakeWindow, source: () => unknown) {
    return {
      postMessage: (data: unknown, targetOrigin: string, ports: MessagePort[] = []) => {
        const copy = structuredClone({ data, ports }, { transfer: ports })
        if (targetOrigin !== '*' && targetOrigin !== this.location.origin) return
        const event = new PageMessageEvent('message', { ...copy, origin: from.location.origin, source: source() })
        trusted.add(event)
        queueMicrotask(() => this.dispatchEvent(event))
      },
    }
  }
}

/** Handlers that answer nothing but what is given. */
function handlersOf(own: Partial<FrameHandlers> = {}): FrameHandlers {
  const rest = new Proxy(own, {
    get: (target, name) => Reflect.get(target, name) ?? (() => Promise.reject(new Error(`no handler of ${String(name)}`))),
  })
  return rest as FrameHandlers
}

/** What a frame does at the least, so that a client gets ready. */
const readyHandlers: Partial<FrameHandlers> = {
  SYNC_DAPP_DATA: async () => {},
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: [] }),
}

export const PAGE = 'https://app.example.com'
export const FRAME = 'https://wallet.example.com'

/** A page, the frame in it as the page sees it, and what the frame sees of the page. */
export function createWindows({ page: pageOrigin = PAGE, frame: frameOrigin = FRAME } = {}) {
  const page = new FakeWindow(pageOrigin)
  const frame = new FakeWindow(frameOrigin)
  const frameFromPage: object = frame.view(page, () => pageFromFrame)
  const pageFromFrame: object = page.view(frame, () => frameFromPage)
  frame.parent = frame.top = pageFromFrame
  return {
    page,
    frame,
    frameFromPage: frameFromPage as { postMessage(data: unknown, targetOrigin: string, ports?: MessagePort[]): void },
    pageFromFrame,
  }
}
export type Windows = ReturnType<typeof createWindows>

/** Serves the frame of `windows` to pages of `PAGE`. */
export function serve(windows: Windows, own: Partial<FrameHandlers> = {}, more: Partial<FrameHostOptions> = {}): FrameHost {
  return serveFrame({
    window: windows.frame as unknown as Window,
    allowedOrigins: [PAGE],
    allowLoopback: false,
    legacyClients: false,
    handlers: handlersOf({ ...readyHandlers, ...own }),
    ...more,
  })
}

/** A client in the page of `windows`; `onMount` is called when its frame is put into the document. */
export function connect(
  windows: Windows,
  { onMount = () => {}, ...more }: Partial<FrameClientOptions> & { onMount?: (iframe: FakeIframe) => void } = {},
) {
  const controller = new AbortController()
  const iframes: FakeIframe[] = []
  const made: FrameClient = createFrameClient({
    url: FRAME,
    projectId: 'project',
    title: 'Wallet',
    window: windows.page as unknown as Window,
    dappData: () => ({ projectId: 'project' }),
    signal: controller.signal,
    mount(element) {
      const iframe = element as unknown as FakeIframe
      iframes.push(iframe)
      iframe.isConnected = true
      iframe.shown = windows.frameFromPage
      onMount(iframe)
      return () => {
        iframe.isConnected = false
        iframe.shown = null
      }
    },
    ...more,
  })
  // A test may look at a promise only after it was rejected.
  const quiet = <T>(promise: Promise<T>): Promise<T> => (promise.catch(() => {}), promise)
  const client: FrameClient = Object.create(made, {
    start: { value: () => quiet(made.start()) },
    request: { value: (...args: Parameters<FrameClient['request']>) => quiet(made.request(...args)) },
  }) as FrameClient
  return { client, controller, iframes }
}

/** Lets all messages arrive that are on their way, on windows and on ports. */
export async function arrive(rounds = 12): Promise<void> {
  for (let round = 0; round < rounds; round++) await new Promise((resolve) => setImmediate(resolve))
}
