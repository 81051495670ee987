// Tables of the indexer: which accounts are followed and how far, what they did, and the blocks by which a reorganisation shows.
import type { Migration } from '../migration.js'

export const historyTables: Migration = {
  id: 4,
  name: 'history',
  statements: [
    // `epoch` grows with every reorganisation: what was read before one is not written after it.
    `create table index_chains (
      chain text primary key,
      epoch bigint not null default 0
    )`,
    `create table index_blocks (
      chain text not null,
      number bigint not null,
      hash text not null,
      primary key (chain, number)
    )`,
    // Read so far: from low_block up to, but without, next_block.
    `create table index_accounts (
      chain text not null,
      account text not null,
      low_block bigint not null,
      next_block bigint not null,
      asked_at bigint not null,
      primary key (chain, account)
    )`,
    'create index index_accounts_asked on index_accounts (asked_at)',
    `create table index_transactions (
      chain text not null,
      hash text not null,
      block bigint not null,
      position integer not null,
      mined_at bigint not null,
      sender text not null,
      recipient text,
      creates text,
      failed boolean not null,
      nonce bigint not null,
      value text not null,
      primary key (chain, hash)
    )`,
    'create index index_transactions_block on index_transactions (chain, block)',
    // Amounts and token numbers have up to 256 bits: text.
    `create table index_transfers (
      chain text not null,
      hash text not null,
      log_index integer not null,
      part integer not null,
      block bigint not null,
      kind text not null,
      contract text not null,
      sender text not null,
      recipient text not null,
      amount text not null,
      token_id text,
      primary key (chain, hash, log_index, part)
    )`,
    'create index index_transfers_block on index_transfers (chain, block)',
    `create table index_account_transactions (
      chain text not null,
      account text not null,
      hash text not null,
      block bigint not null,
      position integer not null,
      mined_at bigint not null,
      primary key (chain, account, hash)
    )`,
    'create index index_account_transactions_page on index_account_transactions (account, mined_at desc, chain desc, block desc, position desc)',
    'create index index_account_transactions_block on index_account_transactions (chain, block)',
    `create table service_secrets (
      name text primary key,
      secret text not null
    )`,
  ],
}
