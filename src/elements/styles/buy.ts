// The rules of the views for buying, besides those of `view-more.ts`.
import { css } from 'lit'

/** Styles of chips: amounts to press, ways to pay to choose from. */
export const buyStyles = css`
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .chip {
    display: flex;
    flex: 1 0 auto;
    align-items: center;
    justify-content: center;
    gap: 0.375em;
    min-block-size: 2.75em;
    padding: 0.25em 0.625em;
    border: 1px solid var(--_wm-line-control);
    border-radius: 99em;
    background: var(--_wm-raised);
    color: var(--_wm-text);
    font-size: 0.9375em;
    font-weight: 600;
    line-height: 1.25;
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }
  .chip wm-icon {
    --size: 1.25em;
    color: var(--_wm-text-2);
  }
  .chip:active {
    background: var(--_wm-pressed);
  }
  .chip:is([aria-pressed='true'], :has(:checked)) {
    border-color: var(--_wm-accent);
    background: var(--_wm-accent-soft);
    color: var(--_wm-accent-text);
  }
  .chip:has(:checked) wm-icon {
    color: inherit;
  }
  .chip:has(:focus-visible) {
    outline: 2px solid var(--_wm-focus);
    outline-offset: 2px;
  }
  fieldset > legend {
    margin-block-end: 0.375em;
    padding: 0;
    font-size: 0.8125em;
    font-weight: 600;
    color: var(--_wm-text-2);
  }
  /* small pictures of networks, one over the other */
  .nets {
    display: flex;
  }
  .nets > * {
    --size: 1.25em;
  }
  .nets > * + * {
    margin-inline-start: -0.375em;
  }
  .stack + .facts,
  .stack + wm-banner,
  fieldset + * {
    margin-block-start: 0.75em;
  }
  /* a row that is pressed fills its place among those that are read */
  .held > .pressed {
    padding: 0;
  }
  .held > .pressed > wm-row {
    flex: 1;
    min-inline-size: 0;
  }
  .state {
    font-weight: 600;
  }
  .held .state.done {
    color: var(--_wm-success);
  }
  .held .state.failed {
    color: var(--_wm-danger);
  }
  @media (hover: hover) {
    .chip:hover {
      background: var(--_wm-hover);
    }
  }
  @media (forced-colors: active) {
    .chip:is([aria-pressed='true'], :has(:checked)) {
      border-color: Highlight;
      outline: 2px solid Highlight;
      outline-offset: -3px;
    }
  }
`
