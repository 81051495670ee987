// The picture of a network. It is round, so that it looks unlike a wallet's.
import { css, html, type PropertyDeclarations, type PropertyValues, type SVGTemplateResult } from 'lit'
import { register } from '../lib/define.js'
import { WmPicture } from './picture.js'
import { pictureStyles } from './picture-styles.js'

/** The marks loaded so far, by CAIP-2 id; `null`: the network has none. All elements share it, so that a known mark renders at once. */
const marks = new Map<string, SVGTemplateResult | null>()

async function loadMark(chain: string): Promise<void> {
  const { networkMarks } = await import('../icons/network-marks.js')
  const load = Object.hasOwn(networkMarks, chain) ? networkMarks[chain] : undefined
  marks.set(chain, (await load?.())?.mark ?? null)
}

/**
 * @summary A network's picture: the page's own, else the mark of a known network, else the first letter of its name.
 * @csspart image - The picture.
 * @csspart mark - The mark.
 * @csspart monogram - The letter.
 * @cssproperty [--size=2.5em] - Width and height.
 */
export class WmNetworkIcon extends WmPicture {
  static override properties: PropertyDeclarations = { chain: {} }
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
      .mark {
        display: block;
        inline-size: 100%;
        block-size: 100%;
      }
    `,
  ]

  /** CAIP-2 id of the network. */
  declare chain: string | undefined

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    const { chain } = this
    if (!chain || marks.has(chain) || this.hasPicture) return
    void loadMark(chain)
      .catch(() => marks.set(chain, null)) // the letter is shown instead
      .then(() => this.requestUpdate())
  }

  private get hasPicture(): boolean {
    return this.phase === 'loading' || this.phase === 'shown'
  }

  protected override render() {
    return html`<span class="picture">${this.hasPicture || !this.chain ? this.picture() : this.#mark(this.chain)}</span>`
  }

  #mark(chain: string) {
    const mark = marks.get(chain)
    if (mark === undefined) return null // still loading: a letter would flash
    if (mark === null) return this.picture()
    return html`<svg part="mark" class="mark" viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">${mark}</svg>`
  }
}
register('wm-network-icon', WmNetworkIcon)

declare global {
  interface HTMLElementTagNameMap {
    'wm-network-icon': WmNetworkIcon
  }
}
