// Solana's part of the history: how far the signatures of an account, and of its token accounts, are read.
import type { Migration } from '../migration.js'

export const solanaHistoryTables: Migration = {
  id: 8,
  name: 'solana history',
  statements: [
    // `state`: what is read of the list, as in data/history/solana/store.ts. `is_read`: nothing older is left to read.
    `create table index_signatures (
      chain text not null,
      account text not null,
      source text not null,
      state text not null,
      is_read boolean not null default false,
      asked_at bigint not null,
      primary key (chain, account, source)
    )`,
    'create index index_signatures_unread on index_signatures (asked_at) where not is_read',
    // A mint may be gone, or nowhere listed: the transaction says how its amounts are counted.
    'alter table index_transfers add column decimals integer',
  ],
}
