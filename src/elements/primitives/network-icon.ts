// A network's picture, round, so that it is never taken for a wallet.
import { css, html } from 'lit'
import { define } from '../lib/define.js'
import { WmPicture } from './picture.js'
import { pictureStyles } from './picture-styles.js'

/**
 * @summary A network's picture, or the first letter of its name.
 * @csspart image - The picture.
 * @csspart monogram - The letter.
 * @cssproperty [--size=2.5em] - Width and height.
 */
@define('wm-network-icon')
export class WmNetworkIcon extends WmPicture {
  static override styles = [
    pictureStyles,
    css`
      :host {
        --size: 2.5em;
        --shape: 50%;
      }
      :host([size='sm']) {
        --size: 1.5em;
      }
    `,
  ]

  protected override render() {
    return html`<span class="picture">${this.picture()}</span>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-network-icon': WmNetworkIcon
  }
}
