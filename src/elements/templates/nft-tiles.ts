// NFTs as tiles of a grid, a row of tiles at a time. What is written on them and drawn comes from strangers.
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Nft } from '../../state/nfts/nfts.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import { rowStyles } from '../styles/row.js'
import '../primitives/token-icon.js'

/** Tiles beside each other. */
export const COLUMNS_COUNT = 2

/** The styles of a view with tiles or the picture of an NFT, besides those of all views. */
export const nftStyles = [
  rowStyles,
  css`
    .beside {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 0.25em;
      padding-block-end: 0.25em;
    }
    .row.nft {
      flex-direction: column;
      align-items: stretch;
      justify-content: start;
      gap: 0.5em;
      block-size: 100%;
      padding: 0.5em;
      text-align: start;
    }
    wm-token-icon.art {
      --size: 9em;
      --shape: var(--_wm-radius-row);
      inline-size: 100%;
      block-size: auto;
      aspect-ratio: 1;
    }
    .center > wm-token-icon.art {
      --size: 18em;
      --shape: var(--_wm-radius-group);
      max-inline-size: 18em;
    }
    .center > wm-token-icon.art::part(image) {
      object-fit: contain;
    }
    .nft .words {
      flex: none;
      align-items: stretch;
    }
    .nft .label,
    .nft .note {
      overflow: hidden;
      white-space: nowrap;
      text-overflow: ellipsis;
      line-height: 1.375;
    }
    .nft .note {
      font-size: 0.8125em;
      color: var(--_wm-text-3);
    }
    wm-skeleton.art {
      --height: 9em;
      padding: 0.5em;
    }
    .facts > div {
      align-items: center;
    }
    .unfolded,
    .folded {
      white-space: pre-line;
    }
    .folded {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
    }
  `,
]

/** What a tile says and does. */
export interface NftTile {
  readonly nft: Nft
  /** Stands for a name that has nothing to show. */
  readonly unnamed: string
  /** Such as `×5`; empty for a single one. */
  readonly amount: string
  /** The picture is loaded. */
  readonly isNear: boolean
  /** Its place in the list, from 1, and the number of those in the list. */
  readonly place: number
  readonly count: number
  readonly prepare: () => void
  readonly choose: () => void
}

/** The name of an NFT as one safe line. */
export const nameOf = ({ name }: Pick<Nft, 'name'>, unnamed: string): string => visibleName(name) ?? unnamed

/** The list item of a tile. Its `data-key` is `nft:<id>`. */
export const nftTile = ({ nft, unnamed, amount, isNear, place, count, prepare, choose }: NftTile): TemplateResult => {
  const name = nameOf(nft, unnamed)
  const collection = visibleName(nft.collection)
  return html`<div role="listitem" aria-posinset=${place} aria-setsize=${count}>
    <button
      type="button"
      class="row nft"
      data-key=${`nft:${nft.id}`}
      data-near=${nft.id}
      @pointerenter=${prepare}
      @focusin=${prepare}
      @click=${choose}
    >
      <wm-token-icon class="art" .src=${isNear ? nft.image?.url : undefined} .name=${name}></wm-token-icon>
      <span class="words" translate="no">
        <bdi class="label">${name}</bdi>
        ${collection || amount ? html`<bdi class="note">${[amount, collection].filter(Boolean).join(' · ')}</bdi>` : nothing}
      </span>
    </button>
  </div>`
}
