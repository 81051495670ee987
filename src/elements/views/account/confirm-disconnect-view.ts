// What ends with a connection that shares its relay session, before it is disconnected.
import { html } from 'lit'
import type { Namespace } from '../../../vocabulary/caip.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createModal } from '../../../state/interface/modal.js'
import { createRouter } from '../../../state/interface/router.js'
import { register } from '../../lib/define.js'
import { disconnect } from '../../lib/end-connection.js'
import { WmView } from '../../lib/element.js'
import { familyName } from '../../lib/family-name.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import '../../primitives/network-icon.js'
import '../../primitives/wallet-icon.js'

/**
 * @summary Names the ecosystems in which a wallet is disconnected together, and asks whether to.
 */
export class WmConfirmDisconnectView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'ConfirmDisconnect'>

  private readonly connections = this.watch((core) => core.use(createConnection).$connections)
  private readonly leaving = this.watch((core) => core.use(createConnection).disconnect.$state)

  private get connection() {
    return this.connections.value.find(({ id }) => id === this.view.id)
  }

  override render() {
    const { connection } = this
    const wallet = connection?.wallet ?? { name: '', icon: undefined }
    const ends = connection ? this.use(createConnection).sharing(connection) : []
    const families = this.core.config.namespaces.filter((family) => ends.some(({ namespace }) => namespace === family))
    return html`<div class="center hero">
        <wm-wallet-icon size="lg" .src=${wallet.icon} .name=${wallet.name}></wm-wallet-icon>
        <h3>${this.t('confirmDisconnect.heading', { wallet: wallet.name })}</h3>
        <p class="hint" id="body">${this.t('confirmDisconnect.body')}</p>
      </div>
      <ul class="group named" role="list" aria-labelledby="body">
        ${families.map((family) => this.family(family))}
      </ul>
      <div class="actions">
        <wm-button
          data-key="disconnect"
          variant="danger"
          ?busy=${this.leaving.value.status === 'pending'}
          ?disabled=${!connection}
          @click=${this.disconnect}
          >${this.t('common.disconnect')}</wm-button
        >
        <wm-button data-key="cancel" variant="secondary" @click=${this.goBack}>${this.t('common.cancel')}</wm-button>
      </div>`
  }

  private family(family: Namespace) {
    const name = familyName(this.core, family)
    return html`<li>
      <wm-network-icon .name=${name} .chain=${this.core.deps.namespaces[family]?.mark}></wm-network-icon>
      <span>${name}</span>
    </li>`
  }

  private async disconnect() {
    const { connection, view } = this
    if (!connection) return
    await disconnect(this.core, connection)
    if (this.use(createRouter).$view.get() === view) this.goBack() // the modal may have closed, or shows another view
  }

  private goBack() {
    if (!this.use(createRouter).pop()) this.use(createModal).back()
  }
}
register('wm-confirm-disconnect-view', WmConfirmDisconnectView)
