// What the urls of collectibles said, so that each is asked rarely.
import type { Migration } from '../migration.js'

export const nftTables: Migration = {
  id: 5,
  name: 'nfts',
  statements: [
    // `state`: found, or failed; a failure is tried again after `again_at`.
    `create table nft_metadata (
      chain text not null,
      contract text not null,
      token_id text not null,
      state text not null,
      name text,
      collection text,
      description text,
      image text,
      image_type text,
      again_at bigint not null,
      primary key (chain, contract, token_id)
    )`,
  ],
}
