// The table of events: in, out for export, counted for the console, and gone when old.
import type { Db } from '../../db/db.js'
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

/** The table of events. */
export interface EventStore {
  /** An event that is there already (same project and id) is not stored again. */
  add(project: string, events: readonly StoredEvent[], now: number, isExported: boolean): Promise<void>
  /** The oldest that were not exported. */
  unexported(limit: number): Promise<readonly ExportedEvent[]>
  markExported(seqs: readonly number[]): Promise<void>
  /** Removes what is older than `moment` (unix ms), and the oldest beyond the last `most`. */
  forgetBefore(moment: number, most: number): Promise<number>
  projects(): Promise<readonly string[]>
  /** The most frequent names of the last 30 days; of one project, or of all. */
  counts(now: number, project?: string): Promise<readonly EventCount[]>
}

const DAY_MS = 24 * 3600 * 1000
const NAMES_MAX = 200
const PROJECTS_MAX = 500

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
export function createEventStore(db: Db): EventStore {
  return {
    async add(project, events, now, isExported) {
      if (events.length === 0) return
      await db.query(
        `insert into analytics_events (project, event_id, name, kind, domain, url, at, received_at, props, is_exported)
         select $1, event_id, name, kind, domain, url, at, $2::bigint, props, $3::boolean
         from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[])
           as given (event_id, name, kind, domain, url, at, props)
         on conflict do nothing`,
        [
          project,
          now,
          isExported,
          events.map(({ eventId }) => eventId),
          events.map(({ name }) => name),
          events.map(({ kind }) => kind),
          events.map(({ domain }) => domain),
          events.map(({ url }) => url),
          events.map(({ at }) => at),
          events.map(({ props }) => JSON.stringify(props)),
        ],
      )
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
      const rows = await db.query<{ count: number }>(
        `with gone as (
           delete from analytics_events
           where received_at < $1 or seq <= (select max(seq) from analytics_events) - $2::bigint returning 1)
         select count(*) as count from gone`,
        [moment, most],
      )
      return rows[0]?.count ?? 0
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
