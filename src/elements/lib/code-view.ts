// What the views that ask for a code have in common: the address, the field, what is wrong, and a new code.
import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { createNotices } from '../../state/interface/notices.js'
import type { OperationState } from '../../state/lib/operation.js'
import { OTP_DIGITS } from '../../vocabulary/email.js'
import { isWalletError, type WalletError } from '../../vocabulary/errors.js'
import { Countdown } from './delay.js'
import { WmView } from './element.js'
import { createMessages } from './localize.js'
import { richText } from '../templates/rich-text.js'
import { laterStyles } from '../styles/view-more.js'
import type { WmInputEvent } from '../primitives/events.js'
import '../primitives/banner.js'
import '../primitives/button.js'
import '../primitives/code-field.js'
import { errorText } from './login-error-text.js'

/** For how long the services take a code, in minutes. */
const CODE_MINUTES = 5
/** More seconds than any wait that is counted down: an hour. */
const COUNTED_MAX_SECONDS = 3600

/** A view that asks for a code. */
export abstract class CodeView extends WmView {
  static override properties: PropertyDeclarations = { code: { state: true }, problem: { state: true } }
  static override styles = [
    laterStyles,
    css`
      .lead {
        margin-block-end: 1em;
        text-align: center;
      }
      .whole {
        font-weight: 600;
      }
      wm-code-field + * {
        margin-block-start: 0.75em;
      }
    `,
  ]

  protected readonly countdown: Countdown = new Countdown(this, {
    fromSeconds: COUNTED_MAX_SECONDS,
    now: () => this.core.deps.now(),
  })

  declare protected code: string
  /** Why the last code, or a new mail, was refused. */
  declare protected problem: WalletError | undefined

  constructor() {
    super()
    this.code = ''
  }

  /** The state of checking the code. */
  protected abstract get checking(): OperationState<unknown>
  /** When a further mail may be asked for, Unix ms. */
  protected abstract get nextAt(): number
  /** The sentence above the field. */
  protected abstract sentence(address: TemplateResult): unknown
  /** Where the code was sent. */
  protected abstract get email(): string
  /** Checks a whole code. */
  protected abstract check(code: string): Promise<unknown>
  /** What stands under the field. */
  protected abstract below(): unknown

  protected override willUpdate() {
    this.countdown.until = this.nextAt > this.core.deps.now() ? this.nextAt : undefined
  }

  override render() {
    const isBusy = this.checking.status === 'pending'
    const held = this.problem?.code === 'RECOVERY_HELD' ? this.problem : undefined
    const minutes = isBusy ? this.t('emailOtp.checking') : this.t('emailOtp.minutes', { count: CODE_MINUTES })
    return html`<p class="lead">${this.sentence(html`<bdi class="whole" translate="no">${this.email}</bdi>`)}</p>
      <wm-code-field
        data-key="code"
        .label=${this.t('emailOtp.label', { digits: OTP_DIGITS })}
        .digits=${OTP_DIGITS}
        .value=${this.code}
        .error=${this.problem && !held ? errorText(this.t, this.problem) : undefined}
        ?readonly=${isBusy}
        @wm-input=${this.type}
      ></wm-code-field>
      ${held ? this.held(held) : html`<p class="hint center">${minutes}</p>`} ${this.retryButton()} ${this.below()}`
  }

  /** For a code that could not be checked: it may be right. */
  private retryButton() {
    if (!this.problem || this.code.length < OTP_DIGITS || this.problem.code === 'RECOVERY_HELD') return nothing
    return html`<div class="actions">
      <wm-button data-key="retry" @click=${() => this.submit(this.code)}>${this.t('common.retry')}</wm-button>
    </div>`
  }

  private held({ details }: WalletError) {
    const at = Number(details['heldUntil'])
    const time = new Intl.DateTimeFormat(this.use(createMessages).formatTag(), { dateStyle: 'medium', timeStyle: 'short' })
    return html`<wm-banner variant="warning" data-key="held"
      >${Number.isFinite(at) ? this.t('email.held', { time: time.format(at) }) : this.t('errors.RECOVERY_HELD')}</wm-banner
    >`
  }

  /** A sentence with the address in it, which is set apart from the words around. */
  protected rich(key: Parameters<typeof richText>[1], address: TemplateResult) {
    return richText(this.t, key, { email: address }, { digits: OTP_DIGITS })
  }

  private type({ value }: WmInputEvent) {
    this.code = value
    if (this.problem && value.length > 0 && value.length < OTP_DIGITS) this.problem = undefined
    if (value.length === OTP_DIGITS) this.submit(value)
  }

  private submit(code: string) {
    this.problem = undefined
    this.check(code).catch((error: unknown) => this.refuse(error))
  }

  /** Shows what went wrong, reads it out, and empties the field for another code. */
  protected refuse(error: unknown): void {
    if (!isWalletError(error) || error.code === 'ABORTED' || error.code === 'DESTROYED' || !this.isConnected) return
    this.problem = error
    if (error.code === 'OTP_INVALID' || error.code === 'OTP_EXPIRED') this.code = ''
    this.use(createNotices).announce('failed', { message: errorText(this.t, error) }, { assertive: true })
    void this.updateComplete.then(() => this.renderRoot.querySelector('wm-code-field')?.focus())
  }

  /** A button that sends another mail, once that is allowed. It keeps focus while it waits. */
  protected resendButton(
    texts: { readonly now: string; readonly later: (count: number) => string },
    resend: () => void,
    isBusy: boolean,
  ) {
    const { seconds } = this.countdown
    return html`<wm-button data-key="resend" variant="secondary" ?busy=${isBusy} ?inactive=${seconds ?? 0} @click=${resend}
      >${seconds ? texts.later(seconds) : texts.now}</wm-button
    >`
  }
}
