// Rules of an element that stands in the page itself: nothing of the page's own style comes in, except through `--wm-*`.
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

/** The base of all type, on an element inside the host: `em` counts from here. */
export const type = css`
  .root {
    font-family: var(--_wm-font-family);
    /* em of the visitor's own default size: never of the page's html element */
    font-size: calc(1em * var(--_wm-font-scale));
    font-weight: 500;
    line-height: 1.375;
    color: var(--_wm-text);
    -webkit-font-smoothing: antialiased;
    text-size-adjust: none;
  }
`

export const root = [isolate, tokens, type]
