// A wallet that speaks several families of networks: with which one shall it begin?
import { html } from 'lit'
import type { Namespace } from '../../caip.js'
import type { ViewNamed } from '../../view.js'
import { define } from '../lib/define.js'
import { WmView } from '../lib/element.js'
import { laterStyles } from '../styles/view-more.js'
import '../primitives/network-icon.js'
import '../primitives/row.js'
import '../primitives/wallet-icon.js'
import { channelsOf, goTo, viewOf } from '../lib/choose-wallet.js'
import { listedFamilies } from '../lib/wallet-namespaces.js'

/** The network whose mark stands for the family. */
const marks: Readonly<Record<Namespace, string>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
}

/**
 * @summary One row per family of networks that the wallet offers and this page uses.
 */
@define('wm-connecting-multi-chain-view')
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
    return html`<li>
      <wm-row
        data-key=${family}
        chevron
        .label=${this.t(`families.${family}`)}
        .meta=${isInstalled ? '' : this.t('families.phone')}
        @pointerenter=${() => this.preload(viewOf(this.core, this.wallet, family).name)}
        @focusin=${() => this.preload(viewOf(this.core, this.wallet, family).name)}
        @click=${() => goTo(this.core, viewOf(this.core, this.wallet, family))}
      >
        <wm-network-icon slot="icon" .name=${this.t(`families.${family}`)} .chain=${marks[family]}></wm-network-icon>
      </wm-row>
    </li>`
  }
}
