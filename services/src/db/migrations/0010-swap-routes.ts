// Table of quoted swap routes, for the minutes until the swaps are built.
import type { Migration } from '../migration.js'

export const swapRouteTables: Migration = {
  id: 10,
  name: 'swap routes',
  statements: [
    // The key is a hash: who asked for what cannot be read from it.
    `create table swap_routes (
      key text primary key,
      route text not null,
      expires_at bigint not null
    )`,
    'create index swap_routes_expiry on swap_routes (expires_at)',
  ],
}
