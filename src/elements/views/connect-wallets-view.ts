// The wallets alone, for pages that put them behind one button of the first view.
import { define } from '../lib/define.js'
import { WmConnectView } from './connect-view.js'

/**
 * @summary The wallet part of the Connect view, consent included.
 */
@define('wm-connect-wallets-view')
export class WmConnectWalletsView extends WmConnectView {
  protected override get isCollapsed() {
    return false
  }
}
