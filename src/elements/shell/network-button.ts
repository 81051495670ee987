// `<wallet-network-button>`: which network the page is on, and the way to another.
import { register } from '../lib/define.js'
import { PageButton } from './page-button.js'

/**
 * @summary Opens the list of networks. Where the visitor has no choice it only says which network it is.
 * @csspart button - The native button.
 */
export class WalletNetworkButton extends PageButton {
  /** From a network that the page does not use the modal itself knows the way. */
  protected override get opens() {
    return this.core?.session.$isUnsupported.get() ? undefined : 'Networks'
  }
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
