// The HTTP server of the app, to which relay and chain RPC attach their WebSocket upgrades.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigError } from '../settings/config.js'
import { addressOf } from '../limits/limits.js'
import type { MemoryBudget } from '../limits/memory-budget.js'
import { failure } from './errors.js'
import { serveOnAccount } from './request-memory.js'

/** A server that listens. */
export interface RunningServer {
  readonly server: Server
  /** `http://host:port`, without a slash at the end. */
  readonly url: string
  /** Lets running requests finish for `graceMs` (default 5 s), then closes their connections. */
  stop(graceMs?: number): Promise<void>
}

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** A connection without a request: longer than proxies keep theirs (nginx: 60 s), which would otherwise send requests into a connection that is being closed. */
const KEEP_ALIVE_MS = 75_000
/** A connection on which nothing moves: its caller does not read. */
const SILENCE_MS = 120_000

/** Where a server listens, and whose memory it uses. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly memory?: MemoryBudget | undefined
  /** As for `addressOf`; default 0. */
  readonly trustedProxies?: number | undefined
}

/** The variable of a port. */
type PortSetting = 'WM_SERVICES_PORT' | 'WM_METRICS_PORT' | 'WM_FRAME_PORT' | 'WM_RECOVERY_PORT'

/**
 * Serves `app` on `host:port`; port 0 takes any free one. Headers must arrive within 10 s, a whole request within 30 s. What requests hold is counted
 * in `memory`, where it is given.
 * @throws ConfigError `setting`, by default `WM_SERVICES_PORT`, when the port is in use or not permitted, `WM_SERVICES_HOST` when the address cannot be used
 */
export async function listen(
  app: Hono,
  { host, port, memory, trustedProxies = 0 }: ListenOptions,
  setting: PortSetting = 'WM_SERVICES_PORT',
): Promise<RunningServer> {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (incoming, outgoing) => {
      const serve = () => listener(incoming, outgoing)
      void (memory ? serveOnAccount(memory, addressOf(incoming, trustedProxies), incoming, outgoing, serve) : serve())
    },
  )
  server.timeout = SILENCE_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.on('clientError', refuseUnreadable)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port }, setting)))
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo // a TCP server: never a pipe's name
  const hostname = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { server, url: `http://${hostname}:${address.port}`, stop: (graceMs = 5000) => stop(server, graceMs) }
}

/** What the operator is told. `setting`: the variable of the port. */
export function cannotListen(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
  setting: PortSetting,
): ConfigError {
  const problem = code === 'EADDRINUSE' ? 'is in use by another process (EADDRINUSE)' : `cannot be listened on: ${message}`
  const variable = code === 'EADDRINUSE' || code === 'EACCES' ? setting : 'WM_SERVICES_HOST'
  return new ConfigError(variable, `${host}:${port} ${problem}`)
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** What `refuseUnreadable` says, by code of Node's error. */
const unreadable: Readonly<Partial<Record<string, readonly [status: string, description: string]>>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too long'],
  // Browsers ask again on another connection when this crosses a request of theirs (RFC 9110, 15.5.9).
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
}

/** Input that is not HTTP, or not in time, does not reach the app; it is answered here in the common shape, with a request id, and to every page. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, description] = unreadable[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request']
  const body = JSON.stringify(failure([{ field: '', description }]))
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'access-control-allow-origin: *',
    `x-request-id: ${randomUUID()}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
