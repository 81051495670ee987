// The connected account: name, address, balance, explorer, the wallet's other accounts, and Disconnect.
import { when } from 'lit/directives/when.js'
import { html, type PropertyValues } from 'lit'
import { formatAmount, latinDigits, shortAddress } from '../../../vocabulary/amount.js'
import { AMOUNT_DIGITS, BALANCE_RETRY_GATE_MS } from '../../../vocabulary/constants.js'
import type { Account } from '../../../vocabulary/events.js'
import { createAccounts } from '../../../state/connections/accounts.js'
import { createNativeBalance } from '../../../state/account/native-balance.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createIdentity } from '../../../state/account/identity.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { Countdown } from '../../lib/delay.js'
import { register } from '../../lib/define.js'
import { endConnection } from '../../lib/end-connection.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import { createMessages } from '../../lib/localize.js'
import { accountRows } from '../../templates/account-rows.js'
import { explorerRow } from '../../templates/explorer-row.js'
import '../../primitives/avatar.js'
import '../../primitives/button.js'
import '../../primitives/copy-button.js'
import '../../primitives/empty-state.js'
import '../../primitives/row.js'
import '../../primitives/skeleton.js'
import '../../primitives/icon.js'
import '../../shell/network-chip.js'

/** Characters of a formatted amount from its decimal mark on. */
const FRACTION = AMOUNT_DIGITS + 1

/**
 * @summary The connected account: avatar, name, address, native balance, block explorer, the wallet's other accounts, Disconnect.
 */
export class WmAccountView extends WmView {
  static override styles = laterStyles

  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  private readonly accounts = this.watch((core) => core.use(createAccounts).$accounts)
  private readonly all = this.watch((core) => core.use(createAccounts).$all)
  private readonly balance = this.watch((core) => core.use(createNativeBalance).$balance)
  private readonly identity = this.watch((core) => core.use(createIdentity).$identity)
  private readonly network = this.watch((core) => core.use(createNetworks).$network)
  private readonly leaving = this.watch((core) => core.use(createConnection).disconnect.$state)
  private readonly gate = new Countdown(this, { fromSeconds: BALANCE_RETRY_GATE_MS / 1000, now: () => this.core.deps.now() })
  private hadFailed = false

  private get formatTag() {
    return this.use(createMessages).formatTag()
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    const { status, fetchStatus } = this.balance.value
    const hasFailed = status === 'error' && fetchStatus === 'idle'
    if (hasFailed && !this.hadFailed) {
      this.gate.until = this.core.deps.now() + BALANCE_RETRY_GATE_MS
      this.use(createNotices).announce('balanceFailed')
    }
    if (status === 'success') this.gate.until = undefined
    this.hadFailed = hasFailed
  }

  override render() {
    const account = this.account.value
    if (!account) return this.nobody()
    const { name, avatar } = this.identity.value.value ?? {}
    return html`
      <div class="center account">
        <wm-avatar size="lg" .name=${account.address} .address=${account.address} .src=${avatar}></wm-avatar>
        ${when(name ?? account.label, () => html`<p class="name" dir="auto" translate="no">${name ?? account.label}</p>`)}
        <wm-copy-button
          data-key="copy"
          variant="chip"
          .value=${account.address}
          .label=${this.t('account.copyAddress')}
          @wm-copied=${() => this.use(createNotices).show('success', 'copied')}
          @wm-copy-failed=${() => this.use(createNotices).show('error', 'copyFailed')}
          ><bdi class="address" dir="ltr" translate="no">${shortAddress(account.address)}</bdi></wm-copy-button
        >
        ${this.balanceLine()}
      </div>
      ${this.links(account)} ${when(this.accounts.value.length > 1, () => this.otherAccounts(account))}
      <div class="actions">
        <wm-button
          data-key="disconnect"
          variant="quiet"
          ?busy=${this.leaving.value.status === 'pending'}
          @click=${() => endConnection(this.core)}
        >
          <wm-icon slot="icon" name="power"></wm-icon>
          ${this.t(this.leaving.value.status === 'pending' ? 'account.disconnecting' : 'common.disconnect')}
        </wm-button>
        <p class="hint center">${this.t('account.wallet', { wallet: account.wallet.name })}</p>
      </div>
    `
  }

  /** The balance, an old balance with a note, a placeholder, or a failure. An unknown balance is never shown as zero. */
  private balanceLine() {
    const { value, status, fetchStatus, updatedAt } = this.balance.value
    const failed = when(status === 'error', () => this.balanceFailure(value !== undefined, updatedAt))
    if (value) {
      const amount = formatAmount(value.amount, value.decimals, latinDigits(this.formatTag))
      const [whole, fraction] = [amount.slice(0, -FRACTION), amount.slice(-FRACTION)]
      return html`<p class="amount">
          <span class="visually-hidden">${this.t('account.balance')}</span>
          <bdi translate="no">${whole}<span class="fraction">${fraction}</span> <small>${value.symbol}</small></bdi>
        </p>
        ${failed}`
    }
    if (status === 'error') return failed
    if (fetchStatus === 'paused') return html`<p class="hint">${this.t('common.offline')}</p>`
    return html`<div class="amount" aria-busy="true">
      <span class="visually-hidden">${this.t('account.balanceLoading')}</span><wm-skeleton shape="block"></wm-skeleton>
    </div>`
  }

  private balanceFailure(isOld: boolean, updatedAt: number | undefined) {
    const { fetchStatus } = this.balance.value
    const time = new Intl.DateTimeFormat(this.formatTag, { timeStyle: 'short' }).format(updatedAt ?? 0)
    const text =
      isOld && updatedAt !== undefined ? this.t('account.balanceStale', { time }) : this.t('errors.BALANCE_UNAVAILABLE')
    const { seconds } = this.gate
    return html`<p class="hint">${text}</p>
      <wm-button
        data-key="retry"
        variant="quiet"
        ?busy=${fetchStatus === 'fetching'}
        ?inactive=${seconds}
        @click=${() => this.use(createNativeBalance).refresh()}
        >${seconds ? this.t('account.balanceGate', { count: seconds }) : this.t('common.retry')}</wm-button
      >`
  }

  /** The link to the block explorer, and the way to all wallets. The network itself is in the header (`<wm-network-chip>`). */
  private links(account: Account) {
    const count = this.all.value.length
    return html`<ul class="group" role="list" aria-label=${this.t('account.title')}>
      <li>
        <wm-row
          data-key="wallets"
          chevron
          .label=${this.t('connect.wallets')}
          .meta=${count > 1 ? this.t('profileWallets.count', { count }) : ''}
          @pointerenter=${() => this.preload('ProfileWallets')}
          @focusin=${() => this.preload('ProfileWallets')}
          @click=${() => this.use(createRouter).push({ name: 'ProfileWallets' })}
        >
          <wm-icon slot="icon" name="wallet"></wm-icon>
        </wm-row>
      </li>
      ${explorerRow(this.core, account)}
    </ul>`
  }

  private nobody() {
    return html`<wm-empty-state icon="wallet" .heading=${this.t('account.noneHeading')}>
      ${this.t('account.noneHint')}
      <wm-button slot="action" data-key="connect" @click=${() => this.use(createRouter).reset({ name: 'Connect' })}
        >${this.t('connect.title')}</wm-button
      >
    </wm-empty-state>`
  }

  private otherAccounts(account: Account) {
    return html`<h3 class="section" id="accounts">${this.t('account.accounts', { wallet: account.wallet.name })}</h3>
      <ul class="group" role="list" aria-labelledby="accounts">
        ${accountRows(this.core, this.accounts.value, account.address)}
      </ul>`
  }
}
register('wm-account-view', WmAccountView)
