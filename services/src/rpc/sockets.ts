// Chain RPC over WebSocket (`/ws`, `/v1`): calls of a client go to a node of the chain once they were checked and charged (`socket-calls.ts`). The
// route `GET /ws` decides whether an upgrade is allowed.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import { WebSocket, WebSocketServer, type RawData } from 'ws'
import { addressGroup, addressOf, createLimiter, type LimitConfig } from '../limits/limits.js'
import type { MemoryBudget } from '../limits/memory-budget.js'
import { parseInTurn } from '../limits/pace.js'
import { createSocketMemory, messageBounds, type SocketMemory } from '../limits/socket-memory.js'
import type { Log } from '../operations/log.js'
import { createSocketCalls } from './socket-calls.js'

/** Open sockets of one address. */
const SOCKETS_PER_ADDRESS = 20
/** Open sockets of all addresses. */
const SOCKETS_MAX = 2000
/** Largest frame of a client. */
const FRAME_BYTES = 128 * 1024
/** Largest frame of a node. */
const NODE_FRAME_BYTES = 16 * 1024 * 1024
/** What a ping or pong costs that nobody asked for: as much as a plain call. */
const CONTROL_COST = 0.2
/**
 * Bytes that a node sends for one token: reading, checking and writing them anew takes as long as some plain calls. Nobody knows before what a subscription sends, so they
 * are owed: while the bucket is below zero, the node is not read.
 */
const NODE_BYTES_PER_TOKEN = 256 * 1024
/** Frames of a client that wait until its node is connected. */
const WAITING_MAX = 32
const CONNECT_MS = 10_000
/** A client that has read nothing of what it was sent for twice this time is closed. */
const PING_MS = 30_000
/** The relay answers these by itself. */
const RELAY_PATHS: readonly string[] = ['/', '/relay']
const PATHS: readonly string[] = ['/ws', '/v1', '/v1/']

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
  /** What the sockets of clients, and those to nodes on their behalf, may hold. */
  readonly memory: MemoryBudget
  readonly log: Log
}

/** A socket to a node, opened for one client. */
interface NodeSocket {
  readonly socket: WebSocket
  readonly memory: SocketMemory
}

/** Chain RPC over WebSocket. */
export interface Sockets {
  /** Answers upgrades of `server` on `/ws` and `/v1`, leaves the relay's paths alone, and refuses all others with 404. */
  attach(server: Server): void
  /** Closes every socket with 1001 and terminates it a second later. */
  stop(): void
}

/** At most 20 sockets per address and 2000 in all. */
export function createSockets({ app, nodes, dev, limits, trustedProxies, memory: budget, log }: SocketsOptions): Sockets {
  const wss = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES, perMessageDeflate: false, ...messageBounds })
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
      serve(client, memoryOf(client, socket, address), chain, address)
    })
  }

  const memoryOf = (socket: WebSocket, connection: Duplex, address: string) =>
    createSocketMemory({ socket, connection, budget, kind: 'rpc', address, now: Date.now })

  function serve(client: WebSocket, memory: SocketMemory, chain: string, address: string): void {
    const waiting: string[] = []
    /** Pings whose pong has not come. */
    let pings = 0
    /** The client has read nothing since the last ping, and there is something. */
    let isStalled = false
    const calls = createSocketCalls({ chain, dev, charge: (cost) => limiter.take(address, '/ws', cost, 0) })
    let node: NodeSocket | undefined
    /** Runs while the client's address owes for what the node has sent. */
    let debt: NodeJS.Timeout | undefined
    /** Frames of the node that were not told the client yet, one after the other. */
    let reading: Promise<void> = Promise.resolve()
    let unread = 0

    /** Neither side is read while one of them has not taken what it was sent. */
    function regulate(): void {
      const isFull = memory.room <= 0 || node?.memory.room === 0
      for (const [socket, isHeld] of [
        [client, isFull],
        [node?.socket, isFull || unread > 0 || debt !== undefined],
      ] as const) {
        if (isHeld) socket?.pause()
        else socket?.resume()
      }
    }

    function tell(text: string): void {
      void memory.sendInTurn(text).then(() => {
        isStalled = false
        regulate()
      })
      regulate()
    }

    function ask({ memory: its }: NodeSocket, text: string): void {
      void its.sendInTurn(text).then(regulate)
      regulate()
    }

    /** Takes a frame of the node in its turn. A socket that is paused may still give frames that came before. */
    function hear({ memory: its }: NodeSocket, text: string): void {
      its.hold(text.length)
      unread += 1
      regulate()
      reading = reading
        .then(() =>
          parseInTurn(addressGroup(address), text, () => {
            if (client.readyState === WebSocket.OPEN) takeFromNode(text)
          }),
        )
        // Such as one that is nested too deep to be written again.
        .catch(() => endWithNode('a frame that cannot be passed on'))
        .finally(() => {
          its.hold(-text.length)
          unread -= 1
          regulate()
        })
    }

    function endWithNode(reason: string): void {
      log.warn('node failed', { chain, reason })
      client.close(...CLOSE.node)
    }

    function takeFromNode(text: string): void {
      const seconds = limiter.owe(address, '/ws', text.length / NODE_BYTES_PER_TOKEN)
      if (seconds > 0) {
        clearTimeout(debt)
        debt = setTimeout(() => {
          debt = undefined
          regulate()
        }, seconds * 1000)
      }
      const texts = calls.fromNode(text)
      if (texts) return texts.forEach(tell)
      endWithNode('no JSON-RPC over its socket')
    }

    /** Charges what a client sends beside messages. */
    function onControl(): void {
      if (!limiter.take(address, '/ws', CONTROL_COST).ok) client.close(...CLOSE.busy)
    }

    client.on('error', (error) => log.debug('rpc socket', { chain, error }))
    connectNode(nodes[chain] ?? [], chain, address).then(
      (found) => {
        node = found
        const { socket } = found
        if (client.readyState !== WebSocket.OPEN) return socket.close()
        for (const frame of waiting.splice(0)) {
          memory.hold(-frame.length)
          ask(found, frame)
        }
        socket.on('message', (data) => hear(found, textOf(data)))
        socket.on('close', () => void reading.finally(() => client.close(...CLOSE.node)))
      },
      () => client.close(...CLOSE.node),
    )
    const ping = setInterval(() => {
      if (isStalled) return client.terminate()
      isStalled = memory.unsent > 0
      memory.check()
      pings += 1
      client.ping()
    }, PING_MS)
    client.on('ping', onControl)
    client.on('pong', () => {
      if (pings === 0) return onControl()
      pings -= 1
    })
    client.on('close', () => {
      clearInterval(ping)
      clearTimeout(debt)
      for (const frame of waiting.splice(0)) memory.hold(-frame.length)
      node?.socket.close()
    })
    client.on('message', (data, isBinary) => {
      if (isBinary) return client.close(...CLOSE.text)
      const checked = calls.fromClient(textOf(data))
      if ('refusal' in checked) return tell(checked.refusal)
      if (node) return ask(node, checked.send)
      if (waiting.length >= WAITING_MAX) return client.close(...CLOSE.busy)
      memory.hold(checked.send.length)
      waiting.push(checked.send)
    })
  }

  async function connectNode(urls: readonly string[], chain: string, address: string): Promise<NodeSocket> {
    for (const url of urls) {
      const node = new WebSocket(url, { handshakeTimeout: CONNECT_MS, maxPayload: NODE_FRAME_BYTES, perMessageDeflate: false })
      let memory: SocketMemory | undefined
      node.once('upgrade', ({ socket }) => (memory = memoryOf(node, socket, address)))
      const isUp = await new Promise<boolean>((resolve) => {
        node.once('open', () => resolve(true))
        node.once('error', () => resolve(false))
      })
      node.on('error', (error) => log.debug('rpc node socket', { chain, error }))
      if (isUp && memory) return { socket: node, memory }
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
