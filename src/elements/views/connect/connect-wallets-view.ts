// The wallets alone, without other ways to sign in. Equal to Connect as long as Connect has no such ways.
import { register } from '../../lib/define.js'
import { WmConnectView } from './connect-view.js'

/**
 * @summary The wallets of the Connect view, with the consent.
 */
export class WmConnectWalletsView extends WmConnectView {}
register('wm-connect-wallets-view', WmConnectWalletsView)
