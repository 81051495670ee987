// An icon of our own set. It is decoration: what it means is said in text beside it, or by its button's label.
import { css, html, svg } from 'lit'
import { property } from 'lit/decorators.js'
import { mirrored, paths, type IconName } from '../icons/paths.js'
import { define } from '../lib/define.js'
import { WmElement } from '../lib/base.js'

/**
 * @summary One icon, as high as the text around it times 1.25; hidden from assistive technology.
 * @csspart svg - The drawing.
 * @cssproperty [--size=1.25em] - Width and height.
 */
@define('wm-icon')
export class WmIcon extends WmElement {
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
      stroke: currentColor;
      stroke-width: 1.75;
      stroke-linecap: round;
      stroke-linejoin: round;
    }
    .mirrored:dir(rtl) {
      transform: scaleX(-1);
    }
  `

  @property() accessor name: IconName = 'info'

  protected override render() {
    const path = paths[this.name]
    return html`<svg
      part="svg"
      class=${mirrored.has(this.name) ? 'mirrored' : ''}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      ${svg`<path d=${path} />`}
    </svg>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-icon': WmIcon
  }
}
