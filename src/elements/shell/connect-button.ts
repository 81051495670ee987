// `<wallet-connect-button>`: connects, and shows the account afterwards.
import { register } from '../lib/define.js'
import { PageButton } from './page-button.js'

/**
 * @summary Opens the modal: "Connect", then the account.
 * @csspart button - The native button.
 */
export class WalletConnectButton extends PageButton {
  static override properties = { ...PageButton.properties, label: {} }

  /** Said instead of "Connect". */
  declare label: string | undefined

  protected override readonly opens = undefined
  protected override loadFace = () => import('./connect-face.js')
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
