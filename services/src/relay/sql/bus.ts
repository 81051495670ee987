// The bus on `LISTEN/NOTIFY`. A notice in the transaction that stores a message would make all publishers commit one after the other (Postgres
// locks the whole cluster for a commit with a notification), so notices follow the commit, many in one statement. They need not survive a crash, so
// their own commit does not wait for the disk, and holds up nobody who does.
import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/db.js'
import type { Log } from '../../operations/log.js'
import type { Bus } from '../bus.js'
import { reasonOf } from '../log.js'
import type { Update } from '../mailbox.js'

/** Channel of the notices: `<instance> <topic> <seq> <topic> <seq> …`. */
const MAIL_CHANNEL = 'relay_mail'
/** Updates of one payload, which Postgres bounds at 8 000 bytes: 36 of the instance, then at most 64 + 1 + 16 + 1 each. */
const PAYLOAD_UPDATES = 90
/** Updates of one statement. */
const STATEMENT_UPDATES = 9_000
/** Updates that wait for a database that does not answer; the sweep of each instance finds what is dropped. */
const WAITING_MAX = 100_000

/** A bus over `db`. @param instance unique name of this instance, a word without spaces; default: a random one */
export function createSqlBus({ db, log, instance = randomUUID() }: { db: Db; log: Log; instance?: string }): Bus {
  let waiting: Update[] = []
  let sending: Promise<void> | undefined

  async function send(): Promise<void> {
    // What is published until the end of this turn goes along, and later what arrived while a statement ran.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, STATEMENT_UPDATES)
      const payloads = payloadsOf(batch, instance)
      await db
        .query(
          `select pg_notify($1, payload), set_config('synchronous_commit', 'off', true) from unnest($2::text[]) as payload`,
          [MAIL_CHANNEL, payloads],
        )
        .catch((error: unknown) =>
          log.warn('relay could not tell other instances', { updates: batch.length, reason: reasonOf(error) }),
        )
    }
  }

  return {
    publish(updates) {
      if (updates.length === 0) return
      waiting.push(...updates)
      if (waiting.length > WAITING_MAX) waiting = waiting.slice(-WAITING_MAX)
      sending ??= send().finally(() => (sending = undefined))
    },

    subscribe: (onUpdates, onGap) =>
      db.listen(
        MAIL_CHANNEL,
        (payload) => {
          const updates = updatesFromOthers(payload, instance)
          if (updates.length > 0) onUpdates(updates)
        },
        onGap,
      ),

    async idle() {
      while (sending) await sending
    },
  }
}

function payloadsOf(updates: readonly Update[], instance: string): readonly string[] {
  const payloads: string[] = []
  for (let at = 0; at < updates.length; at += PAYLOAD_UPDATES) {
    const part = updates.slice(at, at + PAYLOAD_UPDATES)
    payloads.push([instance, ...part.flatMap(({ topic, seq }) => [topic, seq])].join(' '))
  }
  return payloads
}

const TOPIC = /^[0-9a-f]{64}$/
const NUMBER = /^[1-9]\d{0,15}$/

/** The updates in a payload of that channel; none when `instance` sent it itself, and for any other text. */
export function updatesFromOthers(payload: string, instance: string): readonly Update[] {
  const [from, ...words] = payload.split(' ')
  if (from === instance || words.length % 2 !== 0) return []
  const updates: Update[] = []
  for (let at = 0; at < words.length; at += 2) {
    const [topic = '', seq = ''] = words.slice(at, at + 2)
    if (!TOPIC.test(topic) || !NUMBER.test(seq)) return []
    updates.push({ topic, seq: Number(seq) })
  }
  return updates
}
