// The base rules of every element. Elements inherit fonts and colours from the themed host around them.
import { css } from 'lit'

/** Base rules, which `WmElement` adds before an element's own styles. */
export const host = css`
  :host {
    display: block;
    box-sizing: border-box;
    min-inline-size: 0;
  }
  :host([hidden]),
  [hidden] {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  button,
  input {
    margin: 0;
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button {
    appearance: none;
    padding: 0;
    border: 0;
    background: none;
    text-align: inherit;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }
  :focus {
    outline: none;
  }
  :focus-visible {
    outline: 2px solid var(--_wm-focus, Highlight);
    outline-offset: 2px;
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    :focus-visible {
      outline-color: Highlight;
    }
  }
`
