// Pairing alone, for pages that connect by code or link only: on a desktop the QR code, on a phone the rows of wallets.
import { when } from 'lit/directives/when.js'
import { isPhone } from '../../../state/interface/phone.js'
import { html } from 'lit'
import { createRouter } from '../../../state/interface/router.js'
import { showsAllWallets } from '../../../state/wallets/connect-rows.js'
import type { View } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/row.js'
import '../connect/connect-view.js'
import './connecting-walletconnect-view.js'
import '../../primitives/icon.js'

const anyWallet: View = { name: 'ConnectingWalletConnect' }
const wallets: View = { name: 'Connect' }

/**
 * @summary The code for any wallet, with a link to all wallets; on a phone the rows of wallets.
 */
export class WmConnectingWalletConnectBasicView extends WmView {
  static override styles = laterStyles

  override render() {
    if (isPhone(this.core)) return html`<wm-connect-view embedded .view=${wallets}></wm-connect-view>`
    return html`<wm-connecting-walletconnect-view embedded .view=${anyWallet}></wm-connecting-walletconnect-view>
      ${when(showsAllWallets(this.core), () => this.allWallets())}`
  }

  override farewell = (): Promise<void> | undefined => {
    return this.renderRoot.querySelector<WmView>('wm-connecting-walletconnect-view')?.farewell?.()
  }

  private allWallets() {
    return html`<ul class="group" role="list" aria-label=${this.t('connect.otherWays')}>
      <li>
        <wm-row
          data-key="all"
          chevron
          .label=${this.t('connect.allWallets')}
          @pointerenter=${() => this.preload('AllWallets')}
          @focusin=${() => this.preload('AllWallets')}
          @click=${() => this.use(createRouter).push({ name: 'AllWallets' })}
        >
          <wm-icon slot="icon" name="grid"></wm-icon>
        </wm-row>
      </li>
    </ul>`
  }
}
register('wm-connecting-walletconnect-basic-view', WmConnectingWalletConnectBasicView)
