// What strangers may store: per key, per address, per project, over instances and restarts.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import { defaultLimits } from '../../src/relay/limits.js'
import { createSqlMailbox } from '../../src/relay/sql/mailbox.js'
import { createStorageBudget, type StorageBudgetOptions } from '../../src/limits/storage-budget.js'
import { createTestClock } from '../support/clock.js'
import { storageLimits } from '../support/budget.js'
import { engine } from '../support/engines.js'
import { randomTopic } from '../support/relay-client.js'

/** What a message counts as beside its text. */
const ROW = 256
const KB = 1024

let db: Db
beforeEach(async () => {
  db = await engine.open()
})
afterEach(() => db.close())

/** A relay's memory of its own over the same database: another instance, or the same one after a restart. */
function instance(options: Partial<StorageBudgetOptions> = {}, clock = createTestClock()) {
  const budget = createStorageBudget({ sql: db, now: clock.now, ...options })
  const mailbox = createSqlMailbox({ db, budget, limits: defaultLimits, now: clock.now })
  /** Names that begin with `regular` are those of who was here before. */
  const client = (name: string, address = '10.0.0.1', project = '') => {
    const isRegular = () => name.startsWith('regular')
    const sender = { clientId: name, project, holder: budget.holderOf({ client: name, address, project, isRegular }) }
    let count = 0
    return {
      /** A text of its own, of this length. */
      async publish(length = KB - ROW, topic = randomTopic()) {
        const message = `${name} ${address} ${(count += 1)} `.padEnd(length, 'x')
        const [update] = await mailbox.publish(sender, [{ topic, message, ttl: 86_400, tag: 1 }])
        return { topic, seq: update?.seq ?? 0 }
      },
      publishAll: (lengths: readonly number[]) =>
        mailbox.publish(
          sender,
          lengths.map((length) => ({ topic: randomTopic(), message: `${(count += 1)}`.padEnd(length, 'x'), ttl: 60, tag: 1 })),
        ),
      repeat: (message: string, topic: string) => mailbox.publish(sender, [{ topic, message, ttl: 60, tag: 1 }]),
      subscribe: (topics: readonly string[]) => mailbox.subscribe(sender, topics),
      unsubscribe: (topics: readonly string[]) => mailbox.unsubscribe(name, topics),
      ack: (seq: number) => mailbox.ack(name, [seq]),
    }
  }
  return { budget, mailbox, client, clock }
}
const full = (scope: string) => ({ name: 'StorageFullError', scope })
const stored = async () =>
  (await db.query<{ bytes: number }>('select coalesce(sum(held), 0) as bytes from relay_messages'))[0]?.bytes

test('one key gets so much; its neighbours are not touched, and a repetition needs no room', async () => {
  const { client, clock } = instance({ limits: storageLimits({ mail: { client: 3 * KB } }) })
  const [greedy, modest] = [client('greedy'), client('modest')]
  const topic = randomTopic()
  await greedy.repeat('said once', topic)
  for (let count = 0; count < 2; count += 1) await greedy.publish()
  await expect(greedy.publish()).rejects.toMatchObject(full('client'))
  await modest.publish()
  clock.tick(1_000)
  await expect(greedy.publishAll([10, KB])).rejects.toMatchObject(full('client'))
  expect(await greedy.repeat('said once', topic)).toEqual([])
  await greedy.publish(100)
})

test('one address gets so much, whatever keys and project ids it invents', async () => {
  const { client } = instance({ limits: storageLimits({ mail: { address: 3 * KB } }) })
  for (let count = 0; count < 3; count += 1) await client(`key ${count}`, '10.0.0.1', `id${count}`).publish()
  await expect(client('key 4', '10.0.0.1', 'id4').publish()).rejects.toMatchObject(full('address'))
  await client('key 5', '10.0.0.2').publish()
})

test('a full address keeps a sixteenth for clients that hold little, and another one for regulars', async () => {
  const { client, clock } = instance({ limits: storageLimits({ mail: { client: 16 * KB, address: 64 * KB } }) })
  for (let count = 0; count < 64; count += 1) await client(`hog ${count % 4}`).publish()
  await expect(client('hog 0').publish(1)).rejects.toMatchObject(full('client'))
  await expect(client('large').publish(KB)).rejects.toMatchObject(full('address')) // more than a sixteenth of a client
  for (let count = 0; count < 4; count += 1) await client(`fresh ${count}`).publish()
  for (let count = 0; count < 50; count += 1)
    await expect(client(`fresh ${count}`).publish()).rejects.toMatchObject(full('address'))
  for (let count = 0; count < 4; count += 1) await client(`regular ${count}`).publish()
  clock.tick(1_000)
  await expect(client('regular 4').publish()).rejects.toMatchObject(full('address'))
  expect(await stored()).toBe((64 + 4 + 4) * KB)
})

test('in a full address, a client may subscribe to a sixteenth of its topics', async () => {
  const { client } = instance({ limits: storageLimits({ subscriptions: { client: 32, address: 64 } }) })
  for (const name of ['hog 1', 'hog 2']) await client(name).subscribe(Array.from({ length: 32 }, () => randomTopic()))
  const phone = client('phone')
  await expect(phone.subscribe([randomTopic(), randomTopic(), randomTopic()])).rejects.toMatchObject(full('address'))
  await phone.subscribe([randomTopic(), randomTopic()])
  await expect(phone.subscribe([randomTopic()])).rejects.toMatchObject(full('address'))
})

test('an address is a /64 of IPv6', async () => {
  const { client } = instance({ limits: storageLimits({ mail: { address: 2 * KB } }) })
  await client('a', '2001:db8:1:2::1').publish()
  await client('b', '2001:db8:1:2:ffff::2').publish()
  await expect(client('c', '2001:db8:1:2::3').publish()).rejects.toMatchObject(full('address'))
  await client('d', '2001:db8:1:3::1').publish()
})

test('bad neighbours fill a project, and everyone else still gets a part of their own', async () => {
  const limits = storageLimits({ mail: { address: 16 * KB, project: 20 * KB } })
  const { client } = instance({ limits, projects: new Set(['shop', 'bank']) })
  for (const address of ['10.0.0.1', '10.0.0.2'])
    for (let count = 0; count < 10; count += 1) await client('bad', address, 'shop').publish()
  await expect(client('bad', '10.0.0.1', 'shop').publish()).rejects.toMatchObject(full('project'))
  // A sixteenth of an address's budget.
  const honest = client('honest', '10.0.0.3', 'shop')
  await honest.publish(KB - ROW)
  await expect(honest.publish(1)).rejects.toMatchObject(full('project'))
  await client('another', '10.0.0.4', 'bank').publish(8 * KB)
})

test('without a table every id is the same project', async () => {
  const { client } = instance({ limits: storageLimits({ mail: { address: 16, project: 2 * KB } }, 2 ** 40) })
  const { client: roomy } = instance({ limits: storageLimits({ mail: { project: 2 * KB, address: 4 * KB } }) })
  await expect(client('a').publish()).rejects.toMatchObject(full('address'))
  await roomy('a', '10.0.0.1', 'one').publish()
  await roomy('b', '10.0.0.2', 'two').publish()
  await expect(roomy('c', '10.0.0.3', 'three').publish()).rejects.toMatchObject(full('project'))
})

test('instances count together to the byte, also in the same moment, and a restart forgets nothing', async () => {
  const limits = storageLimits({ mail: { client: 10 * KB } })
  const [one, two] = [instance({ limits }), instance({ limits })]
  const tries = [one, two].flatMap(({ client }, at) => Array.from({ length: 12 }, () => client('greedy', `10.0.${at}.1`)))
  const outcomes = await Promise.allSettled(tries.map((greedy, at) => greedy.publish(KB - ROW - at)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await stored()).toBeLessThanOrEqual(10 * KB)
  await expect(instance({ limits }).client('greedy').publish()).rejects.toMatchObject(full('client'))
})

test('what is delivered counts no more, nor what expired, whoever deletes it', async () => {
  const clock = createTestClock()
  const { client, mailbox, budget } = instance({ limits: storageLimits({ mail: { client: 2 * KB } }) }, clock)
  const [page, phone] = [client('page'), client('phone')]
  const topic = randomTopic()
  await phone.subscribe([topic])
  for (let count = 0; count < 5; count += 1) await phone.ack((await page.publish(KB - ROW, topic)).seq)
  await page.publish(KB - ROW, topic)
  await page.publish(KB - ROW, topic)
  await expect(page.publish()).rejects.toMatchObject(full('client'))
  clock.tick(86_400_000)
  await mailbox.collect()
  await page.publish()
  await db.query('delete from relay_messages')
  await page.publish(2 * KB - ROW)
  expect((await budget.metrics())[0]).toMatchObject({ kind: 'mail', total: 2 * KB, largest: { client: 2 * KB } })
})

test('subscriptions of a key and of an address, which they follow when the client moves', async () => {
  const limits = storageLimits({ subscriptions: { client: 3, address: 4 } })
  const { client, budget } = instance({ limits })
  const topics = Array.from({ length: 4 }, randomTopic)
  const phone = client('phone', '10.0.0.1')
  await phone.subscribe(topics.slice(0, 3))
  await expect(phone.subscribe(topics)).rejects.toMatchObject(full('client'))
  await phone.subscribe(topics.slice(0, 2)) // those it has
  await client('other', '10.0.0.1').subscribe(topics.slice(0, 1))
  await expect(client('third', '10.0.0.1').subscribe(topics.slice(0, 2))).rejects.toMatchObject(full('address'))
  await client('phone', '10.0.0.9').subscribe(topics.slice(0, 3))
  await client('third', '10.0.0.1').subscribe(topics.slice(0, 3))
  await phone.unsubscribe(topics)
  const [, subscriptions] = await budget.metrics()
  expect(subscriptions).toMatchObject({ total: 4, largest: { client: 3, address: 4 }, refused: { client: 1, address: 1 } })
})

test('an address is charged for names and sessions for a month, a key as long as they are there', async () => {
  const clock = createTestClock()
  const { budget } = instance({}, clock)
  const { client, address, project } = budget.holderOf({ client: 'owner', address: '10.0.0.1', project: '' })
  await db.query(
    `insert into names (name, owner, owner_coin_type, attributes, registered_at, holders, held) values ('a', 'o', 60, '{}', $1, $2, 1)`,
    [clock.now(), [address, client, project]],
  )
  const names = async () => (await budget.metrics()).find(({ kind }) => kind === 'names')
  await budget.job.run(new AbortController().signal)
  expect(await names()).toMatchObject({ total: 1, largest: { client: 1, address: 1 } })
  clock.tick(31 * 86_400_000)
  await budget.job.run(new AbortController().signal)
  expect(await names()).toMatchObject({ total: 1, largest: { client: 1, address: 0 } })
  expect(await db.query('select 1 from storage_use where amount = 0')).toEqual([])
})
