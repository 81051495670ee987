// The relay's memory, in SQL: messages until they expire, subscriptions per client, and acknowledgements per message and client.
// Nothing here knows about sockets, so any number of instances can share one mailbox.
import { createHash } from 'node:crypto'
import type { Db, Parameter, Sql } from '../db/db.js'
import type { News } from './audience.js'
import { RPC_ERRORS, RpcError, type Push } from './frames.js'
import type { RelayLimits } from './limits.js'

/** A message as a client hands it in. */
export interface Letter {
  readonly topic: string
  readonly message: string
  /** Seconds. */
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string | null | undefined
}

/** A message as it lies in the mailbox; `seq` grows in the order of arrival. */
export interface Stored extends Push {
  readonly seq: number
  /** Unix milliseconds. */
  readonly expiresAt: number
}

export interface Sender {
  readonly clientId: string
  readonly project: string
}

const LETTER_COLUMNS = 'topic, message_id, message, tag, attestation, publisher, project, bytes, published_at, expires_at'

/** Where instances tell each other about new messages. */
export const MAIL_CHANNEL = 'relay_mail'

/** What was told there, or undefined when `instance` told it itself, or when it is nothing that a relay tells. */
export function newsFromOthers(payload: string, instance: string): News | undefined {
  const [from, topic, number] = payload.split(' ')
  const seq = Number(number)
  return from === instance || topic === undefined || !Number.isSafeInteger(seq) ? undefined : { topic, seq }
}

export type Mailbox = ReturnType<typeof createMailbox>

export function createMailbox(db: Db, limits: RelayLimits, now: () => number, instance: string) {
  /** Stored bytes per project, exact once a minute; in between only what this instance added. */
  const used = new Map<string, number>()

  /** Stores all of `letters` or none. Resolves, once durable, with those that were not there already. */
  async function publish(sender: Sender, letters: readonly Letter[], subscribeTo?: string): Promise<News[]> {
    for (const letter of letters) check(letter)
    const bytes = letters.reduce((sum, letter) => sum + Buffer.byteLength(letter.message), 0)
    if ((used.get(sender.project) ?? 0) + bytes > limits.maxBytesPerProject)
      throw new RpcError(RPC_ERRORS.limit, 'Project storage is full')
    const [single, ...others] = letters
    const isAlone = single !== undefined && others.length === 0 && subscribeTo === undefined
    const stored = isAlone ? await storeAtOnce(sender, single) : undefined
    const news = stored ? [stored] : await storeAll(sender, letters, subscribeTo)
    if (news.length > 0) used.set(sender.project, (used.get(sender.project) ?? 0) + bytes)
    return news
  }

  function storeAll(sender: Sender, letters: readonly Letter[], subscribeTo: string | undefined): Promise<News[]> {
    return db.transaction(async (sql) => {
      if (subscribeTo !== undefined) await addSubscriptions(sql, sender.clientId, [subscribeTo])
      const news: News[] = []
      for (const letter of letters) {
        const seq = await store(sql, sender, letter)
        if (seq !== undefined) news.push({ topic: letter.topic, seq })
      }
      for (const { topic, seq } of news) await sql.notify(MAIL_CHANNEL, `${instance} ${topic} ${seq}`)
      return news
    })
  }

  /**
   * The usual letter, in one statement, which is a transaction and a way to the database less than five. Undefined, with nothing stored: it
   * is there already, its expired twin is in the way, or the topic is full; that takes a closer look.
   */
  async function storeAtOnce(sender: Sender, letter: Letter): Promise<News | undefined> {
    const [row] = await db.query<{ seq: number }>(
      `with stored as (
         insert into relay_messages (${LETTER_COLUMNS})
         select $1, $2, $3, $4::integer, $5, $6, $7, $8::integer, $9::bigint, $10::bigint
         where (select count(*) from relay_messages where topic = $1 and expires_at > $9::bigint) < $11::bigint
         on conflict (topic, message_id) do nothing returning seq)
       select seq, pg_notify($12, $13 || seq) from stored`,
      [...letterValues(sender, letter), limits.maxPendingPerTopic, MAIL_CHANNEL, `${instance} ${letter.topic} `],
    )
    return row && { topic: letter.topic, seq: row.seq }
  }

  function letterValues({ clientId, project }: Sender, { topic, message, tag, ttl, attestation }: Letter) {
    const at = now()
    // prettier-ignore
    return [topic, letterIdOf(message), message, tag, attestation ?? null, clientId, project, Buffer.byteLength(message), at, at + ttl * 1_000]
  }

  function check({ message, ttl }: Letter): void {
    if (ttl > limits.maxTtlSeconds)
      throw new RpcError(RPC_ERRORS.badParams, `ttl must be at most ${limits.maxTtlSeconds} seconds`)
    if (Buffer.byteLength(message) > limits.maxMessageBytes) throw new RpcError(RPC_ERRORS.badParams, 'Message is too large')
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
      `insert into relay_messages (${LETTER_COLUMNS})
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (topic, message_id) do nothing returning seq`,
      letterValues(sender, letter),
    )
    if (!row) return undefined
    await makeRoom(sql, topic)
    return row.seq
  }

  /** At the cap, what somebody has already received goes first; a topic full of unread mail refuses more. */
  async function makeRoom(sql: Sql, topic: string): Promise<void> {
    const [row] = await sql.query<{ total: number }>(
      'select count(*) as total from relay_messages where topic = $1 and expires_at > $2',
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

  /** All of `topics` (no two the same) or none. */
  async function addSubscriptions(sql: Sql, clientId: string, topics: readonly string[]): Promise<void> {
    const [room] = await sql.query<{ isEnough: boolean }>(
      `with room as (
         select count(*) + cardinality($3::text[]) <= $5::integer as "isEnough"
         from relay_subscriptions where client_id = $1 and topic <> all($3::text[])),
       client as (
         insert into relay_clients (client_id, seen_at) values ($1, $2)
         on conflict (client_id) do update set seen_at = excluded.seen_at returning client_id),
       added as (
         insert into relay_subscriptions (client_id, topic, subscription_id)
         select c.client_id, t.topic, t.id from room, client c, unnest($3::text[], $4::text[]) as t(topic, id)
         where room."isEnough" on conflict do nothing)
       select "isEnough" from room`,
      [clientId, now(), topics, topics.map((topic) => subscriptionIdOf(clientId, topic)), limits.maxTopicsPerClient],
    )
    if (!room?.isEnough) throw new RpcError(RPC_ERRORS.limit, 'Too many topics for one client')
  }

  function unread(where: string, parameters: readonly Parameter[]): Promise<Stored[]> {
    return db.query<Stored>(
      `select m.seq, m.topic, m.message, m.tag, m.attestation, m.published_at as "publishedAt", m.expires_at as "expiresAt"
       from relay_messages m
       where ${where} and m.publisher <> $1 and m.expires_at > $3 and m.seq <> all($5::bigint[])
         and not exists (select 1 from relay_acks a where a.seq = m.seq and a.client_id = $1 and a.seq <> all($6::bigint[]))
       order by m.seq limit $4`,
      parameters,
    )
  }

  return {
    publish,

    /** Subscribes, and resolves with the ids in the order of `topics`. Subscribing twice is the same as once. */
    async subscribe(clientId: string, topics: readonly string[]): Promise<string[]> {
      if (topics.length > 0) await addSubscriptions(db, clientId, [...new Set(topics)])
      return topics.map((topic) => subscriptionIdOf(clientId, topic))
    },

    /** Forgets the subscriptions, and what the client had acknowledged there; messages stay for the other side. */
    async unsubscribe(clientId: string, topics: readonly string[]): Promise<void> {
      await db.query(
        `with gone as (delete from relay_subscriptions where client_id = $1 and topic = any($2::text[]))
         delete from relay_acks where client_id = $1 and seq in (select seq from relay_messages where topic = any($2::text[]))`,
        [clientId, topics],
      )
    },

    async topicsOf(clientId: string): Promise<string[]> {
      const rows = await db.query<{ topic: string }>('select topic from relay_subscriptions where client_id = $1', [clientId])
      return rows.map((row) => row.topic)
    },

    /** What others published on `topics` and `clientId` has not acknowledged, oldest first. */
    pending: (clientId: string, topics: readonly string[], limit: number) =>
      unread('m.topic = any($2::text[])', [clientId, topics, now(), limit, [], []]),

    /**
     * The same, where the client is subscribed (it may have ended that elsewhere), without the rows in `except`, and with those in
     * `heard` even if they are acknowledged.
     */
    // prettier-ignore
    subscribed: (clientId: string, topics: readonly string[], limit: number, except: readonly number[], heard: readonly number[]) =>
      unread('m.topic in (select topic from relay_subscriptions where client_id = $1 and topic = any($2::text[]))', [
        clientId,
        topics,
        now(),
        limit,
        except,
        heard,
      ]),

    /** Those of `seqs` that still wait for an acknowledgement, with their text. */
    async stillPending(clientId: string, seqs: readonly number[]): Promise<Stored[]> {
      return db.query<Stored>(
        `select m.seq, m.topic, m.message, m.tag, m.attestation, m.published_at as "publishedAt", m.expires_at as "expiresAt"
         from relay_messages m where m.seq = any($2::bigint[]) and m.expires_at > $3
           and not exists (select 1 from relay_acks a where a.seq = m.seq and a.client_id = $1)
         order by m.seq`,
        [clientId, seqs, now()],
      )
    },

    /** Marks messages as received by the client; those that are gone meanwhile are skipped. */
    async ack(clientId: string, seqs: readonly number[]): Promise<void> {
      if (seqs.length === 0) return
      await db.query(
        `insert into relay_acks (seq, client_id) select m.seq, $1 from relay_messages m where m.seq = any($2::bigint[])
         for key share on conflict do nothing`,
        [clientId, seqs],
      )
    },

    /** Notes that these clients are here, which keeps their subscriptions. */
    async seen(clientIds: readonly string[]): Promise<void> {
      await db.query('update relay_clients set seen_at = $2 where client_id = any($1::text[])', [clientIds, now()])
    },

    /** Removes what is over: expired messages, and clients away for too long. Counts the stored bytes anew. */
    async collect(): Promise<{ messages: number; clients: number }> {
      const messages = await db.query('delete from relay_messages where expires_at <= $1 returning seq', [now()])
      const clients = await db.query('delete from relay_clients where seen_at <= $1 returning client_id', [
        now() - limits.forgetClientAfterMs,
      ])
      const totals = await db.query<{ project: string; total: number }>(
        'select project, sum(bytes) as total from relay_messages group by project',
      )
      used.clear()
      for (const { project, total } of totals) used.set(project, total)
      return { messages: messages.length, clients: clients.length }
    },
  }
}

/** The same id every time, and the one that clients compute for themselves. */
export function subscriptionIdOf(clientId: string, topic: string): string {
  return createHash('sha256')
    .update(topic + clientId)
    .digest('hex')
}

/** Of two equal messages on one topic the second is a repetition. */
function letterIdOf(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
