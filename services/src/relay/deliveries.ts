// What waits for whom, and what was acknowledged, in SQL. A message that every subscriber has acknowledged is marked as delivered: from then
// on it counts against no budget, and it is deleted a moment later.
import type { Db, Parameter } from '../db/db.js'
import type { Push } from './frames.js'
import type { RelayLimits } from './limits.js'

/** A message as it lies in the mailbox; `seq` grows in the order of arrival. */
export interface Stored extends Push {
  readonly seq: number
  /** Unix milliseconds. */
  readonly expiresAt: number
}

const MAIL_COLUMNS = `m.seq, m.topic, m.message, m.tag, m.attestation, m.published_at as "publishedAt", m.expires_at as "expiresAt"`

/** The key in `relay_delivered` of a message, from its topic and its id. */
export const deliveredId = (topic: string, id: string) => `sha256(convert_to(${topic} || ' ' || ${id}, 'UTF8'))`

export function createDeliveries(db: Db, limits: RelayLimits, now: () => number) {
  /** Marked as delivered by this instance, and when. */
  let delivered: { readonly seq: number; readonly at: number }[] = []

  /** Deletes messages that were delivered, and remembers that they were. */
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
        `select ${MAIL_COLUMNS} from relay_messages m where m.seq = any($2::bigint[]) and m.expires_at > $3 and m.delivered_at is null
           and not exists (select 1 from relay_acks a where a.seq = m.seq and a.client_id = $1)
         order by m.seq`,
        [clientId, seqs, now()],
      )
    },

    /**
     * Marks messages as received by the client, and those that no other subscriber waits for as delivered. What is gone meanwhile is
     * skipped. A client that is not subscribed speaks for nobody: what it has read stays for the one who is to come.
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
     * Deletes what was delivered through this instance a moment ago. Not at once: another socket of the client, perhaps on another
     * instance, may have been told of the message and not have looked yet.
     */
    async deleteDelivered(): Promise<void> {
      const isDue = ({ at }: { readonly at: number }) => at <= now() - limits.deliveredGraceMs
      const due = delivered.filter(isDue).map(({ seq }) => seq)
      if (due.length === 0) return
      delivered = delivered.filter((each) => !isDue(each))
      await forget('m.seq = any($2::bigint[])', [due])
    },

    /** Deletes expired messages, and delivered ones whose instance died before it did so. */
    async collect(): Promise<void> {
      await db.query('delete from relay_messages where expires_at <= $1', [now()])
      await forget('m.delivered_at <= $2', [now() - limits.collectEveryMs])
      await db.query('delete from relay_delivered where at <= $1', [now() - limits.repetitionMs])
    },

    /**
     * Deletes messages that nobody waits for any more although the last to acknowledge did not see it: two acknowledged in the same moment,
     * or who had not yet acknowledged has unsubscribed.
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
