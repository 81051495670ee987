// What views after the first one need besides the shared rules.
import { css } from 'lit'
import { viewStyles } from './view.js'

const more = css`
  /* a view as a part of another one */
  :host([embedded]) {
    padding: 0;
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
  .actions.horizontal > * {
    flex: 1;
  }
  .actions.horizontal {
    flex-direction: row;
  }
  .hero {
    padding-block: 1.5em 0.5em;
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

export const laterStyles = [viewStyles, more]
