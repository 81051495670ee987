// Table of what was quoted for a swap, each quote by itself: a later one takes nothing away from an earlier one.
import type { Migration } from '../migration.js'

export const swapQuoteTables: Migration = {
  id: 11,
  name: 'swap quotes',
  statements: [
    // The question is a hash: who asked for what cannot be read from it. `number` says which quote is the latest, whatever the clocks of
    // the instances say.
    `create table swap_quotes (
      id text primary key,
      number bigint generated always as identity,
      question text not null,
      amount numeric(78, 0) not null,
      is_best boolean not null,
      route text not null,
      expires_at bigint not null
    )`,
    'create index swap_quotes_question on swap_quotes (question)',
    'create index swap_quotes_expiry on swap_quotes (expires_at)',
  ],
}
