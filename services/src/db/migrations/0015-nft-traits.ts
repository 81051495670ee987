// Traits of collectibles, as their documents list them.
import type { Migration } from '../migration.js'

export const nftTraitTables: Migration = {
  id: 15,
  name: 'nft-traits',
  statements: [
    // A JSON list, in the form of the answer.
    'alter table nft_metadata add column traits text',
    // What was read before is read again, for its traits.
    `update nft_metadata set again_at = 0 where state = 'found'`,
  ],
}
