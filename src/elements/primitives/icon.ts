// An icon of our own set. It is decoration: what it means is said in text beside it, or by its button's label.
import { css, html, svg } from 'lit'
import type { IconName } from '../icons/all.js'
import { paths } from '../icons/first.js'
import { register } from '../lib/define.js'
import { WmElement } from '../lib/base.js'

/**
 * @summary One icon, as high as the text around it times 1.25; hidden from assistive technology.
 * @csspart svg - The drawing.
 * @cssproperty [--size=1.25em] - Width and height.
 */
export class WmIcon extends WmElement {
  static override properties = { name: { reflect: true } }
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
    /* those that point along the text */
    :host(:is([name='back'], [name='chevron-end'], [name='external'])) svg:dir(rtl) {
      transform: scaleX(-1);
    }
  `

  declare name: IconName
  /** Those of the first screen, or the whole set where it was asked for. */
  #paths: Readonly<Partial<Record<IconName, string>>> = paths

  /** Where another drawing is wanted than those of the first screen, the element waits for the whole set; without it it stays empty. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    if (this.name in this.#paths || this.#paths !== paths) return super.scheduleUpdate()
    return this.#bringAll().then(() => super.scheduleUpdate())
  }

  async #bringAll() {
    try {
      this.#paths = (await import('../icons/all.js')).paths
    } catch {
      // decoration: what it means is said in words
    }
  }

  protected override render() {
    return html`<svg part="svg" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      ${svg`<path d=${this.#paths[this.name] ?? ''} />`}
    </svg>`
  }
}

register('wm-icon', WmIcon)

declare global {
  interface HTMLElementTagNameMap {
    'wm-icon': WmIcon
  }
}
