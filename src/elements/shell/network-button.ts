// `<wallet-network-button>`: which network the page is on, and the way to another.
import { register } from '../lib/define.js'
import { PageButton } from './page-button.js'

/**
 * @summary Opens the list of networks.
 * @csspart button - The native button.
 */
export class WalletNetworkButton extends PageButton {
  protected override readonly opens = 'Networks'
  protected override loadFace = () => import('./network-face.js')
  protected override closed() {
    return undefined
  }
}
register('wallet-network-button', WalletNetworkButton)

declare global {
  interface HTMLElementTagNameMap {
    'wallet-network-button': WalletNetworkButton
  }
}
