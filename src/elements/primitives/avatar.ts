// The avatar of an account: its image, or a pattern made from its address, the same wherever the address is shown.
import { css, html, svg, type PropertyDeclarations } from 'lit'
import { register } from '../lib/define.js'
import { WmPicture } from './picture.js'
import { pictureStyles } from './picture-styles.js'
import { hashOf } from './tint.js'

/** Cells of the left half of the 5 × 5 pattern, with the middle column. The right half mirrors it. */
const HALF_CELLS = 15

/**
 * @summary An account's image, or a pattern made from its address.
 * @csspart image - The image.
 * @csspart pattern - The pattern, shown without an image.
 * @cssproperty [--size=2.5em] - Width and height.
 */
export class WmAvatar extends WmPicture {
  static override properties: PropertyDeclarations = { address: {}, size: { reflect: true } }
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
      :host([size='lg']) {
        --size: 4.5em;
      }
      svg {
        display: block;
        inline-size: 100%;
        block-size: 100%;
        forced-color-adjust: none;
      }
    `,
  ]

  /** The account's address; the pattern is made from it. */
  declare address: string
  /** 24, 40 or 72 px at the default font size. */
  declare size: 'sm' | 'md' | 'lg'

  constructor() {
    super()
    this.address = ''
    this.size = 'md'
  }

  protected override monogram() {
    // The case of an EVM address is only its checksum (EIP-55); addresses of other namespaces are case-sensitive.
    const seed = /^0x[0-9a-f]{40}$/i.test(this.address) ? this.address.toLowerCase() : this.address
    const hash = hashOf(seed)
    const pattern = hashOf(`${seed}:pattern`)
    const hue = hash % 360
    const ground = `hsl(${hue} 62% 34%)`
    const tones = [`hsl(${(hue + 28) % 360} 78% 66%)`, `hsl(${(hue + 190) % 360} 70% 72%)`]
    const cells = Array.from({ length: HALF_CELLS }, (_, index) => index).filter((index) => (pattern >>> index) & 1)
    return html`<svg part="pattern" viewBox="0 0 36 36" aria-hidden="true">
      ${svg`<rect width="36" height="36" fill=${ground} />`}
      ${cells.map((index) => {
        const [column, row] = [Math.floor(index / 5), index % 5]
        const fill = tones[(hash >>> (index + 8)) & 1] ?? ground
        const square = (x: number) => svg`<rect x=${5.5 + x * 5} y=${5.5 + row * 5} width="5.05" height="5.05" fill=${fill} />`
        return column === 2 ? square(2) : svg`${square(column)}${square(4 - column)}`
      })}
    </svg>`
  }

  protected override render() {
    return html`<span class="picture">${this.picture()}</span>`
  }
}
register('wm-avatar', WmAvatar)

declare global {
  interface HTMLElementTagNameMap {
    'wm-avatar': WmAvatar
  }
}
