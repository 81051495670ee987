// The wallet is on a network that the page does not use. The visitor can switch, disconnect or close.
import { html } from 'lit'
import { createAccounts } from '../../../state/connections/accounts.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { filledMetadata } from '../../../state/interface/metadata.js'
import { createRouter } from '../../../state/interface/router.js'
import type { Network } from '../../../vocabulary/network.js'
import { register } from '../../lib/define.js'
import { endConnection } from '../../lib/end-connection.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import '../../primitives/network-icon.js'
import '../../primitives/row.js'

/**
 * @summary The networks of the page to switch to, Disconnect and Close.
 */
export class WmUnsupportedChainView extends WmView {
  static override styles = laterStyles

  private readonly chain = this.watch((core) => core.use(createAccounts).$unsupportedChain)
  private readonly rows = this.watch((core) => core.use(createNetworks).$rows)
  private readonly leaving = this.watch((core) => core.use(createConnection).disconnect.$state)

  override render() {
    const namespace = this.chain.value?.split(':')[0] ?? this.use(createConnection).find()?.namespace
    // A wallet can only switch within its family of networks.
    const choices = this.rows.value.filter(({ network }) => namespace === undefined || network.chainNamespace === namespace)
    return html`<p id="body">${this.t('unsupportedChain.body', { app: filledMetadata(this.core).name })}</p>
      <ul class="group" role="list" aria-labelledby="body">
        ${choices.map(({ network, enabled }) => this.row(network, enabled))}
      </ul>
      <div class="actions">
        <p class="hint center">${this.t('unsupportedChain.or')}</p>
        <wm-button
          data-key="disconnect"
          variant="secondary"
          ?busy=${this.leaving.value.status === 'pending'}
          @click=${() => endConnection(this.core)}
          >${this.t('common.disconnect')}</wm-button
        >
        <wm-button data-key="close" variant="quiet" @click=${() => this.use(createModal).close({ force: true })}
          >${this.t('common.close')}</wm-button
        >
      </div>`
  }

  private row(network: Network, enabled: boolean) {
    return html`<li>
      <wm-row
        data-key=${network.caipNetworkId}
        chevron
        .named=${true}
        .label=${network.name}
        .description=${enabled ? '' : this.t('networks.notAllowed')}
        ?disabled=${!enabled}
        @pointerenter=${() => this.preload('SwitchNetwork')}
        @focusin=${() => this.preload('SwitchNetwork')}
        @click=${() => this.use(createRouter).push({ name: 'SwitchNetwork', network })}
      >
        <wm-network-icon
          slot="icon"
          .name=${network.name}
          .chain=${network.caipNetworkId}
          .src=${network.imageUrl}
        ></wm-network-icon>
      </wm-row>
    </li>`
  }
}
register('wm-unsupported-chain-view', WmUnsupportedChainView)
