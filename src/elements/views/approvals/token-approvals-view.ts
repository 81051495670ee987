// Whom the account lets take its tokens and collectibles, and taking that back.
import { html, nothing, type PropertyDeclarations } from 'lit'
import { when } from 'lit/directives/when.js'
import { formatAmount, latinDigits, shortAddress } from '../../../vocabulary/amount.js'
import type { ErrorCode } from '../../../vocabulary/errors.js'
import { createApprovals, keyOf, type Approval, type ApprovalList } from '../../../state/approvals/approvals.js'
import { createAccounts } from '../../../state/connections/accounts.js'
import { asWalletError } from '../../../state/lib/operation.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { createMessages } from '../../lib/localize.js'
import { shortAmount } from '../../templates/amounts.js'
import { explorerRow } from '../../templates/explorer-row.js'
import { facts } from '../../templates/facts.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/error-state.js'
import '../../primitives/row.js'
import '../../primitives/skeleton.js'
import '../../primitives/token-icon.js'

/** Failures that another attempt does not change. */
const final: readonly ErrorCode[] = ['CHAIN_NOT_SUPPORTED', 'NO_SERVICES', 'CONFIG_INVALID']

/**
 * @summary The approvals of the account, newest first. A row leads to what it allows, where it can be taken back.
 */
export class WmTokenApprovalsView extends WmView {
  static override properties: PropertyDeclarations = { chosen: { state: true }, failed: { state: true } }
  static override styles = laterStyles

  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  private readonly list = this.watch((core) => core.use(createApprovals).$list)
  private readonly attempt = this.watch((core) => core.use(createApprovals).revoke.$state)
  private readonly revoked = this.watch((core) => core.use(createApprovals).$revoked)
  private readonly fee = this.watch((core) => core.use(createApprovals).estimate.$state)

  /** Id of the approval that is looked at. */
  declare private chosen: string | undefined
  /** Why the last attempt failed, with the key of its approval. */
  declare private failed: { readonly key: string; readonly code: ErrorCode } | undefined

  private get formatTag() {
    return this.use(createMessages).formatTag()
  }

  override render() {
    const { value, status, fetchStatus, error } = this.list.value
    const chosen = value?.approvals.find(({ id }) => id === this.chosen)
    if (chosen) return this.details(chosen)
    if (this.account.value && this.account.value.namespace !== 'eip155')
      return html`<wm-empty-state icon="shield" .heading=${this.t('approvals.elsewhere')}></wm-empty-state>`
    const hasFailed = status === 'error' && fetchStatus === 'idle'
    if (value) return this.rows(value, hasFailed)
    if (hasFailed)
      return html`<wm-error-state
        .heading=${this.t('approvals.failed')}
        .message=${this.t(error?.code === 'NO_SERVICES' ? 'approvals.unavailable' : `errors.${error?.code ?? 'UNKNOWN'}`)}
        .retryLabel=${error && final.includes(error.code) ? undefined : this.t('common.retry')}
        @wm-retry=${() => this.use(createApprovals).refresh()}
      ></wm-error-state>`
    if (fetchStatus === 'paused') return html`<p class="hint center">${this.t('common.offline')}</p>`
    return html`<div class="group" aria-busy="true">
      <span class="visually-hidden">${this.t('approvals.loading')}</span>
      <wm-skeleton .rows=${4}></wm-skeleton>
    </div>`
  }

  private none() {
    return html`<wm-empty-state icon="shield" .heading=${this.t('approvals.none')}
      >${this.t('approvals.noneHint')}</wm-empty-state
    >`
  }

  private rows({ approvals, hasMore, isIncomplete }: ApprovalList, hasFailed: boolean) {
    const isBusy = this.list.value.fetchStatus === 'fetching'
    return html`${when(hasFailed, () => this.staleNote())}
    ${
      approvals.length === 0 && !isIncomplete
        ? this.none()
        : html`<p class="hint">${this.t('approvals.body')}</p>
            <ul class="group" role="list" aria-label=${this.t('approvals.title')}>
              ${approvals.map((approval) => this.row(approval))}
            </ul>`
    }
    ${when(isIncomplete, () => html`<p class="hint center">${this.t('approvals.incomplete')}</p>`)}
    ${when(
      hasMore || isIncomplete,
      () =>
        html`<div class="actions">
          <wm-button data-key="more" variant="secondary" ?busy=${isBusy} @click=${() => this.more(hasMore)}
            >${this.t('common.showMore')}</wm-button
          >
        </div>`,
    )}`
  }

  /** A further page, or the same one once the services have read on. */
  private more(hasMore: boolean) {
    const { loadMore, refresh } = this.use(createApprovals)
    void (hasMore ? loadMore() : refresh())
  }

  private staleNote() {
    return html`<wm-banner variant="warning"
      >${this.t('common.stale')}
      <wm-button slot="end" data-key="retry" variant="quiet" @click=${() => this.use(createApprovals).refresh()}
        >${this.t('common.retry')}</wm-button
      ></wm-banner
    >`
  }

  private row(approval: Approval) {
    const { id, label, icon, isRevoking, isReplaced, isUnlimited, isVerified } = approval
    const spender = this.t('approvals.to', { spender: this.spenderOf(approval) })
    const notes = [...(isReplaced ? [this.t('approvals.replaced')] : []), ...(isVerified ? [] : [this.t('assets.unverified')])]
    const lines = isRevoking ? [this.t('approvals.revoking')] : [spender, ...notes]
    return html`<li>
      <wm-row
        data-key=${`approval:${id}`}
        chevron
        .named=${true}
        .label=${label}
        .description=${lines.join(' · ')}
        ?busy=${isRevoking}
        @click=${() => this.choose(approval)}
      >
        <wm-token-icon slot="icon" .src=${icon} .name=${label}></wm-token-icon>
        <span slot="end" class="meta ${isUnlimited ? 'danger' : ''}">${this.amountOf(approval)}</span>
      </wm-row>
    </li>`
  }

  private spenderOf({ spender, spenderName }: Approval) {
    return spenderName ?? shortAddress(spender)
  }

  private amountOf({ kind, amount, decimals, isUnlimited }: Approval) {
    if (kind === 'collection') return this.t('approvals.everything')
    return isUnlimited ? this.t('approvals.unlimited') : shortAmount(this.core, amount, decimals)
  }

  private details(approval: Approval) {
    const { label, name, icon, isVerified, isUnlimited, grantedAt, spender, chainId, contract, kind } = approval
    const isPending = this.attempt.value.status === 'pending' && this.revoked.value === keyOf(approval)
    const wallet = this.account.value?.wallet.name ?? ''
    const amount = kind === 'erc20' && !isUnlimited ? `${this.amountOf(approval)} ${label}` : this.amountOf(approval)
    const address = (text: string) => html`<bdi class="address" dir="ltr" translate="no">${shortAddress(text)}</bdi>`
    return html`<div class="center hero">
        <wm-token-icon .src=${icon} .name=${label}></wm-token-icon>
        <h3 tabindex="-1">${this.t('approvals.question', { spender: this.spenderOf(approval), token: label })}</h3>
        <p class="hint">${this.t('approvals.effect')}</p>
      </div>
      ${facts([
        {
          name: this.t('approvals.token'),
          value: html`<bdi translate="no">${name}</bdi>`,
          note: isVerified ? address(contract) : html`${this.t('assets.unverified')} · ${address(contract)}`,
        },
        {
          name: this.t('approvals.spender'),
          value: approval.spenderName ? html`<bdi translate="no">${approval.spenderName}</bdi>` : address(spender),
          note: approval.spenderName ? address(spender) : this.t('approvals.unknownSpender'),
        },
        {
          name: this.t('approvals.amount'),
          value: html`<span class=${isUnlimited ? 'danger' : ''}><bdi>${amount}</bdi></span>`,
        },
        grantedAt === undefined ? undefined : { name: this.t('approvals.granted'), value: this.dateOf(grantedAt) },
        this.feeFact(approval),
      ])}
      ${this.spenderLink(chainId, spender)} ${this.failure(approval)}
      <div class="actions">
        ${when(isPending, () => html`<p class="hint center">${this.t('assets.confirmIn', { wallet })}</p>`)}
        <wm-button
          data-key="revoke"
          variant="danger"
          ?busy=${isPending || approval.isRevoking}
          @click=${() => this.revoke(approval)}
          >${this.t(approval.isRevoking ? 'approvals.revoking' : 'approvals.revoke')}</wm-button
        >
        <wm-button data-key="cancel" variant="secondary" @click=${() => this.leave(approval)}
          >${this.t('common.cancel')}</wm-button
        >
      </div>`
  }

  private feeFact({ chainId }: Approval) {
    const network = this.use(createNetworks).find(chainId)
    const fee = this.fee.value
    if (fee.status !== 'done' || !network) return undefined
    const { symbol, decimals } = network.nativeCurrency
    const value = html`<bdi translate="no">≈ ${formatAmount(fee.value, decimals, latinDigits(this.formatTag), 6)} ${symbol}</bdi>`
    return { name: this.t('assets.fee'), value }
  }

  private spenderLink(chainId: Approval['chainId'], address: string) {
    const row = explorerRow(this.core, { chainId, address })
    if (row === nothing) return nothing
    return html`<ul class="group" role="list" aria-label=${this.t('approvals.spender')}>
      ${row}
    </ul>`
  }

  private failure(approval: Approval) {
    const { failed } = this
    return failed?.key === keyOf(approval) ? html`<wm-banner variant="danger">${this.textOf(failed.code)}</wm-banner>` : nothing
  }

  private textOf(code: ErrorCode): string {
    return this.t(code === 'USER_REJECTED' ? 'approvals.declined' : `errors.${code}`)
  }

  private dateOf(moment: number) {
    return new Intl.DateTimeFormat(this.formatTag, { dateStyle: 'medium' }).format(moment)
  }

  private choose(approval: Approval) {
    const { estimate } = this.use(createApprovals)
    this.failed = undefined
    estimate(approval).catch(() => undefined) // then the wallet alone says what it costs
    this.chosen = approval.id
    void this.focusOn('h3')
  }

  private leave({ id }: Approval) {
    this.use(createApprovals).estimate.cancel()
    this.chosen = undefined
    void this.focusOn(`[data-key="approval:${CSS.escape(id)}"]`)
  }

  /** What had focus is gone with the other step. */
  private async focusOn(selector: string) {
    await this.updateComplete
    void focusReady(this.renderRoot.querySelector(selector))
  }

  private revoke(approval: Approval) {
    const notices = this.use(createNotices)
    this.failed = undefined
    notices.announce('connecting', { wallet: this.account.value?.wallet.name ?? '' })
    this.use(createApprovals)
      .revoke(approval)
      .then(
        () => this.isConnected && this.chosen === approval.id && this.leave(approval),
        (error: unknown) => {
          const { code } = asWalletError(error)
          if (!this.isConnected || code === 'ABORTED' || code === 'DESTROYED') return
          this.failed = { key: keyOf(approval), code }
          if (this.chosen === approval.id) notices.announce('failed', { message: this.textOf(code) }, { assertive: true })
        },
      )
  }
}
register('wm-token-approvals-view', WmTokenApprovalsView)
