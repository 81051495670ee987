// Since when an approval has allowed nothing.
import type { Migration } from '../migration.js'

export const emptyApprovals: Migration = {
  id: 17,
  name: 'empty-approvals',
  statements: [
    // How far the account was read (`next_block`) when the chain first said that nothing is left of it; null: something is, or nobody has looked.
    'alter table approval_grants add column empty_at bigint',
  ],
}
