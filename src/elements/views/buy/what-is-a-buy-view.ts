// Explains buying, in three points.
import { html } from 'lit'
import { createModal } from '../../../state/interface/modal.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import { pointList, type Point } from '../../templates/points.js'
import '../../primitives/button.js'

const points: readonly Point[] = [
  { icon: 'card', heading: 'whatIsABuy.pay', text: 'whatIsABuy.payHint' },
  { icon: 'shield', heading: 'whatIsABuy.know', text: 'whatIsABuy.knowHint' },
  { icon: 'info', heading: 'whatIsABuy.fee', text: 'whatIsABuy.feeHint' },
]

/**
 * @summary Explains buying at a provider, with a button that goes back to it.
 */
export class WmWhatIsABuyView extends WmView {
  static override styles = laterStyles

  override render() {
    return html`${pointList(points, this.t)}
      <div class="actions">
        <wm-button data-key="buy" @click=${() => this.use(createModal).back()}>${this.t('onramp.title')}</wm-button>
      </div>`
  }
}
register('wm-what-is-a-buy-view', WmWhatIsABuyView)
