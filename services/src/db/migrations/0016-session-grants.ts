// What was asked for, beside what a wallet has granted.
import type { Migration } from '../migration.js'

export const sessionGrants: Migration = {
  id: 16,
  name: 'session-grants',
  statements: [
    // The permissions as they were asked for, where the wallet has granted less: those of `permissions`. Null: just these were asked for.
    'alter table sessions add column asked text',
  ],
}
