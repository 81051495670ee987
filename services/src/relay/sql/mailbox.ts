// The mailbox in SQL: one dialect for Postgres and the embedded database.
import { createHash } from 'node:crypto'
import { DbUnavailableError, type Db, type Sql } from '../../db/db.js'
import { askedTogether, hasRoomTogether, holdersOf, lockCounters, type StorageBudget } from '../../limits/storage-budget.js'
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
/** In the order of `valuesOf`; a message on a topic without another subscriber gets the shorter of two lives. */
const MESSAGE_VALUES = `$1, $2, $3, $4::integer, $5, $6, $7, $8::integer, $9::bigint,
  case when exists (select 1 from relay_subscriptions where topic = $1 and client_id <> $6) then $10::bigint else $11::bigint end,
  $12::text[], $13::integer`

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

/**
 * Stores the messages for which there is room, each counted as if all before it in the statement were stored, and read mail as if it were not.
 * Counters are locked first.
 * $1 to $13: columns; $14: Unix milliseconds; $15: seconds; $16: messages of a topic; $17: bounds of the budget.
 */
const STORE_TOGETHER = `with asked as materialized (
    select *, row_number() over (partition by topic order by place) as "ofTopic", ${askedTogether('size', 'place')}
    from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::bigint[], $10::integer[],
      $11::text[], $12::text[], $13::text[]) with ordinality
      as given (topic, id, message, tag, attestation, publisher, project, bytes, ttl, size, "address", "client", "shard", place)),
  counters as (${lockCounters('mail', 'asked')}),
  stored as (
    insert into relay_messages (${MESSAGE_COLUMNS})
    select topic, id, message, tag, case when attestation <> '' then substr(attestation, 2) end, publisher, project, bytes, $14::bigint,
      $14::bigint + 1000 * case when exists (select 1 from relay_subscriptions s where s.topic = asked.topic and s.client_id <> asked.publisher)
        then ttl else least(ttl, $15::bigint) end,
      array["address", "client", "shard"], size
    from asked
    where ${hasRoomTogether('asked', 'counters', '$17')}
      and not exists (select 1 from relay_messages m where m.topic = asked.topic and m.message_id = asked.id)
      and not exists (select 1 from relay_delivered where relay_delivered.id = ${deliveredId('asked.topic', 'asked.id')})
      and (select count(*) from relay_messages m where m.topic = asked.topic) + "ofTopic" <= $16::bigint
    order by place
    on conflict (topic, message_id) do nothing returning seq, topic, message_id)
  select min(place) as place, seq from stored join asked on asked.topic = stored.topic and asked.id = stored.message_id group by seq`

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
    const size = sizeOf(published)
    budget.assertNotRefused('mail', sender.holder, size)
    return together({ sender, published, id: messageIdOf(published.message), size })
  }

  function storeAll(sender: Sender, messages: readonly Message[], subscribeTo: string | undefined): Promise<Update[]> {
    return db.transaction(async (sql) => {
      if (subscribeTo !== undefined) await subscriptions.add(sql, sender, [subscribeTo])
      const fresh = await withoutRepetitions(sql, messages)
      if (fresh.length > 0)
        await budget.reserve(
          sql,
          'mail',
          sender.holder,
          fresh.map(sizeOf).reduce((sum, size) => sum + size),
        )
      const updates: Update[] = []
      for (const published of fresh) {
        const seq = await store(sql, sender, published)
        if (seq !== undefined) updates.push({ topic: published.topic, seq })
      }
      return updates
    })
  }

  /**
   * Stores messages of any senders in one statement. Undefined for each that is not stored then: a repetition, or one for which this statement, which
   * counts generously, sees no room. `storeAll` tells these cases apart.
   */
  async function storeTogether(all: readonly Single[]): Promise<readonly (Update | undefined)[]> {
    const at = now()
    const column = <T>(valueOf: (single: Single) => T) => all.map(valueOf)
    const rows = await db
      .query<{ place: number; seq: number }>(
        STORE_TOGETHER,
        [
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
          ...[at, limits.maxTtlUnreadSeconds, limits.maxPendingPerTopic],
          budget.boundsOf('mail'),
        ],
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

  function valuesOf({ clientId, project, holder }: Sender, published: Message) {
    const { topic, message, tag, ttl, attestation } = published
    const at = now()
    const lives = [ttl, Math.min(ttl, limits.maxTtlUnreadSeconds)].map((seconds) => at + seconds * 1_000)
    const texts = [topic, messageIdOf(message), message, tag, attestation ?? null, clientId, project, Buffer.byteLength(message)]
    return [...texts, at, ...lives, holdersOf(holder), sizeOf(published)]
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

  /** The row number; undefined when the message is stored already. */
  async function store(sql: Sql, sender: Sender, published: Message): Promise<number | undefined> {
    const { topic, message } = published
    // An expired copy that is not deleted yet must not make this message a repetition.
    await sql.query('delete from relay_messages where topic = $1 and message_id = $2 and expires_at <= $3', [
      topic,
      messageIdOf(message),
      now(),
    ])
    const [row] = await sql.query<{ seq: number }>(
      `insert into relay_messages (${MESSAGE_COLUMNS}) values (${MESSAGE_VALUES})
       on conflict (topic, message_id) do nothing returning seq`,
      valuesOf(sender, published),
    )
    if (!row) return undefined
    await makeRoom(sql, topic)
    return row.seq
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

/** Bytes that a message counts in the storage budget. */
function sizeOf({ message, attestation }: Message): number {
  return ROW_BYTES + Buffer.byteLength(message) + Buffer.byteLength(attestation ?? '')
}

/** SHA-256 of the text: of two equal messages on one topic, the second is a repetition. */
function messageIdOf(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
