// What pages report about their use, until it is old. Nobody's address on the network is in it.
import type { Migration } from '../migration.js'

export const analyticsTables: Migration = {
  id: 2,
  name: 'analytics',
  statements: [
    `create table analytics_events (
      seq bigint generated always as identity primary key,
      project text not null,
      event_id text not null,
      name text not null,
      kind text not null,
      domain text not null,
      url text not null,
      at bigint not null,
      received_at bigint not null,
      props text not null,
      is_exported boolean not null,
      unique (project, event_id)
    )`,
    'create index analytics_events_received on analytics_events (received_at)',
    'create index analytics_events_open on analytics_events (seq) where not is_exported',
  ],
}
