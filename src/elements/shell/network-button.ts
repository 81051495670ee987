// `<wallet-network-button>`: shows the network of the page and opens the list of networks.
import { register } from '../lib/define.js'
import { WalletButton } from './wallet-button.js'

/**
 * @summary Shows the network and opens the list of networks. Disabled where the visitor cannot choose a network.
 * @csspart button - The native button.
 */
export class WalletNetworkButton extends WalletButton {
  /** On a network that the page does not use, the modal chooses the view (UnsupportedChain). */
  protected override get opens() {
    return this.core?.publicState.$isUnsupported.get() ? undefined : 'Networks'
  }
  protected override loadContent = () => import('./network-content.js')
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
