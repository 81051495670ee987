// The networks of the page: the present one, those that can be chosen, and why others cannot.
import { when } from 'lit/directives/when.js'
import { html, nothing, type PropertyDeclarations } from 'lit'
import type { Namespace } from '../../../vocabulary/caip.js'
import { DEBOUNCE_MS } from '../../../vocabulary/constants.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNetworks, mayChooseNetwork, type NetworkRow } from '../../../state/networks/networks.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import type { Network } from '../../../vocabulary/network.js'
import { Delay } from '../../lib/delay.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import { focusReady } from '../../lib/focus-ready.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import type { WmInputEvent } from '../../primitives/events.js'
import '../../primitives/network-icon.js'
import '../../primitives/row.js'
import '../../primitives/search-field.js'

/** From this number of networks on the view has a search. */
const SEARCH_FROM_COUNT = 9

/**
 * @summary The list of networks. A choice asks the connected wallet to switch. If the page does not allow a change, the rows are disabled.
 */
export class WmNetworksView extends WmView {
  static override properties: PropertyDeclarations = { text: { state: true } }
  static override styles = laterStyles

  private readonly rows = this.watch((core) => core.use(createNetworks).$rows)
  private readonly connections = this.watch((core) => core.use(createConnection).$connections)
  private readonly settled = new Delay(this, DEBOUNCE_MS)
  private announced = ''

  declare private text: string

  constructor() {
    super()
    this.text = ''
  }

  private get mayChoose() {
    return mayChooseNetwork(this.core)
  }

  private get found(): readonly NetworkRow[] {
    const text = this.text.trim().toLocaleLowerCase()
    const matching = this.rows.value.filter(({ network }) =>
      `${network.name} ${network.nativeCurrency.symbol}`.toLocaleLowerCase().includes(text),
    )
    // Networks that can be chosen come first, each group in the page's order.
    return [...matching.filter(({ enabled }) => enabled), ...matching.filter(({ enabled }) => !enabled)]
  }

  protected override willUpdate() {
    if (this.settled.passed && this.announced !== this.text) {
      this.announced = this.text
      this.use(createNotices).announce('networksFound', { count: this.found.length })
    }
  }

  override render() {
    const { found } = this
    return html`
      ${this.rows.value.length < SEARCH_FROM_COUNT ? nothing : this.searchField()}
      ${when(!this.core.config.enableNetworkSwitch, () => html`<p class="hint center">${this.t('networks.fixed')}</p>`)}
      ${
        found.length > 0
          ? html`<ul class="group" role="list" aria-label=${this.t('networks.title')}>
              ${found.map((row) => this.row(row))}
            </ul>`
          : html`<wm-empty-state icon="search" .heading=${this.t('networks.none', { query: this.text })}>
              <wm-button slot="action" data-key="clear" @click=${this.clear}>${this.t('common.clearSearch')}</wm-button>
            </wm-empty-state>`
      }
    `
  }

  private searchField() {
    return html`<wm-search-field
      .label=${this.t('networks.search')}
      .placeholder=${this.t('networks.placeholder')}
      .clearLabel=${this.t('common.clearSearch')}
      .value=${this.text}
      @wm-input=${this.search}
    ></wm-search-field>`
  }

  private row({ network, current, enabled }: NetworkRow) {
    return html`<li>
      <wm-row
        data-key=${network.caipNetworkId}
        .named=${true}
        .label=${network.name}
        .description=${this.describe(network, enabled)}
        .meta=${current ? this.t('networks.current') : ''}
        ?current=${current}
        ?disabled=${!enabled || !(current || this.mayChoose)}
        ?chevron=${!current && this.mayChoose}
        @click=${() => this.choose(network, current)}
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

  /** The second line of a row: the wallet does not allow the network, or no wallet of its family is connected, or it is a test network. */
  private describe({ chainNamespace, testnet }: Network, enabled: boolean) {
    if (!enabled) return this.t('networks.notAllowed')
    if (this.mayChoose && this.connections.value.length > 0 && !this.hasWallet(chainNamespace)) return this.t('networks.connect')
    return testnet ? this.t('networks.testnet') : ''
  }

  private hasWallet(namespace: Namespace) {
    return this.connections.value.some((connection) => connection.namespace === namespace)
  }

  /** Asks the connected wallet of the network's family to switch; for another family leads to a wallet of it; without any wallet changes the page's network. */
  private choose(network: Network, current: boolean) {
    if (current) return this.use(createModal).back()
    const { push } = this.use(createRouter)
    const { chainNamespace: namespace } = network
    if (this.hasWallet(namespace)) return push({ name: 'SwitchNetwork', network })
    if (this.connections.value.length > 0) return push({ name: 'SwitchActiveChain', network })
    this.use(createNetworks).choose(network)
    this.use(createNotices).show('success', 'networkSwitched', { network: network.name })
    this.use(createModal).back()
  }

  private search({ value }: WmInputEvent) {
    this.text = value
    this.settled.start()
  }

  private async clear() {
    this.text = ''
    this.settled.start()
    await this.updateComplete
    void focusReady(this.renderRoot.querySelector('wm-search-field')) // the button that had focus is gone
  }
}
register('wm-networks-view', WmNetworksView)
