// Pending messages and acknowledgements, in SQL. A message that every subscriber has acknowledged is marked as delivered: it then counts against
// no budget, and is deleted shortly after.
import type { Db, Parameter } from '../../db/db.js'
import type { RelayLimits } from '../limits.js'
import type { Known, Page, PageSize, Stored, Update } from '../mailbox.js'

const MAIL_COLUMNS = `m.seq, m.topic, m.message, m.tag, m.attestation, m.published_at as "publishedAt", m.expires_at as "expiresAt"`

/** SQL expression of a message's key in `relay_delivered`. @param topic, id SQL expressions */
export const deliveredId = (topic: string, id: string) => `sha256(convert_to(${topic} || ' ' || ${id}, 'UTF8'))`

/** The queries of one instance; `now` is Unix milliseconds. */
export function createDeliveries(db: Db, limits: RelayLimits, now: () => number) {
  /** Messages that this instance marked as delivered, with the time. */
  let delivered: { readonly seq: number; readonly at: number }[] = []

  /** Deletes delivered messages and keeps their keys in `relay_delivered`, by which a repetition is recognized. */
  async function forget(where: string, parameters: readonly Parameter[]): Promise<void> {
    await db.query(
      `with gone as (delete from relay_messages m where ${where} returning topic, message_id)
       insert into relay_delivered (id, at) select ${deliveredId('topic', 'message_id')}, $1::bigint from gone on conflict do nothing`,
      [now(), ...parameters],
    )
  }

  /** Rows that pass `where`, in the order of arrival, up to `size`; one row more is looked at, without its text, for `hasMore`. */
  async function page(where: string, { count, bytes }: PageSize, parameters: readonly Parameter[]): Promise<Page> {
    const [size, most] = [parameters.length + 1, parameters.length + 2]
    const rows = await db.query<Stored & { readonly last: number }>(
      `select ${MAIL_COLUMNS}, last from (
         select seq, sum(bytes) over arrival as upto, row_number() over arrival as place, max(seq) over () as last from (
           select m.seq, m.bytes from relay_messages m where ${where} order by m.seq limit $${size}) as found
         window arrival as (order by seq)) as summed join relay_messages m using (seq)
       where place = 1 or (upto <= $${most}::bigint and place < $${size}::bigint) order by m.seq`,
      [...parameters, count + 1, bytes],
    )
    const mails = rows.map(({ last: _, ...mail }) => mail)
    return { mails, hasMore: (mails.at(-1)?.seq ?? 0) < (rows[0]?.last ?? 0) }
  }

  const unread = (
    where: string,
    clientId: string,
    topics: readonly string[],
    size: PageSize,
    { except = [], heard = [] }: Known = {},
  ) =>
    page(
      `${where} and m.publisher <> $1 and m.expires_at > $3 and m.seq <> all($4::bigint[])
         and (m.delivered_at is null or m.seq = any($5::bigint[]))
         and not exists (select 1 from relay_acks a where a.seq = m.seq and a.client_id = $1 and a.seq <> all($5::bigint[]))`,
      size,
      [clientId, topics, now(), except, heard],
    )

  return {
    pending: (clientId: string, topics: readonly string[], size: PageSize, known?: Known) =>
      unread('m.topic = any($2::text[])', clientId, topics, size, known),

    subscribed: (clientId: string, topics: readonly string[], size: PageSize, known?: Known) =>
      unread(
        'm.topic in (select topic from relay_subscriptions where client_id = $1 and topic = any($2::text[]))',
        clientId,
        topics,
        size,
        known,
      ),

    async stillPending(clientId: string, seqs: readonly number[]): Promise<readonly number[]> {
      const rows = await db.query<{ seq: number }>(
        `select m.seq from relay_messages m where m.seq = any($2::bigint[]) and m.expires_at > $3 and m.delivered_at is null
           and not exists (select 1 from relay_acks a where a.seq = m.seq and a.client_id = $1)
         order by m.seq`,
        [clientId, seqs, now()],
      )
      return rows.map(({ seq }) => seq)
    },

    read: (seqs: readonly number[], size: PageSize) => page('m.seq = any($1::bigint[])', size, [seqs]),

    storedAfter: (seq: number, limit: number): Promise<readonly Update[]> =>
      db.query<{ topic: string; seq: number }>('select topic, seq from relay_messages where seq > $1 order by seq limit $2', [
        seq,
        limit,
      ]),

    async lastSeq(): Promise<number> {
      const [row] = await db.query<{ seq: number | null }>('select max(seq) as seq from relay_messages')
      return row?.seq ?? 0
    },

    /** Marks messages as delivered that no other subscriber waits for. */
    async ack(clientId: string, seqs: readonly number[]): Promise<void> {
      if (seqs.length === 0) return
      const rows = await db.query<{ seq: number }>(
        `with mail as materialized (
           select seq, topic, publisher from relay_messages where seq = any($2::bigint[]) and delivered_at is null
           order by seq for no key update),
         waiting as materialized (
           select seq from mail where
             not exists (select 1 from relay_subscriptions s where s.topic = mail.topic and s.client_id = $1)
             or exists (
               select 1 from relay_subscriptions s where s.topic = mail.topic and s.client_id not in ($1, mail.publisher)
               and not exists (select 1 from relay_acks a where a.seq = mail.seq and a.client_id = s.client_id))),
         noted as (insert into relay_acks (seq, client_id) select seq, $1 from waiting on conflict do nothing)
         update relay_messages m set delivered_at = $3::bigint, held = 0 from mail
         where m.seq = mail.seq and mail.seq not in (select seq from waiting) returning m.seq`,
        [clientId, seqs, now()],
      )
      for (const { seq } of rows) delivered.push({ seq, at: now() })
    },

    /**
     * Deletes messages that this instance marked as delivered at least `deliveredGraceMs` ago. The delay is for other sockets of the client,
     * also on other instances, which have heard of the message and not read it yet.
     */
    async deleteDelivered(): Promise<void> {
      const isDue = ({ at }: { readonly at: number }) => at <= now() - limits.deliveredGraceMs
      const due = delivered.filter(isDue).map(({ seq }) => seq)
      if (due.length === 0) return
      delivered = delivered.filter((each) => !isDue(each))
      await forget('m.seq = any($2::bigint[])', [due])
    },

    /** Deletes expired messages, delivered messages whose instance ended before it deleted them, and old keys of delivered messages. */
    async collect(): Promise<void> {
      await db.query('delete from relay_messages where expires_at <= $1', [now()])
      await forget('m.delivered_at <= $2', [now() - limits.collectEveryMs])
      await db.query('delete from relay_delivered where at <= $1', [now() - limits.repetitionMs])
    },

    /**
     * Deletes messages that no subscriber waits for and that no acknowledgement marked as delivered: two clients acknowledged at the same
     * moment, or the last subscriber that had not acknowledged has unsubscribed.
     */
    async collectForgotten(): Promise<void> {
      await forget(
        `m.seq in (select seq from relay_acks)
           and not exists (
             select 1 from relay_subscriptions s where s.topic = m.topic and s.client_id <> m.publisher
             and not exists (select 1 from relay_acks a where a.seq = m.seq and a.client_id = s.client_id))
           and exists (select 1 from relay_acks a join relay_subscriptions s on s.client_id = a.client_id and s.topic = m.topic where a.seq = m.seq)`,
        [],
      )
    },
  }
}
