// A turning ring that shows that something is loading. The text is beside it.
import { css, html } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'

/**
 * @summary A ring that turns; a still ring under reduced motion. Hidden from assistive technology.
 * @csspart ring - The ring.
 * @cssproperty [--size=1.25em] - Width and height.
 */
export class WmSpinner extends WmElement {
  static override styles = css`
    :host {
      display: inline-block;
      flex: none;
      inline-size: var(--size, 1.25em);
      block-size: var(--size, 1.25em);
    }
    svg {
      display: block;
      inline-size: 100%;
      block-size: 100%;
      fill: none;
      stroke-width: 2.5;
      stroke-linecap: round;
    }
    .track {
      stroke: currentColor;
      opacity: 0.24;
    }
    .arc {
      stroke: currentColor;
      stroke-dasharray: 16 48;
    }
    @media (prefers-reduced-motion: no-preference) {
      svg {
        animation: turn 900ms linear infinite;
      }
    }
    @keyframes turn {
      to {
        transform: rotate(1turn);
      }
    }
  `

  protected override render() {
    return html`<svg part="ring" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle class="track" cx="12" cy="12" r="9.5" />
      <circle class="arc" cx="12" cy="12" r="9.5" />
    </svg>`
  }
}
register('wm-spinner', WmSpinner)

declare global {
  interface HTMLElementTagNameMap {
    'wm-spinner': WmSpinner
  }
}
