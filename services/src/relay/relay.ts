// A WalletConnect v2 relay ("irn"): carries encrypted messages between dapps and wallets, and stores them for clients that connect later.
// Several relays on one database act as one: the instance that stores a message notifies the others.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { admit, claimedBy, proofOf, type AdmissionRules } from './admission.js'
import { createAudience } from './audience.js'
import { systemClock, type Clock } from '../clock.js'
import { defaultLimits, type RelayLimits } from './limits.js'
import { addressGroup, type SharedBuckets } from '../limits/limits.js'
import { createMemoryBudget, type MemoryBudget } from '../limits/memory-budget.js'
import { createSocketMemory, messageBounds, type SocketMemory } from '../limits/socket-memory.js'
import type { Job } from '../operations/jobs.js'
import type { Log } from '../operations/log.js'
import { withTimeout } from '../timeout.js'
import type { RelayEngine } from './engine.js'
import { reasonOf, shortClient, silentLog } from './log.js'
import { createNotices } from './notices.js'
import { createPlaces } from './places.js'
import { createRefusals, type RefusalReason } from './refusals.js'
import { createRegulars } from './regulars.js'
import { CLOSE, createRelaySocket, type RelaySocket } from './socket.js'
import { createThrottle } from './throttle.js'

/** Admission rules and limits of a relay. */
export interface RelayConfig extends AdmissionRules {
  readonly limits?: Partial<RelayLimits> | undefined
  /** The caller's IP address; default: the socket's. Behind a trusted proxy, read its header here. */
  readonly clientIp?: ((request: IncomingMessage) => string) | undefined
}

/** What `createRelay` needs. */
export interface RelayOptions {
  readonly engine: RelayEngine
  readonly log?: Log | undefined
  readonly config?: RelayConfig | undefined
  readonly clock?: Clock | undefined
  /** Makes instances count connections and messages together. */
  readonly sharedBuckets?: SharedBuckets | undefined
  /** What sockets may hold in memory; default: one of the relay's own. */
  readonly memory?: MemoryBudget | undefined
}

/** What the relay of one instance counts. `pushed` and the fields below it count since the start of the instance. */
export interface RelayStats {
  /** Open sockets now. */
  readonly connections: number
  /** Clients with an open socket now. */
  readonly clients: number
  readonly pushed: number
  readonly acknowledged: number
  readonly refused: Readonly<Record<RefusalReason, number>>
  /** Sockets closed because their client opened too many newer ones. */
  readonly replaced: number
  /** Messages that no notice came for, and that a sweep found. */
  readonly missed: number
}

/** The relay of one instance. */
export interface Relay {
  /** Answers WebSocket upgrades of `server` on these paths (default `/` and `/relay`); others are left to other listeners. */
  attach(server: Server, paths?: readonly string[]): void
  /** Finishes running calls, closes every socket with 1001 and stops listening to the database, which stays open. Idempotent. */
  stop(): Promise<void>
  stats(): RelayStats
  /** Jobs that delete expired messages and clients; the caller schedules them. */
  readonly jobs: readonly Job[]
  /** True when the relay listens to the other instances and the database answers; a check of `GET /ready`. */
  isHealthy(): Promise<boolean>
}

/** An admitted client. */
interface Caller {
  readonly clientId: string
  readonly project: string
  readonly address: string
}

/** Time for clients to close their side before the relay terminates the socket. */
const CLOSE_GRACE_MS = 1_000
/** Time for running calls before sockets are closed: a database that hangs must not hold the clients. */
const FINISH_GRACE_MS = 5_000

/** Starts to listen to the other instances at once; clients connect after `attach`. */
export function createRelay({
  engine: { mailbox, bus, holderOf },
  log = silentLog,
  config = {},
  clock = systemClock,
  sharedBuckets,
  memory = createMemoryBudget(),
}: RelayOptions): Relay {
  const limits: RelayLimits = { ...defaultLimits, ...config.limits }
  const refusals = createRefusals(log, clock.now)
  const regulars = createRegulars(clock.now)
  const throttle = createThrottle({ limits, regulars, now: clock.now, sharedBuckets })
  const places = createPlaces(limits.maxConnectionsPerIp, regulars)
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: limits.maxFrameBytes,
    perMessageDeflate: false,
    ...messageBounds,
    clientTracking: true,
  })
  const socketsByClient = new Map<string, Set<RelaySocket>>()
  const audience = createAudience()
  const notices = createNotices({ mailbox, bus, audience, onMissed })
  const detach: (() => void)[] = []
  const counts = { pushed: 0, acknowledged: 0, replaced: 0, missed: 0 }
  let lastId = 0
  let stopped: Promise<void> | undefined

  /** Unique on this instance: milliseconds times 1000 plus a counter, 16 digits. */
  function nextId(): number {
    lastId = Math.max(lastId + 1, clock.now() * 1_000)
    return lastId
  }

  const allSockets = () => [...socketsByClient.values()].flatMap((some) => [...some])
  const failed = (what: string) => (error: unknown) => log.error(what, { reason: reasonOf(error) })

  function onMissed(count: number): void {
    counts.missed += count
    log.warn('relay found messages without a notice', { count })
  }

  function open(socket: WebSocket, memory: SocketMemory, { clientId, project, address }: Caller): void {
    const isRegular = () => regulars.has(address, clientId)
    regulars.note(address, clientId)
    const relaySocket = createRelaySocket(
      socket,
      { clientId, project, holder: holderOf({ client: clientId, address, project, isRegular }) },
      {
        memory,
        mailbox,
        limits,
        clock,
        log,
        nextId,
        allows: (bytes) => throttle.message(clientId, address, bytes),
        audience,
        onMail: notices.announce,
        onPushed: () => void (counts.pushed += 1),
        onAcked: () => void (counts.acknowledged += 1),
        onTooMany: () => refusals.note('messageRate', { client: shortClient(clientId) }),
        onFullAddress: () => regulars.noteFull(address),
        onUnsubscribed: (id, topics) => {
          for (const other of socketsByClient.get(id) ?? []) other.outbox.shut(topics)
        },
      },
    )
    const siblings = socketsByClient.get(clientId) ?? new Set()
    socketsByClient.set(clientId, siblings.add(relaySocket))
    const leave = () => {
      regulars.note(address, clientId)
      relaySocket.outbox.shut(relaySocket.outbox.topics)
      if (!siblings.delete(relaySocket) || siblings.size > 0) return
      if (socketsByClient.get(clientId) === siblings) socketsByClient.delete(clientId)
      if (!stopped) mailbox.seen([clientId]).catch(failed('relay could not note a departure'))
    }
    socket.on('close', leave)
    if (siblings.size > limits.maxConnectionsPerClient) replaceOldest(siblings)
  }

  /**
   * Closes the oldest socket of a client with too many. A client whose connection broke silently comes back while its old sockets still
   * count; refusing the new socket would lock it out. A tab that loses a live socket connects again.
   */
  function replaceOldest(siblings: Set<RelaySocket>): void {
    const [oldest] = siblings
    if (!oldest) return
    siblings.delete(oldest)
    oldest.outbox.shut(oldest.outbox.topics)
    oldest.close(CLOSE.replaced)
    counts.replaced += 1
    log.info('relay closed the oldest socket of a client', { client: shortClient(oldest.clientId) })
  }

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    const ip = addressGroup(config.clientIp?.(request) ?? request.socket.remoteAddress ?? '')
    if (stopped) return refuse(socket, 503, 'Relay is restarting')
    const prove = proofOf(request, url, config, clock.now())
    const place = places.enter(ip, claimedBy(request, url), prove)
    if (!place) return refuseOverLimit(socket, 'addressSockets')
    socket.once('close', () => place.leave())
    const entry = await throttle.connectFrom(ip, prove)
    if (!entry.ok) return refuseOverLimit(socket, 'addressRate', entry.retryAfterSeconds)
    await started
    const admission = await admit(request, url, config, clock.now(), log)
    const turn = admission.ok ? await throttle.connectAs(admission.clientId) : entry
    if (socket.destroyed) return
    if (admission.ok) place.name(admission.clientId)
    if (stopped) return refuse(socket, 503, 'Relay is restarting')
    // A refused upgrade, also where a close frame was asked for: clients wait longer after a failed upgrade than after a close.
    if (!turn.ok) return refuseOverLimit(socket, 'clientRate', turn.retryAfterSeconds)
    if (!admission.ok) {
      refusals.note('unauthorized', { reason: admission.reason })
      // Browsers cannot read the status of a failed upgrade, so clients may ask for a close frame instead.
      if (url.searchParams.get('useOnCloseEvent') !== 'true') return refuse(socket, admission.status, admission.reason)
    }
    wss.handleUpgrade(request, socket, head, (ws) => {
      // ws reports broken frames here and closes with 1002, 1007 or 1009 by itself.
      ws.on('error', (error) => log.debug('relay socket error', { reason: reasonOf(error) }))
      // Counted also where the client is not admitted: its socket is there until it has answered the close frame.
      const held = createSocketMemory({
        ...{ socket: ws, connection: socket, budget: memory, kind: 'relay', address: ip },
        ...{ windowBytes: limits.maxBufferedBytes, now: clock.now },
      })
      if (admission.ok) open(ws, held, { ...admission, address: ip })
      else ws.close(CLOSE.unauthorized, admission.reason)
    })
  }

  function refuseOverLimit(socket: Duplex, reason: RefusalReason, retryAfterSeconds?: number): void {
    refusals.note(reason)
    refuse(socket, 429, 'Too many connections', retryAfterSeconds)
  }

  // Notices were lost: all topics of this instance are read again. No client is admitted before this has resolved.
  const started = notices.start(() => allSockets().forEach(({ outbox }) => outbox.deliver(outbox.topics)))
  started.catch(failed('relay could not start'))
  detach.push(
    clock.every(limits.sweepEveryMs, () => {
      allSockets().forEach((each) => each.tick())
      mailbox.deleteDelivered().catch(failed('relay could not delete what was delivered'))
      notices.sweep().catch(failed('relay could not look for messages without a notice'))
    }),
    clock.every(
      limits.collectEveryMs,
      () => void mailbox.seen([...socketsByClient.keys()]).catch(failed('relay could not note who is here')),
    ),
  )

  async function stop(): Promise<void> {
    const open = allSockets()
    const here = [...socketsByClient.keys()]
    for (const end of detach) end()
    const isIdle = () =>
      withTimeout(() => Promise.all(open.map((each) => each.idle())), { ms: FINISH_GRACE_MS, late: () => undefined })
    await isIdle()
    const closed = new Promise<void>((resolve) => wss.close(() => resolve()))
    for (const client of wss.clients) client.close(...CLOSE.goingAway)
    const hangUp = setTimeout(() => wss.clients.forEach((client) => client.terminate()), CLOSE_GRACE_MS)
    await closed
    clearTimeout(hangUp)
    await isIdle()
    await withTimeout(() => notices.idle(), { ms: FINISH_GRACE_MS, late: () => undefined })
    await mailbox.seen(here).catch(failed('relay could not note a departure'))
    // A relay that could not start has no listener to stop.
    await started.then((stopListening) => stopListening()).catch(() => undefined)
  }

  return {
    attach(server, paths = ['/', '/relay']) {
      function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
        const target = `http://relay${request.url ?? '/'}`
        const url = URL.canParse(target) ? new URL(target) : undefined
        if (!url || !paths.includes(url.pathname)) {
          // Another listener's path. Without another listener the socket would stay open for ever.
          if (server.listenerCount('upgrade') === 1) refuse(socket, 404, 'Not found')
          return
        }
        socket.on('error', () => socket.destroy())
        onUpgrade(request, socket, head, url).catch((error: unknown) => {
          failed('relay upgrade failed')(error)
          refuse(socket, 500, 'Internal error')
        })
      }
      server.on('upgrade', upgrade)
      detach.push(() => server.off('upgrade', upgrade))
    },

    stop: () => (stopped ??= stop()),

    stats: () => ({
      connections: allSockets().length,
      clients: socketsByClient.size,
      ...counts,
      refused: { ...refusals.counts },
    }),

    jobs: [
      { name: 'relay mail', everyMs: limits.collectEveryMs, run: () => mailbox.collect() },
      { name: 'relay clients', everyMs: limits.collectClientsEveryMs, run: () => mailbox.collectClients() },
    ],

    isHealthy: () =>
      started
        .then(() => mailbox.check())
        .then(
          () => true,
          () => false,
        ),
  }
}

const STATUS_TEXT = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** Ends an upgrade as a plain HTTP answer. */
function refuse(socket: Duplex, status: keyof typeof STATUS_TEXT, reason: string, retryAfterSeconds = 5): void {
  const body = JSON.stringify({ status: 'FAILED', reasons: [{ field: '', description: reason }] })
  const retry = status === 429 || status === 503 ? `retry-after: ${retryAfterSeconds}\r\n` : ''
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_TEXT[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n${retry}` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
