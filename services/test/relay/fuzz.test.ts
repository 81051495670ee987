// Wrong frames: each gives an answer, an error or a close code, never a crash, and never mail of somebody else. Most go straight into sessions, some
// through sockets. CI sends ten thousand of them, `npm run fuzz` a hundred thousand; a failure prints the seed.
import { PassThrough } from 'node:stream'
import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { Db } from '../../src/db/connect.js'
import { createAudience } from '../../src/relay/audience.js'
import { systemClock } from '../../src/clock.js'
import { parseFrame } from '../../src/relay/frames.js'
import { defaultLimits } from '../../src/relay/limits.js'
import { createMemoryBudget } from '../../src/limits/memory-budget.js'
import { createSocketMemory } from '../../src/limits/socket-memory.js'
import { createSqlMailbox } from '../../src/relay/sql/mailbox.js'
import { roomyBudget } from '../support/budget.js'
import { createRelaySocket } from '../../src/relay/socket.js'
import { openDatabase } from '../support/engines.js'
import { random, sampleOf, seedOr } from '../support/random.js'
import { startRelay, type StartedRelay } from '../support/relay.js'
import { connectClient, createIdentity, createToken } from '../support/relay-client.js'
import { createStrangers } from './frames-of-strangers.js'

const SEED = seedOr(20_261_121)
const IN_PROCESS = sampleOf(96_000)
const BY_SOCKET = sampleOf(4_000)
/** Broken WebSocket connections. */
const GARBAGE = sampleOf(200)
const CODES = [-32700, -32600, -32601, -32602, -32005]

const chance = random(SEED)
const { int, pick } = chance
const hexTopic = () => Array.from({ length: 64 }, () => int(16).toString(16)).join('')
/** What strangers know, and what only the victim and its friend do. */
const known = Array.from({ length: 8 }, hexTopic)
const secret = Array.from({ length: 20 }, hexTopic)
const strangers = createStrangers(chance, known)

const errors: string[] = []
const note = (message: string, fields: object = {}) => void errors.push(`${message} ${JSON.stringify(fields)}`)
const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: note, error: note }
const rejections: unknown[] = []
const onRejection = (reason: unknown) => rejections.push(reason)

let db: Db
let relay: StartedRelay
beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  db = await openDatabase()
  relay = await startRelay({
    db,
    config: { limits: { throttleMessages: Number.MAX_SAFE_INTEGER, maxConnectionsPerIp: 100_000 } },
    log,
  })
})
afterAll(async () => {
  process.off('unhandledRejection', onRejection)
  await relay.stop()
  await db.close()
})

/** What `ws` gives a session, without a network: frames go in by `hear`, what is said is kept. */
class Wire extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly said: string[] = []
  closed: number | undefined
  send(data: Buffer, _options: object, done?: (error?: Error) => void): void {
    if (this.readyState === this.OPEN) this.said.push(data.toString())
    done?.(this.readyState === this.OPEN ? undefined : new Error('closed'))
  }
  close(code: number): void {
    if (this.readyState !== this.OPEN) return
    this.readyState = 3
    this.closed = code
    this.emit('close')
  }
  hear(frame: Buffer, isBinary: boolean): void {
    this.emit('message', frame, isBinary)
  }
  ping = ignore
  pause = ignore
  resume = ignore
  terminate = () => this.close(1006)
}

function createOffice() {
  const limits = defaultLimits
  const budget = roomyBudget(db)
  const mailbox = createSqlMailbox({ db, budget, limits, now: Date.now })
  const senderOf = (clientId: string) => ({
    clientId,
    project: 'fuzz',
    holder: budget.holderOf({ client: clientId, address: '127.0.0.1', project: 'fuzz' }),
  })
  const audience = createAudience()
  let lastId = 1_000_000
  return {
    mailbox,
    senderOf,
    lastId: () => lastId,
    open(clientId: string) {
      const wire = new Wire()
      // A session uses nothing of a WebSocket but what Wire has.
      const socket = wire as unknown as WebSocket
      const ports = {
        memory: createSocketMemory({
          ...{ socket, connection: new PassThrough(), budget: createMemoryBudget(), kind: 'relay', address: '127.0.0.1' },
          now: Date.now,
        }),
        mailbox,
        audience,
        limits,
        clock: systemClock,
        log,
        nextId: () => (lastId += 1),
        allows: () => ({ ok: true }) as const,
        onMail: audience.call,
        onPushed: ignore,
        onAcked: ignore,
        onTooMany: ignore,
        onFullAddress: ignore,
        onUnsubscribed: ignore,
      }
      const session = createRelaySocket(socket, senderOf(clientId), ports)
      return { wire, session }
    },
  }
}

interface Said {
  readonly id: unknown
  readonly method?: string
  readonly params?: { readonly data: { readonly topic: string } }
  readonly error?: { readonly code: number }
}

test(`${IN_PROCESS} wrong frames into sessions (seed ${SEED})`, async () => {
  const office = createOffice()
  const friend = createIdentity().clientId
  const victim = createIdentity().clientId
  const open = office.open(victim)
  await office.mailbox.subscribe(office.senderOf(victim), secret)
  open.session.outbox.open(secret)
  const messages = secret.map((topic, index) => ({ topic, message: `for the victim only ${index}`, ttl: 86_400, tag: 1 }))
  await office.mailbox.publish(office.senderOf(friend), messages)
  open.session.outbox.deliver(secret)
  await open.session.idle()
  const mail = open.wire.said.splice(0)
  expect(mail).toHaveLength(secret.length)

  const clients = [createIdentity().clientId, createIdentity().clientId]
  let one = office.open(pick(clients))
  const counts = { answers: 0, refusals: 0, pushes: 0, closes: 0, silent: 0 }
  const fail = (why: string, text: string) => {
    throw new Error(`seed ${SEED}: ${why}: ${text.slice(0, 500)}`)
  }
  for (let round = 0; round < IN_PROCESS; round += 1) {
    const kind = chance.next()
    const frame = Buffer.from(
      kind < 0.004 ? strangers.call() : kind < 0.1 ? strangers.answer(office.lastId() - int(30)) : strangers.frame(),
    )
    const text = frame.toString() // halves of characters are replaced on the way
    const isBinary = kind > 0.999
    const parsed = parseFrame(text)
    one.wire.hear(frame, isBinary)
    await one.session.idle()

    const said = one.wire.said.splice(0)
    const spoken = said.map((line) => JSON.parse(line) as Said)
    const pushes = spoken.filter(({ method }) => method !== undefined)
    const answers = said.filter((_, index) => spoken[index]?.method === undefined)
    if (said.some((line) => line.includes('for the victim'))) fail('mail of the victim', text)
    if (pushes.some(({ params }) => secret.includes(params?.data.topic ?? ''))) fail('push of the victim', text)
    counts.pushes += pushes.length
    if (one.wire.closed !== undefined) {
      if (!isBinary || one.wire.closed !== 1003) fail(`close ${one.wire.closed}`, text)
      counts.closes += 1
    } else if (parsed.kind === 'reply') {
      // What looks like the answer to a push gets none, rightly.
      if (answers.length > 0) fail('an answer to an answer', text)
      counts.silent += 1
    } else {
      const code = spoken.find(({ method }) => method === undefined)?.error?.code
      if (answers.length !== 1) fail(`${answers.length} answers`, text)
      if (code !== undefined && !CODES.includes(code)) fail(`code ${code}`, text)
      // Digit for digit, also where a double could not hold them.
      if (!answers[0]?.startsWith(`{"id":${parsed.id},`)) fail('another id', text)
      if (parsed.kind === 'request' && !isSameId(text, parsed.id)) fail('not the id that JSON.parse sees', text)
      if (code === undefined) counts.answers += 1
      else counts.refusals += 1
    }
    if (one.wire.closed !== undefined || int(2_000) === 0) {
      one.session.outbox.shut(one.session.outbox.topics)
      one.wire.close(1000)
      one = office.open(pick(clients))
    }
  }
  await open.session.idle()
  // Nobody but the victim can acknowledge its mail, or end what it waits for.
  expect(
    (await office.mailbox.pending(victim, secret, { count: 100, bytes: 2 ** 30 })).mails.map(({ message }) => message),
  ).toEqual(messages.map(({ message }) => message))
  expect(await office.mailbox.topicsOf(victim)).toHaveLength(secret.length)
  expect(open.wire.said).toEqual([])
  expect(errors).toEqual([])
  expect(rejections).toEqual([])
  // Each kind was among them, in numbers.
  expect(Math.min(counts.answers, counts.pushes, counts.closes)).toBeGreaterThan(IN_PROCESS / 4_800)
  expect(Math.min(counts.refusals, counts.silent)).toBeGreaterThan(IN_PROCESS / 32)
})

function isSameId(text: string, raw: string): boolean {
  const { id } = JSON.parse(text) as { id: unknown }
  return Object.is(JSON.parse(raw), id)
}

test(`${BY_SOCKET} of them through a socket (seed ${SEED})`, async () => {
  const client = await connectClient(relay.url)
  const pause = async (open: number) => {
    for (let left = open; left > 0; left -= 1) {
      const answer = JSON.parse(await client.nextFrame()) as Said & { result?: unknown }
      if (answer.result === undefined) expect(CODES).toContain(answer.error?.code)
    }
  }
  let open = 0
  for (let round = 0; round < BY_SOCKET; round += 1) {
    const text = chance.chance(0.03) ? strangers.call() : strangers.frame()
    if (parseFrame(Buffer.from(text).toString()).kind === 'reply') continue
    client.send(text)
    open += 1
    if (open < 50) continue
    await pause(open)
    open = 0
  }
  await pause(open)
  expect(client.socket.readyState).toBe(client.socket.OPEN)
  expect(errors).toEqual([])
  expect(rejections).toEqual([])
  await client.close()
})

test(`garbage below WebSocket closes the socket, not the relay (seed ${SEED})`, async () => {
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => int(256)))
  for (let round = 0; round < GARBAGE; round += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(relay.port, '127.0.0.1')
      socket.on('error', ignore)
      socket.once('close', () => resolve())
      socket.once('data', () => socket.end(bytes(1 + int(200))))
      const handshake =
        'host: r\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
      const target = pick([
        `/?auth=${createToken(createIdentity())}`,
        `/?auth=${bytes(8).toString('hex')}&useOnCloseEvent=true`,
        '/?%',
        '/relay?auth[]=1',
      ])
      socket.write(`GET ${target} HTTP/1.1\r\n${handshake}`)
    })
  }
  const client = await connectClient(relay.url)
  await client.settled()
  await client.close()
  expect(rejections).toEqual([])
})
