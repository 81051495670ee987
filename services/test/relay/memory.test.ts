// What strangers make the relay hold: sockets that do not read, messages that do not end, control frames without end.
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import { createMemoryBudget, defaultMemoryLimits, type MemoryLimits } from '../../src/limits/memory-budget.js'
import { WINDOW_BYTES } from '../../src/limits/socket-memory.js'
import type { RelayConfig } from '../../src/relay/relay.js'
import { roomyBudget } from '../support/budget.js'
import { createTestClock } from '../support/clock.js'
import { engine } from '../support/engines.js'
import { connectClient, createIdentity, randomTopic, type ClientOptions, type RelayClient } from '../support/relay-client.js'
import { startRelay } from '../support/relay.js'

let db: Db
beforeAll(async () => {
  db = await engine.open()
})
afterAll(() => db.close())

/** Longer than what the kernel takes for a socket that is not read, so that the rest stays with the relay. */
const MESSAGES = 48
const LONG = 250_000

async function setUp(limits: MemoryLimits = defaultMemoryLimits, config: RelayConfig = {}, on: Db = db) {
  const clock = createTestClock()
  const memory = createMemoryBudget(limits)
  let most = 0
  const watched: typeof memory = {
    ...memory,
    open(kind, address, close) {
      const account = memory.open(kind, address, close)
      return {
        get bytes() {
          return account.bytes
        },
        end: () => account.end(),
        add(bytes) {
          const there = account.add(bytes)
          most = Math.max(most, account.bytes)
          return there
        },
      }
    },
  }
  const clientIp: RelayConfig['clientIp'] = ({ headers }) => String(headers['x-address'] ?? '10.0.0.1')
  const relay = await startRelay({ db: on, clock, memory: watched, budget: roomyBudget(on), config: { clientIp, ...config } })
  onTestFinished(() => relay.stop())
  const client = (options: ClientOptions & { readonly address?: string } = {}) =>
    connectClient(relay.url, { now: clock.now(), ...options, headers: { 'x-address': options.address ?? '10.0.0.1' } })
  const topic = randomTopic()
  return { clock, memory, client, topic, ...relay, most: () => most }
}

const textOf = (at: number) => `${at} `.padEnd(LONG, 'x')

async function fill(dapp: RelayClient, topic: string): Promise<void> {
  for (let at = 0; at < MESSAGES; at += 1) await dapp.publish(topic, textOf(at))
}

describe('a reader', () => {
  test('that does not read is sent a window of bytes, and all the rest in order once it reads', async () => {
    const { client, topic, most } = await setUp()
    const [dapp, slow] = [await client({ address: '10.0.0.2' }), await client()]
    await slow.ask('irn_subscribe', { topic })
    slow.socket.pause()
    await fill(dapp, topic)
    await dapp.settled()
    expect(most()).toBeLessThanOrEqual(WINDOW_BYTES + LONG)
    slow.socket.resume()
    for (let at = 0; at < MESSAGES; at += 1) {
      const push = await slow.nextPush()
      expect(push.params.data.message).toBe(textOf(at))
      slow.ack(push)
    }
    await slow.settled()
    expect(slow.pushes).toHaveLength(MESSAGES)
  })

  test('that asks for pages and reads none is given two, and then empty ones', async () => {
    const { client, topic, most } = await setUp()
    const [dapp, slow] = [await client({ address: '10.0.0.2' }), await client({ autoPong: false })]
    await fill(dapp, topic)
    slow.socket.pause()
    const asked = Array.from({ length: 40 }, () => slow.ask('irn_fetchMessages', { topic }) as Promise<{ messages: unknown[] }>)
    await dapp.settled()
    slow.socket.resume()
    const pages = await Promise.all(asked)
    expect(pages.filter(({ messages }) => messages.length > 0)).toEqual(pages.slice(0, 2))
    // A page may be as large as a frame, and one more waits until it has left.
    expect(most()).toBeLessThanOrEqual(2 * (WINDOW_BYTES + LONG))
  })

  test('is closed where its address holds too much, the largest first; who reads is not', async () => {
    const limits = { address: 3 * 1024 * 1024, instance: 64 * 1024 * 1024 }
    // A window larger than what the kernel takes for a socket that is not read.
    const { client, topic, memory } = await setUp(limits, { limits: { maxBufferedBytes: MESSAGES * LONG } })
    const identity = createIdentity()
    const dapp = await client({ address: '10.0.0.2' })
    const slow = await Promise.all(Array.from({ length: 8 }, () => client({ identity })))
    const reader = await client({ identity })
    for (const each of [...slow, reader]) await each.ask('irn_subscribe', { topic })
    for (const each of slow) each.socket.pause()
    for (let at = 0; at < MESSAGES; at += 1) {
      await dapp.publish(topic, textOf(at))
      reader.ack(await reader.nextPush())
    }
    await reader.settled()
    const { bytes, closed, largestAddress } = memory.stats()
    expect(closed.relay).toBeGreaterThan(0)
    expect(closed.relay).toBeLessThanOrEqual(slow.length)
    expect(largestAddress).toBeLessThanOrEqual(limits.address)
    expect(bytes.relay).toBeLessThanOrEqual(limits.address)
  })
})

describe('a writer', () => {
  /** The database, which stores nothing until it is opened. */
  function shutDatabase() {
    let open = () => {}
    let waiting = 0
    const opened = new Promise<void>((resolve) => (open = resolve))
    const shut: Db = {
      ...db,
      async query<R extends object>(...asked: Parameters<Db['query']>) {
        if (asked[0].startsWith('with asked')) {
          waiting += 1
          await opened
        }
        return db.query<R>(...asked)
      },
    }
    return { db: shut, open, waiting: () => waiting }
  }
  const publish = (topic: string, at: number) =>
    JSON.stringify({ id: at, jsonrpc: '2.0', method: 'irn_publish', params: { topic, message: textOf(at), ttl: 3600, tag: 1 } })

  test('that leaves behind more than its address may, while nothing can be stored, leaves it undone', async () => {
    const limits = { address: 4 * 1024 * 1024, instance: 64 * 1024 * 1024 }
    const gate = shutDatabase()
    const { client, topic, memory } = await setUp(limits, {}, gate.db)
    const held = () => memory.stats().bytes.relay
    for (let socket = 0; socket < 12; socket += 1) {
      const writer = await client()
      for (let at = 0; at < 3; at += 1) writer.send(publish(topic, socket * 3 + at))
      const before = memory.stats().closed.relay
      await expect.poll(() => held() >= LONG * 3 * Math.min(5, socket + 1) || memory.stats().closed.relay > before).toBe(true)
      writer.socket.close()
      await writer.closed
      expect(held()).toBeLessThanOrEqual(limits.address)
    }
    expect(memory.stats().closed.relay).toBeGreaterThan(0)
    gate.open()
    await expect.poll(held).toBe(0)
    // Of each that was given up at most what had begun is stored.
    const [stored] = await db.query<{ count: number }>('select count(*)::int as count from relay_messages where topic = $1', [
      topic,
    ])
    expect(stored?.count).toBeGreaterThan(3)
    expect(stored?.count).toBeLessThan(36)
  })
})

describe('a message', () => {
  test('in more fragments than any client makes is the end of its socket', async () => {
    const { client } = await setUp()
    const hostile = await client()
    for (let count = 0; count < 200; count += 1) hostile.socket.send('x', { fin: false })
    expect(await hostile.closed).toMatchObject({ code: 1008 })
  })

  test('in more chunks than any network makes is the end of its socket', async () => {
    const { client } = await setUp()
    const hostile = await client()
    // A private field of ws: its API sends whole frames.
    const { _socket: connection } = hostile.socket as unknown as { readonly _socket: Socket }
    connection.setNoDelay(true)
    // A masked text frame of 64 KiB, of which a byte comes at a time.
    connection.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4]))
    let isClosed = false
    void hostile.closed.then(() => (isClosed = true))
    for (let count = 0; count < 20_000 && !isClosed; count += 1) {
      connection.write('x')
      await new Promise(setImmediate)
    }
    expect(await hostile.closed).toMatchObject({ code: 1008 })
  })

  test('in so many fragments as browsers make is answered', async () => {
    const { client, topic } = await setUp()
    const honest = await client()
    const text = JSON.stringify({
      id: 1,
      jsonrpc: '2.0',
      method: 'irn_publish',
      params: { topic, message: 'x'.repeat(200_000), ttl: 300, tag: 1 },
    })
    const size = Math.ceil(text.length / 16)
    for (let at = 0; at < text.length; at += size)
      honest.socket.send(text.slice(at, at + size), { fin: at + size >= text.length })
    expect(JSON.parse(await honest.nextFrame())).toMatchObject({ result: true })
  })

  test('that does not end is counted while it lasts, whatever comes between, and is given thirty seconds', async () => {
    const { client, clock, memory } = await setUp()
    const hostile = await client()
    hostile.socket.send('[', { fin: false })
    hostile.socket.pong('x'.repeat(125))
    await expect.poll(() => memory.stats().bytes.relay).toBeGreaterThan(125)
    clock.tick(25_000)
    await (await client()).settled()
    expect(hostile.socket.readyState).toBe(hostile.socket.OPEN)
    clock.tick(10_000)
    expect(await hostile.closed).toMatchObject({ code: 1006 })
    await expect.poll(() => memory.stats().bytes.relay).toBe(0)
  })

  test('that ends gives back what it held', async () => {
    const { client, memory } = await setUp()
    const honest = await client()
    honest.socket.send('[', { fin: false })
    await expect.poll(() => memory.stats().bytes.relay).toBeGreaterThan(0)
    honest.socket.send(']', { fin: true })
    await honest.nextFrame()
    await expect.poll(() => memory.stats().bytes.relay).toBe(0)
  })
})

test.each(['ping', 'pong'] as const)('a client that sends %ss without end is closed as one that sends messages', async (kind) => {
  const { client, relay } = await setUp(defaultMemoryLimits, { limits: { throttleMessages: 50, throttleWindowMs: 1e12 } })
  const hostile = await client()
  for (let count = 0; count < 60; count += 1) hostile.socket[kind]()
  expect(await hostile.closed).toMatchObject({ code: 1013 })
  expect(relay.stats().refused.messageRate).toBe(1)
})
