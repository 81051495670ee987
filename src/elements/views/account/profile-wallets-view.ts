// All connected wallets: one tab per ecosystem with the active wallet, the others, those that were connected lately, and a way to add one.
import { when } from 'lit/directives/when.js'
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { shortAddress } from '../../../vocabulary/amount.js'
import type { Namespace } from '../../../vocabulary/caip.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import type { Wallet } from '../../../vocabulary/wallet.js'
import { createAccounts, type SelectedAccount } from '../../../state/connections/accounts.js'
import { createConnection, type Connection } from '../../../state/connections/connection.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { createRecents } from '../../../state/wallets/recents.js'
import { createWallets } from '../../../state/wallets/wallets.js'
import { register } from '../../lib/define.js'
import { chooseWallet } from '../../lib/choose-wallet.js'
import { endAll, endConnection } from '../../lib/end-connection.js'
import { WmView } from '../../lib/element.js'
import { familyName } from '../../lib/family-name.js'
import { focusReady } from '../../lib/focus-ready.js'
import { canServe } from '../../lib/wallet-namespaces.js'
import { laterStyles } from '../../styles/view-more.js'
import { accountRows, typeName } from '../../templates/account-rows.js'
import { explorerRow } from '../../templates/explorer-row.js'
import '../../primitives/button.js'
import '../../primitives/copy-button.js'
import '../../primitives/empty-state.js'
import type { WmSelectEvent } from '../../primitives/events.js'
import '../../primitives/icon-button.js'
import '../../primitives/row.js'
import '../../primitives/tabs.js'
import '../../primitives/wallet-icon.js'

/**
 * @summary The connected wallets by ecosystem: switch, copy, explorer, disconnect one or all, connect one of lately, add another.
 */
export class WmProfileWalletsView extends WmView {
  static override properties: PropertyDeclarations = { chosen: { state: true } }
  static override styles = laterStyles

  declare view: ViewNamed<'ProfileWallets'>
  /** The tab that the visitor has chosen; undefined: that of the active account. */
  declare private chosen: Namespace | undefined

  private readonly all = this.watch((core) => core.use(createAccounts).$all)
  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  private readonly recents = this.watch((core) => core.use(createRecents).$recents)
  private readonly network = this.watch((core) => core.use(createNetworks).$network)
  private readonly leaving = this.watch((core) => core.use(createConnection).disconnect.$state)

  private get namespace(): Namespace {
    return this.chosen ?? this.view.namespace ?? this.account.value?.namespace ?? this.network.value.chainNamespace
  }

  private get isLeaving() {
    return this.leaving.value.status === 'pending'
  }

  /** The connections of the tab's ecosystem; the active one first. */
  private get here() {
    return this.all.value.filter(({ connection }) => connection.namespace === this.namespace)
  }

  override render() {
    const { namespaces } = this.core.config
    const { here } = this
    return html`
      ${when(
        namespaces.length > 1,
        () =>
          html`<wm-tabs
            ?compact=${namespaces.length > 3}
            .label=${this.t('profileWallets.families')}
            .tabs=${namespaces.map((id) => ({ id, label: this.shortName(id) }))}
            .selected=${this.namespace}
            @wm-select=${this.select}
          ></wm-tabs>`,
      )}
      <div
        role=${namespaces.length > 1 ? 'tabpanel' : nothing}
        aria-label=${namespaces.length > 1 ? this.shortName(this.namespace) : nothing}
        tabindex=${namespaces.length > 1 && here.length === 0 ? '0' : nothing}
      >
        ${here.length > 0 ? this.connected(here) : this.nobody()}
      </div>
      ${this.recent()}
      <div class="actions">
        ${when(
          here.length > 0,
          () =>
            html`<wm-button data-key="add" variant="secondary" @click=${this.add}>${this.t('profileWallets.add')}</wm-button>`,
        )}
        ${when(
          this.all.value.length > 1,
          () =>
            html`<wm-button data-key="all" variant="quiet" ?busy=${this.isLeaving} @click=${() => endAll(this.core)}
              >${this.t('profileWallets.disconnectAll', { count: this.all.value.length })}</wm-button
            >`,
        )}
      </div>
    `
  }

  private shortName(namespace: Namespace): string {
    return namespace === 'eip155' ? this.t('profileWallets.ethereum') : familyName(this.core, namespace)
  }

  private connected([active, ...others]: readonly SelectedAccount[]) {
    if (!active) return nothing
    return html`
      <ul class="group" role="list" aria-label=${this.t('profileWallets.active')}>
        ${this.walletRow(active, true)}
        ${explorerRow(this.core, { address: active.account.address, chainId: active.account.chain })}
      </ul>
      ${this.copy(active)} ${this.accounts(active)}
      ${when(
        others.length > 0,
        () =>
          html`<h3 class="section" id="others">${this.t('profileWallets.others')}</h3>
            <ul class="group" role="list" aria-labelledby="others">
              ${others.map((other) => this.walletRow(other, false))}
            </ul>`,
      )}
    `
  }

  /** A connected wallet, and its Disconnect button. A press makes it the one in use. */
  private walletRow({ connection, account }: SelectedAccount, isActive: boolean): TemplateResult {
    const { wallet, id } = connection
    const isInUse = isActive && this.account.value?.namespace === connection.namespace
    const names = [account.label, shortAddress(account.address), typeName(this.core, account)]
    return html`<li class="with-button">
      <wm-row
        data-key=${`wallet:${id}`}
        .named=${true}
        .label=${wallet.name}
        .description=${names.filter(Boolean).join(' · ')}
        .meta=${this.t(isInUse ? 'account.chosen' : 'profileWallets.use')}
        ?current=${isInUse}
        @click=${() => this.switchTo(connection, isInUse)}
      >
        <wm-wallet-icon slot="icon" .src=${wallet.icon} .name=${wallet.name}></wm-wallet-icon>
      </wm-row>
      <wm-icon-button
        data-key=${`end:${id}`}
        name="power"
        ?disabled=${this.isLeaving}
        .label=${this.t('profileWallets.disconnect', { wallet: wallet.name })}
        @click=${() => this.keepFocus(endConnection(this.core, connection))}
      ></wm-icon-button>
    </li>`
  }

  private copy({ account: { address } }: SelectedAccount) {
    return html`<div class="actions">
      <wm-copy-button
        data-key="copy"
        .value=${address}
        .label=${this.t('account.copyAddress')}
        @wm-copied=${() => this.use(createNotices).show('success', 'copied')}
        @wm-copy-failed=${() => this.use(createNotices).show('error', 'copyFailed')}
      ></wm-copy-button>
    </div>`
  }

  private accounts({ connection, account }: SelectedAccount) {
    if (connection.accounts.length < 2) return nothing
    return html`<h3 class="section" id="accounts">${this.t('account.accounts', { wallet: connection.wallet.name })}</h3>
      <ul class="group" role="list" aria-labelledby="accounts">
        ${accountRows(this.core, connection.accounts, account.address)}
      </ul>`
  }

  private nobody() {
    return html`<wm-empty-state
      icon="wallet"
      .heading=${this.t('profileWallets.none', { family: this.shortName(this.namespace) })}
    >
      ${this.t('profileWallets.noneHint')}
      <wm-button slot="action" data-key="add" @click=${this.add}>${this.t('connect.title')}</wm-button>
    </wm-empty-state>`
  }

  /** Wallets that were connected lately and serve the ecosystem, but are not connected in it now. */
  private recent() {
    const { find } = this.use(createWallets)
    const isConnected = ({ id, name }: Wallet) =>
      this.here.some(({ connection: { wallet } }) => wallet.id === id || wallet.name === name)
    const wallets = this.recents.value
      .map((recent) => find(recent.id) ?? find(recent.name) ?? recent)
      .filter((wallet) => !isConnected(wallet) && canServe(this.core, wallet, this.namespace))
    if (wallets.length === 0) return nothing
    return html`<h3 class="section" id="recent">${this.t('profileWallets.recent')}</h3>
      <ul class="group" role="list" aria-labelledby="recent">
        ${wallets.map((wallet) => this.recentRow(wallet))}
      </ul>`
  }

  private recentRow(wallet: Wallet) {
    return html`<li class="with-button">
      <wm-row
        data-key=${`recent:${wallet.id}`}
        chevron
        .named=${true}
        .label=${wallet.name}
        .description=${this.t('profileWallets.again')}
        @click=${() => this.connectAgain(wallet)}
      >
        <wm-wallet-icon slot="icon" .src=${wallet.icon} .name=${wallet.name}></wm-wallet-icon>
      </wm-row>
      <wm-icon-button
        data-key=${`forget:${wallet.id}`}
        name="close"
        .label=${this.t('profileWallets.forget', { wallet: wallet.name })}
        @click=${() => this.keepFocus(this.use(createRecents).forget(wallet))}
      ></wm-icon-button>
    </li>`
  }

  private select({ value }: WmSelectEvent) {
    this.chosen = this.core.config.namespaces.find((namespace) => namespace === value)
  }

  private switchTo(connection: Connection, isInUse: boolean) {
    if (isInUse) return
    this.use(createConnection).activate(connection.id)
    this.use(createNotices).show('success', 'walletSwitched', { wallet: connection.wallet.name })
  }

  /**
   * Moves focus from a button whose wallet leaves the list to what stands first then: a wallet, or the way to one. The next press of Enter must not end the
   * wallet that takes the place.
   */
  private async keepFocus(act: unknown) {
    await act
    await this.updateComplete
    if (this.use(createRouter).$view.get() !== this.view) return // a question comes first
    const isMoved = document.activeElement !== document.body && !this.renderRoot.querySelector('wm-icon-button:focus-within')
    if (!isMoved) void focusReady(this.renderRoot.querySelector('[data-key^="wallet:"], [data-key="add"]'))
  }

  private add() {
    this.use(createRouter).push({ name: 'Connect', namespace: this.namespace, beside: true })
  }

  private connectAgain(wallet: Wallet) {
    this.add() // so that Back leads to the other wallets
    void chooseWallet(this.core, wallet, this.namespace)
  }
}
register('wm-profile-wallets-view', WmProfileWalletsView)
