// The rules of an element that is placed in the page itself. No styles of the page are inherited; the page sets `--wm-*`.
import { css } from 'lit'
import { tokens } from './tokens.js'

const isolate = css`
  :host {
    all: initial;
    display: inline-block;
    box-sizing: border-box;
  }
  :host([hidden]) {
    display: none;
  }
`

/** The base font of an element inside the host; all sizes in `em` are relative to it. */
export const type = css`
  .root {
    font-family: var(--_wm-font-family);
    /* em of the browser's default size, not of the page's html element: the host resets all properties */
    font-size: calc(1em * var(--_wm-font-scale));
    font-weight: 500;
    line-height: 1.375;
    color: var(--_wm-text);
    -webkit-font-smoothing: antialiased;
    text-size-adjust: none;
  }
`

/** The style sheets of a host that starts a theme: `<wallet-modal>`. `applyTheme` of `shell.ts` adds them. */
export const root = [isolate, tokens, type]
