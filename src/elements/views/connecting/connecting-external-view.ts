// Connects an installed wallet: asks the wallet at once, and says what to do while it has not answered or when it failed.
import { when } from 'lit/directives/when.js'
import { html } from 'lit'
import type { ErrorCode } from '../../../vocabulary/errors.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import type { View, ViewNamed } from '../../../vocabulary/view.js'
import { Delay } from '../../lib/delay.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { activeIn } from '../../lib/focus-note.js'
import { laterStyles } from '../../styles/view-more.js'
import type { MessageKey } from '../../lib/localize.js'
import '../../primitives/button.js'
import '../../primitives/wallet-icon.js'
import { installedFor } from '../../lib/choose-wallet.js'
import { successShown } from '../../lib/success.js'
import '../../primitives/ring.js'

/** Time without an answer after which the view offers Retry and another way, ms. */
export const LATE_MS = 8_000

/** Texts by error code: heading and hint. Other codes have a general heading, and the error's text as hint. */
const failures: Partial<Record<ErrorCode, readonly [heading: MessageKey, hint: MessageKey]>> = {
  USER_REJECTED: ['connecting.declined', 'connecting.declinedHint'],
  REQUEST_PENDING: ['connecting.pending', 'connecting.pendingHint'],
  WALLET_TIMEOUT: ['connecting.timeout', 'connecting.timeoutHint'],
  WALLET_NOT_FOUND: ['connecting.notInstalled', 'connecting.notInstalledHint'],
  NO_ACCOUNTS: ['connecting.noAccounts', 'connecting.noAccountsHint'],
}

/**
 * @summary Asks an installed wallet for its accounts, and shows the state of the request.
 * @event {Event} wm-focus-lost - Success has removed the button that had focus.
 */
export class WmConnectingExternalView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'ConnectingExternal'>

  private readonly attempt = this.watch((core) => core.use(createConnection).connect.$state)
  private readonly late = new Delay(this, LATE_MS)
  private hasStarted = false

  private get wallet() {
    return this.view.wallet
  }

  private get installed() {
    const { namespace } = this.view
    return installedFor(this.core, this.wallet, namespace)[0]
  }

  /** The state of the attempt that this view has started; `$state` may still have an earlier one. */
  private get status() {
    return this.hasStarted ? this.attempt.value.status : 'pending'
  }

  private get error() {
    const attempt = this.attempt.value
    return this.hasStarted && attempt.status === 'failed' ? attempt.error : undefined
  }

  protected override willUpdate() {
    if (!this.hasUpdated) this.start()
  }

  override render() {
    const { wallet, error } = this
    const isMissing = this.installed === undefined || error?.code === 'WALLET_NOT_FOUND'
    return html`<div class="center hero">
        <wm-wallet-icon size="lg" .src=${wallet.icon} .name=${wallet.name} .state=${this.ring(isMissing)}></wm-wallet-icon>
        <h3>${this.statement(isMissing)}</h3>
        <p class="hint">${this.hint(isMissing)}</p>
      </div>
      <div class="actions ${this.status === 'done' ? 'gone' : ''}">
        ${isMissing ? this.getButton() : this.mainButton()}
        ${when(isMissing || error || this.late.passed, () => this.moreActions())}
      </div>`
  }

  private ring(isMissing: boolean) {
    if (isMissing) return 'idle'
    if (this.error) return 'declined'
    return this.status === 'done' ? 'done' : 'waiting'
  }

  private statement(isMissing: boolean) {
    const key = isMissing
      ? 'connecting.notInstalled'
      : this.error
        ? (failures[this.error.code]?.[0] ?? 'connecting.failed')
        : this.status === 'done'
          ? 'connecting.approved'
          : 'connecting.continueIn'
    return this.t(key, { wallet: this.wallet.name })
  }

  private hint(isMissing: boolean) {
    if (isMissing) return this.t('connecting.notInstalledHint')
    const { error } = this
    if (error) return this.t(failures[error.code]?.[1] ?? `errors.${error.code}`, { wallet: this.wallet.name })
    if (this.status === 'done') return '\u00A0' // keeps the height
    return this.t(this.late.passed ? 'connecting.late' : 'connecting.approve')
  }

  /** Cancel while the wallet is asked, Try again after a failure. One element, so that focus stays on it. */
  private mainButton() {
    const { error } = this
    return html`<wm-button data-key="main" variant=${error ? 'primary' : 'secondary'} @click=${error ? this.start : this.cancel}
      >${this.t(error ? 'common.retry' : 'common.cancel')}</wm-button
    >`
  }

  private getButton() {
    return html`<wm-button
      data-key="get"
      @pointerenter=${() => this.preload('Downloads')}
      @focusin=${() => this.preload('Downloads')}
      @click=${this.get}
      >${this.t('downloads.title', { wallet: this.wallet.name })}</wm-button
    >`
  }

  private moreActions() {
    const isWaiting = !this.error && this.installed !== undefined
    return html`<div class="actions horizontal">
      ${when(isWaiting, () => html`<wm-button data-key="again" variant="quiet" @click=${this.start}>${this.t('common.retry')}</wm-button>`)}
      ${this.anotherWay()}
    </div>`
  }

  private anotherWay() {
    return html`<wm-button
      data-key="another"
      variant="quiet"
      @pointerenter=${this.preloadAnotherWay}
      @focusin=${this.preloadAnotherWay}
      @click=${this.goAnotherWay}
      >${this.t('connecting.anotherWay')}</wm-button
    >`
  }

  private start() {
    const { installed, wallet } = this
    if (!installed) return
    this.hasStarted = true
    this.late.start()
    this.use(createNotices).announce('connecting', { wallet: wallet.name })
    const { connect } = this.use(createConnection)
    connect.cancel() // a retry asks anew; without this it would join the pending request, whose window may be closed
    connect(installed)
      .then(() => this.late.stop())
      .catch((error: unknown) => this.tellFailure(error))
  }

  /** Announces the failure to screen readers; the render shows it from `$state`. */
  private tellFailure(error: unknown) {
    if (!this.isConnected || this.core.signal.aborted || error !== this.error) return // the view was left, the modal ended, or the wallet was asked again
    this.late.stop()
    const { announce } = this.use(createNotices)
    const { name } = this.wallet
    if (this.error?.code === 'USER_REJECTED') return announce('declined', { wallet: name }, { assertive: true })
    announce('failed', { message: `${this.statement(false)}. ${this.hint(false)}` }, { assertive: true })
  }

  override farewell = (): Promise<void> | undefined => {
    const isDone = this.status === 'done'
    // The button that had focus is gone: the dialog moves focus to its heading.
    if (isDone && activeIn(this)) this.dispatchEvent(new Event('wm-focus-lost', { bubbles: true, composed: true }))
    return successShown(isDone)
  }

  private cancel() {
    this.use(createConnection).connect.cancel()
    this.use(createModal).back()
  }

  private get() {
    this.use(createRouter).push({ name: 'Downloads', wallet: this.wallet })
  }

  /** The pairing: with this wallet if it is listed, else with any wallet. Undefined without a relay. */
  private get pairing(): View | undefined {
    if (!this.core.config.services.relay) return undefined
    const { wallet } = this
    return wallet.entry
      ? { name: 'ConnectingWalletConnect', wallet: { ...wallet, installed: [] } }
      : { name: 'ConnectingWalletConnect' }
  }

  private preloadAnotherWay() {
    if (this.pairing) this.preload(this.pairing)
  }

  /** Opens the pairing. Without a relay it goes back. */
  private goAnotherWay() {
    const { pairing } = this
    if (pairing) this.use(createRouter).replace(pairing)
    else this.use(createModal).back()
  }
}
register('wm-connecting-external-view', WmConnectingExternalView)
