// Tables of approvals: how far the logs of an account are read, and whom it has ever approved for what.
import type { Migration } from '../migration.js'

export const approvalTables: Migration = {
  id: 14,
  name: 'approvals',
  statements: [
    // Addresses are in lower case. Read from `low_block` up to, but without, `next_block`.
    `create table approval_accounts (
      chain text not null,
      account text not null,
      low_block bigint not null,
      next_block bigint not null,
      primary key (chain, account)
    )`,
    // The newest approval of each pair. What is left of it is asked of the chain, so that a reorganisation changes nothing here.
    `create table approval_grants (
      chain text not null,
      account text not null,
      kind text not null,
      contract text not null,
      spender text not null,
      block bigint not null,
      hash text not null,
      primary key (chain, account, kind, contract, spender)
    )`,
    'create index approval_grants_page on approval_grants (chain, account, block desc, contract desc, spender desc, kind desc)',
  ],
}
