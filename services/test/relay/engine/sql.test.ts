// The engine in SQL: the contracts of mailbox and bus, and what is its own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import { createStorageBudget, StorageFullError } from '../../../src/limits/storage-budget.js'
import { defaultLimits } from '../../../src/relay/limits.js'
import { silentLog } from '../../../src/relay/log.js'
import { createSqlBus, updatesFromOthers } from '../../../src/relay/sql/bus.js'
import { createSqlMailbox } from '../../../src/relay/sql/mailbox.js'
import { roomyBudget, storageLimits } from '../../support/budget.js'
import { createTestClock } from '../../support/clock.js'
import { countStatements } from '../../support/counting-db.js'
import { engine } from '../../support/engines.js'
import { randomTopic } from '../../support/relay-client.js'
import { describeBus } from './bus-contract.js'
import { describeMailbox, messageOn, sender } from './mailbox-contract.js'

let db: Db
beforeAll(async () => {
  db = await engine.open()
})
afterAll(() => db.close())

describe('mailbox', () => describeMailbox((limits, now) => createSqlMailbox({ db, budget: roomyBudget(db), limits, now })))

describe('bus', () => describeBus(() => createSqlBus({ db, log: silentLog })))

test('two hundred and seventy-nine large messages, each acknowledged, fit into a budget for ten and leave nothing', async () => {
  const clock = createTestClock()
  const topic = randomTopic()
  const large = 24_000 // a tenth of what a client may send, under a tenth of what it may store
  const limits = storageLimits({ mail: { client: 10 * large, address: 10 * large, project: 80 * large } })
  const budget = createStorageBudget({ sql: db, limits })
  const mailbox = createSqlMailbox({ db, budget, limits: defaultLimits, now: clock.now })
  await mailbox.subscribe(sender('phone'), [topic])
  const writer = sender(`writer-${topic.slice(0, 8)}`)
  for (let count = 0; count < 279; count++) {
    const [update] = await mailbox.publish(writer, [messageOn(topic, `${count} `.padEnd(large, 'x'))])
    await mailbox.ack('phone', [update?.seq ?? 0])
  }
  clock.tick(defaultLimits.deliveredGraceMs)
  await mailbox.deleteDelivered()
  expect(await db.query('select seq from relay_messages where topic = $1', [topic])).toEqual([])
  // Nobody acknowledges these: the budget is the one that was meant.
  const flood = async () => {
    for (let count = 0; count < 11; count++)
      await mailbox.publish(writer, [messageOn(topic, `again ${count} `.padEnd(large, 'x'))])
  }
  await expect(flood()).rejects.toThrow(StorageFullError)
})

test('a message is stored and committed before its notice leaves; what is published meanwhile shares one statement', async () => {
  const counted = countStatements(db)
  const bus = createSqlBus({ db: counted, log: silentLog })
  const mailbox = createSqlMailbox({ db: counted, budget: roomyBudget(counted), limits: defaultLimits, now: Date.now })
  const topic = randomTopic()
  await mailbox.subscribe(sender('phone'), [topic])
  counted.sent()
  const stored = await Promise.all(['a', 'b', 'c'].map((text) => mailbox.publish(sender('dapp'), [messageOn(topic, text)])))
  expect(counted.sent().filter(({ text }) => /notify/.test(text))).toEqual([])
  for (const updates of stored) bus.publish(updates)
  await bus.idle()
  expect(counted.sent().map(({ text }) => text.slice(0, 16))).toEqual(['select pg_notify'])
})

test('no other text on the channel is taken for a notice', () => {
  const topic = randomTopic()
  expect(updatesFromOthers(`x ${topic} 5`, 'instance')).toEqual([{ topic, seq: 5 }])
  for (const payload of [
    '',
    'x',
    `x ${topic}`,
    `x ${topic} y`,
    `x ${topic} 1.5`,
    `x ${topic} 0`,
    `x ${topic} 1 ${topic}`,
    `x ${topic} 5 y 6`,
  ])
    expect(updatesFromOthers(payload, 'instance')).toEqual([])
})
