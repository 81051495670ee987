// The mailbox in SQL: one dialect for Postgres and the embedded database.
import { createHash } from 'node:crypto'
import type { Db, Sql } from '../../db/db.js'
import { askFull, holdersOf, type StorageBudget } from '../../limits/storage-budget.js'
import type { StorageScope } from '../../limits/storage-limits.js'
import { RPC_ERRORS, RpcError } from '../frames.js'
import type { RelayLimits } from '../limits.js'
import type { Mailbox, Message, Sender, Update } from '../mailbox.js'
import { createDeliveries, deliveredId } from './deliveries.js'
import { createSubscriptions } from './subscriptions.js'

const MESSAGE_COLUMNS =
  'topic, message_id, message, tag, attestation, publisher, project, bytes, published_at, expires_at, holders, held'
/** Bytes that a stored message counts beside its texts. */
const ROW_BYTES = 256
/** In the order of `valuesOf`; a message on a topic without another subscriber gets the shorter of two lives. */
const MESSAGE_VALUES = `$1, $2, $3, $4::integer, $5, $6, $7, $8::integer, $9::bigint,
  case when exists (select 1 from relay_subscriptions where topic = $1 and client_id <> $6) then $10::bigint else $11::bigint end,
  $12::text[], $13::integer`

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

  async function publish(sender: Sender, messages: readonly Message[], subscribeTo?: string): Promise<Update[]> {
    for (const published of messages) check(published)
    const [single, ...others] = messages
    const isAlone = single !== undefined && others.length === 0 && subscribeTo === undefined
    const stored = isAlone ? await storeAtOnce(sender, single) : undefined
    return stored ? [stored] : storeAll(sender, messages, subscribeTo)
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
   * Stores one message, the usual case, in one statement instead of a transaction of five. Undefined, with nothing stored, when the message
   * is stored or delivered already, when an expired copy is still stored, or when the topic is full: `storeAll` tells these cases apart.
   */
  async function storeAtOnce(sender: Sender, published: Message): Promise<Update | undefined> {
    const row = await budget.store('mail', sender.holder, sizeOf(published), async (question) => {
      const [stored] = await db.query<{ seq: number | null; full: StorageScope | null }>(
        `with room as materialized (
           select case when exists (select 1 from relay_messages where topic = $1 and message_id = $2) then null
             else ${askFull(14)} end as "full",
             exists (select 1 from relay_delivered where id = ${deliveredId('$1::text', '$2::text')}) as "isDelivered"),
         stored as (
           insert into relay_messages (${MESSAGE_COLUMNS})
           select ${MESSAGE_VALUES} from room
           where "full" is null and not "isDelivered" and
             (select count(*) from relay_messages where topic = $1 and expires_at > $9::bigint and delivered_at is null) < $20::bigint
           on conflict (topic, message_id) do nothing returning seq)
         select room."full", (select seq from stored) from room`,
        [...valuesOf(sender, published), ...question, limits.maxPendingPerTopic],
      )
      return stored
    })
    return row?.seq ? { topic: published.topic, seq: row.seq } : undefined
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
