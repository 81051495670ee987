// Tables of account names: who owns which, its addresses, signed texts that were used, and what identities were found elsewhere.
import type { Migration } from '../migration.js'

export const namesTables: Migration = {
  id: 6,
  name: 'names',
  statements: [
    // `owner` is an address in lower case; `owner_coin_type` says on which chain it signed: elsewhere it may be another's contract.
    `create table names (
      name text primary key check (name = lower(name)),
      owner text not null,
      owner_coin_type bigint not null,
      attributes text not null,
      registered_at bigint not null,
      updated_at bigint
    )`,
    'create index names_owner on names (owner)',
    `create table name_addresses (
      name text not null references names on delete cascade,
      coin_type bigint not null,
      address text not null,
      created_at bigint not null,
      primary key (name, coin_type)
    )`,
    `create table name_messages (
      hash text primary key,
      expires_at bigint not null
    )`,
    'create index name_messages_expiry on name_messages (expires_at)',
    `create table identities (
      address text primary key,
      name text,
      avatar text,
      provider text not null,
      resolved_at bigint not null,
      expires_at bigint not null
    )`,
    'create index identities_expiry on identities (expires_at)',
  ],
}
