// The picture of a wallet. On the connecting screens a ring around it shows the state.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { register } from '../lib/define.js'
import { WmPicture } from './picture.js'
import { pictureStyles } from './picture-styles.js'
import type { RingState } from './ring.js'

/**
 * @summary A wallet's picture, or the first letter of its name. The ring is drawn for `waiting`, `declined` and `done`; say the state in text too.
 * @csspart image - The picture.
 * @csspart monogram - The letter.
 * @csspart ring - The ring around it.
 * @cssproperty [--size=2.5em] - Width and height of the picture.
 */
export class WmWalletIcon extends WmPicture {
  static override properties: PropertyDeclarations = { size: { reflect: true }, state: {} }
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
      wm-ring {
        position: absolute;
        inset: -0.75em;
      }
    `,
  ]

  /** 24, 40 or 64 px at the default font size. The ring is drawn for `lg` only. */
  declare size: 'sm' | 'md' | 'lg'
  /** The state of the ring. */
  declare state: RingState

  constructor() {
    super()
    this.size = 'md'
    this.state = 'idle'
  }

  protected override render() {
    return html`<span class="picture">${this.picture()}</span
      >${this.size === 'lg' && this.state !== 'idle' ? this.#ring() : nothing}`
  }

  #ring() {
    return html`<wm-ring .state=${this.state} exportparts="ring"></wm-ring>`
  }
}
register('wm-wallet-icon', WmWalletIcon)

declare global {
  interface HTMLElementTagNameMap {
    'wm-wallet-icon': WmWalletIcon
  }
}
