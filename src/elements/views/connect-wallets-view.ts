// The wallets alone. As long as the first view has nothing else to offer, it is the same.
import { define } from '../lib/define.js'
import { WmConnectView } from './connect-view.js'

/**
 * @summary The wallet part of the Connect view, consent included.
 */
@define('wm-connect-wallets-view')
export class WmConnectWalletsView extends WmConnectView {}
