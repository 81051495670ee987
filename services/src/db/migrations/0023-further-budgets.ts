// Events and co-signed operations count as what strangers store: events in bytes, by the address that reports and its project; operations
// by their session, the address that asks for a signature, and the project.
import type { Migration } from '../migration.js'
import { storageTriggers } from './0022-index-budgets.js'

export const furtherBudgets: Migration = {
  id: 23,
  name: 'further-budgets',
  statements: [
    `alter table analytics_events add column holders text[] not null default '{}', add column held integer not null default 0`,
    `update analytics_events set holders = array['project:' || project || '#0'],
       held = 256 + octet_length(event_id) + octet_length(name) + octet_length(domain) + octet_length(url) + octet_length(props)`,
    // Those that still count against their address.
    `create index analytics_events_address on analytics_events (received_at) where holders[1] like 'address:%'`,
    ...storageTriggers('analytics_events', 'analytics'),
    `alter table session_spends add column holders text[] not null default '{}', add column held integer not null default 1`,
    `update session_spends set holders = array['client:' || pci]`,
    ...storageTriggers('session_spends', 'spends'),
  ],
}
