// `<wallet-connect-button>`: opens the modal, and shows the account while a wallet is connected.
import { register } from '../lib/define.js'
import { WalletButton } from './wallet-button.js'

/**
 * @summary Opens the modal to connect a wallet. While one is connected, it shows the account and opens the account view.
 * @csspart button - The native button.
 */
export class WalletConnectButton extends WalletButton {
  static override properties = { ...WalletButton.properties, label: {} }

  /** The button's text while no wallet is connected; by default "Connect" in the chosen language. */
  declare label: string | undefined

  protected override readonly opens = undefined
  protected override loadContent = () => import('./connect-content.js')
  protected override closed() {
    return this.label ?? this.text('connect')
  }
}
register('wallet-connect-button', WalletConnectButton)

declare global {
  interface HTMLElementTagNameMap {
    'wallet-connect-button': WalletConnectButton
  }
}
