// What stands in place of content, empty or failed: a mark, a heading, a sentence, all in the middle.
import { css } from 'lit'

export const stateStyles = css`
  :host {
    padding: 1.75em 1em;
    text-align: center;
  }
  .mark {
    display: inline-grid;
    place-items: center;
    inline-size: 3.5em;
    block-size: 3.5em;
    margin-block-end: 0.875em;
    border-radius: 50%;
    background: var(--_wm-raised);
    color: var(--_wm-text-2);
  }
  .mark wm-icon {
    --size: 1.5em;
  }
  h3 {
    margin: 0;
    font-size: 1em;
    font-weight: 600;
    line-height: 1.375;
    color: var(--_wm-text);
    overflow-wrap: anywhere;
  }
  .text {
    margin: 0.25em 0 0;
    font-size: 0.875em;
    line-height: 1.45;
    color: var(--_wm-text-2);
    overflow-wrap: anywhere;
  }
`
