// The rules of a row: of `<wm-row>`, and of `buttonRow` (`templates/button-row.ts`).
import { css } from 'lit'

/** Styles of a row. `.row` is the button or link, `.large` and `.tile` its shapes; `.picture` and `.symbol` stand before its words. */
export const rowStyles = css`
  .row {
    display: flex;
    align-items: center;
    gap: 0.75em;
    inline-size: 100%;
    min-block-size: calc(3.5em + var(--_wm-density, 0) * 0.5em);
    padding: 0.375em 0.75em;
    border: 1px solid transparent;
    border-radius: var(--_wm-radius-row);
    color: var(--_wm-text);
    transition: background-color var(--_wm-duration-state);
  }
  .row:focus-visible {
    outline-offset: -2px;
  }
  .words {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    flex-direction: column;
    /* a name in a script of the other direction is aligned to the row's start too */
    align-items: flex-start;
  }
  .label {
    font-weight: 500;
    line-height: 1.375;
    overflow-wrap: anywhere;
  }
  .row .meta {
    flex: none;
    max-inline-size: 60%;
    font-size: 0.8125em;
    line-height: 1.375;
    color: var(--_wm-text-3);
    overflow-wrap: break-word;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .large {
    min-block-size: calc(4em + var(--_wm-density, 0) * 0.5em);
  }
  .tile,
  .tile .words {
    flex-direction: column;
    align-items: center;
    justify-content: start;
  }
  .tile {
    gap: 0.375em;
    min-block-size: 6.25em;
    padding: 0.5em 0.125em;
  }
  .tile :is(.words, .meta) {
    flex: none;
    max-inline-size: 100%;
    font-size: 0.75em;
    text-align: center;
  }
  .tile .label {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  .row > :is(wm-icon, svg) {
    --size: 1.125em;
    color: var(--_wm-text-2);
  }
  .row > .picture {
    --size: 2.5em;
    --shape: var(--_wm-radius-icon);
    flex: none;
    inline-size: var(--size);
    block-size: var(--size);
  }
  .row > .symbol {
    --size: 2.5em;
    padding: 0.6em;
    border-radius: var(--_wm-radius-icon);
    background: var(--_wm-hover);
    color: var(--_wm-accent-text);
  }
  .row:disabled {
    color: var(--_wm-text-3);
    cursor: default;
  }
  .row:disabled > :is(.picture, .symbol) {
    filter: grayscale(1) opacity(0.5);
  }
  @media (hover: hover) {
    .row:hover:enabled:not(.current) {
      background: var(--_wm-hover);
    }
  }
  .row:active:enabled:not(.busy) {
    background: var(--_wm-pressed);
  }
  @media (prefers-reduced-motion: reduce) {
    .row {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .row {
      border-color: ButtonText;
    }
    .row:disabled {
      border-color: GrayText;
      color: GrayText;
    }
  }
`
