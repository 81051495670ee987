// Many publishers at once on the engine in SQL: they share a statement, and no one's budget, repetition or lock becomes another's.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import type { Sql } from '../../../src/db/db.js'
import { PROJECT_SHARDS } from '../../../src/db/migrations/0012-storage-use.js'
import { createStorageBudget, StorageFullError } from '../../../src/limits/storage-budget.js'
import { RESERVE_PARTS } from '../../../src/limits/storage-limits.js'
import { defaultLimits } from '../../../src/relay/limits.js'
import type { Mailbox, Message, Sender, Update } from '../../../src/relay/mailbox.js'
import { createSqlMailbox } from '../../../src/relay/sql/mailbox.js'
import { roomyBudget, storageLimits } from '../../support/budget.js'
import { createTestClock } from '../../support/clock.js'
import { countStatements } from '../../support/counting-db.js'
import { describePostgres, engine } from '../../support/engines.js'
import { random, seedOr } from '../../support/random.js'
import { randomTopic } from '../../support/relay-client.js'
import { messageOn, sender } from './mailbox-contract.js'

let db: Db
beforeAll(async () => {
  db = await engine.open()
})
afterAll(() => db.close())

test('what is published at once shares a statement; a repetition, what has no room, and what cannot be stored are told apart', async () => {
  const counted = countStatements(db)
  const limits = storageLimits({ mail: { client: 2_000 } })
  const budget = createStorageBudget({ sql: counted, limits })
  const mailbox = createSqlMailbox({ db: counted, budget, limits: { ...defaultLimits, maxPendingPerTopic: 8 }, now: Date.now })
  const [topic, twins, full, shared] = [randomTopic(), randomTopic(), randomTopic(), randomTopic()]
  const by = (name: string) => sender(`${name}-${topic}`)
  const publish = (name: string, text: string, on = randomTopic()) => mailbox.publish(by(name), [messageOn(on, text)])
  counted.sent()
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, at) => publish(`one ${at}`, 'alone', at === 0 ? topic : undefined)),
  )
  expect(counted.sent()).toHaveLength(1)
  expect(new Set(many.flat().map(({ seq }) => seq)).size).toBe(20)

  for (let at = 0; at < 8; at += 1) await publish(`filler ${at}`, `${at}`, full)
  const outcomes = await Promise.allSettled([
    publish('again', 'alone', topic),
    publish('twin', 'twice', twins),
    publish('other twin', 'twice', twins),
    publish('rich', 'x'.repeat(1_000)),
    publish('rich', 'y'.repeat(1_000)),
    // Stored for the one who has room: for the other it is a repetition.
    publish('rich', 'z'.repeat(1_000), shared),
    publish('poor', 'z'.repeat(1_000), shared),
    publish('late', 'late', full),
    publish('fine', 'fine'),
  ])
  const said = outcomes.map((each) => (each.status === 'fulfilled' ? each.value.length : (each.reason as Error).message))
  const noRoom = 'This client stores as much here as it may'
  expect(said).toEqual([0, 1, 0, 1, noRoom, 0, 1, 'Too many pending messages on this topic', 1])

  // Postgres stores no zero character: the statement that they share fails.
  const [broken, whole] = await Promise.allSettled([publish('broken', 'zero \0'), publish('whole', 'whole')])
  expect(broken.status).toBe('rejected')
  expect(whole).toMatchObject({ value: [{ seq: expect.any(Number) as number }] })
})

test('a statement takes a bounded number of messages and bytes, and each client its turn', async () => {
  const counted = countStatements(db)
  const mailbox = createSqlMailbox({ db: counted, budget: roomyBudget(db), limits: defaultLimits, now: Date.now })
  const publish = (name: string, text: string) => mailbox.publish(sender(name), [messageOn(randomTopic(), text)])
  const large = 'x'.repeat(200 * 1024)
  const outcomes = await Promise.all([
    ...Array.from({ length: 450 }, (_, at) => publish(`small ${at}`, 'small')),
    ...Array.from({ length: 12 }, (_, at) => publish(`large ${at}`, large)),
  ])
  expect(outcomes.every((updates) => updates.length === 1)).toBe(true)
  const batches = counted.sent().map(({ parameters }) => parameters[2] as readonly string[])
  expect(batches.flat()).toHaveLength(462)
  expect(batches.length).toBeLessThan(10)
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(200)
    expect(batch.join('').length).toBeLessThanOrEqual(1024 * 1024)
  }
})

/** Gives the instances in turn. */
function openTwo(limits = defaultLimits): (at: number) => Mailbox {
  const open = () => createSqlMailbox({ db, budget: roomyBudget(db), limits, now: Date.now })
  const [first, second] = [open(), open()]
  return (at) => (at % 2 === 0 ? first : second)
}

test('a topic takes no more than it may, however many publish to it at once on two instances', async () => {
  const instance = openTwo({ ...defaultLimits, maxPendingPerTopic: 40 })
  const topic = randomTopic()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 120 }, (_, at) => {
      // Those who share a counter wait for each other anyway.
      const own = { address: `address:${at}`, project: `project:p#${at % PROJECT_SHARDS}` }
      const by = sender(`${at}`)
      return instance(at).publish({ ...by, holder: { ...by.holder, ...own } }, [messageOn(topic, `${at}`)])
    }),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
  expect(await db.query('select seq from relay_messages where topic = $1', [topic])).toHaveLength(40)
})

test('a message that many publish at once, on two instances, is stored and told of once', async () => {
  const instance = openTwo()
  const messages = Array.from({ length: 20 }, (_, at) => messageOn(randomTopic(), `${at}`))
  const outcomes = await Promise.all(
    [...messages, ...messages.toReversed(), ...messages].map((each, at) => instance(at).publish(sender(`${at % 7}`), [each])),
  )
  const topics = messages.map(({ topic }) => topic)
  const told = outcomes.flat().map(({ topic }) => topic)
  expect(told.toSorted()).toEqual(topics.toSorted())
  expect(await db.query('select seq from relay_messages where topic = any($1::text[])', [topics])).toHaveLength(20)
})

test.each([
  ['client', { client: 2_500, address: 2 ** 30, project: 2 ** 30 }],
  ['address', { client: 2 ** 30, address: 6_400, project: 2 ** 30 }],
  ['project', { client: 2 ** 30, address: 6_400, project: 12_000 }],
] as const)('hundreds at once are bounded as one after the other: by the budget of the %s', async (scope, bounds) => {
  const chance = random(seedOr(7))
  const clock = createTestClock()
  const run = randomTopic().slice(0, 8)
  const limits = storageLimits({ mail: bounds })
  const budget = createStorageBudget({ sql: db, limits, projects: new Set([`a${run}`, `b${run}`]), secret: run, now: clock.now })
  const mailbox = createSqlMailbox({ db, budget, limits: defaultLimits, now: clock.now })
  const asked = Array.from({ length: 300 }, (_, at) => {
    const client = `client ${chance.int(1 + chance.int(40))} ${run}`
    const [address, project] = [`10.7.0.${chance.int(1 + chance.int(12))}`, `${chance.pick(['a', 'b'])}${run}`]
    const by: Sender = { clientId: client, project, holder: budget.holderOf({ client, address, project }) }
    // The small ones fit into a reserve of 400 bytes.
    const text = `${at} `.padEnd(chance.chance(0.3) ? 20 : chance.int(900), 'x')
    return { by, published: messageOn(randomTopic(), text), size: 256 + text.length }
  })
  const publish = ({ by, published }: (typeof asked)[number]) => mailbox.publish(by, [published])
  const outcomes = await Promise.allSettled(asked.map(publish))

  const seqOf = (outcome: PromiseSettledResult<readonly Update[]> | undefined) =>
    outcome?.status === 'fulfilled' ? outcome.value[0]?.seq : undefined
  const stored = asked.flatMap((each, at) => {
    const seq = seqOf(outcomes[at])
    return seq === undefined ? [] : { ...each, seq }
  })
  const sums = new Map<string, number>()
  const add = (holder: string, size: number) => {
    const sum = (sums.get(holder) ?? 0) + size
    sums.set(holder, sum)
    return sum
  }
  // On a server several may find room in the same moment; the embedded engine does one thing at a time.
  const slack = db.kind === 'postgres' ? 10 * 1_200 : 0
  for (const { by, size } of stored.toSorted((a, b) => a.seq - b.seq)) {
    expect(add(by.holder.client, size)).toBeLessThanOrEqual(bounds.client)
    const ofAddress = add(by.holder.address, size)
    expect(ofAddress).toBeLessThanOrEqual(bounds.address)
    const ofProject = add(by.project, size)
    if (ofAddress > bounds.address / RESERVE_PARTS) expect(ofProject).toBeLessThanOrEqual(bounds.project + slack)
  }
  expect(stored.length).toBeGreaterThan(20)

  const refused = asked.filter((_, at) => outcomes[at]?.status === 'rejected')
  const scopes = outcomes.flatMap((each) => (each.status === 'rejected' ? (each.reason as StorageFullError).scope : []))
  expect(stored.length + refused.length).toBe(asked.length)
  expect(scopes).toContain(scope)
  // Who was refused has no room alone either.
  for (const each of refused) {
    clock.tick(1_000)
    await expect(publish(each)).rejects.toThrow(StorageFullError)
  }
})

describePostgres('a statement that Postgres ends to end a deadlock', () => {
  test.each<[string, (mailbox: Mailbox, topics: readonly string[]) => Promise<unknown>]>([
    ['is sent again', (mailbox, topics) => Promise.all(topics.map((on) => mailbox.publish(sender(on), [messageOn(on, 'one')])))],
    [
      'begins its transaction again',
      (mailbox, topics) =>
        mailbox.publish(
          sender('one'),
          topics.map((on) => messageOn(on, 'many')),
        ),
    ],
  ])('%s', async (_, publish) => {
    const own = await engine.open()
    onTestFinished(() => own.close())
    const counted = countStatements(own)
    const mailbox = createSqlMailbox({ db: counted, budget: roomyBudget(own), limits: defaultLimits, now: Date.now })
    await own.query('create sequence deadlocks')
    await own.query(`create function deadlock() returns trigger language plpgsql as $$ begin
      if nextval('deadlocks') <= 2 then raise 'stands in the way' using errcode = 'deadlock_detected'; end if; return new; end $$`)
    await own.query('create trigger deadlock before insert on relay_messages for each statement execute function deadlock()')
    onTestFinished(() => void own.query('drop function deadlock cascade; drop sequence deadlocks'))
    const topics = [randomTopic(), randomTopic()]
    await publish(mailbox, topics)
    expect(await own.query('select topic from relay_messages where topic = any($1::text[])', [topics])).toHaveLength(2)
    expect(await own.query('select last_value from deadlocks')).toEqual([{ last_value: 3 }])
  })
})

describePostgres('two who store the same messages in opposite order', () => {
  const one = sender('one')
  const other = sender('other')

  test.each<[string, (mailbox: ReturnType<typeof open>['mailbox'], messages: readonly Message[]) => Promise<unknown>]>([
    ['at once', (mailbox, messages) => Promise.all(messages.map((each, at) => mailbox.publish(at ? other : one, [each])))],
    ['in one call', (mailbox, messages) => mailbox.publish(one, messages)],
  ])('never wait for each other: %s', async (_, publish) => {
    const { mailbox, failures } = open()
    const topic = randomTopic()
    // In the order of their keys, which are the ids.
    const messages = ['a', 'b'].map((text) => messageOn(topic, text))
    const ids = await keysOf(messages)
    const backwards = messages.toSorted((a, b) => ((ids.get(a.message) ?? '') < (ids.get(b.message) ?? '') ? 1 : -1))
    const [last, first] = backwards
    const insert = `insert into relay_messages (topic, message_id, message, tag, publisher, project, bytes, published_at, expires_at)
      values ($1, $2, $3, 0, 'third', '', 1, 0, $4)`
    const valuesOf = (message: Message | undefined) => [
      topic,
      ids.get(message?.message ?? '') ?? '',
      message?.message ?? '',
      Date.now() + 60_000,
    ]
    let published: Promise<unknown> | undefined
    await db.transaction(async (sql) => {
      await sql.query(insert, valuesOf(first))
      published = publish(mailbox, backwards)
      await expect
        .poll(() => db.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`), { timeout: 20_000 })
        .toHaveLength(1)
      await sql.query(insert, valuesOf(last))
    })
    await published
    expect(failures).toEqual([])
    expect(await db.query('select message, publisher from relay_messages where topic = $1 order by message', [topic])).toEqual([
      { message: 'a', publisher: 'third' },
      { message: 'b', publisher: 'third' },
    ])
  })

  test('nor do those whose counters are locked in the order of all', async () => {
    const { mailbox, failures } = open()
    const run = randomTopic()
    const at = (address: string) => ({ ...sender(address), holder: { ...one.holder, address: `address:${run} ${address}` } })
    const publish = () => Promise.all(['a', 'b'].map((address) => mailbox.publish(at(address), [messageOn(randomTopic(), 'x')])))
    await publish()
    const lock = (sql: Sql, address: string) =>
      sql.query(`select 1 from storage_use where kind = 'mail' and holder = $1 for update`, [at(address).holder.address])
    let published: Promise<unknown> | undefined
    await db.transaction(async (sql) => {
      await lock(sql, 'a')
      published = publish()
      await expect
        .poll(() => db.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`), { timeout: 20_000 })
        .toHaveLength(1)
      await lock(sql, 'b')
    })
    await published
    expect(failures).toEqual([])
  })

  /** The ids under which messages are stored. */
  async function keysOf(messages: readonly Message[]): Promise<ReadonlyMap<string, string>> {
    const { mailbox } = open()
    const topic = randomTopic()
    await mailbox.publish(
      one,
      messages.map((each) => ({ ...each, topic })),
    )
    const rows = await db.query<{ message: string; id: string }>(
      'select message, message_id as id from relay_messages where topic = $1',
      [topic],
    )
    return new Map(rows.map(({ message, id }) => [message, id]))
  }

  function open() {
    const failures: string[] = []
    const noting = <T>(answer: Promise<T>): Promise<T> =>
      answer.catch((error: unknown) => {
        failures.push(String(error))
        throw error
      })
    const watched: Db = {
      ...db,
      // What is no transaction is sent again by itself, and its failure would not be seen.
      query: (...asked) => noting(db.transaction((sql) => sql.query(...asked))),
      transaction: (work) => noting(db.transaction(work)),
    }
    const mailbox = createSqlMailbox({ db: watched, budget: roomyBudget(watched), limits: defaultLimits, now: Date.now })
    return { mailbox, failures }
  }
})
