// The network chip at the left of the header while Account is shown; loaded with the account view.
import { css, html } from 'lit'
import { createNetworks, mayChooseNetwork } from '../../state/networks/networks.js'
import { createRouter } from '../../state/interface/router.js'
import { register } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import '../primitives/network-icon.js'
import '../primitives/icon.js'

/**
 * @summary Shows the network of the account. A button that opens the list of networks, where the visitor may choose one.
 * @csspart network - The button, or the text where the visitor cannot choose.
 */
export class WmNetworkChip extends WmTextElement {
  static override styles = css`
    .network {
      display: flex;
      align-items: center;
      gap: 0.4em;
      max-inline-size: min(9em, 100% - 0.375em);
      min-block-size: 2.25em;
      padding: 0.2em 0.5em 0.2em 0.35em;
      margin-inline-start: 0.375em;
      border: 1px solid var(--_wm-line);
      border-radius: 99em;
      background: var(--_wm-raised);
      color: var(--_wm-text);
    }
    .network > span {
      min-inline-size: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      font-size: 0.8125em;
    }
    /* a name is cut at its own end, whatever the direction of the language */
    bdi {
      display: block;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    @media (max-width: 359px) {
      .network > wm-icon {
        display: none;
      }
      .network > span {
        font-size: 0.75em;
      }
    }
    wm-icon {
      --size: 0.875em;
      color: var(--_wm-text-3);
    }
    button.network:hover {
      background: var(--_wm-hover);
    }
    span.network {
      border-color: transparent;
      background: none;
    }
    @media (forced-colors: active) {
      button.network {
        border-color: ButtonText;
      }
    }
  `

  private readonly network = this.watch((core) => core.use(createNetworks).$network)

  protected override render() {
    const { name, imageUrl, caipNetworkId } = this.network.value
    const [before, after] = this.t('button.network', { network: '\n' }).split('\n')
    const content = html`<wm-network-icon size="sm" .name=${name} .chain=${caipNetworkId} .src=${imageUrl}></wm-network-icon>
      <span
        ><span class="visually-hidden">${before}</span><bdi translate="no">${name}</bdi
        ><span class="visually-hidden">${after}</span></span
      >`
    if (!mayChooseNetwork(this.core)) return html`<span part="network" class="network">${content}</span>`
    return html`<button part="network" class="network" type="button" data-key="network" @click=${this.#networks}>
      ${content}<wm-icon name="chevron-down"></wm-icon>
    </button>`
  }

  #networks() {
    this.core.emit('event', { name: 'CLICK_NETWORKS' })
    this.use(createRouter).push({ name: 'Networks' })
  }
}
register('wm-network-chip', WmNetworkChip)

declare global {
  interface HTMLElementTagNameMap {
    'wm-network-chip': WmNetworkChip
  }
}
