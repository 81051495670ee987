// Pending messages and acknowledgements, in SQL. A message that every subscriber has acknowledged is marked as delivered: it then counts against
// no budget, and is deleted shortly after.
import type { Db, Parameter } from '../db/db.js'
import type { Push } from './frames.js'
import type { RelayLimits } from './limits.js'

/** A stored message; `seq` is its row number, which grows in the order of arrival. */
export interface Stored extends Push {
  readonly seq: number
  /** Unix milliseconds. */
  readonly expiresAt: number
}

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

  function unread(where: string, parameters: readonly Parameter[]): Promise<Stored[]> {
    return db.query<Stored>(
      `select ${MAIL_COLUMNS}
       from relay_messages m
       where ${where} and m.publisher <> $1 and m.expires_at > $3 and m.seq <> all($5::bigint[])
         and (m.delivered_at is null or m.seq = any($6::bigint[]))
         and not exists (select 1 from relay_acks a where a.seq = m.seq and a.client_id = $1 and a.seq <> all($6::bigint[]))
       order by m.seq limit $4`,
      parameters,
    )
  }

  return {
    /** Messages of other clients on `topics` that `clientId` has not acknowledged, oldest first. */
    pending: (clientId: string, topics: readonly string[], limit: number) =>
      unread('m.topic = any($2::text[])', [clientId, topics, now(), limit, [], []]),

    /**
     * As `pending`, on those of `topics` to which the client is still subscribed (another instance may have unsubscribed it), without the
     * rows in `except`, and with the rows in `heard` even if they are acknowledged.
     */
    subscribed: (
      clientId: string,
      topics: readonly string[],
      limit: number,
      except: readonly number[],
      heard: readonly number[],
    ) =>
      unread('m.topic in (select topic from relay_subscriptions where client_id = $1 and topic = any($2::text[]))', [
        clientId,
        topics,
        now(),
        limit,
        except,
        heard,
      ]),

    /** The messages of `seqs` that the client has not acknowledged and that have not expired. */
    async stillPending(clientId: string, seqs: readonly number[]): Promise<Stored[]> {
      return db.query<Stored>(
        `select ${MAIL_COLUMNS} from relay_messages m where m.seq = any($2::bigint[]) and m.expires_at > $3 and m.delivered_at is null
           and not exists (select 1 from relay_acks a where a.seq = m.seq and a.client_id = $1)
         order by m.seq`,
        [clientId, seqs, now()],
      )
    },

    /**
     * Records acknowledgements of the client, and marks messages as delivered that no other subscriber waits for. Rows that are gone are
     * skipped. A client without a subscription to the topic does not make a message delivered: it stays for a later subscriber.
     */
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
