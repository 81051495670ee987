// The wallets alone. As long as the first view has nothing else to offer, it is the same.
import { register } from '../lib/define.js'
import { WmConnectView } from './connect-view.js'

/**
 * @summary The wallet part of the Connect view, consent included.
 */
export class WmConnectWalletsView extends WmConnectView {}
register('wm-connect-wallets-view', WmConnectWalletsView)
