// Subscriptions of clients to topics, in SQL. A subscription counts against the budget of its client and of the address that last repeated it.
import type { Db, Parameter, Sql } from '../../db/db.js'
import { askFull, holdersOf, type StorageBudget } from '../../limits/storage-budget.js'
import type { StorageScope } from '../../limits/storage-limits.js'
import type { Sender } from '../mailbox.js'
import { subscriptionIdOf } from '../subscription-id.js'

/** The queries; `now` is Unix milliseconds. */
export function createSubscriptions(db: Db, budget: StorageBudget, now: () => number) {
  /** Adds all of `topics` (no two the same) or none. @throws StorageFullError */
  async function add(sql: Sql, { clientId, holder }: Sender, topics: readonly string[]): Promise<void> {
    // Only the statement knows how many of the topics are new.
    await budget.store('subscriptions', holder, 0, async (question) => {
      const ids = topics.map((topic) => subscriptionIdOf(clientId, topic))
      const values: readonly Parameter[] = [clientId, now(), topics, ids, holdersOf(holder)]
      const [row] = await sql.query<{ full: StorageScope | null }>(
        `with added as (
           select count(*) as more from unnest($3::text[]) as t(topic)
           where not exists (select 1 from relay_subscriptions s where s.client_id = $1 and s.topic = t.topic)),
         room as materialized (
           select case when more = 0 then null else ${askFull(6, 'more')} end as "full" from added),
         client as (
           insert into relay_clients (client_id, seen_at) select $1, $2::bigint from room where "full" is null
           on conflict (client_id) do update set seen_at = excluded.seen_at returning client_id),
         stored as (
           insert into relay_subscriptions as s (client_id, topic, subscription_id, holders, held)
           select c.client_id, t.topic, t.id, $5::text[], 1 from client c, unnest($3::text[], $4::text[]) as t(topic, id)
           on conflict (client_id, topic) do update set holders = excluded.holders, held = 1 where s.holders <> excluded.holders)
         select "full" from room`,
        [...values, ...question],
      )
      return row
    })
  }

  return {
    add,

    async subscribe(sender: Sender, topics: readonly string[]): Promise<string[]> {
      if (topics.length > 0) await add(db, sender, [...new Set(topics)])
      return topics.map((topic) => subscriptionIdOf(sender.clientId, topic))
    },

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

    async seen(clientIds: readonly string[]): Promise<void> {
      await db.query('update relay_clients set seen_at = $2 where client_id = any($1::text[])', [clientIds, now()])
    },
  }
}
