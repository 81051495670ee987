// A wallet's picture. On the connecting screens a ring around it carries the state.
import { css, html, nothing } from 'lit'
import { property } from 'lit/decorators.js'
import { define } from '../lib/define.js'
import { WmPicture } from './picture.js'
import { pictureStyles } from './picture-styles.js'
import './icon.js'

/**
 * @summary A wallet's picture, or the first letter of its name. The ring is drawn for `waiting`, `declined` and `done`; say the state in text too.
 * @csspart image - The picture.
 * @csspart monogram - The letter.
 * @csspart ring - The ring around it.
 * @cssproperty [--size=2.5em] - Width and height of the picture.
 */
@define('wm-wallet-icon')
export class WmWalletIcon extends WmPicture {
  static override styles = [
    pictureStyles,
    css`
      :host {
        --size: 2.5em;
        --shape: var(--_wm-radius-icon);
      }
      :host([size='sm']) {
        --size: 1.5em;
        --shape: 6px;
      }
      :host([size='lg']) {
        --size: 4em;
        --shape: 16px;
        margin: 0.75em;
      }
      .ring {
        position: absolute;
        inset: -0.75em;
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
        stroke-dasharray: none;
      }
      .mark {
        position: absolute;
        inset-block-end: -0.6em;
        inset-inline-end: -0.6em;
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
        .ring.waiting .arc {
          animation: turn 1.2s linear infinite;
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
    `,
  ]

  /** 24, 40 or 64 px; only the last has room for the ring. */
  @property({ reflect: true }) accessor size: 'sm' | 'md' | 'lg' = 'md'
  @property() accessor state: 'idle' | 'waiting' | 'declined' | 'done' = 'idle'

  protected override render() {
    return html`<span class="picture">${this.picture()}</span
      >${this.size === 'lg' && this.state !== 'idle' ? this.#ring() : nothing}`
  }

  #ring() {
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

declare global {
  interface HTMLElementTagNameMap {
    'wm-wallet-icon': WmWalletIcon
  }
}
