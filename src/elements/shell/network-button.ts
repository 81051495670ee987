// `<wallet-network-button>`: which network the page is on, and the way to another.
import { html } from 'lit'
import { define } from '../lib/define.js'
import { PageButton } from './page-button.js'

/**
 * @summary Opens the list of networks.
 * @csspart button - The native button.
 */
@define('wallet-network-button')
export class WalletNetworkButton extends PageButton {
  protected override firstUpdated() {
    void import('../primitives/network-icon.js')
  }

  protected override render() {
    if (!this.hasCore) return html``
    const { name, imageUrl } = this.network.value
    const isWrong = this.isUnsupported.value
    const [before, after] = this.around('network', 'network')
    return html`<span class="root" lang=${this.language} dir=${this.direction}>
      <button
        part="button"
        type="button"
        class=${isWrong ? 'warning' : 'plain'}
        aria-haspopup="dialog"
        @click=${() => this.openModal('Networks')}
      >
        ${
          isWrong
            ? this.text('wrongNetwork')
            : html`<wm-network-icon size="sm" .name=${name} .src=${imageUrl}></wm-network-icon
                ><span
                  ><span class="visually-hidden">${before}</span><span translate="no">${name}</span
                  ><span class="visually-hidden">${after}</span></span
                >`
        }
      </button>
    </span>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-network-button': WalletNetworkButton
  }
}
