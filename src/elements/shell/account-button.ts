// `<wallet-account-button>`: the account, and with `balance` what is on it. Nothing while no wallet is connected.
import { register } from '../lib/define.js'
import { PageButton } from './page-button.js'

/**
 * @summary Opens the account view.
 * @csspart button - The native button.
 */
export class WalletAccountButton extends PageButton {
  static override properties = { ...PageButton.properties, balance: { type: Boolean } }

  /** Show the balance of the native coin; its code is loaded then. */
  declare balance: boolean | undefined

  protected override readonly opens = 'Account'
  protected override loadFace = () => import('./account-face.js')
  protected override closed() {
    return undefined
  }
}
register('wallet-account-button', WalletAccountButton)

declare global {
  interface HTMLElementTagNameMap {
    'wallet-account-button': WalletAccountButton
  }
}
