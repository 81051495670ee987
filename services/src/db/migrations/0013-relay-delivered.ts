// Keys of messages that were delivered shortly before. A sender whose relay ended before it answered sends again, and the repetition is not delivered.
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
