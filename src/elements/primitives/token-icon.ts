// The picture of an asset: round, as its list has it, or the first letter of its symbol.
import { css, html } from 'lit'
import { register } from '../lib/define.js'
import { WmPicture } from './picture.js'
import { pictureStyles } from './picture-styles.js'

/**
 * @summary An asset's picture, or the first letter of its symbol.
 * @csspart image - The picture.
 * @csspart monogram - The letter.
 * @cssproperty [--size=2.5em] - Width and height.
 */
export class WmTokenIcon extends WmPicture {
  static override styles = [
    pictureStyles,
    css`
      :host {
        --size: 2.5em;
        --shape: 50%;
      }
    `,
  ]

  protected override render() {
    return html`<span class="picture">${this.picture()}</span>`
  }
}
register('wm-token-icon', WmTokenIcon)

declare global {
  interface HTMLElementTagNameMap {
    'wm-token-icon': WmTokenIcon
  }
}
