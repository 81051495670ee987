// Social logins of the embedded wallet: attempts, and which account at a provider belongs to which user.
import type { Migration } from '../migration.js'

export const socialTables: Migration = {
  id: 19,
  name: 'social',
  statements: [
    // One row per attempt to log in. device_key: the RFC 7638 thumbprint of the key that asked, and the only one that gets the session.
    // state: open → checking → proven → done, or failed with a reason. Of the `state` parameter only the hash stands here: verifier and nonce are
    // made from it with the operator's key, so a copy of this table completes nothing.
    `create table embedded_attempts (
      id text primary key,
      provider text not null,
      device_key text not null,
      app_origin text not null,
      project text not null,
      locale text not null,
      browser text not null,
      -- the browser in which the provider was opened, by the hash of its cookie
      browser_hash text,
      state_hash text unique,
      state text not null,
      reason text,
      -- Sign In With Farcaster: the channel at the relay, sealed
      channel text,
      issuer text,
      subject text,
      name text,
      email text,
      method text,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create index embedded_attempts_expiry on embedded_attempts (expires_at)',
    'create index embedded_attempts_device on embedded_attempts (device_key)',
    // email is what the provider said, for display: nobody is ever found by it.
    `create table embedded_identities (
      issuer text not null,
      subject text not null,
      user_id text not null references embedded_users on delete cascade,
      provider text not null,
      name text,
      email text,
      method text,
      created_at bigint not null,
      last_at bigint not null,
      primary key (issuer, subject)
    )`,
    'create index embedded_identities_user on embedded_identities (user_id)',
  ],
}
