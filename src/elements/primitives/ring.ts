// The ring around a wallet's picture on the connecting screens, which shows the state. Decoration: the text beside it has the state too.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import './icon.js'

/** Duration in which the arc closes to a ring and the tick grows, ms. */
const CLOSE_MS = 250

/** The state of a connection or pairing. `idle`: no ring is drawn by `<wm-wallet-icon>`. */
export type RingState = 'idle' | 'waiting' | 'declined' | 'done'

/**
 * @summary A ring that turns while waiting, or a closed ring with a mark, in the colour of its state. Fills its container.
 * @csspart ring - The drawing.
 */
export class WmRing extends WmElement {
  static override properties: PropertyDeclarations = { state: {} }
  static override styles = css`
    :host {
      display: block;
    }
    .ring {
      position: absolute;
      inset: 0;
      fill: none;
      stroke-width: 3;
      stroke-linecap: round;
      overflow: visible;
    }
    .ring .track {
      stroke: var(--_wm-line);
    }
    .ring .arc {
      stroke: var(--_wm-accent);
      stroke-dasharray: 66 198;
      transform-origin: center;
    }
    .ring.declined .arc {
      stroke: var(--_wm-danger);
      stroke-dasharray: none;
    }
    .ring.done .arc {
      stroke: var(--_wm-success);
      stroke-dasharray: 264 0;
    }
    .mark {
      position: absolute;
      inset-block-end: 0.15em;
      inset-inline-end: 0.15em;
      display: grid;
      place-items: center;
      inline-size: 1.75em;
      block-size: 1.75em;
      border: 3px solid var(--_wm-surface);
      border-radius: 50%;
      background: var(--_wm-success);
      color: var(--_wm-surface);
    }
    .mark.declined {
      background: var(--_wm-danger);
    }
    .mark wm-icon {
      --size: 0.95em;
    }
    @media (prefers-reduced-motion: no-preference) {
      /* keeps turning while it closes */
      .ring:is(.waiting, .done) .arc {
        animation: turn 1.2s linear infinite;
        transition:
          stroke-dasharray ${CLOSE_MS}ms ease-out,
          stroke ${CLOSE_MS}ms;
      }
      .mark.done {
        animation: pop ${CLOSE_MS}ms ${CLOSE_MS / 2}ms cubic-bezier(0.2, 0, 0, 1) backwards;
      }
    }
    @keyframes pop {
      from {
        scale: 0.6;
        opacity: 0;
      }
    }
    @keyframes turn {
      to {
        transform: rotate(1turn);
      }
    }
    @media (forced-colors: active) {
      .ring .arc {
        stroke: CanvasText;
      }
    }
  `

  declare state: RingState

  constructor() {
    super()
    this.state = 'waiting'
  }

  protected override render() {
    return html`<svg part="ring" class="ring ${this.state}" viewBox="0 0 88 88" aria-hidden="true">
        <circle class="track" cx="44" cy="44" r="42" />
        <circle class="arc" cx="44" cy="44" r="42" />
      </svg>
      ${
        this.state === 'waiting'
          ? nothing
          : html`<span class="mark ${this.state}"><wm-icon name=${this.state === 'done' ? 'check' : 'close'}></wm-icon></span>`
      }`
  }
}
register('wm-ring', WmRing)

declare global {
  interface HTMLElementTagNameMap {
    'wm-ring': WmRing
  }
}
