// Smart sessions: what an account allowed, the co-signing key in a sealed form, and what was co-signed against allowances.
import type { Migration } from '../migration.js'

export const sessionTables: Migration = {
  id: 3,
  name: 'sessions',
  statements: [
    `create table sessions (
      pci text primary key,
      chain text not null,
      address text not null,
      project text not null,
      expiry bigint not null,
      created_at bigint not null,
      signer text not null,
      permissions text not null,
      policies text not null,
      context text,
      revoked_at bigint,
      cosigner_address text not null,
      cosigner_key text not null
    )`,
    'create index sessions_account on sessions (address, chain)',
    'create index sessions_expiry on sessions (expiry)',
    `create table session_spends (
      pci text not null references sessions on delete cascade,
      asset text not null,
      nonce text not null,
      amount text not null,
      at bigint not null,
      primary key (pci, asset, nonce)
    )`,
  ],
}
