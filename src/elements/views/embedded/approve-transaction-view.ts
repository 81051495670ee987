// The place of the frame: the wallet draws there what it is asked to do. The view only keeps a box free and lays the frame over it, because a frame that
// is moved into another element is loaded anew. Nothing around the frame may have a transform, an opacity or a filter while it is shown.
import { css, html, type PropertyDeclarations } from 'lit'
import { createEmbedded } from '../../../state/embedded/embedded.js'
import { hideFrame } from '../../../state/embedded/place-frame.js'
import { createSurface } from '../../../state/embedded/surface.js'
import { register } from '../../lib/define.js'
import { placeFrameOver } from '../../lib/frame-box.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'

/**
 * @summary Keeps a box free for the frame of the embedded wallet, and shows the frame there.
 */
export class WmApproveTransactionView extends WmView {
  static override properties: PropertyDeclarations = { placed: { state: true } }
  static override styles = [
    laterStyles,
    css`
      /* the card's lower corners are round, and a frame must not be clipped */
      :host {
        padding: 0 0 1.25em;
      }
      /* as high as fits into the card, which must not scroll; the frame's buttons need 400 px */
      .box {
        display: grid;
        place-items: center;
        block-size: min(580px, 92dvh - 7em);
        padding: 1em;
        box-sizing: border-box;
      }
    `,
  ]

  private readonly surface = this.watch((core) => core.use(createSurface).$shown)
  declare private placed: boolean
  #stop: (() => void) | undefined

  override render() {
    return html`<div class="box"><p class="hint center">${this.t('approve.hint')}</p></div>`
  }

  protected override updated() {
    if (this.surface.value && !this.#stop) void this.place()
    else if (!this.surface.value) this.unplace()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.unplace()
  }

  /** Lays the frame over the box, once it has the theme and nothing moves any more. */
  private async place() {
    const embedded = this.use(createEmbedded)
    let isOver = false
    this.#stop = () => {
      isOver = true
    }
    await embedded.syncTheme()
    const box = this.renderRoot.querySelector<HTMLElement>('.box')
    const frame = embedded.frame()
    if (isOver || !box || !frame) return
    const stop = placeFrameOver(frame, box)
    this.#stop = () => {
      stop()
      hideFrame(frame)
    }
  }

  private unplace() {
    this.#stop?.()
    this.#stop = undefined
  }
}
register('wm-approve-transaction-view', WmApproveTransactionView)
