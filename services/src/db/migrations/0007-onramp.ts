// Tables of the on-ramp: quotes for a minute, and orders of the sandbox with the payment that was signed for each.
import type { Migration } from '../migration.js'

export const onrampTables: Migration = {
  id: 7,
  name: 'onramp',
  statements: [
    `create table onramp_quotes (
      id text primary key,
      quote text not null,
      expires_at bigint not null
    )`,
    'create index onramp_quotes_expiry on onramp_quotes (expires_at)',
    // `account` is the address in lower case. Of a payment: the signed transaction, its hash and nonce, and the chain's first block.
    `create table onramp_orders (
      id text primary key,
      token text not null,
      provider text not null,
      project text,
      account text not null,
      address text not null,
      chain_id text not null,
      asset text not null,
      symbol text not null,
      decimals integer not null,
      amount text not null,
      fiat_amount text not null,
      fiat_currency text not null,
      state text not null,
      raw_tx text,
      tx_hash text,
      nonce bigint,
      genesis text,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    'create index onramp_orders_account on onramp_orders (account, created_at desc, id)',
    `create index onramp_orders_open on onramp_orders (state, updated_at) where state in ('pending', 'paying')`,
  ],
}
