// What can be changed about the connected account, and where else it can be looked at.
import { when } from 'lit/directives/when.js'
import { html, nothing } from 'lit'
import { createIdentity } from '../../../state/account/identity.js'
import { createEmbeddedUser } from '../../../state/embedded/embedded-user.js'
import { createAccounts } from '../../../state/connections/accounts.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createNameOffer } from '../../../state/names/name-offer.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { EMBEDDED } from '../../../vocabulary/embedded.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { accountStyles } from '../../styles/account.js'
import { laterStyles } from '../../styles/view-more.js'
import { accountIdentity } from '../../templates/account-identity.js'
import { accountRows } from '../../templates/account-rows.js'
import { disconnectButton } from '../../templates/disconnect-button.js'
import { explorerRow } from '../../templates/explorer-row.js'
import { loginRow, loginRowStyles, settingsRows } from '../../templates/settings-rows.js'
import { walletSiteRow } from '../../templates/wallet-site-row.js'

/**
 * @summary The settings of the connected account: its address and name, network, wallets, block explorer, the wallet's other accounts, Disconnect.
 */
export class WmAccountSettingsView extends WmView {
  static override styles = [laterStyles, accountStyles, loginRowStyles]

  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  private readonly accounts = this.watch((core) => core.use(createAccounts).$accounts)
  private readonly all = this.watch((core) => core.use(createAccounts).$all)
  private readonly user = this.watch((core) => core.use(createEmbeddedUser).$user)
  private readonly identity = this.watch((core) => core.use(createIdentity).$identity)
  private readonly network = this.watch((core) => core.use(createNetworks).$network)
  private readonly nameOffer = this.watch((core) => core.use(createNameOffer).$isOffered)
  private readonly leaving = this.watch((core) => core.use(createConnection).disconnect.$state)

  /** Loaded only for the embedded wallet. */
  private keeping() {
    import('../../shell/wallet-keeping.js').catch((error: unknown) =>
      this.core.deps.log.error('what is said of the wallet did not load', error),
    )
    return html`<wm-wallet-keeping></wm-wallet-keeping>`
  }

  override render() {
    const account = this.account.value
    if (!account) return nothing // the modal leaves the view
    return html`
      ${accountIdentity(this.core, account, { identity: this.identity.value.value })}
      <ul class="group" role="list" aria-label=${this.t('accountSettings.title')}>
        ${loginRow(this.core, account)} ${settingsRows(this.core, account, (view) => this.preload(view))}
        ${explorerRow(this.core, account)} ${walletSiteRow(this.core, account)}
      </ul>
      ${when(
        this.accounts.value.length > 1,
        () =>
          html`<h3 class="section" id="accounts">${this.t('account.accounts', { wallet: account.wallet.name })}</h3>
            <ul class="group" role="list" aria-labelledby="accounts">
              ${accountRows(this.core, this.accounts.value, account.address)}
            </ul>`,
      )}
      ${this.user.value?.recovery && account.wallet.id === EMBEDDED ? this.keeping() : nothing}
      ${disconnectButton(this.core, account, this.leaving.value.status === 'pending')}
    `
  }
}
register('wm-account-settings-view', WmAccountSettingsView)
