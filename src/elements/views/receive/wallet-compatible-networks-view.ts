// The networks on which the account has the same address.
import { html } from 'lit'
import { createReceiving } from '../../../state/account/receiving.js'
import { createNetworks } from '../../../state/networks/networks.js'
import type { Network } from '../../../vocabulary/network.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { accountStyles } from '../../styles/account.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/network-icon.js'

/**
 * @summary The list of networks on which the account can receive. It is read, not pressed.
 */
export class WmWalletCompatibleNetworksView extends WmView {
  static override styles = [laterStyles, accountStyles]

  private readonly networks = this.watch((core) => core.use(createReceiving).$networks)
  private readonly network = this.watch((core) => core.use(createNetworks).$network)

  override render() {
    return html`<p class="hint center" id="note">${this.t('receive.networksNote')}</p>
      <ul class="group held" role="list" aria-label=${this.t('compatibleNetworks.title')} aria-describedby="note">
        ${this.networks.value.map((network) => this.row(network))}
      </ul>`
  }

  private row(network: Network) {
    const { name, caipNetworkId, imageUrl } = network
    const notes = [
      network === this.network.value ? this.t('receive.present') : '',
      network.testnet ? this.t('receive.testnet') : '',
    ]
    return html`<li>
      <wm-network-icon .name=${name} .chain=${caipNetworkId} .src=${imageUrl}></wm-network-icon>
      <span class="words">
        <span class="label" dir="auto" translate="no">${name}</span>
        <small>${notes.filter(Boolean).join(' · ')}</small>
      </span>
    </li>`
  }
}
register('wm-wallet-compatible-networks-view', WmWalletCompatibleNetworksView)
