// The apps that may act for the account, those that could, and taking that back.
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { when } from 'lit/directives/when.js'
import { createAccounts } from '../../../state/connections/accounts.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createSmartSessions, type SmartSessionList, type SmartSessionRow } from '../../../state/smart-sessions/smart-sessions.js'
import { createTokenNames } from '../../../state/smart-sessions/token-names.js'
import { parseAccountId } from '../../../vocabulary/caip.js'
import { isWalletError, type ErrorCode } from '../../../vocabulary/errors.js'
import type { SmartSessionStatus } from '../../../vocabulary/smart-session.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { createMessages } from '../../lib/localize.js'
import { monthName } from '../../lib/month-name.js'
import { laterStyles } from '../../styles/view-more.js'
import { abilityLine, abilityList, momentOf, tokensOf } from '../../templates/abilities.js'
import { facts } from '../../templates/facts.js'
import { moreButton } from '../../templates/more-button.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/error-state.js'
import type { WmSelectEvent } from '../../primitives/events.js'
import '../../primitives/row.js'
import '../../primitives/skeleton.js'
import '../../primitives/tabs.js'
import '../../primitives/wallet-icon.js'

/** Failures that another attempt does not change. */
const final: readonly ErrorCode[] = ['CHAIN_NOT_SUPPORTED', 'NO_SERVICES', 'CONFIG_INVALID']
const states: readonly SmartSessionStatus[] = ['active', 'expired', 'revoked']
const names = { active: 'permissions.active', expired: 'permissions.expired', revoked: 'permissions.revoked' } as const

/**
 * @summary The smart sessions of the account by state and month. A row leads to what its app may do, where an active one can be revoked.
 */
export class WmSmartSessionListView extends WmView {
  static override properties: PropertyDeclarations = { chosen: { state: true }, tab: { state: true } }
  static override styles = laterStyles

  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  private readonly list = this.watch((core) => core.use(createSmartSessions).$list)
  private readonly attempt = this.watch((core) => core.use(createSmartSessions).revoke.$state)
  private readonly names = this.watch((core) => core.use(createTokenNames).$names)

  /** The pci of the session that is looked at. */
  declare private chosen: string | undefined
  declare private tab: SmartSessionStatus | undefined
  private named: object | undefined

  private get status(): SmartSessionStatus {
    return this.tab ?? 'active'
  }

  protected override willUpdate() {
    const { value } = this.list.value
    if (!value || this.named === value) return
    this.named = value
    for (const { account, abilities } of states.flatMap((state) => value.sessions[state]))
      this.use(createTokenNames).ask(parseAccountId(account).chainId, tokensOf(abilities))
  }

  override render() {
    const { value, status, fetchStatus, error } = this.list.value
    const sessions = this.use(createSmartSessions)
    const heading = !sessions.isOn
      ? this.t('permissions.off')
      : this.account.value && this.account.value.namespace !== 'eip155'
        ? this.t('permissions.elsewhere')
        : undefined
    if (heading !== undefined) return html`<wm-empty-state icon="browser" .heading=${heading}></wm-empty-state>`
    const chosen = value && states.flatMap((state) => value.sessions[state]).find(({ pci }) => pci === this.chosen)
    if (chosen) return this.details(chosen)
    const hasFailed = status === 'error' && fetchStatus === 'idle'
    if (value) return this.whole(value, hasFailed)
    if (hasFailed)
      return html`<wm-error-state
        .heading=${this.t('permissions.failed')}
        .message=${this.t(error?.code === 'NO_SERVICES' ? 'permissions.unavailable' : `errors.${error?.code ?? 'UNKNOWN'}`)}
        .retryLabel=${error && final.includes(error.code) ? undefined : this.t('common.retry')}
        @wm-retry=${() => sessions.refresh()}
      ></wm-error-state>`
    if (fetchStatus === 'paused') return html`<p class="hint center">${this.t('common.offline')}</p>`
    return html`<div class="group" aria-busy="true">
      <span class="visually-hidden">${this.t('permissions.loading')}</span>
      <wm-skeleton .rows=${4}></wm-skeleton>
    </div>`
  }

  private whole({ sessions, more }: SmartSessionList, hasFailed: boolean) {
    const shown = sessions[this.status]
    return html`${when(hasFailed, () => this.staleNote())}
      <wm-tabs
        .label=${this.t('permissions.states')}
        .tabs=${states.map((id) => ({ id, label: this.t(names[id]) }))}
        .selected=${this.status}
        @wm-select=${({ value }: WmSelectEvent) => (this.tab = states.find((state) => state === value))}
      ></wm-tabs>
      <div role="tabpanel" aria-label=${this.t(names[this.status])} tabindex=${shown.length === 0 ? '0' : nothing}>
        ${
          shown.length === 0 && more === 'end'
            ? this.none()
            : html`${when(
                this.status === 'active' && shown.length > 0,
                () => html`<p class="hint">${this.t('permissions.count', { count: shown.length })}</p>`,
              )}${this.months(shown)}`
        }
      </div>
      ${moreButton(this.core, more, () => this.use(createSmartSessions).loadMore())}`
  }

  private none() {
    if (this.status !== 'active')
      return html`<wm-empty-state
        icon="browser"
        .heading=${this.t(this.status === 'expired' ? 'permissions.noneExpired' : 'permissions.noneRevoked')}
      ></wm-empty-state>`
    return html`<wm-empty-state icon="browser" .heading=${this.t('permissions.none')}
      >${this.t('permissions.noneHint')}</wm-empty-state
    >`
  }

  private staleNote() {
    return html`<wm-banner variant="warning"
      >${this.t('common.stale')}
      <wm-button slot="end" data-key="retry" variant="quiet" @click=${() => this.use(createSmartSessions).refresh()}
        >${this.t('common.retry')}</wm-button
      ></wm-banner
    >`
  }

  /** The rows of each month under its name. */
  private months(rows: readonly SmartSessionRow[]): readonly TemplateResult[] {
    const tag = this.use(createMessages).formatTag()
    return [...new Set(rows.map(({ month }) => month))].map(
      (month) =>
        html`<h3 class="section" id=${`month-${month}`}>${monthName(month, this.core.deps.now(), tag)}</h3>
          <ul class="group" role="list" aria-labelledby=${`month-${month}`}>
            ${rows.filter((row) => row.month === month).map((row) => this.row(row))}
          </ul>`,
    )
  }

  private row(row: SmartSessionRow) {
    const { pci, name, icon, account, abilities } = row
    const { chainId } = parseAccountId(account)
    const what = abilityLine(this.core, { chainId, abilities, names: this.names.value })
    return html`<li>
      <wm-row
        data-key=${`smart-session:${pci}`}
        chevron
        .named=${true}
        .label=${name}
        .description=${`${what} · ${this.endOf(row)}`}
        @click=${() => this.choose(row)}
      >
        <wm-wallet-icon slot="icon" .src=${icon} .name=${name}></wm-wallet-icon>
      </wm-row>
    </li>`
  }

  private endOf({ status, expiresAt, revokedAt }: SmartSessionRow): string {
    const day = (moment: number) =>
      new Intl.DateTimeFormat(this.use(createMessages).formatTag(), { dateStyle: 'medium' }).format(moment)
    if (status === 'revoked') return this.t('permissions.revokedOn', { date: day(revokedAt ?? expiresAt) })
    return this.t(status === 'expired' ? 'permissions.expiredOn' : 'permissions.until', { date: day(expiresAt) })
  }

  private details(row: SmartSessionRow) {
    const { name, icon, url, account, abilities, createdAt, expiresAt, status } = row
    const { chainId } = parseAccountId(account)
    const isPending = this.attempt.value.status === 'pending'
    const isActive = status === 'active'
    const title = isActive ? this.t('permissions.question', { app: name }) : name
    return html`<div class="center hero">
        <wm-wallet-icon size="lg" .src=${icon} .name=${name}></wm-wallet-icon>
        <h3 tabindex="-1">${title}</h3>
        ${when(isActive, () => html`<p class="hint">${this.t('permissions.effect')}</p>`)}
      </div>
      ${abilityList(this.core, { chainId, abilities, names: this.names.value })}
      ${facts([
        {
          name: this.t('permissions.app'),
          value: html`<bdi translate="no">${name}</bdi>`,
          note: html`${when(url, (href) => html`<bdi class="block" dir="ltr" translate="no">${new URL(href).host}</bdi>`)}${this.t(
            'permissions.nameNote',
          )}`,
        },
        { name: this.t('permissions.createdOn'), value: momentOf(this.core, createdAt) },
        { name: this.t('permissions.end'), value: isActive ? momentOf(this.core, expiresAt) : this.endOf(row) },
      ])}
      ${this.failure()}
      <div class="actions">
        ${when(isPending, () => html`<p class="hint center">${this.t('assets.confirmIn', { wallet: this.wallet })}</p>`)}
        ${when(
          isActive,
          () =>
            html`<wm-button data-key="revoke" variant="danger" ?busy=${isPending} @click=${() => this.revoke(row)}
              >${this.t(isPending ? 'permissions.revoking' : 'permissions.revoke')}</wm-button
            >`,
        )}
        <wm-button data-key="cancel" variant="secondary" @click=${() => this.leave(row)}
          >${this.t(isActive ? 'common.cancel' : 'common.back')}</wm-button
        >
      </div>`
  }

  private get wallet() {
    return this.account.value?.wallet.name ?? ''
  }

  private failure() {
    const attempt = this.attempt.value
    if (attempt.status !== 'failed') return nothing
    return html`<wm-banner variant="danger">${this.textOf(attempt.error.code)}</wm-banner>`
  }

  private textOf(code: ErrorCode): string {
    return code === 'USER_REJECTED' ? this.t('permissions.kept') : this.t(`errors.${code}`, { wallet: this.wallet })
  }

  private choose({ pci }: SmartSessionRow) {
    this.use(createSmartSessions).revoke.reset()
    this.chosen = pci
    void this.focusOn('h3')
  }

  private leave({ pci }: Pick<SmartSessionRow, 'pci'>) {
    this.chosen = undefined
    void this.focusOn(`[data-key="smart-session:${CSS.escape(pci)}"]`)
  }

  /** What had focus is gone with the other step. */
  private async focusOn(selector: string) {
    await this.updateComplete
    void focusReady(this.renderRoot.querySelector(selector))
  }

  private revoke(row: SmartSessionRow) {
    const { announce } = this.use(createNotices)
    announce('connecting', { wallet: this.wallet })
    this.use(createSmartSessions)
      .revoke(row)
      .then(
        () => {
          if (this.chosen !== row.pci) return
          this.chosen = undefined
          void this.focusOn('wm-tabs')
        },
        (error: unknown) => {
          if (!this.isConnected || this.core.signal.aborted || !isWalletError(error) || error.code === 'ABORTED') return
          announce('failed', { message: this.textOf(error.code) }, { assertive: true })
        },
      )
  }
}
register('wm-smart-session-list-view', WmSmartSessionListView)
