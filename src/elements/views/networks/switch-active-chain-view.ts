// A network of an ecosystem in which no wallet is connected: which wallet to connect for it.
import { html } from 'lit'
import { when } from 'lit/directives/when.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createModal } from '../../../state/interface/modal.js'
import { createRouter } from '../../../state/interface/router.js'
import { createWallets } from '../../../state/wallets/wallets.js'
import { chooseWallet } from '../../lib/choose-wallet.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { familyName } from '../../lib/family-name.js'
import { canServe } from '../../lib/wallet-namespaces.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import '../../primitives/network-icon.js'

/**
 * @summary Says that the connected wallet is not connected for `view.network`, and leads to one that can be. What is connected stays so.
 */
export class WmSwitchActiveChainView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'SwitchActiveChain'>

  private readonly connections = this.watch((core) => core.use(createConnection).$connections)

  /** The present wallet, when it serves the ecosystem of the network, too. */
  private get same() {
    const wallet = this.present
    const found = wallet && (this.use(createWallets).find(wallet.id) ?? this.use(createWallets).find(wallet.name))
    return found && canServe(this.core, found, this.view.network.chainNamespace) ? found : undefined
  }

  private get present() {
    return (this.use(createConnection).find() ?? this.connections.value[0])?.wallet
  }

  override render() {
    const { same, present } = this
    const { network } = this.view
    const family = familyName(this.core, network.chainNamespace)
    return html`<div class="center hero">
        <wm-network-icon
          size="lg"
          .name=${network.name}
          .chain=${network.caipNetworkId}
          .src=${network.imageUrl}
        ></wm-network-icon>
        <h3>${this.t('switchActiveChain.heading', { network: network.name })}</h3>
        <p class="hint">
          ${this.t(same ? 'switchActiveChain.same' : 'switchActiveChain.another', { wallet: present?.name ?? '', family })}
        </p>
      </div>
      <div class="actions">
        ${when(
          same,
          () =>
            html`<wm-button data-key="same" @click=${this.useSame}
              >${this.t('switchActiveChain.useSame', { wallet: same?.name ?? '' })}</wm-button
            >`,
        )}
        <wm-button data-key="connect" variant=${same ? 'secondary' : 'primary'} @click=${this.connect}
          >${this.t('switchActiveChain.connect')}</wm-button
        >
        <wm-button data-key="cancel" variant="quiet" @click=${() => this.use(createModal).back()}
          >${this.t('common.cancel')}</wm-button
        >
      </div>`
  }

  /** Replaces this view, so that the modal returns to the list of networks when the wallet is connected. */
  private connect() {
    const { network } = this.view
    this.use(createRouter).replace({ name: 'Connect', namespace: network.chainNamespace, network })
  }

  private useSame() {
    const { same } = this
    if (!same) return
    const { chainNamespace } = this.view.network
    this.connect()
    void chooseWallet(this.core, same, chainNamespace)
  }
}
register('wm-switch-active-chain-view', WmSwitchActiveChainView)
