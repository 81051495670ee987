// The one stylesheet of all views. A view that needs a rule of its own is missing a primitive.
import { css } from 'lit'

export const viewStyles = css`
  :host {
    padding: 0.25em 1em 1em;
    line-height: 1.375;
  }
  /* a view as a part of another one */
  :host([embedded]) {
    padding: 0;
  }
  .stack,
  .center,
  .actions {
    display: flex;
    flex-direction: column;
    gap: 0.75em;
  }
  .center {
    align-items: center;
    text-align: center;
  }
  .center > * {
    max-inline-size: 100%;
  }
  .hero {
    padding-block: 1.5em 0.5em;
  }
  .actions {
    margin-block-start: 1em;
    inline-size: 100%;
  }
  .actions.horizontal {
    flex-direction: row;
  }
  .actions.horizontal > * {
    flex: 1;
  }
  /* a button over the whole width: words, or words in a frame */
  .wide {
    inline-size: 100%;
    min-block-size: 2.75em;
    padding: 0.5em 1em;
    border: 1px solid transparent;
    border-radius: var(--_wm-radius-control);
    font-weight: 600;
    line-height: 1.25;
    text-align: center;
    color: var(--_wm-accent-text);
  }
  .framed {
    background: var(--_wm-raised);
    border-color: var(--_wm-line-control);
    color: var(--_wm-text);
  }
  .wide:hover {
    background: var(--_wm-hover);
  }
  .wide:active {
    background: var(--_wm-pressed);
  }
  .wide:disabled {
    background: var(--_wm-raised);
    border-color: transparent;
    color: var(--_wm-text-3);
    cursor: default;
  }
  .section {
    margin: 1.15em 0 0.5em;
    padding-inline: 0.625em;
    font-size: 0.8125em;
    font-weight: 600;
    line-height: 1.375;
    color: var(--_wm-text-2);
  }
  .section:first-child {
    margin-block-start: 0;
  }
  .group {
    display: flex;
    flex-direction: column;
    padding: 4px;
    list-style: none;
    border: 1px solid var(--_wm-line);
    border-radius: var(--_wm-radius-group);
    background: var(--_wm-raised);
  }
  .list {
    display: flex;
    flex-direction: column;
    padding: 0;
    list-style: none;
  }
  /* What follows a text, a field or another block keeps its distance; a section label brings its own. */
  :where(ul, p, h3) {
    margin: 0;
  }
  :where(.group, .list, .stack, .center, p, wm-banner, wm-tabs, wm-search-field, wm-checkbox)
    + :where(.group, .list, .stack, .center, p, wm-checkbox, wm-search-field, [role='tabpanel'], [aria-busy]) {
    margin-block-start: 0.75em;
  }
  :is(.stack, .center, .actions) > * {
    margin-block-start: 0;
  }
  h3,
  .heading {
    font-size: 1em;
    font-weight: 600;
    line-height: 1.375;
    color: var(--_wm-text);
  }
  p {
    overflow-wrap: anywhere;
  }
  .hint,
  .meta {
    font-size: 0.8125em;
    line-height: 1.45;
    color: var(--_wm-text-2);
  }
  .meta {
    color: var(--_wm-text-3);
  }
  .danger {
    color: var(--_wm-danger);
  }
  .amount {
    margin: 0;
    font-size: 2.25em;
    font-weight: 600;
    line-height: 1.2;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .amount small {
    font-size: 0.5em;
    font-weight: 600;
    letter-spacing: 0;
    color: var(--_wm-text-2);
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
  @media (forced-colors: active) {
    .group {
      border-color: CanvasText;
    }
    .wide {
      border-color: ButtonText;
    }
  }
`
