// The wallets alone, without the other ways to connect.
import { register } from '../../lib/define.js'
import { WmConnectView } from './connect-view.js'

/**
 * @summary The wallets of the Connect view, with the consent.
 */
export class WmConnectWalletsView extends WmConnectView {
  /** Before the first paint: the element renders after this one. */
  protected override updated() {
    const form = this.renderRoot.querySelector('wm-logins')
    if (form) form.only = 'wallet'
  }
}
register('wm-connect-wallets-view', WmConnectWalletsView)
