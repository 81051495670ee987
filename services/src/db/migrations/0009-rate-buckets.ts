// What callers have left of their buckets, over all instances.
import type { Migration } from '../migration.js'

export const rateBucketTables: Migration = {
  id: 9,
  name: 'rate buckets',
  statements: [
    // Unlogged: fast, and empty after a crash of the server, which gives everyone a full bucket.
    // `key` is a hash; `size` and `refill` (per second) are the limit; `tokens` is what was left at `at`, the server's Unix milliseconds.
    `create unlogged table rate_buckets (
      key text primary key,
      size double precision not null,
      refill double precision not null,
      tokens double precision not null,
      at bigint not null
    )`,
  ],
}
