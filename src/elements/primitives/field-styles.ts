// The styles that the text field and the search field share.
import { css } from 'lit'

/** Label, box and input of a field. */
export const fieldStyles = css`
  label {
    display: block;
    margin-block-end: 0.4em;
    padding-inline: 0.125em;
    font-size: 0.8125em;
    line-height: 1.375;
    color: var(--_wm-text-2);
  }
  .box {
    display: flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: 3em;
    padding-inline: 0.875em;
    border: 1px solid var(--_wm-line-control);
    border-radius: var(--_wm-radius-control);
    background: var(--_wm-raised);
    color: var(--_wm-text);
  }
  .box:has(input:focus-visible) {
    outline: 2px solid var(--_wm-focus);
    outline-offset: 2px;
  }
  .invalid {
    border-color: var(--_wm-danger);
  }
  input {
    flex: 1;
    min-inline-size: 0;
    inline-size: 100%;
    block-size: 2.9em;
    padding: 0;
    border: 0;
    background: none;
    appearance: none;
    line-height: 1.375;
  }
  /* the box around it has the focus ring */
  input:focus-visible {
    outline: none;
  }
  input::-webkit-search-cancel-button {
    display: none;
  }
  ::placeholder {
    color: var(--_wm-text-3);
    opacity: 1;
  }
  input:disabled {
    color: var(--_wm-text-3);
  }
  .hint,
  .error {
    display: flex;
    gap: 0.4em;
    margin: 0.4em 0.125em 0;
    font-size: 0.8125em;
    line-height: 1.375;
    color: var(--_wm-text-2);
  }
  .error {
    color: var(--_wm-danger);
  }
  .box > wm-icon {
    color: var(--_wm-text-3);
  }
`
