// The mailbox by itself, with time turned by hand.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import { defaultLimits, type RelayLimits } from '../../src/relay/limits.js'
import { createMailbox, MAIL_CHANNEL, updateFromOthers } from '../../src/relay/mailbox.js'
import { createTestClock } from '../support/clock.js'
import { createStorageBudget, StorageFullError } from '../../src/limits/storage-budget.js'
import { roomyBudget, storageLimits } from '../support/budget.js'
import { engine } from '../support/engines.js'
import { randomTopic } from '../support/relay-client.js'

let db: Db
beforeAll(async () => {
  db = await engine.open()
})
afterAll(() => db.close())

const messageOn = (topic: string, message: string, ttl = 300) => ({ topic, message, ttl, tag: 1108 })
const sender = (clientId: string) => ({
  clientId,
  project: 'p',
  holder: { client: `client:${clientId}`, address: 'address:here', project: 'project:p#0' },
})
const [dapp, phone, tablet] = [sender('dapp'), sender('phone'), sender('tablet')]

function setUp(changes: Partial<RelayLimits> = {}) {
  const clock = createTestClock()
  const limits = { ...defaultLimits, ...changes }
  const mailbox = createMailbox({ db, budget: roomyBudget(db), limits, now: clock.now, instance: 'instance' })
  const texts = async (clientId: string, topic: string) =>
    (await mailbox.pending(clientId, [topic], 100)).map((mail) => mail.message)
  return { clock, mailbox, texts, topic: randomTopic() }
}

test('keeps a message for who comes later, but not for its publisher', async () => {
  const { mailbox, texts, topic } = setUp()
  expect(await mailbox.publish(dapp, [messageOn(topic, 'one')])).toMatchObject([{ topic }])
  expect(await texts('phone', topic)).toEqual(['one'])
  expect(await texts('dapp', topic)).toEqual([])
})

test('tells the other instances what came, and takes nothing else for an update', async () => {
  const { mailbox, topic } = setUp()
  const heard: string[] = []
  const stop = await db.listen(MAIL_CHANNEL, (payload) => heard.push(payload))
  const updates = [
    ...(await mailbox.publish(dapp, [messageOn(topic, 'alone')])),
    ...(await mailbox.publish(dapp, [messageOn(topic, 'a'), messageOn(randomTopic(), 'b'), messageOn(topic, 'alone')])),
  ]
  expect(updates).toHaveLength(3)
  await vi.waitFor(() => expect(heard.map((payload) => updateFromOthers(payload, 'another'))).toEqual(updates))
  expect(heard.map((payload) => updateFromOthers(payload, 'instance'))).toEqual([undefined, undefined, undefined])
  for (const payload of ['', 'x', `x ${topic}`, `x ${topic} y`, `x ${topic} 1.5`])
    expect(updateFromOthers(payload, 'instance')).toBeUndefined()
  await stop()
})

test('keeps the order of arrival', async () => {
  const { mailbox, texts, topic } = setUp()
  for (const text of ['c', 'a', 'b']) await mailbox.publish(dapp, [messageOn(topic, text)])
  expect(await texts('phone', topic)).toEqual(['c', 'a', 'b'])
})

test('forgets a message when its time is over, to the millisecond', async () => {
  const { clock, mailbox, texts, topic } = setUp()
  await mailbox.publish(dapp, [messageOn(topic, 'brief', 10)])
  clock.tick(9_999)
  expect(await texts('phone', topic)).toEqual(['brief'])
  clock.tick(1)
  expect(await texts('phone', topic)).toEqual([])
})

test('stores the same text once per topic while it lives, and anew afterwards', async () => {
  const { clock, mailbox, texts, topic } = setUp()
  await mailbox.publish(dapp, [messageOn(topic, 'same', 10)])
  expect(await mailbox.publish(dapp, [messageOn(topic, 'same', 10)])).toEqual([])
  expect(await mailbox.publish(phone, [messageOn(randomTopic(), 'same', 10)])).toHaveLength(1)
  await mailbox.ack(
    'phone',
    (await mailbox.pending('phone', [topic], 1)).map((mail) => mail.seq),
  )
  clock.tick(10_000)
  expect(await mailbox.publish(dapp, [messageOn(topic, 'same', 10)])).toMatchObject([{ topic }])
  expect(await texts('phone', topic)).toEqual(['same'])
})

test('counts acknowledgements per client, and drops them with the subscription', async () => {
  const { mailbox, texts, topic } = setUp()
  for (const client of [phone, tablet]) await mailbox.subscribe(client, [topic])
  await mailbox.publish(dapp, [messageOn(topic, 'one')])
  const [mail] = await mailbox.pending('phone', [topic], 10)
  await mailbox.ack('phone', [mail?.seq ?? 0])
  await mailbox.ack('phone', [mail?.seq ?? 0, 999_999_999])
  expect(await texts('phone', topic)).toEqual([])
  expect(await texts('tablet', topic)).toEqual(['one'])
  expect(await mailbox.stillPending('phone', [mail?.seq ?? 0])).toEqual([])
  expect(await mailbox.stillPending('tablet', [mail?.seq ?? 0])).toMatchObject([{ message: 'one' }])
  await mailbox.unsubscribe('phone', [topic])
  expect(await mailbox.topicsOf('phone')).not.toContain(topic)
  expect(await texts('phone', topic)).toEqual(['one'])
})

describe('delivered mail', () => {
  const seqs = async ({ mailbox, topic }: ReturnType<typeof setUp>, clientId: string) =>
    (await mailbox.pending(clientId, [topic], 1_000)).map(({ seq }) => seq)
  const kept = async (topic: string) =>
    (await db.query<{ message: string }>('select message from relay_messages where topic = $1 order by seq', [topic])).map(
      ({ message }) => message,
    )
  const isOver = async ({ clock, mailbox }: ReturnType<typeof setUp>) => {
    clock.tick(defaultLimits.deliveredGraceMs)
    await mailbox.deleteDelivered()
  }

  test('is deleted once every subscriber has acknowledged, a moment after the last of them', async () => {
    const world = setUp()
    const { clock, mailbox, topic } = world
    for (const client of [dapp, phone, tablet]) await mailbox.subscribe(client, [topic])
    await mailbox.publish(dapp, [messageOn(topic, 'one'), messageOn(topic, 'two')])
    await mailbox.ack('phone', await seqs(world, 'phone'))
    await isOver(world)
    expect(await kept(topic)).toEqual(['one', 'two'])
    await mailbox.ack('tablet', (await seqs(world, 'tablet')).slice(0, 1))
    clock.tick(defaultLimits.deliveredGraceMs - 1)
    await mailbox.deleteDelivered()
    expect(await kept(topic)).toEqual(['one', 'two'])
    await isOver(world)
    expect(await kept(topic)).toEqual(['two'])
  })

  test('two hundred and seventy-nine large messages, each acknowledged, fit into a budget for ten and leave nothing', async () => {
    const world = setUp()
    const { topic } = world
    const large = 24_000 // a tenth of what a client may send, under a tenth of what it may store
    const limits = storageLimits({ mail: { client: 10 * large, address: 10 * large, project: 80 * large } })
    const budget = createStorageBudget({ sql: db, limits })
    const mailbox = createMailbox({ db, budget, limits: defaultLimits, now: world.clock.now, instance: 'instance' })
    await mailbox.subscribe(phone, [topic])
    const writer = sender(`writer-${topic.slice(0, 8)}`)
    for (let count = 0; count < 279; count++) {
      const [update] = await mailbox.publish(writer, [messageOn(topic, `${count} `.padEnd(large, 'x'))])
      await mailbox.ack('phone', [update?.seq ?? 0])
    }
    world.clock.tick(defaultLimits.deliveredGraceMs)
    await mailbox.deleteDelivered()
    expect(await kept(topic)).toEqual([])
    // Nobody acknowledges these: the budget is the one that was meant.
    const flood = async () => {
      for (let count = 0; count < 11; count++)
        await mailbox.publish(writer, [messageOn(topic, `again ${count} `.padEnd(large, 'x'))])
    }
    await expect(flood()).rejects.toThrow(StorageFullError)
  })

  test('is not delivered again when its sender, who got no answer, repeats it; after a while it is another message', async () => {
    const world = setUp()
    const { clock, mailbox, texts, topic } = world
    await mailbox.subscribe(phone, [topic])
    const first = messageOn(topic, 'pay once')
    await mailbox.publish(dapp, [first])
    await mailbox.ack('phone', await seqs(world, 'phone'))
    await isOver(world)
    expect(await kept(topic)).toEqual([])
    expect(await mailbox.publish(dapp, [first])).toEqual([])
    expect(await mailbox.publish(dapp, [first, messageOn(topic, 'another')])).toMatchObject([{ topic }])
    expect(await texts('phone', topic)).toEqual(['another'])
    expect(await mailbox.publish(dapp, [messageOn(`${topic}-other`, 'pay once')])).toHaveLength(1)
    clock.tick(defaultLimits.repetitionMs - defaultLimits.deliveredGraceMs - 1)
    await mailbox.collect()
    expect(await mailbox.publish(dapp, [first])).toEqual([])
    clock.tick(defaultLimits.repetitionMs)
    await mailbox.collect()
    expect(await mailbox.publish(dapp, [first])).toHaveLength(1)
  })

  test('is not what somebody has read who is not subscribed: it waits for who is to come', async () => {
    const world = setUp()
    const { mailbox, texts, topic } = world
    await mailbox.publish(dapp, [messageOn(topic, 'proposal')])
    await mailbox.ack('witness', await seqs(world, 'witness'))
    await isOver(world)
    expect(await texts('phone', topic)).toEqual(['proposal'])
  })

  test('still reaches a socket of the same client that was told of it and looks late', async () => {
    const world = setUp()
    const { mailbox, topic } = world
    await mailbox.subscribe(phone, [topic])
    const [update] = await mailbox.publish(dapp, [messageOn(topic, 'for both tabs')])
    const seq = update?.seq ?? 0
    await mailbox.ack('phone', [seq])
    expect(await mailbox.subscribed('phone', [topic], 10, [], [])).toEqual([])
    expect(await mailbox.subscribed('phone', [topic], 10, [], [seq])).toMatchObject([{ message: 'for both tabs' }])
    expect(await mailbox.stillPending('phone', [seq])).toEqual([])
  })

  test('goes although its instance died before it did so, and although the last who waited has left', async () => {
    const world = setUp()
    const { clock, mailbox, topic } = world
    for (const client of [phone, tablet]) await mailbox.subscribe(client, [topic])
    await mailbox.publish(dapp, [messageOn(topic, 'read by one', 86_400), messageOn(topic, 'read by both', 86_400)])
    const [first = 0, second = 0] = await seqs(world, 'phone')
    await mailbox.ack('phone', [first, second])
    await mailbox.ack('tablet', [second])
    clock.tick(defaultLimits.collectEveryMs)
    await mailbox.collect()
    expect(await kept(topic)).toEqual(['read by one'])
    await mailbox.collectClients()
    expect(await kept(topic)).toEqual(['read by one'])
    await mailbox.unsubscribe('tablet', [topic])
    await mailbox.collectClients()
    expect(await kept(topic)).toEqual([])
  })
})

test('mail that nobody is subscribed to gets five minutes, whatever was asked for', async () => {
  const { clock, mailbox, texts, topic } = setUp()
  const other = randomTopic()
  await mailbox.subscribe(dapp, [topic])
  await mailbox.subscribe(phone, [other])
  await mailbox.publish(dapp, [messageOn(topic, 'for nobody', 2_592_000), messageOn(other, 'for the phone', 2_592_000)])
  await mailbox.publish(dapp, [messageOn(topic, 'alone, for nobody', 2_592_000)])
  clock.tick(299_999)
  expect(await texts('phone', topic)).toEqual(['for nobody', 'alone, for nobody'])
  clock.tick(1)
  expect(await texts('phone', topic)).toEqual([])
  expect(await texts('phone', other)).toEqual(['for the phone'])
})

test('subscribes once however often, with the id that clients compute', async () => {
  const { mailbox, topic } = setUp()
  const other = randomTopic()
  const ids = await mailbox.subscribe(phone, [topic, other, topic])
  expect(ids[0]).toBe(ids[2])
  expect(ids[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(await mailbox.subscribe(phone, [topic])).toEqual([ids[0]])
  expect(await mailbox.subscribe(phone, [])).toEqual([])
  expect((await mailbox.topicsOf('phone')).filter((each) => each === topic || each === other).sort()).toEqual(
    [topic, other].sort(),
  )
})

test('stores all of a batch or nothing', async () => {
  const { mailbox, texts, topic } = setUp({ maxPendingPerTopic: 2 })
  const batch = [messageOn(topic, 'a'), messageOn(topic, 'b'), messageOn(topic, 'c')]
  await expect(mailbox.publish(dapp, batch)).rejects.toMatchObject({ code: -32005 })
  expect(await texts('phone', topic)).toEqual([])
})

describe('limits', () => {
  test('a topic full of unread mail takes no more; read mail makes room', async () => {
    const { mailbox, texts, topic } = setUp({ maxPendingPerTopic: 2 })
    await mailbox.publish(dapp, [messageOn(topic, 'a'), messageOn(topic, 'b')])
    await expect(mailbox.publish(dapp, [messageOn(topic, 'c')])).rejects.toMatchObject({ code: -32005 })
    const [first] = await mailbox.pending('phone', [topic], 1)
    await mailbox.ack('phone', [first?.seq ?? 0])
    await mailbox.publish(dapp, [messageOn(topic, 'c')])
    expect(await texts('tablet', topic)).toEqual(['b', 'c'])
  })

  test('a message has so many bytes, and lives so long', async () => {
    const { mailbox, texts, topic } = setUp({ maxMessageBytes: 4, maxTtlSeconds: 100 })
    await mailbox.publish(dapp, [messageOn(topic, 'four', 100)])
    await expect(mailbox.publish(dapp, [messageOn(topic, 'fünf')])).rejects.toMatchObject({ code: -32602 })
    await expect(mailbox.publish(dapp, [messageOn(topic, 'x', 101)])).rejects.toMatchObject({ code: -32602 })
    expect(await texts('phone', topic)).toEqual(['four'])
  })
})

test('collects what is over: expired mail, clients away for a month, and nothing else', async () => {
  const { clock, mailbox, texts, topic } = setUp()
  await mailbox.collect()
  await mailbox.subscribe(sender('away'), [topic])
  await mailbox.subscribe(sender('here'), [topic])
  await mailbox.publish(dapp, [messageOn(topic, 'brief', 10), messageOn(topic, 'long', 2_592_000)])
  clock.tick(20_000)
  await mailbox.collect()
  expect(await db.query('select message from relay_messages where topic = $1', [topic])).toEqual([{ message: 'long' }])
  clock.tick(defaultLimits.forgetClientAfterMs - 30_000)
  await mailbox.seen(['here'])
  expect(await mailbox.topicsOf('away')).toContain(topic)
  expect(await texts('here', topic)).toEqual(['long'])
  clock.tick(10_000)
  await mailbox.collectClients()
  expect(await mailbox.topicsOf('away')).toEqual([])
  expect(await mailbox.topicsOf('here')).toContain(topic)
})
