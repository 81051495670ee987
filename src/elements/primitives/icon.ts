// An icon of the package's set. It is decoration: the text beside it, or the label of its button, has the meaning.
import { css } from 'lit'
import type { IconName } from '../icons/all.js'
import { drawing, strokeStyles } from '../icons/drawing.js'
import { paths } from '../icons/first.js'
import { register } from '../lib/define.js'
import { WmElement } from '../lib/base.js'

/**
 * @summary One icon, by default 1.25 em high; hidden from assistive technology.
 * @csspart svg - The drawing.
 * @cssproperty [--size=1.25em] - Width and height.
 */
export class WmIcon extends WmElement {
  static override properties = { name: { reflect: true } }
  static override styles = [
    strokeStyles,
    css`
      :host {
        display: inline-block;
        flex: none;
        inline-size: var(--size, 1.25em);
        block-size: var(--size, 1.25em);
      }
      svg {
        inline-size: 100%;
        block-size: 100%;
      }
    `,
  ]

  /** The icon to show. */
  declare name: IconName
  /** The icons of the first screen, or the whole set once it is loaded. */
  #paths: Readonly<Partial<Record<IconName, string>>> = paths

  /** Loads the whole set before rendering an icon that is not of the first screen. If it does not load, the icon is empty. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    if (this.name in this.#paths || this.#paths !== paths) return super.scheduleUpdate()
    return this.#bringAll().then(() => super.scheduleUpdate())
  }

  async #bringAll() {
    try {
      this.#paths = (await import('../icons/all.js')).paths
    } catch {
      // decoration: the meaning is in the text beside it
    }
  }

  protected override render() {
    return drawing(this.name, this.#paths[this.name])
  }
}

register('wm-icon', WmIcon)

declare global {
  interface HTMLElementTagNameMap {
    'wm-icon': WmIcon
  }
}
