// The relay's memory, in SQL: messages until they are delivered or expire, subscriptions per client, and acknowledgements per message and
// client. Nothing here knows about sockets, so any number of instances can share one mailbox.
import { createHash } from 'node:crypto'
import type { Db, Sql } from '../db/db.js'
import { askFull, holdersOf, type StorageBudget } from '../storage/budget.js'
import type { StorageScope } from '../storage/limits.js'
import type { News } from './audience.js'
import { createDeliveries, deliveredId } from './deliveries.js'
import { RPC_ERRORS, RpcError } from './frames.js'
import type { RelayLimits } from './limits.js'
import { createSubscriptions, type Sender } from './subscriptions.js'

/** A message as a client hands it in. */
export interface Letter {
  readonly topic: string
  readonly message: string
  /** Seconds. */
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string | null | undefined
}

const LETTER_COLUMNS =
  'topic, message_id, message, tag, attestation, publisher, project, bytes, published_at, expires_at, holders, held'
/** What a stored message takes beside its texts. */
const ROW_BYTES = 256
/** As `letterValues` gives them; a message that nobody else is subscribed to gets the shorter of two lives. */
const LETTER_VALUES = `$1, $2, $3, $4::integer, $5, $6, $7, $8::integer, $9::bigint,
  case when exists (select 1 from relay_subscriptions where topic = $1 and client_id <> $6) then $10::bigint else $11::bigint end,
  $12::text[], $13::integer`

/** Where instances tell each other about new messages. */
export const MAIL_CHANNEL = 'relay_mail'

/** What was told there, or undefined when `instance` told it itself, or when it is nothing that a relay tells. */
export function newsFromOthers(payload: string, instance: string): News | undefined {
  const [from, topic, number] = payload.split(' ')
  const seq = Number(number)
  return from === instance || topic === undefined || !Number.isSafeInteger(seq) ? undefined : { topic, seq }
}

export interface MailboxOptions {
  readonly db: Db
  readonly budget: StorageBudget
  readonly limits: RelayLimits
  readonly now: () => number
  /** Names this instance to the others. */
  readonly instance: string
}

export type Mailbox = ReturnType<typeof createMailbox>

export function createMailbox({ db, budget, limits, now, instance }: MailboxOptions) {
  const subscriptions = createSubscriptions(db, budget, now)
  const deliveries = createDeliveries(db, limits, now)

  /** Stores all of `letters` or none. Resolves, once durable, with those that were not there already. @throws StorageFullError */
  async function publish(sender: Sender, letters: readonly Letter[], subscribeTo?: string): Promise<News[]> {
    for (const letter of letters) check(letter)
    const [single, ...others] = letters
    const isAlone = single !== undefined && others.length === 0 && subscribeTo === undefined
    const stored = isAlone ? await storeAtOnce(sender, single) : undefined
    return stored ? [stored] : storeAll(sender, letters, subscribeTo)
  }

  function storeAll(sender: Sender, letters: readonly Letter[], subscribeTo: string | undefined): Promise<News[]> {
    return db.transaction(async (sql) => {
      if (subscribeTo !== undefined) await subscriptions.add(sql, sender, [subscribeTo])
      const fresh = await withoutRepetitions(sql, letters)
      if (fresh.length > 0)
        await budget.reserve(
          sql,
          'mail',
          sender.holder,
          fresh.map(sizeOf).reduce((sum, size) => sum + size),
        )
      const news: News[] = []
      for (const letter of fresh) {
        const seq = await store(sql, sender, letter)
        if (seq !== undefined) news.push({ topic: letter.topic, seq })
      }
      for (const { topic, seq } of news) await sql.notify(MAIL_CHANNEL, `${instance} ${topic} ${seq}`)
      return news
    })
  }

  /**
   * The usual letter, in one statement, which is a transaction and a way to the database less than five. Undefined, with nothing stored: it
   * is there already or was delivered, its expired twin is in the way, or the topic is full; that takes a closer look.
   */
  async function storeAtOnce(sender: Sender, letter: Letter): Promise<News | undefined> {
    const row = await budget.store('mail', sender.holder, sizeOf(letter), async (question) => {
      const [stored] = await db.query<{ seq: number | null; full: StorageScope | null }>(
        `with room as materialized (
           select case when exists (select 1 from relay_messages where topic = $1 and message_id = $2) then null
             else ${askFull(14)} end as "full",
             exists (select 1 from relay_delivered where id = ${deliveredId('$1::text', '$2::text')}) as "isDelivered"),
         stored as (
           insert into relay_messages (${LETTER_COLUMNS})
           select ${LETTER_VALUES} from room
           where "full" is null and not "isDelivered" and
             (select count(*) from relay_messages where topic = $1 and expires_at > $9::bigint and delivered_at is null) < $20::bigint
           on conflict (topic, message_id) do nothing returning seq)
         select room."full", (select seq from stored), (select pg_notify($21, $22 || seq) from stored) from room`,
        [...letterValues(sender, letter), ...question, limits.maxPendingPerTopic, MAIL_CHANNEL, `${instance} ${letter.topic} `],
      )
      return stored
    })
    return row?.seq ? { topic: letter.topic, seq: row.seq } : undefined
  }

  function letterValues({ clientId, project, holder }: Sender, letter: Letter) {
    const { topic, message, tag, ttl, attestation } = letter
    const at = now()
    const lives = [ttl, Math.min(ttl, limits.maxTtlUnreadSeconds)].map((seconds) => at + seconds * 1_000)
    const texts = [topic, letterIdOf(message), message, tag, attestation ?? null, clientId, project, Buffer.byteLength(message)]
    return [...texts, at, ...lives, holdersOf(holder), sizeOf(letter)]
  }

  function check({ message, ttl }: Letter): void {
    if (ttl > limits.maxTtlSeconds)
      throw new RpcError(RPC_ERRORS.badParams, `ttl must be at most ${limits.maxTtlSeconds} seconds`)
    if (Buffer.byteLength(message) > limits.maxMessageBytes) throw new RpcError(RPC_ERRORS.badParams, 'Message is too large')
  }

  /** Those of `letters` that are no repetition: the first one may have been answered to nobody, and may be delivered meanwhile. */
  async function withoutRepetitions(sql: Sql, letters: readonly Letter[]): Promise<readonly Letter[]> {
    const ids = letters.map(({ message }) => letterIdOf(message))
    const rows = await sql.query<{ topic: string; id: string }>(
      `select topic, message_id as id from relay_messages
       where (topic, message_id) in (select * from unnest($1::text[], $2::text[])) and expires_at > $3
       union all
       select topic, id from unnest($1::text[], $2::text[]) as letters (topic, id)
       where ${deliveredId('topic', 'id')} in (select id from relay_delivered)`,
      [letters.map(({ topic }) => topic), ids, now()],
    )
    const stored = new Set(rows.map(({ topic, id }) => `${topic} ${id}`))
    return letters.filter(({ topic }, index) => !stored.has(`${topic} ${ids[index] ?? ''}`))
  }

  /** Undefined when it was there already. */
  async function store(sql: Sql, sender: Sender, letter: Letter): Promise<number | undefined> {
    const { topic, message } = letter
    // An expired twin that is not yet collected must not swallow this one.
    await sql.query('delete from relay_messages where topic = $1 and message_id = $2 and expires_at <= $3', [
      topic,
      letterIdOf(message),
      now(),
    ])
    const [row] = await sql.query<{ seq: number }>(
      `insert into relay_messages (${LETTER_COLUMNS}) values (${LETTER_VALUES})
       on conflict (topic, message_id) do nothing returning seq`,
      letterValues(sender, letter),
    )
    if (!row) return undefined
    await makeRoom(sql, topic)
    return row.seq
  }

  /** At the cap, what somebody has already received goes first; a topic full of unread mail refuses more. */
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
  const { pending, subscribed, stillPending, ack, deleteDelivered, collect } = deliveries
  return {
    publish,
    ...{ subscribe, unsubscribe, topicsOf, seen },
    ...{ pending, subscribed, stillPending, ack, deleteDelivered, collect },

    /** Forgets clients that are away for too long with their subscriptions, clients without any, and what nobody waits for any more. */
    async collectClients(): Promise<void> {
      await db.query('delete from relay_clients where seen_at <= $1', [now() - limits.forgetClientAfterMs])
      await db.query(
        `delete from relay_clients c where seen_at <= $1
           and not exists (select 1 from relay_subscriptions s where s.client_id = c.client_id)`,
        [now() - limits.collectClientsEveryMs],
      )
      await deliveries.collectForgotten()
    },
  }
}

/** What it counts as in the budget. */
function sizeOf({ message, attestation }: Letter): number {
  return ROW_BYTES + Buffer.byteLength(message) + Buffer.byteLength(attestation ?? '')
}

/** Of two equal messages on one topic the second is a repetition. */
function letterIdOf(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
