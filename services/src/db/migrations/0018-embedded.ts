// The embedded wallet: users, logins by mail, sessions, wallets with their slots, and what a user can look up about them. No secret stands here
// in the clear: tokens and codes as hashes, server halves sealed.
import type { Migration } from '../migration.js'

export const embeddedTables: Migration = {
  id: 18,
  name: 'embedded',
  statements: [
    `create table embedded_users (
      id text primary key,
      email text unique,
      provider text not null,
      locale text not null,
      created_at bigint not null,
      -- a recovery is not released before this time, because the mail address changed
      held_until bigint not null default 0
    )`,
    // One row per start of a login or of a change. device_key: the RFC 7638 thumbprint of the key that asked, and the only one that may answer.
    `create table embedded_challenges (
      id text primary key,
      purpose text not null,
      email text not null,
      user_id text references embedded_users on delete cascade,
      -- of a change: the address that is to be the next one
      next_email text,
      device_key text not null,
      app_origin text not null,
      project text not null,
      locale text not null,
      browser text not null,
      match_code text not null,
      link_hash text unique,
      link_state text not null,
      code_hash text,
      code_salt text,
      code_length integer not null,
      code_expires_at bigint,
      attempts integer not null default 0,
      used_at bigint,
      dead_at bigint,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create index embedded_challenges_mailbox on embedded_challenges (email, device_key, purpose)',
    'create index embedded_challenges_expiry on embedded_challenges (expires_at)',
    // What is counted against limits; key is an HMAC, so that neither mailbox nor address stands here.
    'create table embedded_uses (key text not null, at bigint not null)',
    'create index embedded_uses_key on embedded_uses (key, at)',
    'create index embedded_uses_at on embedded_uses (at)',
    // Proofs of possession that were used: each is good once.
    'create table embedded_proofs (id text primary key, expires_at bigint not null)',
    'create index embedded_proofs_expiry on embedded_proofs (expires_at)',
    `create table embedded_devices (
      user_id text not null references embedded_users on delete cascade,
      device_key text not null,
      browser text not null,
      first_at bigint not null,
      last_at bigint not null,
      primary key (user_id, device_key)
    )`,
    // One row per login. link_at: when the login went through the link of a mail; it stands for a recovery's proof for some minutes.
    `create table embedded_sessions (
      id text primary key,
      user_id text not null references embedded_users on delete cascade,
      device_key text not null,
      token_hash text not null unique,
      expires_at bigint not null,
      refresh_expires_at bigint not null,
      ends_at bigint not null,
      purpose text not null,
      link_at bigint,
      browser text not null,
      created_at bigint not null,
      last_at bigint not null,
      revoked_at bigint
    )`,
    'create index embedded_sessions_user on embedded_sessions (user_id)',
    'create index embedded_sessions_expiry on embedded_sessions (refresh_expires_at)',
    // Every refresh token that was given out: one that comes a second time was stolen.
    `create table embedded_refreshes (
      hash text primary key,
      session_id text not null references embedded_sessions on delete cascade,
      used_at bigint
    )`,
    'create index embedded_refreshes_session on embedded_refreshes (session_id)',
    `create table embedded_consents (
      user_id text not null references embedded_users on delete cascade,
      app_origin text not null,
      at bigint not null,
      primary key (user_id, app_origin)
    )`,
    'create table embedded_keys (kid text primary key, public_jwk text not null, private_sealed text not null, created_at bigint not null)',
    `create table embedded_wallets (
      id text primary key,
      user_id text not null unique references embedded_users on delete cascade,
      vault text not null,
      addresses text not null,
      created_at bigint not null
    )`,
    // wallet_id is null while a slot is only reserved.
    `create table embedded_slots (
      id text primary key,
      user_id text not null references embedded_users on delete cascade,
      wallet_id text references embedded_wallets on delete cascade,
      kind text not null,
      server_half text not null,
      public_key text,
      wrapped_private_key text,
      sealed_dek text,
      label text not null default '',
      device_key text not null,
      created_at bigint not null,
      last_at bigint not null,
      reserved_until bigint
    )`,
    'create index embedded_slots_user on embedded_slots (user_id)',
    'create index embedded_slots_reserved on embedded_slots (reserved_until)',
    // Which sessions were given a server half of a wallet.
    `create table embedded_unlocks (
      wallet_id text not null references embedded_wallets on delete cascade,
      session_id text not null references embedded_sessions on delete cascade,
      primary key (wallet_id, session_id)
    )`,
    // The vault before a slot was added, for a while: what a thief of a session overwrites is not lost.
    `create table embedded_vaults (
      wallet_id text not null references embedded_wallets on delete cascade,
      vault text not null,
      replaced_at bigint not null
    )`,
    'create index embedded_vaults_wallet on embedded_vaults (wallet_id)',
    'create index embedded_vaults_at on embedded_vaults (replaced_at)',
    `create table embedded_recoveries (
      id text primary key,
      user_id text not null references embedded_users on delete cascade,
      slot_id text not null,
      device_key text not null,
      state text not null,
      held_until bigint not null,
      cancel_hash text not null unique,
      created_at bigint not null
    )`,
    'create index embedded_recoveries_user on embedded_recoveries (user_id, state)',
    `create table embedded_undos (
      hash text primary key,
      user_id text not null references embedded_users on delete cascade,
      old_email text not null,
      new_email text not null,
      expires_at bigint not null,
      used_at bigint
    )`,
    'create index embedded_undos_old on embedded_undos (old_email)',
    'create index embedded_undos_expiry on embedded_undos (expires_at)',
    `create table embedded_audit (
      id bigserial primary key,
      user_id text not null references embedded_users on delete cascade,
      at bigint not null,
      what text not null,
      detail text not null,
      browser text
    )`,
    'create index embedded_audit_user on embedded_audit (user_id, id)',
  ],
}
