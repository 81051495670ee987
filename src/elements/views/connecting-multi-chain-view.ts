// A wallet that speaks several families of networks: with which one shall it begin?
import { html } from 'lit'
import type { Namespace } from '../../caip.js'
import type { ViewNamed } from '../../view.js'
import { register } from '../lib/define.js'
import { WmView } from '../lib/element.js'
import { familyName } from '../lib/family-name.js'
import { laterStyles } from '../styles/view-more.js'
import '../primitives/network-icon.js'
import '../primitives/row.js'
import '../primitives/wallet-icon.js'
import { channelsOf, goTo, viewOf } from '../lib/choose-wallet.js'
import { listedFamilies } from '../lib/wallet-namespaces.js'

/**
 * @summary One row per family of networks that the wallet offers and this page uses.
 */
export class WmConnectingMultiChainView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'ConnectingMultiChain'>

  private get wallet() {
    return this.view.wallet
  }

  override render() {
    const { wallet } = this
    const here = new Set(channelsOf(this.core, wallet).map(({ namespace }) => namespace))
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
        .meta=${isInstalled ? '' : this.t('families.phone')}
        @pointerenter=${() => this.preload(viewOf(this.core, this.wallet, family).name)}
        @focusin=${() => this.preload(viewOf(this.core, this.wallet, family).name)}
        @click=${() => goTo(this.core, viewOf(this.core, this.wallet, family))}
      >
        <wm-network-icon slot="icon" .name=${label} .chain=${mark}></wm-network-icon>
      </wm-row>
    </li>`
  }
}
register('wm-connecting-multi-chain-view', WmConnectingMultiChainView)
