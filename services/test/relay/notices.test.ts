// Notices that are lost: an instance dies between the commit and the notice, or the bus fails. A sweep finds what nobody was told of.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import type { Bus } from '../../src/relay/bus.js'
import { defaultLimits } from '../../src/relay/limits.js'
import type { Update } from '../../src/relay/mailbox.js'
import { createTestClock } from '../support/clock.js'
import { engine } from '../support/engines.js'
import { connectClient, randomTopic } from '../support/relay-client.js'
import { startRelay } from '../support/relay.js'

let db: Db
beforeAll(async () => {
  db = await engine.open()
})
afterAll(() => db.close())

/** A bus that loses everything; `tell` is what it should have said. */
function createDeafBus() {
  const listeners = new Set<(updates: readonly Update[]) => void>()
  const published: Update[] = []
  const bus: Bus = {
    publish: (updates) => void published.push(...updates),
    async subscribe(onUpdates) {
      listeners.add(onUpdates)
      return async () => void listeners.delete(onUpdates)
    },
    idle: () => Promise.resolve(),
  }
  return { bus, published, tell: (updates: readonly Update[]) => listeners.forEach((listener) => listener(updates)) }
}

async function setUp() {
  const clock = createTestClock()
  const { bus, published, tell } = createDeafBus()
  const [first, second] = [await startRelay({ db, clock, bus }), await startRelay({ db, clock, bus })]
  onTestFinished(async () => {
    await first.stop()
    await second.stop()
  })
  const connect = (url: string) => connectClient(url, { now: clock.now() })
  const [dapp, phone] = [await connect(first.url), await connect(second.url)]
  const topic = randomTopic()
  await phone.ask('irn_subscribe', { topic })
  await phone.settled()
  return { clock, published, tell, second, dapp, phone, topic, sweep: () => clock.tick(defaultLimits.sweepEveryMs) }
}

const textsOf = (pushes: readonly { readonly params: { readonly data: { readonly message: string } } }[]) =>
  pushes.map(({ params }) => params.data.message)

test('a message whose notice was lost arrives with the next sweep, once', async () => {
  const { second, dapp, phone, topic, sweep } = await setUp()
  sweep() // knows now how far the mail goes
  await phone.settled()
  await dapp.publish(topic, 'untold')
  await phone.settled()
  expect(phone.pushes).toEqual([])
  sweep()
  phone.ack(await phone.nextPush())
  await phone.settled()
  expect(second.relay.stats().missed).toBe(1)
  sweep()
  sweep()
  await phone.settled()
  expect(textsOf(phone.pushes)).toEqual(['untold'])
})

test('other instances are told of what was stored, and what they were told is not looked for', async () => {
  const { published, tell, second, dapp, phone, topic, sweep } = await setUp()
  sweep()
  await phone.settled()
  await dapp.publish(topic, 'told')
  expect(published.map(({ topic }) => topic)).toEqual([topic])
  tell(published)
  await phone.nextPush()
  sweep()
  await phone.settled()
  await second.relay.stop()
  expect(second.relay.stats().missed).toBe(0)
  expect(textsOf(phone.pushes)).toEqual(['told'])
})

test('a message that shows late behind a larger number is found, too: its transaction took longer', async () => {
  const { dapp, phone, topic, sweep } = await setUp()
  sweep()
  await phone.settled()
  const [row] = await db.query<{ seq: number }>("select nextval(pg_get_serial_sequence('relay_messages', 'seq')) as seq")
  await dapp.publish(topic, 'quick')
  sweep()
  phone.ack(await phone.nextPush())
  await phone.settled()
  await dapp.publish(topic, 'slow')
  await db.query(
    `with gone as (delete from relay_messages where topic = $2 and message = 'slow' returning *)
     insert into relay_messages overriding system value
     select (jsonb_populate_record(null::relay_messages, to_jsonb(gone) || jsonb_build_object('seq', $1::bigint))).* from gone`,
    [row?.seq ?? 0, topic],
  )
  sweep()
  await phone.nextPush()
  expect(textsOf(phone.pushes)).toEqual(['quick', 'slow'])
})

test('a notice that came late after all changes nothing', async () => {
  const { tell, second, dapp, phone, topic, sweep } = await setUp()
  sweep()
  await phone.settled()
  await dapp.publish(topic, 'told twice')
  sweep()
  await phone.nextPush()
  const [row] = await db.query<{ seq: number }>('select seq from relay_messages where topic = $1', [topic])
  tell([{ topic, seq: row?.seq ?? 0 }])
  await phone.settled()
  await second.relay.stop()
  expect(textsOf(phone.pushes)).toEqual(['told twice'])
})

test('an instance without listeners does not look', async () => {
  const clock = createTestClock()
  let looks = 0
  const counting: Db = {
    ...db,
    query(text, parameters) {
      if (/seq > \$1/.test(text)) looks += 1
      return db.query<never>(text, parameters)
    },
  }
  const relay = await startRelay({ db: counting, clock, bus: createDeafBus().bus })
  onTestFinished(() => relay.stop())
  const client = await connectClient(relay.url, { now: clock.now() })
  clock.tick(60_000)
  await client.settled()
  expect(looks).toBe(0)
})
