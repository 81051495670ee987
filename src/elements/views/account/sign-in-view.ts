// Signing in: what the active account is asked to sign, and what became of it.
import { html } from 'lit'
import { when } from 'lit/directives/when.js'
import { shortAddress } from '../../../vocabulary/amount.js'
import type { ErrorCode } from '../../../vocabulary/errors.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createRelayStatus } from '../../../state/connections/relay-status.js'
import { createSignIns } from '../../../state/connections/sign-in.js'
import { domainOf } from '../../../state/connections/sign-in-store.js'
import { filledMetadata } from '../../../state/interface/metadata.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createSignInReactions } from '../../../state/interface/sign-in-reactions.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { Delay } from '../../lib/delay.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { activeIn } from '../../lib/focus-note.js'
import type { MessageKey } from '../../lib/localize.js'
import { successShown } from '../../lib/success.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import '../../primitives/ring.js'
import '../../primitives/wallet-icon.js'

/** Time without an answer after which the view says what to do, ms. */
const LATE_MS = 8_000

/** Hints by error code. Other codes have the error's text. */
const hints: Partial<Record<ErrorCode, MessageKey>> = {
  USER_REJECTED: 'signIn.declinedHint',
  REQUEST_PENDING: 'signIn.pendingHint',
  SIGN_IN_INVALID: 'signIn.failedHint',
}

/** The wallet has signed, and the store has not taken it, for now. */
const unfinished: ReadonlySet<ErrorCode> = new Set([
  'HTTP_STATUS',
  'HTTP_TIMEOUT',
  'MALFORMED_RESPONSE',
  'NETWORK_ERROR',
  'RPC_ERROR',
  'UNKNOWN',
])

/**
 * @summary Asks the active account for a signature (EIP-4361, CAIP-122). Closes when the account has signed in; Cancel disconnects it where that is
 * required.
 * @event {Event} wm-focus-lost - Success has removed the button that had focus.
 */
export class WmSignInView extends WmView {
  static override styles = laterStyles

  private readonly status = this.watch((core) => core.use(createSignIns).$signIn)
  private readonly text = this.watch((core) => core.use(createSignIns).$text)
  private readonly verifying = this.watch((core) => core.use(createSignIns).$isVerifying)
  private readonly attempt = this.watch((core) => core.use(createSignIns).sign.$state)
  private readonly leaving = this.watch((core) => core.use(createSignIns).decline.$state)
  private readonly restoring = this.watch((core) => core.use(createRelayStatus).$isRestoring)
  private readonly late = new Delay(this, LATE_MS)
  private prepared: string | undefined

  private get account() {
    return this.status.value.account
  }

  private get connection() {
    return this.use(createConnection).find(this.account?.namespace)
  }

  private get isDone() {
    return this.status.value.status === 'signedIn'
  }

  private get isPending() {
    return !this.isDone && this.attempt.value.status === 'pending'
  }

  private get error() {
    const attempt = this.attempt.value
    return !this.isDone && attempt.status === 'failed' ? attempt.error : undefined
  }

  protected override willUpdate() {
    if (!this.hasUpdated) this.use(createSignInReactions) // they are loaded apart, and may have failed to
    const { status, account } = this.status.value
    if (status !== 'needed' || account?.accountId === this.prepared) return
    this.prepared = account?.accountId
    const { sign, prepare } = this.use(createSignIns)
    sign.reset() // a failure of another account, or of an earlier time
    prepare().catch(() => undefined) // the click tries again, and shows the failure
  }

  override render() {
    const { connection, error, isPending, isDone } = this
    const app = filledMetadata(this.core)
    const wallet = connection?.wallet
    const isBusy = this.leaving.value.status === 'pending'
    return html`<div class="center hero">
        <div class="pair">
          <wm-wallet-icon size="lg" .src=${app.icons[0]} .name=${app.name}></wm-wallet-icon>
          <wm-wallet-icon size="lg" .src=${wallet?.icon} .name=${wallet?.name ?? ''} .state=${this.ring()}></wm-wallet-icon>
        </div>
        <h3>${this.statement()}</h3>
        <p class="hint">${this.hint()}</p>
        ${when(!isDone, () => this.who())}
      </div>
      ${when(!isDone, () => this.message())}
      <div class="actions ${isDone ? 'gone' : ''}">
        <wm-button
          data-key="main"
          ?busy=${isPending}
          ?disabled=${isBusy || this.status.value.status === 'checking'}
          @click=${this.start}
          >${this.t(error ? 'common.retry' : 'signIn.sign')}</wm-button
        >
        <wm-button data-key="cancel" variant="secondary" ?busy=${isBusy} @click=${this.cancel}
          >${this.t('common.cancel')}</wm-button
        >
      </div>
      ${when(this.use(createSignIns).isRequired && !isDone, () => html`<p class="hint center">${this.t('signIn.required')}</p>`)}`
  }

  private ring() {
    if (this.isDone) return 'done'
    if (this.error) return 'declined'
    return this.isPending ? 'waiting' : 'idle'
  }

  private statement() {
    const { error } = this
    if (this.isDone) return this.t('signIn.done')
    if (this.isPending) return this.t('signIn.authenticating')
    if (!error) return this.t('signIn.heading', { app: filledMetadata(this.core).name })
    if (unfinished.has(error.code)) return this.t('signIn.unfinished')
    // Specification §8: both are said of any failure of the signature.
    if (this.account?.type === 'smartAccount') return this.t('signIn.smartAccount')
    return this.t(error.code === 'SIGN_IN_INVALID' ? 'signIn.failed' : 'signIn.declined')
  }

  private hint() {
    const { error, connection } = this
    const wallet = connection?.wallet.name ?? ''
    if (this.isDone) return '\u00A0' // keeps the height
    if (error) return this.t(hints[error.code] ?? `errors.${error.code}`, { wallet })
    if (!this.isPending) return this.t('signIn.body', { domain: domainOf(this.core) })
    if (connection?.transport === 'relay' && this.restoring.value) return this.t('announce.restoring')
    if (this.verifying.value) return this.t('signIn.verifying')
    return this.t(this.late.passed ? 'signIn.late' : 'signIn.signing', { wallet })
  }

  /** Which account is meant, and where. */
  private who() {
    const { account } = this
    const network = account && this.use(createNetworks).find(account.chainId)
    return html`<p class="meta address">
      ${account ? `${account.label ?? shortAddress(account.address)} · ${network?.name ?? ''}` : '\u00A0'}
    </p>`
  }

  private message() {
    const { value } = this.text
    return html`<details class="message ${value === undefined ? 'gone' : ''}">
      <summary>${this.t('signIn.message')}</summary>
      <pre tabindex="0" dir="ltr" aria-label=${this.t('signIn.message')}>${value}</pre>
    </details>`
  }

  private start() {
    const { sign } = this.use(createSignIns)
    this.late.start()
    this.use(createNotices).announce('connecting', { wallet: this.connection?.wallet.name ?? '' })
    sign().then(
      () => this.late.stop(),
      (error: unknown) => this.tellFailure(error),
    )
  }

  private tellFailure(error: unknown) {
    if (!this.isConnected || this.core.signal.aborted || error !== this.error) return
    this.late.stop()
    this.use(createNotices).announce('failed', { message: `${this.statement()}. ${this.hint()}` }, { assertive: true })
  }

  override farewell = (): Promise<void> | undefined => {
    const isDone = this.isDone && this.attempt.value.status !== 'idle' // it may have signed in before
    // The button that had focus is gone: the dialog moves focus to its heading.
    if (isDone && activeIn(this)) this.dispatchEvent(new Event('wm-focus-lost', { bubbles: true, composed: true }))
    return successShown(isDone)
  }

  private async cancel() {
    const { decline, isRequired } = this.use(createSignIns)
    try {
      await decline()
    } catch (error) {
      this.use(createNotices).showError(error)
    }
    // Where it is required, the reactions close the view, or show it for the account that is left.
    if (!isRequired && this.isConnected) this.use(createModal).close({ force: true })
  }
}
register('wm-sign-in-view', WmSignInView)
