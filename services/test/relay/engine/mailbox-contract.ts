// What a relay expects of a `Mailbox`, whichever engine it is of, with time turned by hand.
import { describe, expect, test } from 'vitest'
import { defaultLimits, type RelayLimits } from '../../../src/relay/limits.js'
import type { Mailbox, PageSize } from '../../../src/relay/mailbox.js'
import { createTestClock } from '../../support/clock.js'
import { randomTopic } from '../../support/relay-client.js'

/** A mailbox whose storage budget is never met. Several on one engine share what is stored. */
export type OpenMailbox = (limits: RelayLimits, now: () => number) => Mailbox

export const messageOn = (topic: string, message: string, ttl = 300) => ({ topic, message, ttl, tag: 1108 })
export const sender = (clientId: string) => ({
  clientId,
  project: 'p',
  holder: { client: `client:${clientId}`, address: 'address:here', project: 'project:p#0' },
})
const ALL: PageSize = { count: 1_000, bytes: 2 ** 30 }

/** Tests of the mailboxes that `open` gives. */
export function describeMailbox(open: OpenMailbox): void {
  const [dapp, phone, tablet] = [sender('dapp'), sender('phone'), sender('tablet')]

  function setUp(changes: Partial<RelayLimits> = {}) {
    const clock = createTestClock()
    const mailbox = open({ ...defaultLimits, ...changes }, clock.now)
    const topic = randomTopic()
    const seqs = async (clientId: string) => (await mailbox.pending(clientId, [topic], ALL)).mails.map(({ seq }) => seq)
    const texts = async (clientId: string, on: string) =>
      (await mailbox.pending(clientId, [on], ALL)).mails.map(({ message }) => message)
    /** All that is stored, read or not. */
    const kept = async (on: string) => {
      const updates = await mailbox.storedAfter(0, 1_000_000)
      const stored = await mailbox.read(
        updates.filter((update) => update.topic === on).map(({ seq }) => seq),
        ALL,
      )
      return stored.mails.map(({ message }) => message)
    }
    const isOver = async () => {
      clock.tick(defaultLimits.deliveredGraceMs)
      await mailbox.deleteDelivered()
    }
    return { clock, mailbox, texts, seqs, kept, isOver, topic }
  }

  test('keeps a message for who comes later, but not for its publisher', async () => {
    const { mailbox, texts, topic } = setUp()
    expect(await mailbox.publish(dapp, [messageOn(topic, 'one')])).toMatchObject([{ topic }])
    expect(await texts('phone', topic)).toEqual(['one'])
    expect(await texts('dapp', topic)).toEqual([])
  })

  test('keeps the order of arrival', async () => {
    const { mailbox, texts, topic } = setUp()
    for (const text of ['c', 'a', 'b']) await mailbox.publish(dapp, [messageOn(topic, text)])
    expect(await texts('phone', topic)).toEqual(['c', 'a', 'b'])
    const many = Array.from({ length: 20 }, (_, at) => `${at}`)
    const [call, once] = [randomTopic(), randomTopic()]
    const updates = await mailbox.publish(
      dapp,
      many.map((text) => messageOn(call, text)),
    )
    expect(updates.map(({ seq }) => seq)).toEqual(updates.map(({ seq }) => seq).toSorted((a, b) => a - b))
    expect(await texts('phone', call)).toEqual(many)
    await Promise.all(many.map((text) => mailbox.publish(dapp, [messageOn(once, text)])))
    expect(await texts('phone', once)).toEqual(many)
  })

  test('keeps any text as it is, also what an array in SQL gives a meaning', async () => {
    const { mailbox, topic } = setUp()
    const texts = ['NULL', 'null', '{}', '{a,b}', 'a,b', '"', '\\', '\\"', "'", '=', ' ', '\n', 'ü', '\u2028', '\u{1f600}']
    const all = [...texts, ...texts.map((text) => `${text} in one call`)]
    const given = (text: string) => ({ ...messageOn(topic, text), attestation: text })
    await Promise.all(texts.map((text) => mailbox.publish(dapp, [given(text)])))
    await mailbox.publish(dapp, all.slice(texts.length).map(given))
    await mailbox.publish(dapp, [{ ...messageOn(topic, 'an empty one'), attestation: '' }])
    await mailbox.publish(dapp, [messageOn(topic, 'none')])
    const { mails } = await mailbox.pending('phone', [topic], ALL)
    expect(mails.map(({ message, attestation }) => [message, attestation])).toEqual([
      ...all.map((text) => [text, text]),
      ['an empty one', ''],
      ['none', null],
    ])
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
    const { clock, mailbox, texts, topic, seqs } = setUp()
    await mailbox.publish(dapp, [messageOn(topic, 'same', 10)])
    expect(await mailbox.publish(dapp, [messageOn(topic, 'same', 10)])).toEqual([])
    expect(await mailbox.publish(phone, [messageOn(randomTopic(), 'same', 10)])).toHaveLength(1)
    await mailbox.ack('phone', await seqs('phone'))
    clock.tick(10_000)
    expect(await mailbox.publish(dapp, [messageOn(topic, 'same', 10)])).toMatchObject([{ topic }])
    expect(await texts('phone', topic)).toEqual(['same'])
  })

  test('counts acknowledgements per client, and drops them with the subscription', async () => {
    const { mailbox, texts, topic, seqs } = setUp()
    for (const client of [phone, tablet]) await mailbox.subscribe(client, [topic])
    await mailbox.publish(dapp, [messageOn(topic, 'one')])
    const [seq = 0] = await seqs('phone')
    await mailbox.ack('phone', [seq])
    await mailbox.ack('phone', [seq, 999_999_999])
    expect(await texts('phone', topic)).toEqual([])
    expect(await texts('tablet', topic)).toEqual(['one'])
    expect(await mailbox.stillPending('phone', [seq])).toEqual([])
    expect(await mailbox.stillPending('tablet', [seq])).toEqual([seq])
    await mailbox.unsubscribe('phone', [topic])
    expect(await mailbox.topicsOf('phone')).not.toContain(topic)
    expect(await texts('phone', topic)).toEqual(['one'])
  })

  describe('delivered mail', () => {
    test('is deleted once every subscriber has acknowledged, a moment after the last of them', async () => {
      const { clock, mailbox, topic, seqs, kept, isOver } = setUp()
      for (const client of [dapp, phone, tablet]) await mailbox.subscribe(client, [topic])
      await mailbox.publish(dapp, [messageOn(topic, 'one'), messageOn(topic, 'two')])
      await mailbox.ack('phone', await seqs('phone'))
      await isOver()
      expect(await kept(topic)).toEqual(['one', 'two'])
      await mailbox.ack('tablet', (await seqs('tablet')).slice(0, 1))
      clock.tick(defaultLimits.deliveredGraceMs - 1)
      await mailbox.deleteDelivered()
      expect(await kept(topic)).toEqual(['one', 'two'])
      await isOver()
      expect(await kept(topic)).toEqual(['two'])
    })

    test('is not delivered again when its sender, who got no answer, repeats it; after a while it is another message', async () => {
      const { clock, mailbox, texts, topic, seqs, kept, isOver } = setUp()
      await mailbox.subscribe(phone, [topic])
      const first = messageOn(topic, 'pay once')
      await mailbox.publish(dapp, [first])
      await mailbox.ack('phone', await seqs('phone'))
      await isOver()
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
      const { mailbox, texts, topic, seqs, isOver } = setUp()
      await mailbox.publish(dapp, [messageOn(topic, 'proposal')])
      await mailbox.ack('witness', await seqs('witness'))
      await isOver()
      expect(await texts('phone', topic)).toEqual(['proposal'])
    })

    test('still reaches a socket of the same client that was told of it and looks late', async () => {
      const { mailbox, topic } = setUp()
      await mailbox.subscribe(phone, [topic])
      const [update] = await mailbox.publish(dapp, [messageOn(topic, 'for both tabs')])
      const seq = update?.seq ?? 0
      await mailbox.ack('phone', [seq])
      expect(await mailbox.subscribed('phone', [topic], ALL)).toEqual({ mails: [], hasMore: false })
      expect(await mailbox.subscribed('phone', [topic], ALL, { heard: [seq] })).toMatchObject({
        mails: [{ message: 'for both tabs' }],
      })
      expect(await mailbox.stillPending('phone', [seq])).toEqual([])
    })

    test('goes although its instance died before it did so, and although the last who waited has left', async () => {
      const { clock, mailbox, topic, seqs, kept } = setUp()
      for (const client of [phone, tablet]) await mailbox.subscribe(client, [topic])
      await mailbox.publish(dapp, [messageOn(topic, 'read by one', 86_400), messageOn(topic, 'read by both', 86_400)])
      const [first = 0, second = 0] = await seqs('phone')
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

  describe('pages', () => {
    test('end at a number of messages or of bytes, in UTF-8, and say whether there is more', async () => {
      const { mailbox, topic } = setUp()
      await mailbox.subscribe(phone, [topic])
      await mailbox.publish(
        dapp,
        ['a', 'bb', 'ü', 'dddd'].map((text) => messageOn(topic, text)),
      )
      const page = async (count: number, bytes: number) => {
        const { mails, hasMore } = await mailbox.subscribed('phone', [topic], { count, bytes })
        return [mails.map(({ message }) => message).join(' '), hasMore]
      }
      expect(await page(4, 9)).toEqual(['a bb ü dddd', false])
      expect(await page(4, 8)).toEqual(['a bb ü', true])
      expect(await page(3, 9)).toEqual(['a bb ü', true])
      expect(await page(4, 4)).toEqual(['a bb', true])
      expect(await page(4, 0)).toEqual(['a', true])
      expect(await page(1, 1)).toEqual(['a', true])
    })

    test('leave out what is on its way, and count it neither as more', async () => {
      const { mailbox, topic, seqs } = setUp()
      await mailbox.publish(dapp, [messageOn(topic, 'a'), messageOn(topic, 'b')])
      const [first = 0, second = 0] = await seqs('phone')
      const one = { count: 1, bytes: 100 }
      expect(await mailbox.pending('phone', [topic], one, { except: [first] })).toMatchObject({
        mails: [{ message: 'b' }],
        hasMore: false,
      })
      expect(await mailbox.pending('phone', [topic], one, { except: [first, second] })).toEqual({ mails: [], hasMore: false })
    })

    test('of numbers hold what is still stored, in its order', async () => {
      const { mailbox, topic } = setUp()
      const updates = await mailbox.publish(dapp, [messageOn(topic, 'first'), messageOn(topic, 'second')])
      const [first = 0, second = 0] = updates.map(({ seq }) => seq)
      expect(first).toBeLessThan(second)
      expect(await mailbox.read([second, first, 999_999_999], { count: 2, bytes: 100 })).toMatchObject({
        mails: [{ seq: first, message: 'first' }, { seq: second }],
        hasMore: false,
      })
      expect(await mailbox.read([second, first], { count: 2, bytes: 6 })).toMatchObject({
        mails: [{ seq: first }],
        hasMore: true,
      })
      expect(await mailbox.read([], ALL)).toEqual({ mails: [], hasMore: false })
    })
  })

  test('shows what was stored after a number, for who was told nothing', async () => {
    const { mailbox, topic } = setUp()
    const before = await mailbox.lastSeq()
    const updates = await mailbox.publish(dapp, [messageOn(topic, 'a'), messageOn(randomTopic(), 'b')])
    expect(await mailbox.storedAfter(before, 10)).toEqual(updates)
    expect(await mailbox.storedAfter(before, 1)).toEqual(updates.slice(0, 1))
    expect(await mailbox.lastSeq()).toBe(updates.at(-1)?.seq)
    expect(await mailbox.storedAfter(await mailbox.lastSeq(), 10)).toEqual([])
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
      const { mailbox, texts, topic, seqs } = setUp({ maxPendingPerTopic: 2 })
      await mailbox.publish(dapp, [messageOn(topic, 'a'), messageOn(topic, 'b')])
      await expect(mailbox.publish(dapp, [messageOn(topic, 'c')])).rejects.toMatchObject({ code: -32005 })
      const [first = 0] = await seqs('phone')
      await mailbox.ack('phone', [first])
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
    const { clock, mailbox, texts, topic, kept } = setUp()
    await mailbox.collect()
    await mailbox.subscribe(sender('away'), [topic])
    await mailbox.subscribe(sender('here'), [topic])
    await mailbox.publish(dapp, [messageOn(topic, 'brief', 10), messageOn(topic, 'long', 2_592_000)])
    clock.tick(20_000)
    await mailbox.collect()
    expect(await kept(topic)).toEqual(['long'])
    clock.tick(defaultLimits.forgetClientAfterMs - 30_000)
    await mailbox.seen(['here'])
    expect(await mailbox.topicsOf('away')).toContain(topic)
    expect(await texts('here', topic)).toEqual(['long'])
    clock.tick(10_000)
    await mailbox.collectClients()
    expect(await mailbox.topicsOf('away')).toEqual([])
    expect(await mailbox.topicsOf('here')).toContain(topic)
  })
}
