// A crowd of idle sockets in a process of its own: opens CROWD_COUNT of them to CROWD_URL, stays, answers pings. With CROWD_RELAY=1 each is a
// relay client with a key and token of its own that subscribes to one topic. Prints `crowd {"open":…,"ms":…,"failure":…}` when no more will open.
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { createIdentity, createToken } from '../../services/test/support/relay-client.js'
import { visitorAddress } from './peers.js'

const TOGETHER = 64

const url = process.env['CROWD_URL'] ?? ''
const count = Number(process.env['CROWD_COUNT'])
const first = Number(process.env['CROWD_FIRST'] ?? 0)
const isRelay = process.env['CROWD_RELAY'] === '1'

/** Resolves when the socket is open and, at the relay, its subscription stands. */
function join(index: number): Promise<WebSocket> {
  const query = isRelay ? `?auth=${createToken(createIdentity())}&projectId=bench` : ''
  const socket = new WebSocket(`${url}/${query}`, {
    headers: { 'x-forwarded-for': visitorAddress(index) },
    perMessageDeflate: false,
    handshakeTimeout: 30_000,
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.once('open', () => {
      if (!isRelay) return resolve(socket)
      const topic = randomBytes(32).toString('hex')
      socket.once('message', () => resolve(socket))
      socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic } }))
    })
  })
}

const open: WebSocket[] = []
let next = 0
let failure: string | undefined

async function line(): Promise<void> {
  while (next < count && failure === undefined) {
    try {
      open.push(await join(first + next++))
    } catch (error) {
      failure ??= error instanceof Error ? error.message : String(error)
    }
  }
}

const started = performance.now()
await Promise.all(Array.from({ length: TOGETHER }, line))
for (const socket of open) socket.on('error', () => undefined)
console.log(`crowd ${JSON.stringify({ open: open.length, ms: performance.now() - started, failure })}`)
process.once('SIGTERM', () => process.exit(0))
