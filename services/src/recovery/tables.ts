// The tables of the recovery service, in a database of its own.
import type { Migration } from '../db/migration.js'

/** Ids apart from those of the services. */
export const recoverySteps: readonly Migration[] = [
  {
    id: 1001,
    name: 'recovery',
    statements: [
      'create table recovery_keys (id integer primary key check (id = 1), public_key text not null, private_sealed text not null)',
      // half: sealed with this service's own key
      `create table recovery_halves (
        slot text primary key,
        user_id text not null,
        wallet text not null,
        half text not null,
        stored_at bigint not null
      )`,
      `create table recovery_releases (
        id text primary key,
        slot text not null references recovery_halves on delete cascade,
        state text not null,
        held_until bigint not null,
        started_at bigint not null
      )`,
    ],
  },
]
