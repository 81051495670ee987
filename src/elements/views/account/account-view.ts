// The connected account: who it is, what it has and can do, what it holds and has done, and Disconnect.
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { when } from 'lit/directives/when.js'
import { html, nothing, type TemplateResult } from 'lit'
import { formatAmount, latinDigits } from '../../../vocabulary/amount.js'
import { AMOUNT_DIGITS } from '../../../vocabulary/constants.js'
import type { Asset } from '../../../vocabulary/asset.js'
import type { ErrorCode } from '../../../vocabulary/errors.js'
import { splitMoney } from '../../../vocabulary/money.js'
import type { View } from '../../../vocabulary/view.js'
import type { Core } from '../../../state/core.js'
import { createAccountTab, type AccountTab } from '../../../state/account/account-tab.js'
import { createAssets } from '../../../state/account/assets.js'
import { createBalanceRefresh } from '../../../state/account/balance-refresh.js'
import { createIdentity } from '../../../state/account/identity.js'
import { createEmbeddedUser } from '../../../state/embedded/embedded-user.js'
import { createWalletFeatures } from '../../../state/account/wallet-features.js'
import { createAccounts } from '../../../state/connections/accounts.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import type { QueryState } from '../../../state/lib/query.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { EmbeddedViews } from '../../lib/embedded-views.js'
import { createMessages } from '../../lib/localize.js'
import { RetryGate } from '../../lib/retry-gate.js'
import { keyOfPiece, RowWindow, type Piece } from '../../lib/row-window.js'
import { routeOf } from '../../routes.js'
import { accountStyles } from '../../styles/account.js'
import { laterStyles } from '../../styles/view-more.js'
import { accountIdentity } from '../../templates/account-identity.js'
import { disconnectButton } from '../../templates/disconnect-button.js'
import { featureTiles, viewOfFeature } from '../../templates/feature-tiles.js'
import { heldAsset } from '../../templates/held-assets.js'
import { settingsRows, walletsRow } from '../../templates/settings-rows.js'
import type { WmSelectEvent } from '../../primitives/events.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/icon-button.js'
import '../../primitives/row.js'
import '../../primitives/skeleton.js'
import '../../primitives/icon.js'
import '../../primitives/tabs.js'
import '../../shell/network-chip.js'

/** Characters of a formatted amount from its decimal mark on. */
const FRACTION = AMOUNT_DIGITS + 1

/** The tabs that are views of their own, with which the views remember how they were left: those of one account, because another begins anew. */
type TabViews = Readonly<Record<Exclude<AccountTab, 'tokens'>, View>>
const tabViews = new WeakMap<Core, { readonly accountId: string | undefined; readonly views: TabViews }>()

/** Failures that asking again does not end. */
const lasting: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'CHAIN_NOT_SUPPORTED',
  'UNSUPPORTED_CHAIN',
  'NO_SERVICES',
])

/**
 * @summary The connected account: name, picture, address, balance and worth, what it can do as tiles, its tokens, NFTs and activity as tabs, Disconnect.
 */
export class WmAccountView extends WmView {
  static override styles = [laterStyles, accountStyles]

  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  private readonly all = this.watch((core) => core.use(createAccounts).$all)
  private readonly coin = this.watch((core) => core.use(createAssets).$coin)
  private readonly assets = this.watch((core) => core.use(createAssets).$assets)
  private readonly worth = this.watch((core) => core.use(createAssets).$worth)
  private readonly portfolio = this.watch((core) => core.use(createAssets).$portfolio)
  private readonly refreshing = this.watch((core) => core.use(createBalanceRefresh).$isRefreshing)
  private readonly user = this.watch((core) => core.use(createEmbeddedUser).$user)
  private readonly identity = this.watch((core) => core.use(createIdentity).$identity)
  private readonly network = this.watch((core) => core.use(createNetworks).$network)
  private readonly offers = this.watch((core) => core.use(createWalletFeatures).$offers)
  private readonly history = this.watch((core) => core.use(createWalletFeatures).$history)
  private readonly tab = this.watch((core) => core.use(createAccountTab).$tab)
  private readonly leaving = this.watch((core) => core.use(createConnection).disconnect.$state)

  private readonly rowWindow: RowWindow = new RowWindow(this, () => this.renderRoot.querySelector<HTMLElement>('.held'))
  private readonly embedded: EmbeddedViews = new EmbeddedViews(this)
  private readonly coinGate = new RetryGate(this, {
    state: () => this.coin.value,
    now: () => this.core.deps.now(),
    onFailed: () => this.tellFailure(this.coin.value),
  })
  private readonly tokensGate = new RetryGate(this, {
    state: () => this.portfolio.value,
    now: () => this.core.deps.now(),
    // Where the coin failed too, that was said.
    onFailed: () => this.coin.value.status === 'error' || this.tellFailure(this.portfolio.value),
  })

  private get formatTag() {
    return this.use(createMessages).formatTag()
  }

  private get hasTokens() {
    return this.core.config.services.data !== undefined
  }

  private tellFailure({ error }: QueryState<unknown>) {
    if (!lasting.has(error?.code)) this.use(createNotices).announce('balanceFailed')
  }

  override render() {
    const account = this.account.value
    if (!account) return this.nobody()
    const ahead = (view: View) => this.preload(view)
    return html`
      ${accountIdentity(this.core, account, { identity: this.identity.value.value, end: this.settingsButton() })}
      <div class="center account${this.hasTokens ? ' whole' : ''}">
        ${this.balanceLine()}${when(this.hasTokens, () => this.worthLine())}
      </div>
      ${featureTiles(this.core, this.offers.value, ahead)} ${this.tabPanel()}
      <ul class="group" role="list" aria-label=${this.t('account.title')}>
        ${settingsRows(this.core, account, ahead, [walletsRow])}
      </ul>
      ${disconnectButton(this.core, account, this.leaving.value.status === 'pending')}
    `
  }

  private settingsButton() {
    const view = { name: 'AccountSettings' } as const
    return html`<wm-icon-button
      data-key="settings"
      name="settings"
      .label=${this.t('accountSettings.title')}
      @pointerenter=${() => this.preload(view)}
      @focusin=${() => this.preload(view)}
      @click=${() => this.use(createRouter).push(view)}
    ></wm-icon-button>`
  }

  /** The balance, an old balance with a note, a placeholder, or a failure. An unknown balance is never shown as zero. */
  private balanceLine() {
    const { value, status, fetchStatus } = this.coin.value
    const failed = when(status === 'error', () => this.failure(this.coin.value, this.coinGate, 'retry'))
    if (value) {
      const amount = formatAmount(value.amount, value.decimals, latinDigits(this.formatTag))
      const [whole, fraction] = [amount.slice(0, -FRACTION), amount.slice(-FRACTION)]
      return html`<p class="amount">
          <span class="visually-hidden">${this.t('account.balance')}</span>
          <bdi translate="no">${whole}<span class="fraction">${fraction}</span> <small>${value.symbol}</small></bdi>
        </p>
        ${failed}${when(fetchStatus === 'paused', () => this.offline())}`
    }
    if (status === 'error') return failed
    if (status === 'success') return html`<p class="hint">${this.t('account.incomplete')}</p>` // the services could not read it
    if (fetchStatus === 'paused') return this.offline()
    return html`<div class="amount" aria-busy="true">
      <span class="visually-hidden">${this.t('account.balanceLoading')}</span><wm-skeleton shape="block"></wm-skeleton>
    </div>`
  }

  private offline() {
    return html`<p class="hint">${this.t('common.offline')}</p>`
  }

  /** What all assets are worth, as far as prices are known. Its line is kept free until that is decided. */
  private worthLine() {
    const worth = this.worth.value
    if (worth === undefined) {
      const isAwaited = this.portfolio.value.status === 'pending' && this.coin.value.status !== 'error'
      return isAwaited ? html`<p class="worth"></p>` : nothing
    }
    const [before, fraction, after] = splitMoney(worth, this.formatTag)
    // The list of tokens says it itself. A coin that failed too says it above.
    const { status, updatedAt = 0 } = this.portfolio.value
    const isOld = status === 'error' && updatedAt > 0 && this.tab.value !== 'tokens' && this.coin.value.status !== 'error'
    return html`<p class="worth">
        <span class="visually-hidden">${this.t('account.worth')}</span>
        <bdi translate="no">${before}<span class="fraction">${fraction}</span>${after}</bdi>
      </p>
      ${when(isOld, () => html`<p class="hint">${this.staleText(updatedAt)}</p>`)}`
  }

  /** Says how old a balance is, or that there is none, with a button to ask again. */
  private failure({ value, error, fetchStatus, updatedAt }: QueryState<unknown>, { seconds }: RetryGate, key: string) {
    if (error?.code === 'CHAIN_NOT_SUPPORTED')
      return html`<p class="hint">${this.t('account.noBalances', { network: this.network.value.name })}</p>`
    const text = value === undefined || updatedAt === undefined ? this.t('errors.BALANCE_UNAVAILABLE') : this.staleText(updatedAt)
    return html`<p class="hint">${text}</p>
      ${when(
        !lasting.has(error?.code),
        () =>
          html`<wm-button
            data-key=${key}
            variant="quiet"
            ?busy=${fetchStatus === 'fetching'}
            ?inactive=${seconds}
            @click=${this.refresh}
            >${seconds ? this.t('account.balanceGate', { count: seconds }) : this.t('common.retry')}</wm-button
          >`,
      )}`
  }

  private staleText(updatedAt: number) {
    return this.t('account.balanceStale', { time: this.timeOf(updatedAt) })
  }

  private timeOf(at: number) {
    return new Intl.DateTimeFormat(this.formatTag, { timeStyle: 'short' }).format(at)
  }

  private get tabViews(): TabViews {
    const { accountId } = this.account.value ?? {}
    const known = tabViews.get(this.core)
    if (known?.accountId === accountId && known) return known.views
    const views: TabViews = { nfts: { name: 'Nfts' }, activity: { name: 'Transactions' } }
    tabViews.set(this.core, { accountId, views })
    return views
  }

  private get tabs(): readonly { readonly id: AccountTab; readonly label: string }[] {
    if (!this.hasTokens) return []
    const titleOf = (view: View) => routeOf(this.core, view).title(this.t, view)
    return [
      { id: 'tokens', label: this.t('account.tokens') },
      ...(this.account.value?.namespace === 'eip155' ? ([{ id: 'nfts', label: titleOf(this.tabViews.nfts) }] as const) : []),
      ...(this.history.value ? ([{ id: 'activity', label: titleOf(this.tabViews.activity) }] as const) : []),
    ]
  }

  private tabPanel() {
    const { tabs } = this
    const chosen = tabs.find(({ id }) => id === this.tab.value) ?? tabs[0]
    if (!chosen) return nothing
    const content = chosen.id === 'tokens' ? this.tokens() : this.embedded.render(this.tabViews[chosen.id])
    if (tabs.length === 1)
      return html`<h3 class="section" id="tokens">${chosen.label}</h3>
        <section aria-labelledby="tokens">${content}</section>`
    return html`<wm-tabs
        .label=${this.t('account.tabs')}
        .tabs=${tabs}
        .selected=${chosen.id}
        @wm-select=${this.select}
      ></wm-tabs>
      <div role="tabpanel" aria-label=${chosen.label} tabindex="0">${content}</div>`
  }

  private tokens() {
    const { status, fetchStatus, value, updatedAt } = this.portfolio.value
    const hasValue = value !== undefined
    if (hasValue) return html`${this.freshness(updatedAt ?? 0)}${this.list()}`
    if (status === 'error')
      return html`${this.list()}
        <div class="center">${this.failure(this.portfolio.value, this.tokensGate, 'retry-tokens')}</div>`
    if (fetchStatus === 'paused')
      return html`${this.list()}
        <p class="hint center">${this.t('common.offline')}</p>`
    return html`<div aria-busy="true">
      <span class="visually-hidden">${this.t('assets.loading')}</span><wm-skeleton .rows=${3}></wm-skeleton>
    </div>`
  }

  /** When the list was true, what is missing in it, and a button that asks again. */
  private freshness(updatedAt: number) {
    const { status, fetchStatus, value } = this.portfolio.value
    const isPartial = value?.isIncomplete
    const notes = [
      status === 'error' ? this.staleText(updatedAt) : this.t('account.updated', { time: this.timeOf(updatedAt) }),
      isPartial ? this.t('account.incomplete') : '',
      fetchStatus === 'paused' ? this.t('common.offline') : '',
    ]
    const { seconds } = this.tokensGate
    const label = seconds ? this.t('account.balanceGate', { count: seconds }) : this.t('account.refresh')
    return html`<div class="spread">
      <p class="hint">${notes.filter(Boolean).join(' ')}</p>
      <wm-icon-button
        data-key="refresh"
        name="refresh"
        aria-busy=${this.refreshing.value ? 'true' : nothing}
        .label=${label}
        @click=${this.refresh}
      ></wm-icon-button>
    </div>`
  }

  private list() {
    const assets = this.assets.value
    const [coin] = assets
    const { status, value } = this.portfolio.value
    if (assets.length === 1 && coin?.amount === 0n && status === 'success' && !value?.isIncomplete) return this.empty()
    const keys = assets.map(({ id }) => id)
    return html`<ul class="group held" role="list" aria-label=${this.t('account.tokens')}>
      ${repeat(
        this.rowWindow.pieces(keys),
        (piece) => keyOfPiece(piece, keys),
        (piece) => this.piece(assets, piece),
      )}
    </ul>`
  }

  private piece(assets: readonly Asset[], piece: Piece) {
    const asset = typeof piece === 'number' ? assets[piece] : undefined
    if (!asset) return html`<li role="presentation" aria-hidden="true"></li>`
    return guard([asset, this.texts.value], () => heldAsset(this.core, asset))
  }

  private empty() {
    const ways = (['onramp', 'receive'] as const).flatMap((feature) => {
      const view = viewOfFeature(this.offers.value, feature)
      return view
        ? [{ view, label: feature === 'onramp' ? this.t('account.buy') : routeOf(this.core, view).title(this.t, view) }]
        : []
    })
    return html`<wm-empty-state icon="empty" .heading=${this.t('account.empty')}>
      ${this.t('account.emptyHint')}
      ${ways.map(
        ({ view, label }, at): TemplateResult =>
          html`<wm-button
            slot="action"
            data-key=${`empty:${view.name}`}
            variant=${at === 0 ? 'primary' : 'secondary'}
            @click=${() => this.use(createRouter).push(view)}
            >${label}</wm-button
          >`,
      )}
    </wm-empty-state>`
  }

  private nobody() {
    return html`<wm-empty-state icon="wallet" .heading=${this.t('account.noneHeading')}>
      ${this.t('account.noneHint')}
      <wm-button slot="action" data-key="connect" @click=${() => this.use(createRouter).reset({ name: 'Connect' })}
        >${this.t('connect.title')}</wm-button
      >
    </wm-empty-state>`
  }

  private select({ value }: WmSelectEvent) {
    const tab = this.tabs.find(({ id }) => id === value)
    if (tab) this.use(createAccountTab).choose(tab.id)
  }

  private refresh() {
    void this.use(createBalanceRefresh).refresh()
  }
}
register('wm-account-view', WmAccountView)
