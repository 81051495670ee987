// The mailbox by itself, with time turned by hand.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import { defaultLimits, type RelayLimits } from '../../src/relay/limits.js'
import { createMailbox, MAIL_CHANNEL, newsFromOthers } from '../../src/relay/mailbox.js'
import { createTestClock } from '../support/clock.js'
import { onEachEngine } from '../support/engines.js'
import { randomTopic } from '../support/relay-client.js'

onEachEngine((engine) => {
  let db: Db
  beforeAll(async () => {
    db = await engine.open()
  })
  afterAll(() => db.close())

  const letter = (topic: string, message: string, ttl = 300) => ({ topic, message, ttl, tag: 1108 })
  const dapp = { clientId: 'dapp', project: 'p' }
  const phone = { clientId: 'phone', project: 'p' }

  function setUp(limits: Partial<RelayLimits> = {}) {
    const clock = createTestClock()
    const mailbox = createMailbox(db, { ...defaultLimits, ...limits }, clock.now, 'instance')
    const texts = async (clientId: string, topic: string) =>
      (await mailbox.pending(clientId, [topic], 100)).map((mail) => mail.message)
    return { clock, mailbox, texts, topic: randomTopic() }
  }

  test('keeps a message for who comes later, but not for its publisher', async () => {
    const { mailbox, texts, topic } = setUp()
    expect(await mailbox.publish(dapp, [letter(topic, 'one')])).toMatchObject([{ topic }])
    expect(await texts('phone', topic)).toEqual(['one'])
    expect(await texts('dapp', topic)).toEqual([])
  })

  test('tells the other instances what came, and takes nothing else for news', async () => {
    const { mailbox, topic } = setUp()
    const heard: string[] = []
    const stop = await db.listen(MAIL_CHANNEL, (payload) => heard.push(payload))
    const news = [
      ...(await mailbox.publish(dapp, [letter(topic, 'alone')])),
      ...(await mailbox.publish(dapp, [letter(topic, 'a'), letter(randomTopic(), 'b'), letter(topic, 'alone')])),
    ]
    expect(news).toHaveLength(3)
    await vi.waitFor(() => expect(heard.map((payload) => newsFromOthers(payload, 'another'))).toEqual(news))
    expect(heard.map((payload) => newsFromOthers(payload, 'instance'))).toEqual([undefined, undefined, undefined])
    for (const payload of ['', 'x', `x ${topic}`, `x ${topic} y`, `x ${topic} 1.5`])
      expect(newsFromOthers(payload, 'instance')).toBeUndefined()
    await stop()
  })

  test('keeps the order of arrival', async () => {
    const { mailbox, texts, topic } = setUp()
    for (const text of ['c', 'a', 'b']) await mailbox.publish(dapp, [letter(topic, text)])
    expect(await texts('phone', topic)).toEqual(['c', 'a', 'b'])
  })

  test('forgets a message when its time is over, to the millisecond', async () => {
    const { clock, mailbox, texts, topic } = setUp()
    await mailbox.publish(dapp, [letter(topic, 'brief', 10)])
    clock.tick(9_999)
    expect(await texts('phone', topic)).toEqual(['brief'])
    clock.tick(1)
    expect(await texts('phone', topic)).toEqual([])
  })

  test('stores the same text once per topic while it lives, and anew afterwards', async () => {
    const { clock, mailbox, texts, topic } = setUp()
    await mailbox.publish(dapp, [letter(topic, 'same', 10)])
    expect(await mailbox.publish(dapp, [letter(topic, 'same', 10)])).toEqual([])
    expect(await mailbox.publish(phone, [letter(randomTopic(), 'same', 10)])).toHaveLength(1)
    await mailbox.ack(
      'phone',
      (await mailbox.pending('phone', [topic], 1)).map((mail) => mail.seq),
    )
    clock.tick(10_000)
    expect(await mailbox.publish(dapp, [letter(topic, 'same', 10)])).toMatchObject([{ topic }])
    expect(await texts('phone', topic)).toEqual(['same'])
  })

  test('counts acknowledgements per client, and drops them with the subscription', async () => {
    const { mailbox, texts, topic } = setUp()
    await mailbox.subscribe('phone', [topic])
    await mailbox.publish(dapp, [letter(topic, 'one')])
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

  test('subscribes once however often, with the id that clients compute', async () => {
    const { mailbox, topic } = setUp()
    const other = randomTopic()
    const ids = await mailbox.subscribe('phone', [topic, other, topic])
    expect(ids[0]).toBe(ids[2])
    expect(ids[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(await mailbox.subscribe('phone', [topic])).toEqual([ids[0]])
    expect(await mailbox.subscribe('phone', [])).toEqual([])
    expect((await mailbox.topicsOf('phone')).filter((each) => each === topic || each === other).sort()).toEqual(
      [topic, other].sort(),
    )
  })

  test('stores all of a batch or nothing', async () => {
    const { mailbox, texts, topic } = setUp({ maxPendingPerTopic: 2 })
    const batch = [letter(topic, 'a'), letter(topic, 'b'), letter(topic, 'c')]
    await expect(mailbox.publish(dapp, batch)).rejects.toMatchObject({ code: -32005 })
    expect(await texts('phone', topic)).toEqual([])
  })

  describe('limits', () => {
    test('a topic full of unread mail takes no more; read mail makes room', async () => {
      const { mailbox, texts, topic } = setUp({ maxPendingPerTopic: 2 })
      await mailbox.publish(dapp, [letter(topic, 'a'), letter(topic, 'b')])
      await expect(mailbox.publish(dapp, [letter(topic, 'c')])).rejects.toMatchObject({ code: -32005 })
      const [first] = await mailbox.pending('phone', [topic], 1)
      await mailbox.ack('phone', [first?.seq ?? 0])
      await mailbox.publish(dapp, [letter(topic, 'c')])
      expect(await texts('tablet', topic)).toEqual(['b', 'c'])
    })

    test('a client has so many topics', async () => {
      const { mailbox, topic } = setUp({ maxTopicsPerClient: 2 })
      await mailbox.subscribe('greedy', [topic, randomTopic()])
      await expect(mailbox.subscribe('greedy', [randomTopic()])).rejects.toMatchObject({ code: -32005 })
      expect(await mailbox.topicsOf('greedy')).toHaveLength(2)
      await mailbox.subscribe('greedy', [topic])
    })

    test('a message has so many bytes, and lives so long', async () => {
      const { mailbox, texts, topic } = setUp({ maxMessageBytes: 4, maxTtlSeconds: 100 })
      await mailbox.publish(dapp, [letter(topic, 'four', 100)])
      await expect(mailbox.publish(dapp, [letter(topic, 'fünf')])).rejects.toMatchObject({ code: -32602 })
      await expect(mailbox.publish(dapp, [letter(topic, 'x', 101)])).rejects.toMatchObject({ code: -32602 })
      expect(await texts('phone', topic)).toEqual(['four'])
    })

    test('a project stores so much, until some of it expires', async () => {
      const { clock, mailbox, topic } = setUp({ maxBytesPerProject: 10 })
      const small = { clientId: 'dapp', project: topic }
      await mailbox.publish(small, [letter(topic, '123456', 10)])
      await expect(mailbox.publish(small, [letter(topic, '12345')])).rejects.toMatchObject({ code: -32005 })
      await mailbox.publish({ ...small, project: randomTopic() }, [letter(topic, '12345')])
      await mailbox.collect()
      await expect(mailbox.publish(small, [letter(topic, '1234x')])).rejects.toMatchObject({ code: -32005 })
      clock.tick(10_000)
      await mailbox.collect()
      await mailbox.publish(small, [letter(topic, '1234x')])
    })
  })

  test('collects what is over: expired mail, clients away for a month, and nothing else', async () => {
    const { clock, mailbox, texts, topic } = setUp()
    await mailbox.collect()
    await mailbox.subscribe('away', [topic])
    await mailbox.subscribe('here', [topic])
    await mailbox.publish(dapp, [letter(topic, 'brief', 10), letter(topic, 'long', 2_592_000)])
    clock.tick(20_000)
    expect((await mailbox.collect()).messages).toBeGreaterThanOrEqual(1)
    clock.tick(defaultLimits.forgetClientAfterMs - 30_000)
    await mailbox.seen(['here'])
    expect(await mailbox.topicsOf('away')).toContain(topic)
    expect(await texts('here', topic)).toEqual(['long'])
    clock.tick(10_000)
    expect((await mailbox.collect()).clients).toBeGreaterThanOrEqual(1)
    expect(await mailbox.topicsOf('away')).toEqual([])
    expect(await mailbox.topicsOf('here')).toContain(topic)
  })
})
