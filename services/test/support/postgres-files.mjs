// What a Postgres server may say otherwise than the embedded engine: schema and migrations, plans of statements, what several connections do at
// once (locks, transactions, instances that share), notifications, and a server that fails. The Vitest project `postgres` runs these files on one.

/** From the root of the repository. */
export const postgresFiles = [
  'services/test/app/kill.test.ts',
  'services/test/app/start-cost.test.ts',
  'services/test/chaos/chaos.test.ts',
  'services/test/data/history/pages.test.ts',
  'services/test/data/history/precedence.test.ts',
  'services/test/data/onramp/instances.test.ts',
  'services/test/data/swaps/instances.test.ts',
  'services/test/db/db.test.ts',
  'services/test/db/postgres-guard.test.ts',
  'services/test/db/silence.test.ts',
  'services/test/embedded/instances.test.ts',
  'services/test/flood/production.test.ts',
  'services/test/limits/shared-buckets.test.ts',
  'services/test/limits/storage-budget.test.ts',
  'services/test/load/statements.test.ts',
  'services/test/operations/jobs.test.ts',
  'services/test/relay/instances.test.ts',
  'services/test/relay/engine/publishing.test.ts',
  'services/test/relay/engine/sql.test.ts',
]
