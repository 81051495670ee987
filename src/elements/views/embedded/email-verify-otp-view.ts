// The code that was sent to an address. With the right one the visitor is connected, and the modal goes on by itself.
import type { TemplateResult } from 'lit'
import { html } from 'lit'
import { createEmailLogin } from '../../../state/embedded/email-login.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createModal } from '../../../state/interface/modal.js'
import { createRouter } from '../../../state/interface/router.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { CodeView } from '../../lib/code-view.js'

/**
 * @summary A field for the code of a mail, and a way to get another one.
 */
export class WmEmailVerifyOtpView extends CodeView {
  declare view: ViewNamed<'EmailVerifyOtp'>

  private readonly next = this.watch((core) => core.use(createEmailLogin).$nextAt)
  private readonly sending = this.watch((core) => core.use(createEmailLogin).send.$state)
  private readonly verifying = this.watch((core) => core.use(createEmailLogin).verify.$state)

  protected get checking() {
    return this.verifying.value
  }
  protected get nextAt() {
    return this.next.value
  }
  protected get email() {
    return this.view.email
  }
  protected sentence(address: TemplateResult) {
    return this.rich('emailOtp.body', address)
  }
  protected check(code: string) {
    return this.use(createEmailLogin).verify(code)
  }

  protected below() {
    const texts = {
      now: this.t('emailOtp.resend'),
      later: (count: number) => this.t('emailOtp.resendIn', { count }),
    }
    return html`<div class="actions">
      ${this.resendButton(texts, this.resend, this.sending.value.status === 'pending')}
      <wm-button data-key="change" variant="quiet" @click=${() => this.use(createModal).back()}
        >${this.t('email.change')}</wm-button
      >
    </div>`
  }

  private readonly resend = () => {
    const { replace, $view } = this.use(createRouter)
    const { view } = this
    this.problem = undefined
    this.use(createEmailLogin)
      .send(view.email)
      .then(
        (action) => {
          if ($view.get() !== view) return
          if (action === 'VERIFY_DEVICE') replace({ name: 'EmailVerifyDevice', email: view.email })
          else this.use(createNotices).show('success', 'emailResent', { email: view.email })
        },
        (error: unknown) => this.refuse(error),
      )
  }
}
register('wm-email-verify-otp-view', WmEmailVerifyOtpView)
