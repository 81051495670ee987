// `<wallet-account-button>`: the name or address of the connected account, and its native balance if `balance` is set.
import { register } from '../lib/define.js'
import { WalletButton } from './wallet-button.js'

/**
 * @summary Shows the connected account and opens the account view. Empty while no wallet is connected.
 * @csspart button - The native button.
 */
export class WalletAccountButton extends WalletButton {
  static override properties = { ...WalletButton.properties, balance: { type: Boolean } }

  /** Show the balance of the network's native coin. The code that reads balances is loaded when it is first needed. */
  declare balance: boolean | undefined

  protected override readonly opens = 'Account'
  protected override loadContent = () => import('./account-content.js')
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
