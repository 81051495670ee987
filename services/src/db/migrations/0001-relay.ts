// Tables of the relay: the mailbox, who is subscribed to what, and who has acknowledged which message.
import type { Migration } from '../migration.js'

export const relayTables: Migration = {
  id: 1,
  name: 'relay',
  statements: [
    `create table relay_messages (
      seq bigint generated always as identity primary key,
      topic text not null,
      message_id text not null,
      message text not null,
      tag integer not null,
      attestation text,
      publisher text not null,
      project text not null,
      bytes integer not null,
      published_at bigint not null,
      expires_at bigint not null,
      unique (topic, message_id)
    )`,
    'create index relay_messages_topic on relay_messages (topic, seq)',
    'create index relay_messages_expiry on relay_messages (expires_at)',
    `create table relay_clients (
      client_id text primary key,
      seen_at bigint not null
    )`,
    'create index relay_clients_seen on relay_clients (seen_at)',
    `create table relay_subscriptions (
      client_id text not null references relay_clients on delete cascade,
      topic text not null,
      subscription_id text not null,
      primary key (client_id, topic)
    )`,
    'create index relay_subscriptions_topic on relay_subscriptions (topic)',
    `create table relay_acks (
      seq bigint not null references relay_messages on delete cascade,
      client_id text not null,
      primary key (seq, client_id)
    )`,
  ],
}
