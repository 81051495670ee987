// A bare client of the relay's protocol, for tests that need to see every frame and close code.
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { WebSocket } from 'ws'
import { didKeyOf } from './did-key.js'

export interface Identity {
  readonly clientId: string
  readonly privateKey: KeyObject
}

export function createIdentity(): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { clientId: didKeyOf(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)), privateKey }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export interface TokenChanges {
  readonly header?: object
  readonly claims?: object
  /** Unix milliseconds of the issue. */
  readonly now?: number
}

export function createToken({ clientId, privateKey }: Identity, { header, claims, now = Date.now() }: TokenChanges = {}): string {
  const iat = Math.floor(now / 1_000)
  const sub = randomBytes(32).toString('hex')
  const body = { iss: clientId, sub, aud: 'ws://127.0.0.1', iat, exp: iat + 86_400, ...claims }
  const signed = `${encode({ alg: 'EdDSA', typ: 'JWT', ...header })}.${encode(body)}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

export const randomTopic = () => randomBytes(32).toString('hex')

export interface Reply {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export interface ReceivedPush {
  readonly id: number
  readonly params: {
    readonly id: string
    readonly data: { topic: string; message: string; tag: number; publishedAt: number; attestation: string | null }
  }
}

export interface ClientOptions {
  readonly identity?: Identity
  readonly token?: string
  readonly query?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly path?: string
  readonly now?: number
  /** Answers pings by itself, as every client does. */
  readonly autoPong?: boolean
}

export type RelayClient = Awaited<ReturnType<typeof connectClient>>

/** Resolves when the socket is open; rejects with the HTTP status when the upgrade is refused. */
export async function connectClient(url: string, options: ClientOptions = {}) {
  const { identity = createIdentity(), now, query = {}, headers = {}, path = '/', autoPong = true } = options
  const token = options.token ?? createToken(identity, now === undefined ? {} : { now })
  const search = new URLSearchParams({ auth: token, projectId: 'test', useOnCloseEvent: 'true', ...query })
  for (const [name, value] of [...search]) if (value === '') search.delete(name)
  const socket = new WebSocket(`${url}${path}?${search}`, { headers, autoPong })

  const frames: string[] = []
  const pushes: ReceivedPush[] = []
  const waiting = new Set<() => void>()
  let pings = 0
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  socket.on('ping', () => (pings += 1))
  socket.on('message', (raw) => {
    const text = (raw as Buffer).toString() // the default binaryType gives one Buffer
    const frame = JSON.parse(text) as { method?: string }
    if (frame.method === 'irn_subscription') pushes.push(frame as ReceivedPush)
    else frames.push(text)
    for (const wake of waiting) wake()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) => {
      reject(Object.assign(new Error(`HTTP ${response.statusCode}`), { status: response.statusCode }))
      response.resume()
    })
  })
  socket.on('error', () => undefined)

  let lastId = 0
  const sent = { pushes: 0, frames: 0 }

  async function next<T>(list: T[], from: 'pushes' | 'frames'): Promise<T> {
    const index = sent[from]++
    for (;;) {
      const item = list[index]
      if (item !== undefined) return item
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
  }

  const client = {
    socket,
    identity,
    closed,
    /** All pushes so far. */
    pushes,
    pings: () => pings,
    send: (text: string | Buffer) => socket.send(text),
    /** The next frame that is no push, as text. */
    nextFrame: () => next(frames, 'frames'),
    nextPush: () => next(pushes, 'pushes'),
    async call(method: string, params: unknown, id: number | string = ++lastId): Promise<Reply> {
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      return JSON.parse(await client.nextFrame()) as Reply
    },
    /** Expects a result. */
    async ask(method: string, params: unknown): Promise<unknown> {
      const { result, error } = await client.call(method, params)
      if (error) throw new Error(`${error.code} ${error.message}`)
      return result
    },
    publish: (topic: string, message: string, more: object = {}) =>
      client.call('irn_publish', { topic, message, ttl: 300, tag: 1108, ...more }),
    ack(push: ReceivedPush) {
      socket.send(JSON.stringify({ id: push.id, jsonrpc: '2.0', result: true }))
    },
    /** A round trip: everything sent before is worked off, and what it caused by then has arrived. */
    async settled(): Promise<void> {
      await client.call('irn_fetchMessages', { topic: '0'.repeat(64) })
    },
    async close(): Promise<void> {
      socket.close()
      await closed
    },
  }
  return client
}
