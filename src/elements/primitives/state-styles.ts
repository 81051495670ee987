// The styles that the empty state and the error state share: an icon, a heading and a text, centred.
import { css } from 'lit'

/** Styles of `<wm-empty-state>` and `<wm-error-state>`. */
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
