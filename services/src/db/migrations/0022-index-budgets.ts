// Whose rows those of the indexes are, how many, and when they were last asked for: for the storage budgets, and to forget what nobody asks for.
import type { Migration } from '../migration.js'

/** The counters of what is in `table` now, and the triggers that keep them. */
export const storageTriggers = (table: string, kind: string): readonly string[] => [
  `insert into storage_use (kind, holder, amount)
     select '${kind}', holder, sum(held) from ${table}, unnest(holders) holder group by holder`,
  `create trigger storage_added after insert on ${table} referencing new table as added
     for each statement execute function count_storage('${kind}')`,
  `create trigger storage_changed after update on ${table} referencing old table as removed new table as added
     for each statement execute function count_storage('${kind}')`,
  `create trigger storage_removed after delete on ${table} referencing old table as removed
     for each statement execute function count_storage('${kind}')`,
]

export const indexBudgets: Migration = {
  id: 22,
  name: 'index-budgets',
  statements: [
    // `held`: rows that the account has here, its own included. `is_full`: there is no room for what is older. `is_gone`: being deleted.
    `alter table index_accounts add column holders text[] not null default '{}', add column held integer not null default 1,
       add column is_full boolean not null default false, add column is_gone boolean not null default false`,
    // Accounts of Solana have a row as well, with the blocks at 0: their progress is that of their lists.
    `insert into index_accounts (chain, account, low_block, next_block, asked_at)
       select chain, account, 0, 0, max(asked_at) from index_signatures group by chain, account on conflict do nothing`,
    // The transaction, the tie to the account, and its transfers.
    'alter table index_account_transactions add column held integer not null default 3',
    `update index_accounts set held = 1 + rows.held
       from (select chain, account, sum(held) as held from index_account_transactions group by chain, account) rows
       where rows.chain = index_accounts.chain and rows.account = index_accounts.account`,
    `update index_accounts set holders = array['client:' || chain || ' ' || account]`,
    'create index index_accounts_holder on index_accounts ((holders[1]), asked_at)',
    'create index index_accounts_gone on index_accounts (asked_at) where is_gone',
    'create index index_account_transactions_hash on index_account_transactions (chain, hash)',
    ...storageTriggers('index_accounts', 'history'),
    // What was read before this begins its month now.
    `alter table approval_accounts add column holders text[] not null default '{}', add column held integer not null default 1,
       add column asked_at bigint not null default (extract(epoch from now()) * 1000)::bigint`,
    `update approval_accounts set held = 1 + grants.held
       from (select chain, account, count(*) as held from approval_grants group by chain, account) grants
       where grants.chain = approval_accounts.chain and grants.account = approval_accounts.account`,
    `update approval_accounts set holders = array['client:' || chain || ' ' || account]`,
    'create index approval_accounts_asked on approval_accounts (asked_at)',
    ...storageTriggers('approval_accounts', 'approvals'),
    'create index nft_metadata_again on nft_metadata (again_at)',
  ],
}
