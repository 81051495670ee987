// The shared rules of all views but the first, besides those of `view.ts`.
import { css } from 'lit'
import { viewStyles } from './view.js'

const more = css`
  /* a view inside this view */
  [embedded] {
    padding: 0;
  }
  h3 {
    font-size: 1em;
    font-weight: 600;
    line-height: 1.375;
    color: var(--_wm-text);
  }
  .meta {
    font-size: 0.8125em;
    line-height: 1.45;
    color: var(--_wm-text-3);
  }
  .facts + * {
    margin-block-start: 0.75em;
  }
  /* it is read out when focus comes to it, and cannot be pressed */
  h3:focus-visible {
    outline: none;
  }
  .actions {
    display: flex;
    flex-direction: column;
    gap: 0.75em;
    margin-block-start: 1em;
    inline-size: 100%;
  }
  /* the space between blocks, besides what view.ts has of it */
  :where(.group, .list, .stack, .center, p, wm-banner, wm-tabs, wm-search-field, wm-checkbox)
    + :where(.group, .list, .stack, .center, p, wm-banner, wm-checkbox, wm-search-field, [role='tabpanel'], [aria-busy]) {
    margin-block-start: 0.75em;
  }
  .actions > * {
    margin-block-start: 0;
  }
  .actions + p {
    margin-block-start: 0.75em;
  }
  .danger {
    color: var(--_wm-danger);
  }
  .list {
    display: flex;
    flex-direction: column;
    padding: 0;
    list-style: none;
  }
  .list > li {
    contain: content;
  }
  /* a group of names that are only read */
  .named > li {
    display: flex;
    align-items: center;
    gap: 0.75em;
    padding: 0.5em 0.75em;
  }
  .with-button {
    display: flex;
    align-items: center;
  }
  .with-button > wm-row {
    flex: 1;
    min-inline-size: 0;
  }
  .actions.horizontal > * {
    flex: 1 1 auto;
  }
  /* what does not fit goes below, the main button on top */
  .actions.horizontal {
    flex-flow: row wrap-reverse;
  }
  .hero {
    padding-block: 1.5em 0.5em;
  }
  /* space for the ring */
  .hero > wm-wallet-icon {
    margin: 0.75em;
  }
  /* two pictures that belong together */
  .pair {
    display: flex;
    justify-content: center;
    margin-block-start: -0.75em;
  }
  /* a text that can be unfolded */
  .message summary {
    padding: 0.5em 0.25em;
    border-radius: var(--_wm-radius-row);
    font-size: 0.8125em;
    font-weight: 600;
    text-align: center;
    color: var(--_wm-accent-text);
    cursor: pointer;
  }
  .message pre {
    max-block-size: 12em;
    margin: 0.5em 0 0;
    padding: 0.75em;
    overflow: auto;
    border: 1px solid var(--_wm-line);
    border-radius: var(--_wm-radius-group);
    background: var(--_wm-raised);
    font:
      0.8125em / 1.45 ui-monospace,
      monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  /* invisible, but keeps its place */
  .gone {
    visibility: hidden;
  }
  /* children on top of each other */
  .over {
    display: grid;
    align-items: center;
  }
  .over > * {
    grid-area: 1 / 1;
    min-inline-size: 0;
  }
  /* the same width in every view, with and without a scroll bar */
  .over > wm-qr-code {
    --size: min(100%, 19.5em);
  }
  /* always two lines high */
  .over + .hint {
    min-block-size: 2.9em;
  }
  .over > .center {
    z-index: 1;
    padding-inline: 1em;
  }
  .mark {
    display: grid;
    place-items: center;
    inline-size: 4em;
    block-size: 4em;
    margin: 0.75em;
    border-radius: 50%;
    background: var(--_wm-danger-soft);
    color: var(--_wm-danger);
  }
  .mark wm-icon {
    --size: 1.75em;
  }
  .mark.good {
    background: var(--_wm-success-soft);
    color: var(--_wm-success);
  }
  /* a picture inside of a button */
  .small {
    --size: 1.5em;
  }
  .tall {
    --height: 7em;
  }
  /* the hint under a field's box */
  wm-text-field + .hint,
  wm-text-field + .spread {
    padding-inline-start: 0.125em;
  }
  wm-text-field + .spread {
    flex-wrap: wrap;
  }
  .spread > .hint {
    flex: 1;
    min-inline-size: 0;
  }
  .amount {
    margin: 0;
    font-size: 2.25em;
    font-weight: 600;
    line-height: 1.2;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
    overflow-wrap: break-word;
  }
  .amount small {
    font-size: 0.5em;
    font-weight: 600;
    letter-spacing: 0;
    color: var(--_wm-text-2);
  }
  .amount .fraction {
    font-size: 0.6em;
    letter-spacing: 0;
    color: var(--_wm-text-2);
  }
  .amount wm-skeleton {
    --height: 1em;
    inline-size: 5em;
    margin-block: 0.1em;
  }
  .account {
    margin-block-end: 1.5em;
  }
  .name {
    overflow: hidden;
    font-size: 1.125em;
    font-weight: 600;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .address {
    font-variant-ligatures: no-contextual;
    font-variant-numeric: slashed-zero tabular-nums;
  }
  .tiles {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 0.5em;
  }
  .spread {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75em;
  }
  .spread > wm-button {
    font-size: 0.875em;
  }
  .spread > wm-button + wm-button {
    flex: none;
  }
  /* names and values */
  .facts {
    display: flex;
    flex-direction: column;
    margin: 0.75em 0 0;
    padding: 0.25em 0.75em;
    border: 1px solid var(--_wm-line);
    border-radius: var(--_wm-radius-group);
    background: var(--_wm-raised);
  }
  .facts > div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 1em;
    padding-block: 0.5em;
  }
  /* what is copied is never cut: it has a line of its own where it has to */
  .facts > div:has(wm-copy-button) {
    flex-wrap: wrap;
    row-gap: 0.25em;
  }
  .facts dt {
    flex: none;
    max-inline-size: 45%;
    overflow-wrap: anywhere;
    color: var(--_wm-text-2);
  }
  .facts dd {
    margin: 0;
    margin-inline-start: auto;
    min-inline-size: 0;
    text-align: end;
    overflow-wrap: break-word;
  }
  .facts small {
    display: block;
    font-size: 0.8125em;
    color: var(--_wm-text-3);
  }
  .facts + :where(p, wm-banner, details) {
    margin-block-start: 0.75em;
  }
  .facts + .banners:not(:empty) {
    margin-block-start: 0.75em;
  }
  .block {
    display: block;
  }
  .facts .address:not(.grouped) {
    white-space: nowrap;
  }
  /* a whole address, to be compared */
  .grouped > span {
    display: inline-block;
    margin-inline-end: 0.4em;
    font-family: ui-monospace, monospace;
  }
  .mark.confirmed {
    background: var(--_wm-success-soft);
    color: var(--_wm-success);
  }
  .mark.pending {
    background: var(--_wm-hover);
    color: var(--_wm-accent-text);
  }
  .mark.replaced {
    background: var(--_wm-warning-soft);
    color: var(--_wm-warning);
  }
  .points {
    display: flex;
    flex-direction: column;
    gap: 1.25em;
    padding: 0.5em 0.25em;
    list-style: none;
  }
  .points > li {
    display: grid;
    grid-template-columns: auto 1fr;
    column-gap: 0.875em;
    align-items: start;
  }
  .points > li > wm-icon {
    inline-size: 2.5em;
    block-size: 2.5em;
    padding: 0.6em;
    border-radius: var(--_wm-radius-icon);
    background: var(--_wm-hover);
    color: var(--_wm-accent-text);
  }
`

/** The style sheets of every view but Connect. */
export const laterStyles = [viewStyles, more]
