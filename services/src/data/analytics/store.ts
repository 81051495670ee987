// The table of events: in, out for export, counted for the console, and gone when old.
import type { Db } from '../../db/db.js'
import { askFull, holdersOf, type Holder, type StorageBudget } from '../../limits/storage-budget.js'
import type { StorageScope } from '../../limits/storage-limits.js'
import type { StoredEvent } from './events.js'

/** A stored event with its place in the export. */
export interface ExportedEvent extends StoredEvent {
  readonly seq: number
  readonly project: string
  readonly receivedAt: number
}

/** How often an event occurred. */
export interface EventCount {
  readonly name: string
  readonly day: number
  readonly week: number
  readonly month: number
}

/** Where events come from. */
export interface Report {
  readonly project: string
  readonly holder: Holder
  /** Unix milliseconds. */
  readonly now: number
  /** False: they wait for the exporter. */
  readonly isExported: boolean
}

/** The table of events. */
export interface EventStore {
  /** Stores all events or none. An event that is there already (same project and id) is not stored again. @throws StorageFullError */
  add(events: readonly StoredEvent[], report: Report): Promise<void>
  /** The oldest that were not exported. */
  unexported(limit: number): Promise<readonly ExportedEvent[]>
  markExported(seqs: readonly number[]): Promise<void>
  /** Removes what is older than `moment` (unix ms), the oldest beyond the last `events`, and the oldest of each project beyond its last `bytes`. */
  forgetBefore(moment: number, most: { readonly events: number; readonly bytes: number }): Promise<number>
  projects(): Promise<readonly string[]>
  /** The most frequent names of the last 30 days; of one project, or of all. */
  counts(now: number, project?: string): Promise<readonly EventCount[]>
}

const DAY_MS = 24 * 3600 * 1000
const NAMES_MAX = 200
const PROJECTS_MAX = 500
/** What an event takes beside its texts: the row, and its places in four indexes. */
const ROW_BYTES = 256

interface Stored extends Record<string, unknown> {
  seq: number
  project: string
  event_id: string
  name: string
  kind: StoredEvent['kind']
  domain: string
  url: string
  at: number
  received_at: number
  props: string
}

/** The table in `db`. */
export function createEventStore(db: Db, budget: StorageBudget): EventStore {
  return {
    async add(events, { project, holder, now, isExported }) {
      if (events.length === 0) return
      const rows = events.map(({ props, ...event }) => ({ ...event, props: JSON.stringify(props) }))
      const sizes = rows.map(bytesOf)
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      await budget.store('analytics', holder, bytes, async (question) => {
        const [row] = await db.query<{ full: StorageScope | null }>(
          `with room as materialized (select ${askFull(13)} as "full"),
           added as (
             insert into analytics_events (project, event_id, name, kind, domain, url, at, received_at, props, is_exported, holders, held)
             select $1, event_id, name, kind, domain, url, at, $2::bigint, props, $3::boolean, $11::text[], size
             from room, unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[], $12::integer[])
               as given (event_id, name, kind, domain, url, at, props, size)
             where "full" is null
             on conflict do nothing)
           select "full" from room`,
          [
            project,
            now,
            isExported,
            rows.map(({ eventId }) => eventId),
            rows.map(({ name }) => name),
            rows.map(({ kind }) => kind),
            rows.map(({ domain }) => domain),
            rows.map(({ url }) => url),
            rows.map(({ at }) => at),
            rows.map(({ props }) => props),
            holdersOf(holder),
            sizes,
            ...question,
          ],
        )
        return row
      })
    },
    async unexported(limit) {
      const rows = await db.query<Stored>('select * from analytics_events where not is_exported order by seq limit $1', [limit])
      return rows.map(({ seq, project, event_id, name, kind, domain, url, at, received_at, props }) => ({
        ...{ seq, project, name, kind, domain, url, at },
        eventId: event_id,
        receivedAt: received_at,
        props: JSON.parse(props) as StoredEvent['props'], // written by `add`
      }))
    },
    async markExported(seqs) {
      await db.query('update analytics_events set is_exported = true where seq = any($1::bigint[])', [seqs])
    },
    async forgetBefore(moment, most) {
      const [old] = await db.query<{ count: number }>(
        `with gone as (
           delete from analytics_events
           where received_at < $1 or seq <= (select max(seq) from analytics_events) - $2::bigint returning 1)
         select count(*) as count from gone`,
        [moment, most.events],
      )
      // Who stores little is let into a full project: without this it would grow with the number of addresses.
      const [beyond] = await db.query<{ count: number }>(
        `with over as (
           select split_part(holder, '#', 1) as id from storage_use where kind = 'analytics' and holder like 'project:%'
           group by 1 having sum(amount) > $1::bigint),
         counted as (
           select seq, sum(held) over (partition by over.id order by seq desc) as upto
           from over join analytics_events on over.id = split_part(holders[cardinality(holders)], '#', 1)),
         gone as (delete from analytics_events using counted where analytics_events.seq = counted.seq and upto > $1::bigint returning 1)
         select count(*) as count from gone`,
        [most.bytes],
      )
      return (old?.count ?? 0) + (beyond?.count ?? 0)
    },
    async projects() {
      const rows = await db.query<{ project: string }>('select distinct project from analytics_events order by 1 limit $1', [
        PROJECTS_MAX,
      ])
      return rows.map(({ project }) => project)
    },
    counts(now, project) {
      return db.query<EventCount>(
        `select name, count(*) filter (where received_at >= $1) as day, count(*) filter (where received_at >= $2) as week, count(*) as month
         from analytics_events where received_at >= $3 and ($4::text is null or project = $4)
         group by name order by month desc, name limit $5`,
        [now - DAY_MS, now - 7 * DAY_MS, now - 30 * DAY_MS, project ?? null, NAMES_MAX],
      )
    },
  }
}

function bytesOf({ eventId, name, domain, url, props }: Record<'eventId' | 'name' | 'domain' | 'url' | 'props', string>): number {
  return [eventId, name, domain, url, props].reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES)
}
