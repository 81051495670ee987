// Chain RPC over WebSocket (`/ws`, `/v1`): a frame goes unchanged to a node of the chain once its calls were checked and charged, and frames of
// the node come back unchanged. The route `GET /ws` decides whether an upgrade is allowed.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import { WebSocket, WebSocketServer, type RawData } from 'ws'
import { addressGroup, addressOf, createLimiter, type LimitConfig } from '../limits/limits.js'
import type { Log } from '../operations/log.js'
import { answer, callSchema, codes, refusal, type RpcId } from './json-rpc.js'
import { isMethodAllowed } from './methods.js'
import { BATCH_MAX } from './proxy.js'
import { CALL_COST } from './routes.js'

/** Open sockets of one address. */
const SOCKETS_PER_ADDRESS = 20
/** Open sockets of all addresses. */
const SOCKETS_MAX = 2000
/** Largest frame of a client. */
const FRAME_BYTES = 128 * 1024
/** Largest frame of a node. */
const NODE_FRAME_BYTES = 16 * 1024 * 1024
/** Frames of a client that wait until its node is connected. */
const WAITING_MAX = 32
/** Unsent bytes of a client; a client that reads slower than it is answered is closed with 1013. */
const BACKLOG_BYTES = 4 * 1024 * 1024
const CONNECT_MS = 10_000
const PING_MS = 30_000
/** The relay answers these by itself. */
const RELAY_PATHS: readonly string[] = ['/', '/relay']
const PATHS: readonly string[] = ['/ws', '/v1', '/v1/']
const subscriptions: readonly string[] = ['eth_subscribe', 'eth_unsubscribe']

/** Close codes of RFC 6455 and its registry, with reasons for people. */
const CLOSE = {
  goingAway: [1001, 'the service is stopping'],
  text: [1003, 'text frames of JSON-RPC are needed'],
  busy: [1013, 'too slow: messages are waiting'],
  node: [1014, 'the node is gone'],
} as const

/** What `createSockets` needs. */
export interface SocketsOptions {
  /** The application, whose route `GET /ws` answers 426 where an upgrade is allowed. */
  readonly app: Pick<Hono, 'request'>
  /** CAIP-2 id → ws(s) urls, in order of preference. */
  readonly nodes: Readonly<Record<string, readonly string[]>>
  readonly dev: boolean
  /** The bucket of one address for calls over sockets; this instance alone counts it. */
  readonly limits: LimitConfig
  readonly trustedProxies: number
  readonly log: Log
}

/** Chain RPC over WebSocket. */
export interface Sockets {
  /** Answers upgrades of `server` on `/ws` and `/v1`, leaves the relay's paths alone, and refuses all others with 404. */
  attach(server: Server): void
  /** Closes every socket with 1001 and terminates it a second later. */
  stop(): void
}

/** At most 20 sockets per address and 2000 in all; a frame is charged `CALL_COST` per call, at least for one, also when it is refused. */
export function createSockets({ app, nodes, dev, limits, trustedProxies, log }: SocketsOptions): Sockets {
  const wss = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES, perMessageDeflate: false })
  const limiter = createLimiter(limits)
  const open = new Map<string, number>()
  const detach: (() => void)[] = []

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
    const asked = await app.request(`http://services/ws${url.search}`, { headers }, { incoming: request })
    const address = addressOf(request, trustedProxies)
    const group = addressGroup(address)
    const isFull = wss.clients.size >= SOCKETS_MAX || (open.get(group) ?? 0) >= SOCKETS_PER_ADDRESS
    if (asked.status !== 426 || isFull) return refuse(socket, asked.status === 426 ? tooMany() : asked)
    const chain = url.searchParams.get('chainId') ?? ''
    wss.handleUpgrade(request, socket, head, (client) => {
      open.set(group, (open.get(group) ?? 0) + 1)
      client.once('close', () => {
        const left = (open.get(group) ?? 1) - 1
        if (left > 0) open.set(group, left)
        else open.delete(group)
      })
      serve(client, chain, address)
    })
  }

  function serve(client: WebSocket, chain: string, address: string): void {
    const waiting: string[] = []
    let node: WebSocket | undefined
    const tell = (data: RawData | string, binary = false) => {
      if (client.bufferedAmount > BACKLOG_BYTES) client.close(...CLOSE.busy)
      else client.send(data, { binary })
    }
    client.on('error', (error) => log.debug('rpc socket', { chain, error }))
    connectNode(nodes[chain] ?? [], chain).then(
      (found) => {
        node = found
        if (client.readyState !== WebSocket.OPEN) return node.close()
        for (const frame of waiting.splice(0)) node.send(frame)
        node.on('message', (data, isBinary) => tell(isBinary ? data : textOf(data), isBinary))
        node.on('close', () => client.close(...CLOSE.node))
      },
      () => client.close(...CLOSE.node),
    )
    const ping = setInterval(() => client.ping(), PING_MS)
    client.on('close', () => {
      clearInterval(ping)
      node?.close()
    })
    client.on('message', (data, isBinary) => {
      if (isBinary) return client.close(...CLOSE.text)
      const frame = textOf(data)
      const refused = check(frame, chain, address)
      if (refused !== undefined) return tell(JSON.stringify(refused))
      if (node) return node.send(frame)
      if (waiting.length >= WAITING_MAX) return client.close(...CLOSE.busy)
      waiting.push(frame)
    })
  }

  /** Undefined: the frame may be sent. Else the answer to the client: no call of a frame is sent when one of them is refused. */
  function check(frame: string, chain: string, address: string): unknown {
    const value = parse(frame)
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    const isOfSize = items.length > 0 && items.length <= BATCH_MAX
    const cost = CALL_COST * Math.min(Math.max(items.length, 1), BATCH_MAX)
    const isLimited = !limiter.take(address, '/ws', cost).ok
    const say = (outcomes: readonly { id: RpcId; code: number; message: string }[]) => {
      const answers = outcomes.map(({ id, code, message }) => answer(id, refusal(code, message)))
      return Array.isArray(value) ? answers : answers[0]
    }
    const limited = { code: codes.limitExceeded, message: 'Too many requests from this address' }
    const wrongSize = { code: codes.invalidRequest, message: `A batch holds 1 to ${BATCH_MAX} calls` }
    if (!isOfSize) {
      const { code, message } = isLimited ? limited : wrongSize
      return answer(null, refusal(code, message))
    }
    const calls = items.map((item) => callSchema.safeParse(item))
    if (isLimited) return say(calls.map(({ data }) => ({ id: data?.id ?? null, ...limited })))
    if (value === undefined) return say([{ id: null, code: codes.parse, message: 'This is not JSON' }])
    const verdicts = calls.map(({ data }) => {
      if (!data) return { id: null, code: codes.invalidRequest, message: 'Not a JSON-RPC 2.0 call with an id' }
      const isSubscription = chain.startsWith('eip155:') && subscriptions.includes(data.method)
      if (isSubscription || isMethodAllowed(chain, data.method, dev)) return { id: data.id, code: 0, message: '' }
      return { id: data.id, code: codes.methodNotFound, message: 'This method is not allowed here' }
    })
    if (verdicts.every(({ code }) => code === 0)) return undefined
    return say(
      verdicts.map((verdict) =>
        verdict.code !== 0
          ? verdict
          : { ...verdict, code: codes.invalidRequest, message: 'Not sent: another call of this batch is refused' },
      ),
    )
  }

  async function connectNode(urls: readonly string[], chain: string): Promise<WebSocket> {
    for (const url of urls) {
      const node = new WebSocket(url, { handshakeTimeout: CONNECT_MS, maxPayload: NODE_FRAME_BYTES, perMessageDeflate: false })
      const isUp = await new Promise<boolean>((resolve) => {
        node.once('open', () => resolve(true))
        node.once('error', () => resolve(false))
      })
      node.on('error', (error) => log.debug('rpc node socket', { chain, error }))
      if (isUp) return node
      log.warn('node failed', { chain, node: url, reason: 'no socket' })
    }
    throw new Error(`no node of ${chain} took a socket`)
  }

  return {
    attach(server) {
      const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
        const target = `http://services${request.url ?? '/'}`
        const url = URL.canParse(target) ? new URL(target) : undefined
        if (url && RELAY_PATHS.includes(url.pathname)) return
        socket.on('error', () => socket.destroy())
        if (!url || !PATHS.includes(url.pathname)) return void refuse(socket, notFound())
        onUpgrade(request, socket, head, url).catch((error: unknown) => {
          log.error('rpc upgrade failed', { error })
          socket.destroy()
        })
      }
      server.on('upgrade', upgrade)
      detach.push(() => server.off('upgrade', upgrade))
    },
    stop() {
      for (const end of detach) end()
      for (const client of wss.clients) {
        client.close(...CLOSE.goingAway)
        setTimeout(() => client.terminate(), 1000).unref()
      }
      wss.close()
    },
  }
}

function textOf(data: RawData): string {
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8') // `ws` hands out buffers
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failed = (status: number, field: string, description: string, headers = {}) =>
  Response.json({ status: 'FAILED', reasons: [{ field, description }] }, { status, headers })
const tooMany = () => failed(429, 'rate_limited', 'Too many sockets', { 'retry-after': '30' })
const notFound = () => failed(404, 'path', 'There is nothing at this path')

/** Ends an upgrade as a plain HTTP answer. */
async function refuse(socket: Duplex, response: Response): Promise<void> {
  const body = await response.text()
  const retry = response.headers.get('retry-after')
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${response.status} Refused\r\nconnection: close\r\ncontent-type: application/json\r\n${retry ? `retry-after: ${retry}\r\n` : ''}` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
