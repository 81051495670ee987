// What was delivered a short while ago. A sender whose relay died before it answered sends again, and nobody is to get that twice.
import type { Migration } from '../migration.js'

export const relayDeliveredTables: Migration = {
  id: 13,
  name: 'relay delivered',
  statements: [
    // id: sha256 of topic and message id. at: Unix milliseconds.
    `create table relay_delivered (
      id bytea primary key,
      at bigint not null
    )`,
    'create index relay_delivered_at on relay_delivered (at)',
  ],
}
