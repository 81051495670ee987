// The rules of the views that show an account, besides those of `view-more.ts`.
import { css } from 'lit'

/** Styles of identities, of tiles, of what an account holds, and of addresses in full. */
export const accountStyles = css`
  /* whose account it is */
  .who {
    display: flex;
    align-items: center;
    gap: 0.75em;
  }
  .who > .words {
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.25em;
    min-inline-size: 0;
  }
  .who .address {
    white-space: nowrap;
    font-size: 0.875em;
  }
  .who .name {
    max-inline-size: 100%;
    font-size: 1em;
    text-align: start;
  }
  .who + .account {
    margin-block-start: 1.5em;
  }
  .who + .group {
    margin-block-start: 1em;
  }
  /* balance and worth, or why there is none and a button: what stands below must not move under a finger when it is decided */
  .account.whole {
    min-block-size: 4.875em;
  }
  .worth {
    min-block-size: 1.375em;
    color: var(--_wm-text-2);
    font-variant-numeric: tabular-nums;
  }
  .worth .fraction {
    font-size: 0.8125em;
  }
  .tiles {
    padding: 0;
    list-style: none;
  }
  .tile {
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 0.375em;
    inline-size: 100%;
    min-block-size: 4.5em;
    padding: 0.5em 0.125em;
    border: 1px solid var(--_wm-line);
    border-radius: var(--_wm-radius-group);
    background: var(--_wm-raised);
    color: var(--_wm-text);
    transition: background-color var(--_wm-duration-state);
  }
  .tile span {
    max-inline-size: 100%;
    font-size: 0.8125em;
    font-weight: 600;
    line-height: 1.25;
    overflow-wrap: anywhere;
  }
  /* four beside one another on a small phone */
  @media (max-width: 359px) {
    .tile span {
      font-size: 0.6875em;
    }
  }
  .tile wm-icon {
    color: var(--_wm-accent-text);
  }
  .tile[aria-disabled] {
    color: var(--_wm-text-3);
    cursor: default;
  }
  .tile[aria-disabled] wm-icon {
    color: inherit;
  }
  .tile:active:not([aria-disabled]) {
    background: var(--_wm-pressed);
  }
  .tiles ~ .hint,
  .tiles ~ wm-tabs,
  .tiles ~ .group,
  .tiles ~ [role='tabpanel'] {
    margin-block-start: 0.75em;
  }
  wm-tabs {
    display: block;
  }
  [role='tabpanel']:focus-visible {
    outline-offset: 2px;
    border-radius: var(--_wm-radius-row);
  }
  .spread > .hint {
    flex: 1;
    padding-inline-start: 0.75em;
  }
  /* what is held: read, not pressed */
  .held > li {
    display: flex;
    align-items: center;
    /* a worth that does not fit beside the name goes below it */
    flex-wrap: wrap;
    column-gap: 0.75em;
    min-block-size: calc(3.5em + var(--_wm-density, 0) * 0.5em);
    padding: 0.375em 0.75em;
    contain: content;
  }
  .held > [role='presentation'] {
    min-block-size: 0;
    padding: 0;
  }
  .held .words {
    display: flex;
    flex: 1 1 4.5em;
    flex-direction: column;
    /* a name in a script of the other direction is aligned to the row's start too */
    align-items: flex-start;
    min-inline-size: 0;
  }
  /* two lines at most: names of tokens may be advertisements */
  .held .label {
    display: -webkit-box;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
    overflow: hidden;
    font-weight: 500;
    line-height: 1.375;
    overflow-wrap: anywhere;
  }
  .held .meta {
    flex: none;
    max-inline-size: 70%;
    margin-inline-start: auto;
    font-size: 0.875em;
    line-height: 1.375;
    overflow-wrap: break-word;
    font-variant-numeric: tabular-nums;
    text-align: end;
    color: var(--_wm-text);
  }
  .held .meta.unknown {
    font-size: 0.8125em;
    color: var(--_wm-text-3);
  }
  .held small {
    display: block;
    font-size: 0.8125em;
    line-height: 1.375;
    color: var(--_wm-text-3);
    overflow-wrap: break-word;
  }
  .held .doubt {
    color: var(--_wm-warning);
  }
  /* an address in full, in groups that are copied without spaces */
  .full {
    padding-inline: 1em;
    line-height: 1.6;
    text-align: center;
    overflow-wrap: normal;
  }
  .spread + .group {
    margin-block-start: 0.375em;
  }
  /* pictures that lie on one another */
  .icons {
    display: flex;
  }
  .icons > * + * {
    margin-inline-start: -0.5em;
  }
  @media (hover: hover) {
    .tile:hover:not([aria-disabled]) {
      background: var(--_wm-hover);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .tile {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .tile {
      border-color: ButtonText;
    }
    .tile[aria-disabled] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`
