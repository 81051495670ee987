// Transfers are kept for each account that did them, as its own source told them: logs and explorers number and name the same transfer differently.
import type { Migration } from '../migration.js'

export const ownTransfers: Migration = {
  id: 24,
  name: 'own-transfers',
  statements: [
    'alter table index_transfers add column account text, drop constraint index_transfers_pkey',
    `insert into index_transfers (chain, account, hash, log_index, part, block, kind, contract, sender, recipient, amount, token_id, decimals)
       select t.chain, a.account, t.hash, t.log_index, t.part, t.block, t.kind, t.contract, t.sender, t.recipient, t.amount, t.token_id, t.decimals
       from index_transfers t join index_account_transactions a on a.chain = t.chain and a.hash = t.hash and a.account in (t.sender, t.recipient)`,
    'delete from index_transfers where account is null',
    'alter table index_transfers add primary key (chain, account, hash, log_index, part)',
  ],
}
