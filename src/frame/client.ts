// The page's end of the protocol: it makes the hidden frame when it is first needed, hands it one end of a port, and sends requests over the port. A
// frame that is loaded again is another one: what was asked of the first ends, and a new port is made.
import { FRAME_LOAD_TIMEOUT_MS, FRAME_READY_DELAY_MS, SIGN_OUT_LIMIT_MS } from '../vocabulary/constants.js'
import { FrameError } from './frame-error.js'
import { createIframe, frameUrl, type FrameAddress } from './iframe.js'
import {
  APP_PREFIX,
  FRAME_PREFIX,
  frameEvents,
  HELLO_VERSION,
  rowOf,
  type FramePayload,
  type FrameReply,
  type FrameRequestName,
} from './messages.js'
import { createPair, dataOf, hangUp, listenTo, onHangUp, postTo, randomHex, readArrived, uuid, windowOf } from './natives.js'
import { aborted, createOpenRequests } from './open-requests.js'
import { readPlain } from './plain.js'
import { createThrottle, isRecord } from './traffic.js'

/** What a frame client is made of. */
export interface FrameClientOptions extends FrameAddress {
  /** The frame's name, for people who cannot see it. */
  readonly title: string
  readonly window: Window
  /** Puts the frame into the document, hidden, and returns what takes it out. */
  readonly mount: (iframe: HTMLIFrameElement) => () => void
  /** What the page says of itself. */
  readonly dappData: () => FramePayload<'SYNC_DAPP_DATA'>
  /** Closes the client. */
  readonly signal: AbortSignal
}

/** What the frame says without having been asked. */
export type FrameEvent =
  /** A token that proves to the page who has signed in. */
  | { readonly type: 'session'; readonly token: string }
  /** The frame needs to be seen, or no longer. */
  | { readonly type: 'surface'; readonly shown: boolean }
  /** The frame is gone, or loads again. Open requests have ended. */
  | { readonly type: 'unloaded' }

/** The page's end of the protocol. */
export interface FrameClient {
  readonly isReady: boolean
  readonly iframe: HTMLIFrameElement | undefined
  /** The networks with smart accounts, as the frame said when it was ready; empty if it did not. */
  readonly smartAccountNetworks: readonly number[]
  /** How many messages claimed to be from the frame and were not. */
  readonly refused: number
  /** Resolves once the frame is ready, and makes it if it is not there. @throws FrameError LOAD_FAILED after 20 s */
  start(): Promise<void>
  /**
   * Asks the frame, which is made if it is not there. `SIGN_OUT` always resolves, after 3 s at the latest.
   * @throws FrameError what the frame answered; LOAD_FAILED; REQUEST_TIMEOUT; ABORTED; BAD_MESSAGE for what is no JSON
   */
  request<Name extends FrameRequestName>(
    name: Name,
    payload?: FramePayload<Name>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<FrameReply<Name>>
  /** Ends all requests that wait for an approval, in the frame too. */
  abortApprovals(): void
  /** Returns the stop function. */
  onEvent(listener: (event: FrameEvent) => void): () => void
  /** Ends all requests and takes the frame away. */
  close(): void
}

/** One document in the frame, from the moment that it is waited for. */
interface Generation {
  readonly started: Promise<void>
  readonly settle: (error?: FrameError) => void
  port: MessagePort | undefined
  isReady: boolean
  hasLoaded: boolean
  limit: ReturnType<typeof setTimeout> | undefined
}

/** How long a frame that has loaded has for its READY while the browser says that it is offline, in ms. */
const OFFLINE_DELAY_MS = 1_500

const offline = () => new FrameError('OFFLINE', 'You are offline')
const notLoaded = () => new FrameError('LOAD_FAILED', 'Unable to load email login dependency')

/** Makes the client of a frame. Nothing is loaded before `start` or the first request. */
export function createFrameClient(options: FrameClientOptions): FrameClient {
  const { window, signal } = options
  const requests = createOpenRequests()
  const listeners = new Set<(event: FrameEvent) => void>()
  const events = createThrottle({ perSecond: 50, burst: 100 })
  let iframe: HTMLIFrameElement | undefined
  let frameOrigin = ''
  let unmount = () => {}
  let current: Generation | undefined
  let smartAccountNetworks: readonly number[] = []
  let isClosed = false
  let refused = 0

  const emit = (event: FrameEvent) => {
    for (const listener of [...listeners]) listener(event)
  }

  /** The document that is there, or that is waited for. @throws FrameError LOAD_FAILED for a url that cannot be used */
  function generation(): Generation {
    // A page that redraws itself may have thrown the frame away.
    if (current?.hasLoaded && iframe?.isConnected === false) drop(aborted)
    if (current) return current
    const made = createFrame()
    current = createGeneration()
    unmount = options.mount(made)
    return current
  }

  function createFrame(): HTMLIFrameElement {
    const url = frameUrl(options, window.location.origin)
    if (!url) throw notLoaded()
    frameOrigin = url.origin
    const made = createIframe(window.document, { title: options.title, src: url.href })
    made.addEventListener('load', () => {
      if (iframe !== made || !current) return
      // The second one of a document is that of another document, which may be no frame of ours.
      if (current.hasLoaded) unload()
      current.hasLoaded = true
      if (!current.port) expectOnline(current)
    })
    iframe = made
    return made
  }

  function createGeneration(): Generation {
    let settle: Generation['settle'] = () => {}
    const started = new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve())
    })
    started.catch(() => {}) // whoever waits for it is told
    return { started, settle, port: undefined, isReady: false, hasLoaded: false, limit: undefined }
  }

  const limit = (of: Generation) => {
    of.limit ??= setTimeout(() => {
      if (of === current && !of.isReady) drop(notLoaded)
    }, FRAME_LOAD_TIMEOUT_MS)
  }

  /** Without a network, what has loaded is the browser's own page, and 20 s are long. A frame on this machine still gets its moment to say READY. */
  function expectOnline(of: Generation): void {
    setTimeout(() => {
      if (of === current && !of.port && !window.navigator.onLine) drop(offline)
    }, OFFLINE_DELAY_MS)
  }

  /** Ends a document and all that was asked of it. */
  function end(of: Generation, errorFor: (name: FrameRequestName) => FrameError): void {
    clearTimeout(of.limit)
    if (of.port) hangUp(of.port)
    requests.failAll(errorFor)
    of.settle(errorFor('RELOAD'))
  }

  /** Takes the frame away: the next request makes another. */
  function drop(errorFor: (name: FrameRequestName) => FrameError): void {
    const [of, wasThere] = [current, current?.port !== undefined]
    const takeOut = unmount
    current = iframe = undefined
    unmount = () => {}
    takeOut()
    if (of) end(of, errorFor)
    if (wasThere) emit({ type: 'unloaded' })
  }

  /** The frame has another document, which has 20 seconds to be ready. */
  function unload(): void {
    if (iframe?.isConnected === false) return drop(aborted)
    const of = current
    current = createGeneration()
    limit(current)
    if (of) end(of, aborted)
    if (of?.port) emit({ type: 'unloaded' })
  }

  function onMessage(event: unknown): void {
    const arrived = readArrived(event)
    const data = arrived ? arrived.data : dataOf(event)
    if (!isRecord(data) || typeof data['type'] !== 'string' || !data['type'].startsWith(FRAME_PREFIX)) return
    const source = iframe && windowOf(iframe)
    if (!arrived || !source || arrived.source !== source || arrived.origin !== frameOrigin) return void refused++
    // Nothing else is said outside of the port.
    if (data['type'] !== `${FRAME_PREFIX}READY` || !frameEvents.READY.safeParse(data['payload']).success) return void refused++
    if (current?.port) unload()
    if (current) greet(current, source)
  }

  function greet(of: Generation, to: Window): void {
    const [own, theirs] = createPair()
    const [channelId, nonce] = [randomHex(16), randomHex(16)]
    of.port = own
    const heard = new Promise<void>((resolve) =>
      listenTo(own, (message) => {
        if (of !== current || !isRecord(message)) return
        const { type, payload } = message
        if (type !== `${FRAME_PREFIX}HELLO_SUCCESS`) return receive(message)
        if (isRecord(payload) && payload['channelId'] === channelId && payload['nonce'] === nonce) resolve()
      }),
    )
    onHangUp(own, () => of === current && unload())
    to.postMessage({ type: `${APP_PREFIX}HELLO`, v: HELLO_VERSION, channelId, nonce }, frameOrigin, [theirs])
    void initialise(of, Promise.all([heard, pause(FRAME_READY_DELAY_MS)]))
  }

  async function initialise(of: Generation, heard: Promise<unknown>): Promise<void> {
    await heard
    try {
      if (of !== current) return
      await exchange(of, 'SYNC_DAPP_DATA', toPlain(options.dappData()))
    } catch (error) {
      if (of === current) drop(() => error as FrameError) // theirs, or what the page's own function has thrown
      return
    }
    const networks = await exchange(of, 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined).catch(() => undefined)
    if (of !== current) return
    smartAccountNetworks = networks?.smartAccountEnabledNetworks ?? []
    of.isReady = true
    clearTimeout(of.limit)
    of.settle()
  }

  function receive(message: Readonly<Record<string, unknown>>): void {
    if (message['type'] === `${FRAME_PREFIX}SESSION_UPDATE`) receiveEvent('SESSION_UPDATE', message['payload'])
    else if (message['type'] === `${FRAME_PREFIX}SURFACE`) receiveEvent('SURFACE', message['payload'])
    else requests.receive(message)
  }

  function receiveEvent(name: 'SESSION_UPDATE' | 'SURFACE', payload: unknown): void {
    if (!events.take()) return
    const session = name === 'SESSION_UPDATE' ? frameEvents.SESSION_UPDATE.safeParse(payload) : undefined
    const surface = name === 'SURFACE' ? frameEvents.SURFACE.safeParse(payload) : undefined
    if (session?.success) emit({ type: 'session', token: session.data.token })
    if (surface?.success) emit({ type: 'surface', shown: surface.data.shown })
  }

  /** Asks one document, and waits for its answer. */
  const exchange = <Name extends FrameRequestName>(
    of: Generation,
    name: Name,
    payload: unknown,
    { signal: own, after }: { readonly signal?: AbortSignal | undefined; readonly after?: Promise<void> | undefined } = {},
  ): Promise<FrameReply<Name>> =>
    requests.add(name, payload, {
      ...{ signal: own, after },
      send: (id) => tell(of, name, payload, id),
      giveUp: (id) => tell(of, 'RPC_ABORT', { ids: [id] }),
    }) as Promise<FrameReply<Name>> // parsed by the schema of its name

  const tell = (of: Generation, name: FrameRequestName, payload: unknown, id = uuid()) => {
    if (of.port) postTo(of.port, { id, type: APP_PREFIX + name, ...(payload !== undefined && { payload }) })
  }

  async function request<Name extends FrameRequestName>(
    name: Name,
    payload?: FramePayload<Name>,
    { signal: own }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<FrameReply<Name>> {
    if (isClosed) throw aborted(name)
    const plain = toPlain(payload)
    const of = generation()
    if (!of.isReady && !rowOf(name).withoutLoadLimit) limit(of)
    return exchange(of, name, plain, { signal: own, after: of.isReady ? undefined : of.started })
  }

  async function signOut(): Promise<void> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), SIGN_OUT_LIMIT_MS)
    await request('SIGN_OUT', undefined, { signal: late.signal }).catch(() => {})
    clearTimeout(timer)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    window.removeEventListener('message', onMessage)
    signal.removeEventListener('abort', close)
    drop(aborted)
    listeners.clear()
  }

  window.addEventListener('message', onMessage)
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()

  return {
    get isReady() {
      return current?.isReady ?? false
    },
    get iframe() {
      return iframe
    },
    get smartAccountNetworks() {
      return smartAccountNetworks
    },
    get refused() {
      return refused
    },
    async start() {
      if (isClosed) throw aborted('RELOAD')
      const of = generation()
      if (!of.isReady) limit(of)
      return of.started
    },
    request: (name, payload, own) =>
      name === 'SIGN_OUT' ? (signOut() as Promise<FrameReply<typeof name>>) : request(name, payload, own), // it answers nothing
    abortApprovals() {
      if (requests.failApprovals() && current) tell(current, 'RPC_ABORT', undefined)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close,
  }
}

/** Amounts are sent in hex. Whether it is what the table wants, the frame says. @throws FrameError BAD_MESSAGE for what is no JSON */
const toPlain = (payload: unknown) => (payload === undefined ? undefined : readPlain(payload, undefined, { bigints: true }))

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
