// Waits until this browser was approved by the link in the mail. The two digits that are shown here stand on the page of the link too.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { createEmailLogin } from '../../../state/embedded/email-login.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { isWalletError, type WalletError } from '../../../vocabulary/errors.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { Countdown } from '../../lib/delay.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { richText } from '../../templates/rich-text.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import '../../primitives/icon.js'
import { errorText } from '../../lib/login-error-text.js'

/**
 * @summary Waits for the approval of this browser, with the number to compare, and a way to get another mail.
 */
export class WmEmailVerifyDeviceView extends WmView {
  static override properties: PropertyDeclarations = { problem: { state: true } }
  static override styles = [
    laterStyles,
    css`
      .whole {
        font-weight: 600;
      }
      .number {
        margin: 0.25em 0;
        font-size: 2.25em;
        font-weight: 600;
        line-height: 1.2;
        font-variant-numeric: tabular-nums;
        letter-spacing: 0.1em;
      }
    `,
  ]

  declare view: ViewNamed<'EmailVerifyDevice'>
  declare private problem: WalletError | undefined

  private readonly sent = this.watch((core) => core.use(createEmailLogin).$sent)
  private readonly next = this.watch((core) => core.use(createEmailLogin).$nextAt)
  private readonly sending = this.watch((core) => core.use(createEmailLogin).send.$state)
  private readonly countdown: Countdown = new Countdown(this, { fromSeconds: 3600, now: () => this.core.deps.now() })

  protected override willUpdate() {
    this.countdown.until = this.next.value > this.core.deps.now() ? this.next.value : undefined
  }

  protected override firstUpdated() {
    this.wait()
  }

  override render() {
    const { matchCode } = this.sent.value ?? {}
    const { problem } = this
    const { seconds } = this.countdown
    return html`<div class="center hero">
        <span class="mark ${problem ? '' : 'pending'}"><wm-icon name="mail"></wm-icon></span>
        <p>
          ${richText(this.t, 'emailDevice.body', {
            email: html`<bdi class="whole" translate="no">${this.view.email}</bdi>`,
          })}
        </p>
        ${
          matchCode && !problem
            ? html`<p class="hint" id="match">${this.t('emailDevice.match')}</p>
                <p class="number" aria-describedby="match"><bdi dir="ltr" translate="no">${matchCode}</bdi></p>
                <p class="hint">${this.t('emailDevice.mismatch')}</p>`
            : nothing
        }
        <p class=${problem ? 'danger' : 'hint'}>${problem ? errorText(this.t, problem) : this.t('emailDevice.waiting')}</p>
      </div>
      <div class="actions">
        <wm-button
          data-key="resend"
          variant="secondary"
          ?busy=${this.sending.value.status === 'pending'}
          ?inactive=${seconds ?? 0}
          @click=${this.resend}
          >${seconds ? this.t('emailDevice.resendIn', { count: seconds }) : this.t('emailDevice.resend')}</wm-button
        >
        <wm-button data-key="change" variant="quiet" @click=${() => this.use(createModal).back()}
          >${this.t('email.change')}</wm-button
        >
      </div>`
  }

  /** Waits for the approval; the code follows in this view's place, because Back leads to the address. */
  private wait() {
    const { view } = this
    const { replace, $view } = this.use(createRouter)
    this.use(createEmailLogin)
      .awaitDevice()
      .then(
        () => $view.get() === view && replace({ name: 'EmailVerifyOtp', email: view.email }),
        (error: unknown) => this.refuse(error),
      )
  }

  private readonly resend = () => {
    const { view } = this
    const { replace, $view } = this.use(createRouter)
    const login = this.use(createEmailLogin)
    login.awaitDevice.cancel() // it waits for the link of the mail before
    login.send(view.email).then(
      (action) => {
        if ($view.get() !== view) return
        if (action === 'VERIFY_OTP') return replace({ name: 'EmailVerifyOtp', email: view.email })
        this.problem = undefined
        this.use(createNotices).show('success', 'emailResent', { email: view.email })
        if (action === 'VERIFY_DEVICE') this.wait()
      },
      (error: unknown) => this.refuse(error),
    )
  }

  private refuse(error: unknown) {
    if (!isWalletError(error) || error.code === 'ABORTED' || error.code === 'DESTROYED' || !this.isConnected) return
    this.problem = error
    this.use(createNotices).announce('failed', { message: errorText(this.t, error) }, { assertive: true })
  }
}
register('wm-email-verify-device-view', WmEmailVerifyDeviceView)
