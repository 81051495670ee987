// The choice of a family of networks, for a wallet that supports several.
import { html } from 'lit'
import type { Namespace } from '../../../vocabulary/caip.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { familyName } from '../../lib/family-name.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/network-icon.js'
import '../../primitives/row.js'
import '../../primitives/wallet-icon.js'
import { installedFor, goTo, viewOf } from '../../lib/choose-wallet.js'
import { listedFamilies } from '../../lib/wallet-namespaces.js'

/**
 * @summary One row per family of networks that the wallet supports and the page uses.
 */
export class WmConnectingMultiChainView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'ConnectingMultiChain'>

  private get wallet() {
    return this.view.wallet
  }

  override render() {
    const { wallet } = this
    const here = new Set(installedFor(this.core, wallet).map(({ namespace }) => namespace))
    const listed = this.core.config.services.relay ? listedFamilies(this.core, wallet) : []
    const families = this.core.config.namespaces.filter((family) => here.has(family) || listed.includes(family))
    return html`<div class="center hero">
        <wm-wallet-icon size="lg" .src=${wallet.icon} .name=${wallet.name}></wm-wallet-icon>
        <p id="body">${this.t('families.body', { wallet: wallet.name })}</p>
      </div>
      <ul class="group" role="list" aria-labelledby="body">
        ${families.map((family) => this.row(family, here.has(family)))}
      </ul>`
  }

  private row(family: Namespace, isInstalled: boolean) {
    const mark = this.core.deps.namespaces[family]?.mark
    const label = familyName(this.core, family)
    return html`<li>
      <wm-row
        data-key=${family}
        chevron
        .label=${label}
        .description=${isInstalled ? '' : this.t('families.phone')}
        @pointerenter=${() => this.preload(viewOf(this.core, this.wallet, family))}
        @focusin=${() => this.preload(viewOf(this.core, this.wallet, family))}
        @click=${() => goTo(this.core, viewOf(this.core, this.wallet, family))}
      >
        <wm-network-icon slot="icon" .name=${label} .chain=${mark}></wm-network-icon>
      </wm-row>
    </li>`
  }
}
register('wm-connecting-multi-chain-view', WmConnectingMultiChainView)
