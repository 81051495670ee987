// What one WebSocket holds in memory, on an account of the budget: what its reader has not taken, the message that it has not finished, and frames
// that wait for an answer.
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createFrameFollower } from './frame-follower.js'
import type { MemoryBudget, MemoryKind } from './memory-budget.js'

/** Bytes that may be on their way to one reader. */
export const WINDOW_BYTES = 1024 * 1024
/** Time for one message to arrive. */
const MESSAGE_MS = 30_000

/**
 * Options of a `WebSocketServer` that bound an unfinished message: browsers send a message of 1 MiB in some ten fragments, a slow network a frame of
 * 1 MiB in some 700 chunks.
 */
export const messageBounds = { maxFragments: 32, maxBufferedChunks: 1_024 } as const

/** What `createSocketMemory` needs. */
export interface SocketMemoryOptions {
  readonly socket: WebSocket
  /** The connection below `socket`, before it has delivered anything. */
  readonly connection: Duplex
  readonly budget: MemoryBudget
  readonly kind: MemoryKind
  readonly address: string
  /** Bytes that may be on their way to the reader; default 1 MiB. One message may exceed it when nothing else is. */
  readonly windowBytes?: number | undefined
  /** Unix milliseconds. */
  readonly now: () => number
}

/** The memory of one socket. Once there is too much for its address or the instance, the socket may be terminated. */
export interface SocketMemory {
  /** Bytes that were sent and that the reader has not taken. */
  readonly unsent: number
  /** Bytes that may be sent now; 0 while a message of `sendInTurn` waits. */
  readonly room: number
  /**
   * Sends a text frame if it fits into the window, or nothing else is on its way; undefined otherwise. Resolves with true once the connection has
   * taken it, with false when it was closed before.
   */
  trySend(text: string): Promise<boolean> | undefined
  /** Sends a text frame once there is room for it, before any of `trySend`. */
  sendInTurn(text: string): Promise<boolean>
  /** Counts `bytes` that wait beside, less when negative; also of a socket that has closed, until nothing waits of it. */
  hold(bytes: number): void
  /** There was too much: what waits of the socket is to be left undone. */
  readonly isOver: boolean
  /** Terminates the socket when a message did not arrive within 30 s. To be called every few seconds. */
  check(): void
}

/** The memory of `socket`, on an account that ends with it and what waits of it. */
export function createSocketMemory({
  socket,
  connection,
  budget,
  kind,
  address,
  windowBytes = WINDOW_BYTES,
  now,
}: SocketMemoryOptions): SocketMemory {
  const account = budget.open(kind, address, () => {
    isOver = true
    // A close frame would wait behind what is not read.
    socket.terminate()
  })
  const follower = createFrameFollower()
  let isOver = false
  let hasClosed = false
  let held = 0
  let unsent = 0
  /** What `sendInTurn` has not sent yet. */
  const waiting: { readonly data: Buffer; resolve(sent: Promise<boolean>): void }[] = []

  const onData = (chunk: Buffer) => {
    const before = follower.bytes
    follower.feed(chunk, now())
    if (follower.bytes !== before) account.add(follower.bytes - before)
  }
  connection.on('data', onData)
  socket.once('close', () => {
    connection.off('data', onData)
    hasClosed = true
    account.add(held - account.bytes)
    endIfIdle()
    for (const { resolve } of waiting.splice(0)) resolve(Promise.resolve(false))
  })

  function endIfIdle(): void {
    if (hasClosed && held <= 0) account.end()
  }

  const isOpen = () => socket.readyState === socket.OPEN
  const fits = (bytes: number) => unsent === 0 || unsent + bytes <= windowBytes

  function send(data: Buffer): Promise<boolean> {
    if (!isOpen() || !account.add(data.length)) return Promise.resolve(false)
    unsent += data.length
    return new Promise((resolve) =>
      socket.send(data, { binary: false }, (error) => {
        unsent -= data.length
        if (!hasClosed) account.add(-data.length)
        sendWaiting()
        resolve(!error)
      }),
    )
  }

  function sendWaiting(): void {
    for (let [first] = waiting; first && fits(first.data.length); [first] = waiting) {
      waiting.shift()
      account.add(-first.data.length)
      first.resolve(send(first.data))
    }
  }

  return {
    get unsent() {
      return unsent
    },
    get room() {
      return waiting.length > 0 ? 0 : Math.max(0, windowBytes - unsent)
    },
    trySend(text) {
      const data = Buffer.from(text)
      return waiting.length === 0 && fits(data.length) ? send(data) : undefined
    },
    sendInTurn(text) {
      const data = Buffer.from(text)
      if (waiting.length === 0 && fits(data.length)) return send(data)
      if (!isOpen() || !account.add(data.length)) return Promise.resolve(false)
      return new Promise((resolve) => waiting.push({ data, resolve }))
    },
    hold(bytes) {
      held += bytes
      account.add(bytes)
      endIfIdle()
    },
    get isOver() {
      return isOver
    },
    check() {
      if (follower.since !== undefined && now() - follower.since > MESSAGE_MS) socket.terminate()
    },
  }
}
