// Events count as what strangers store: bytes, by the address that reports and its project.
import type { Migration } from '../migration.js'
import { storageTriggers } from './0022-index-budgets.js'

export const analyticsBudget: Migration = {
  id: 23,
  name: 'analytics-budget',
  statements: [
    `alter table analytics_events add column holders text[] not null default '{}', add column held integer not null default 0`,
    `update analytics_events set holders = array['project:' || project || '#0'],
       held = 256 + octet_length(event_id) + octet_length(name) + octet_length(domain) + octet_length(url) + octet_length(props)`,
    // Those that still count against their address.
    `create index analytics_events_address on analytics_events (received_at) where holders[1] like 'address:%'`,
    ...storageTriggers('analytics_events', 'analytics'),
  ],
}
