// How a relay ends, and what it does meanwhile by jobs.
import { describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import { createTestClock } from '../support/clock.js'
import { countStatements } from '../support/counting-db.js'
import { engine } from '../support/engines.js'
import { startRelay } from '../support/relay.js'
import { connectClient, randomTopic } from '../support/relay-client.js'
import { useRelays } from '../support/relay-suite.js'

const { setUp, database, cleanUp } = useRelays(engine)

describe('stopping', () => {
  test('answers what was asked, says 1001, and lets nobody in', async () => {
    const { client, relay, db } = await setUp()
    const topic = randomTopic()
    const dapp = await client()
    const answer = dapp.publish(topic, 'last words')
    await expect.poll(async () => (await db.query('select 1 from relay_messages where topic = $1', [topic])).length).toBe(1)
    const stopped = relay.stop()
    expect(await answer).toMatchObject({ result: true })
    expect(await dapp.closed).toMatchObject({ code: 1001 })
    await stopped
    await relay.stop()
    expect(relay.stats().connections).toBe(0)
  })

  test('waits for the answer that the database still owes', async () => {
    const held: (() => void)[] = []
    let isHolding = false
    const hold = () => isHolding && new Promise<void>((resolve) => held.push(resolve))
    const slow: Db = {
      ...database(),
      query: async (text, parameters) => (await hold(), database().query<never>(text, parameters)),
      transaction: async (work) => (await hold(), database().transaction(work)),
    }
    const { client, relay } = await setUp({}, { db: slow })
    const dapp = await client()
    isHolding = true
    const answer = dapp.publish(randomTopic(), 'last words')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    isHolding = false
    const stopped = relay.stop()
    await expect(client()).rejects.toThrow()
    held.forEach((release) => release())
    expect(await Promise.race([answer, dapp.closed])).toMatchObject({ result: true })
    expect(await dapp.closed).toMatchObject({ code: 1001 })
    await stopped
  })

  test('notes when a client has left', async () => {
    const { client, clock, db } = await setUp()
    const dapp = await client()
    await dapp.ask('irn_subscribe', { topic: randomTopic() })
    clock.tick(10_000)
    await dapp.close()
    const { clientId } = dapp.identity
    const seenAt = async () =>
      (await db.query('select seen_at from relay_clients where client_id = $1', [clientId]))[0]?.['seen_at']
    await expect.poll(seenAt).toBe(clock.now())
  })

  test('notes that who was here to the end was here', async () => {
    const { client, relay, clock, db } = await setUp()
    const dapp = await client()
    await dapp.ask('irn_subscribe', { topic: randomTopic() })
    clock.tick(10_000)
    await relay.stop()
    const { clientId } = dapp.identity
    expect(await db.query('select seen_at from relay_clients where client_id = $1', [clientId])).toEqual([
      { seen_at: clock.now() },
    ])
  })

  test('a second call waits for the first, and does nothing of its own', async () => {
    const { client, relay, lines, db } = await setUp()
    const dapp = await client()
    dapp.socket.pause() // holds the first call up
    let isStopped = false
    const first = relay.stop().then(() => void (isStopped = true))
    await relay.stop()
    expect(isStopped).toBe(true)
    await first
    const counted = countStatements(db)
    const another = await startRelay({ db: counted })
    await another.stop()
    counted.sent()
    await another.relay.stop()
    expect(counted.sent()).toEqual([])
    expect(lines.filter((line) => line.includes('could not'))).toEqual([])
    dapp.socket.resume()
  })

  test('hangs up on who does not close', async () => {
    const { client, relay } = await setUp()
    const dapp = await client()
    dapp.socket.pause()
    await relay.stop()
    dapp.socket.resume()
    expect([1001, 1006]).toContain((await dapp.closed).code)
  })
})

test('collects by jobs, and keeps the subscriptions of who is here', async () => {
  const { client, clock, db, relay } = await setUp({
    limits: { dropWithoutPongMs: 100_000_000_000, forgetClientAfterMs: 90_000 },
  })
  const collect = async () => {
    for (const job of relay.jobs) await job.run(new AbortController().signal)
  }
  const topic = randomTopic()
  const [dapp, phone, gone] = [await client(), await client(), await client()]
  await phone.ask('irn_subscribe', { topic })
  await gone.ask('irn_subscribe', { topic })
  await gone.close()
  await dapp.publish(topic, 'brief', { ttl: 30 })
  clock.tick(60_000)
  await collect()
  expect(await db.query('select 1 from relay_messages where topic = $1', [topic])).toEqual([])
  const seenAt = async () =>
    (await db.query('select seen_at from relay_clients where client_id = $1', [phone.identity.clientId]))[0]?.['seen_at']
  clock.tick(60_000)
  await expect.poll(seenAt).toBe(clock.now())
  await collect()
  expect(await db.query('select client_id from relay_subscriptions where topic = $1', [topic])).toEqual([
    { client_id: phone.identity.clientId },
  ])
})

test('an instance reads no mail to collect it, and leaves that to the jobs', async () => {
  const counted = countStatements(database())
  const clock = createTestClock()
  const relay = await startRelay({ db: counted, clock })
  cleanUp(() => relay.stop())
  const client = await connectClient(relay.url, { now: clock.now() })
  await client.settled()
  counted.sent()
  clock.tick(600_000)
  await expect.poll(counted.underWay).toBe(0)
  expect(counted.sent().filter(({ text }) => /delete|from relay_messages/.test(text))).toEqual([])
  for (const job of relay.relay.jobs) await job.run(new AbortController().signal)
  // What is deleted is noted by the same statement, and no row of it comes back.
  const texts = counted
    .sent()
    .map(({ text }) => text.replace(/^with gone as \((.*) returning topic, message_id\)\s+insert into/s, '$1; insert into'))
  expect(texts.filter((text) => !/^\s*delete/.test(text) || /returning/.test(text))).toEqual([])
  expect(texts.length).toBeGreaterThan(0)
})
