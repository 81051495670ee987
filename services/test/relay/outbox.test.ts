// Ending one subscription leaves the mail of the others alone.
import { expect, onTestFinished, test } from 'vitest'
import { createAudience } from '../../src/relay/audience.js'
import { defaultLimits } from '../../src/relay/limits.js'
import type { Mailbox, PageSize } from '../../src/relay/mailbox.js'
import { createOutbox } from '../../src/relay/outbox.js'
import type { RelayConfig } from '../../src/relay/relay.js'
import { createTestClock } from '../support/clock.js'
import { gateTo } from '../support/gated-db.js'
import { openDatabase } from '../support/engines.js'
import { connectClient, createIdentity, randomTopic } from '../support/relay-client.js'
import { startRelay } from '../support/relay.js'

async function setUp(config: RelayConfig = {}) {
  const gate = gateTo(await openDatabase())
  // Time stands still: what is delivered stays for who looks late.
  const clock = createTestClock()
  const relay = await startRelay({ db: gate.db, clock, config })
  onTestFinished(async () => {
    await relay.stop()
    await gate.db.close()
  })
  const connect = (identity = createIdentity()) => connectClient(relay.url, { identity, now: clock.now() })
  const [dapp, phone] = [await connect(), await connect()]
  const [ended, kept] = [randomTopic(), randomTopic()]
  await phone.ask('irn_batchSubscribe', { topics: [ended, kept] })
  await gate.idle()
  const waiting = async () =>
    (await gate.db.query<{ message: string }>('select message from relay_messages where delivered_at is null order by seq')).map(
      ({ message }) => message,
    )
  return { gate, connect, dapp, phone, ended, kept, waiting }
}

test('what was pushed on another topic can still be acknowledged', async () => {
  const { dapp, phone, ended, kept, waiting } = await setUp()
  await dapp.publish(kept, 'stays')
  const push = await phone.nextPush()
  await phone.ask('irn_unsubscribe', { topic: ended, id: 'any' })
  phone.ack(push)
  await phone.settled()
  expect(await waiting()).toEqual([])
})

test('what was pushed on the ended topic can not be', async () => {
  const { dapp, phone, ended, waiting } = await setUp()
  await dapp.publish(ended, 'too late')
  const push = await phone.nextPush()
  await phone.ask('irn_unsubscribe', { topic: ended, id: 'any' })
  phone.ack(push)
  await phone.settled()
  expect(await waiting()).toEqual(['too late'])
})

test('an update of another topic that is not looked at yet is kept, although another tab has acknowledged it', async () => {
  const { gate, dapp, phone, connect, ended, kept, waiting } = await setUp()
  const tab = await connect(phone.identity)
  await tab.ask('irn_subscribe', { topic: kept })
  await gate.idle()
  let open = () => {}
  const shut = new Promise<void>((resolve) => (open = resolve))
  let looks = 0
  // Whichever socket looks first has to wait; the other one gets both messages, and acknowledges them for the two of them.
  gate.pass = () => ((looks += 1) === 1 ? shut : Promise.resolve())
  await dapp.publish(kept, 'first')
  await dapp.publish(kept, 'second')
  const fast = await Promise.race([phone, tab].map((client) => client.nextPush().then((push) => ({ client, push }))))
  const slow = fast.client === phone ? tab : phone
  fast.client.ack(fast.push)
  await expect.poll(() => fast.client.pushes.length).toBe(2)
  for (const push of fast.client.pushes) fast.client.ack(push)
  await fast.client.settled()
  expect(await waiting()).toEqual([])
  await fast.client.ask('irn_unsubscribe', { topic: ended, id: 'any' })
  open()
  await expect.poll(() => slow.pushes.map(({ params }) => params.data.message)).toEqual(['first', 'second'])
})

test('a socket that does not drain is pushed nothing more, and its mail is kept', async () => {
  const { gate, dapp, phone, kept, waiting } = await setUp({ limits: { maxBufferedBytes: -1 } }) // no socket ever counts as drained
  await dapp.publish(kept, 'patience')
  await gate.idle()
  await phone.settled()
  expect(phone.pushes).toEqual([])
  expect(await waiting()).toEqual(['patience'])
})

test('what is pushed again is read as far as there is room for it', async () => {
  const mails = [1, 2, 3].map((seq) => ({
    ...{ seq, topic: 'topic', message: 'x'.repeat(40), tag: 1, attestation: null },
    ...{ publishedAt: 0, expiresAt: 1e12 },
  }))
  let [now, room] = [0, 1_000]
  const sizes: PageSize[] = []
  const page = (size: PageSize) => {
    sizes.push(size)
    return Promise.resolve({ mails: mails.slice(0, Math.max(1, Math.floor(size.bytes / 40))), hasMore: false })
  }
  const mailbox: Partial<Mailbox> = {
    subscribed: (_client, _topics, size) => page(size),
    stillPending: (_client, seqs) => Promise.resolve(seqs),
    read: (_seqs, size) => page(size),
  }
  const outbox = createOutbox({
    memory: {
      get room() {
        return room
      },
      ...{ unsent: 1, trySend: () => Promise.resolve(true), sendInTurn: () => Promise.resolve(true) },
      ...{ hold: () => undefined, check: () => undefined, isOver: false },
    },
    ...{ isOpen: () => true, clientId: 'client', mailbox: mailbox as Mailbox, audience: createAudience(), limits: defaultLimits },
    ...{ now: () => now, nextId: () => 1, fetched: () => [], onPushed: () => undefined },
    onFailure: (error) => {
      throw error
    },
  })
  outbox.open(['topic'])
  await outbox.idle()
  now += defaultLimits.redeliverAfterMs
  room = 90
  await outbox.redeliver()
  room = 0
  now += defaultLimits.redeliverAfterMs
  await outbox.redeliver()
  expect(sizes.map(({ bytes }) => bytes)).toEqual([1_000, 90])
})
