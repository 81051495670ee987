// Explains what a wallet is, in three points.
import { html } from 'lit'
import { createRouter } from '../../../state/interface/router.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import { pointList, type Point } from '../../templates/points.js'

const points: readonly Point[] = [
  { icon: 'wallet', heading: 'whatIsAWallet.holds', text: 'whatIsAWallet.holdsHint' },
  { icon: 'key', heading: 'whatIsAWallet.signs', text: 'whatIsAWallet.signsHint' },
  { icon: 'shield', heading: 'whatIsAWallet.yours', text: 'whatIsAWallet.yoursHint' },
]

/**
 * @summary Explains wallets, and links to GetWallet.
 */
export class WmWhatIsAWalletView extends WmView {
  static override styles = laterStyles

  override render() {
    return html`${pointList(points, this.t)}
      <div class="actions">
        <wm-button
          data-key="get"
          @pointerenter=${() => this.preload('GetWallet')}
          @focusin=${() => this.preload('GetWallet')}
          @click=${this.get}
          >${this.t('getWallet.title')}</wm-button
        >
      </div>`
  }

  private get() {
    this.core.emit('event', { name: 'CLICK_GET_WALLET' })
    this.use(createRouter).push({ name: 'GetWallet' })
  }
}
register('wm-what-is-a-wallet-view', WmWhatIsAWalletView)
