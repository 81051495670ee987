// The mailbox in SQL: one dialect for Postgres and the embedded database.
import { createHash } from 'node:crypto'
import { DbUnavailableError, repeatUndone, type Db, type Parameter, type Sql } from '../../db/db.js'
import {
  askedTogether,
  hasRoomTogether,
  HOLDERS_TOGETHER,
  lockCounters,
  type StorageBudget,
} from '../../limits/storage-budget.js'
import { RPC_ERRORS, RpcError } from '../frames.js'
import type { RelayLimits } from '../limits.js'
import type { Mailbox, Message, Sender, Update } from '../mailbox.js'
import { createDeliveries, deliveredId } from './deliveries.js'
import { createSubscriptions } from './subscriptions.js'
import { createTogether } from './together.js'

const MESSAGE_COLUMNS =
  'topic, message_id, message, tag, attestation, publisher, project, bytes, published_at, expires_at, holders, held'
/** Bytes that a stored message counts beside its texts. */
const ROW_BYTES = 256
/**
 * Messages of one statement, bytes of them, and when the next does not wait for it any more: a lock that somebody holds, or a disk far away.
 * One at a time is quicker than several side by side, which wait for each other's counters.
 */
const BATCH = { count: 200, size: 1024 * 1024, slowMs: 50, most: 4 }

/** A message with its sender, and what is computed of it. */
interface Single {
  readonly sender: Sender
  readonly published: Message
  readonly id: string
  readonly size: number
}

/** Messages as `columnsOf` gives them. $1 to $13: columns; $14: Unix milliseconds; $15: the shorter of two lives in seconds, see `storedFrom`. */
const GIVEN = `unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::bigint[], $10::integer[],
    $11::text[], $12::text[], $13::text[]) with ordinality
    as given (topic, id, message, tag, attestation, publisher, project, bytes, ttl, size, "address", "client", "shard", place)`

/**
 * Stores `rows`, numbered in the order of their places; gives place and number of each that is new. A message on a topic without another
 * subscriber gets the shorter of two lives. All insert in the order of the key: two that store the same messages never wait for each other.
 */
const storedFrom = (rows: string) => `numbered as materialized (
    select *, nextval('relay_messages_seq_seq') as seq from (select * from ${rows} order by place) as ordered),
  stored as (
    insert into relay_messages (seq, ${MESSAGE_COLUMNS}) overriding system value
    select seq, topic, id, message, tag, case when attestation <> '' then substr(attestation, 2) end, publisher, project, bytes, $14::bigint,
      $14::bigint + 1000 * case
        when exists (select 1 from relay_subscriptions s where s.topic = numbered.topic and s.client_id <> numbered.publisher)
        then ttl else least(ttl, $15::bigint) end,
      ${HOLDERS_TOGETHER}, size
    from numbered order by topic, id, place
    on conflict (topic, message_id) do nothing returning seq)
  select place, seq, topic from stored join numbered using (seq) order by seq`

/** Part of a topic up to which messages are stored together. Beyond it one asks after the other, so that several at once do not exceed the topic. */
const TOGETHER_PART = 1 / 4

const STORE_ALL = `with given as materialized (select * from ${GIVEN}), ${storedFrom('given')}`

/**
 * Stores the messages for which there is room, each counted as if all before it in the statement were stored, and read mail as if it were not.
 * Counters are locked first. $16: messages of a topic up to which they are stored together; $17: bounds of the budget.
 */
const STORE_TOGETHER = `with asked as materialized (
    select *, row_number() over (partition by topic order by place) as "ofTopic", ${askedTogether('size', 'place')} from ${GIVEN}),
  counters as (${lockCounters('mail', 'asked')}),
  allowed as (
    select * from asked
    where ${hasRoomTogether('asked', 'counters', '$17')}
      and not exists (select 1 from relay_messages m where m.topic = asked.topic and m.message_id = asked.id)
      and not exists (select 1 from relay_delivered where relay_delivered.id = ${deliveredId('asked.topic', 'asked.id')})
      and (select count(*) from relay_messages m where m.topic = asked.topic) + "ofTopic" <= $16::bigint),
  ${storedFrom('allowed')}`

/** What `createSqlMailbox` needs. */
export interface SqlMailboxOptions {
  readonly db: Db
  readonly budget: StorageBudget
  readonly limits: RelayLimits
  /** Unix milliseconds. */
  readonly now: () => number
}

/** A mailbox over `db`. */
export function createSqlMailbox({ db, budget, limits, now }: SqlMailboxOptions): Mailbox {
  const subscriptions = createSubscriptions(db, budget, now)
  const deliveries = createDeliveries(db, limits, now)
  const together = createTogether(storeTogether, { ...BATCH, sizeOf: ({ size }) => size })

  async function publish(sender: Sender, messages: readonly Message[], subscribeTo?: string): Promise<Update[]> {
    for (const published of messages) check(published)
    const [single, ...others] = messages
    const isAlone = single !== undefined && others.length === 0 && subscribeTo === undefined
    const stored = isAlone ? await storeAlone(sender, single) : undefined
    return stored ? [stored] : storeAll(sender, messages, subscribeTo)
  }

  /** The usual case, in a statement that others share instead of a transaction of five. */
  function storeAlone(sender: Sender, published: Message): Promise<Update | undefined> {
    budget.assertNotRefused('mail', sender.holder, sizeOf(published))
    return together(singleOf(sender, published))
  }

  function storeAll(sender: Sender, messages: readonly Message[], subscribeTo: string | undefined): Promise<Update[]> {
    const store = async (sql: Sql) => {
      await lockTopics(
        sql,
        messages.map(({ topic }) => topic),
      )
      if (subscribeTo !== undefined) await subscriptions.add(sql, sender, [subscribeTo])
      const fresh = await withoutRepetitions(sql, messages)
      if (fresh.length > 0)
        await budget.reserve(
          sql,
          'mail',
          sender.holder,
          fresh.map(sizeOf).reduce((sum, size) => sum + size),
        )
      return storeFresh(sql, sender, fresh)
    }
    // The mail that it deletes has counters of others, which it cannot lock in the order of all.
    return repeatUndone(() => db.transaction(store))
  }

  /** Until the transaction ends, so that what is counted on a topic is what is stored there. In the order of the keys, against deadlocks. */
  async function lockTopics(sql: Sql, topics: readonly string[]): Promise<void> {
    await sql.query(
      `select pg_advisory_xact_lock(key) from
         (select distinct hashtextextended(topic, 0) as key from unnest($1::text[]) as topic order by key) as keys`,
      [topics],
    )
  }

  /**
   * Stores messages of any senders in one statement. Undefined for each that is not stored then: a repetition, or one for which this statement, which
   * counts generously, sees no room. `storeAll` tells these cases apart.
   */
  async function storeTogether(all: readonly Single[]): Promise<readonly (Update | undefined)[]> {
    const rows = await db
      .query<{ place: number; seq: number }>(
        STORE_TOGETHER,
        [...columnsOf(all), Math.floor(limits.maxPendingPerTopic * TOGETHER_PART), budget.boundsOf('mail')],
        { isPrepared: true },
      )
      .catch((error: unknown) => {
        if (error instanceof DbUnavailableError) throw error
        // One of them cannot be stored: alone, each fails for itself.
        return []
      })
    const seqs = new Map(rows.map(({ place, seq }) => [place, seq]))
    return all.map(({ published: { topic } }, index) => {
      const seq = seqs.get(index + 1)
      return seq === undefined ? undefined : { topic, seq }
    })
  }

  /** The parameters that `GIVEN` and `storedFrom` name. */
  function columnsOf(all: readonly Single[]): readonly Parameter[] {
    const column = <T>(valueOf: (single: Single) => T) => all.map(valueOf)
    return [
      column(({ published }) => published.topic),
      column(({ id }) => id),
      column(({ published }) => published.message),
      column(({ published }) => published.tag),
      // An array of texts has no place for null: an attestation stands after a sign.
      column(({ published: { attestation } }) => (typeof attestation === 'string' ? `=${attestation}` : '')),
      column(({ sender }) => sender.clientId),
      column(({ sender }) => sender.project),
      column(({ published }) => Buffer.byteLength(published.message)),
      column(({ published }) => published.ttl),
      column(({ size }) => size),
      column(({ sender }) => sender.holder.address),
      column(({ sender }) => sender.holder.client),
      column(({ sender }) => sender.holder.project),
      ...[now(), limits.maxTtlUnreadSeconds],
    ]
  }

  function check({ message, ttl }: Message): void {
    if (ttl > limits.maxTtlSeconds)
      throw new RpcError(RPC_ERRORS.badParams, `ttl must be at most ${limits.maxTtlSeconds} seconds`)
    if (Buffer.byteLength(message) > limits.maxMessageBytes) throw new RpcError(RPC_ERRORS.badParams, 'Message is too large')
  }

  /** `messages` without repetitions of stored and delivered ones: a sender that got no answer sends its message again. */
  async function withoutRepetitions(sql: Sql, messages: readonly Message[]): Promise<readonly Message[]> {
    const ids = messages.map(({ message }) => messageIdOf(message))
    const rows = await sql.query<{ topic: string; id: string }>(
      `select topic, message_id as id from relay_messages
       where (topic, message_id) in (select * from unnest($1::text[], $2::text[])) and expires_at > $3
       union all
       select topic, id from unnest($1::text[], $2::text[]) as messages (topic, id)
       where ${deliveredId('topic', 'id')} in (select id from relay_delivered)`,
      [messages.map(({ topic }) => topic), ids, now()],
    )
    const stored = new Set(rows.map(({ topic, id }) => `${topic} ${id}`))
    return messages.filter(({ topic }, index) => !stored.has(`${topic} ${ids[index] ?? ''}`))
  }

  /** Stores `fresh`; those that another transaction stores at this moment are repetitions. */
  async function storeFresh(sql: Sql, sender: Sender, fresh: readonly Message[]): Promise<Update[]> {
    if (fresh.length === 0) return []
    const all = fresh.map((published) => singleOf(sender, published))
    // An expired copy that is not deleted yet must not make a message a repetition.
    await sql.query(
      `delete from relay_messages where (topic, message_id) in (select * from unnest($1::text[], $2::text[])) and expires_at <= $3`,
      [all.map(({ published }) => published.topic), all.map(({ id }) => id), now()],
    )
    const updates = await sql.query<{ topic: string; seq: number }>(STORE_ALL, columnsOf(all))
    for (const topic of new Set(updates.map((update) => update.topic))) await makeRoom(sql, topic)
    return updates.map(({ topic, seq }) => ({ topic, seq }))
  }

  /** At `maxPendingPerTopic`, deletes messages that a client has acknowledged, oldest first. @throws RpcError `limit` when too few are */
  async function makeRoom(sql: Sql, topic: string): Promise<void> {
    const [row] = await sql.query<{ total: number }>(
      'select count(*) as total from relay_messages where topic = $1 and expires_at > $2 and delivered_at is null',
      [topic, now()],
    )
    const excess = (row?.total ?? 0) - limits.maxPendingPerTopic
    if (excess <= 0) return
    const removed = await sql.query(
      `delete from relay_messages where seq in (
         select m.seq from relay_messages m where m.topic = $1 and exists (select 1 from relay_acks a where a.seq = m.seq)
         order by m.seq limit $2) returning seq`,
      [topic, excess],
    )
    if (removed.length < excess) throw new RpcError(RPC_ERRORS.limit, 'Too many pending messages on this topic')
  }

  const { subscribe, unsubscribe, topicsOf, seen } = subscriptions
  return {
    publish,
    ...{ subscribe, unsubscribe, topicsOf, seen },
    ...deliveries,

    async collectClients(): Promise<void> {
      await db.query('delete from relay_clients where seen_at <= $1', [now() - limits.forgetClientAfterMs])
      await db.query(
        `delete from relay_clients c where seen_at <= $1
           and not exists (select 1 from relay_subscriptions s where s.client_id = c.client_id)`,
        [now() - limits.collectClientsEveryMs],
      )
      await deliveries.collectForgotten()
    },

    async check() {
      await db.query('select 1')
    },
  }
}

function singleOf(sender: Sender, published: Message): Single {
  return { sender, published, id: messageIdOf(published.message), size: sizeOf(published) }
}

/** Bytes that a message counts in the storage budget. */
function sizeOf({ message, attestation }: Message): number {
  return ROW_BYTES + Buffer.byteLength(message) + Buffer.byteLength(attestation ?? '')
}

/** SHA-256 of the text: of two equal messages on one topic, the second is a repetition. */
function messageIdOf(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
