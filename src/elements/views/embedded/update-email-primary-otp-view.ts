// The code that was sent to the present address, before another one takes its place.
import type { TemplateResult } from 'lit'
import { createEmbeddedUser } from '../../../state/embedded/embedded-user.js'
import { createLoginCache } from '../../../state/embedded/login-cache.js'
import { createUpdateEmail } from '../../../state/embedded/update-email.js'
import { createRouter } from '../../../state/interface/router.js'
import { register } from '../../lib/define.js'
import { UpdateCodeView } from '../../lib/update-code-view.js'

/**
 * @summary A field for the code of the present address.
 */
export class WmUpdateEmailPrimaryOtpView extends UpdateCodeView {
  private readonly user = this.watch((core) => core.use(createEmbeddedUser).$user)
  private readonly confirming = this.watch((core) => core.use(createUpdateEmail).confirmPrimary.$state)

  protected get checking() {
    return this.confirming.value
  }
  protected get email() {
    return this.user.value?.email ?? this.use(createLoginCache).email() ?? ''
  }
  protected sentence(address: TemplateResult) {
    return this.rich('updateEmail.primary', address)
  }
  protected async check(code: string) {
    const { replace, $view } = this.use(createRouter)
    const { view } = this
    await this.use(createUpdateEmail).confirmPrimary(code)
    if ($view.get() === view) replace({ name: 'UpdateEmailSecondaryOtp' })
  }
}
register('wm-update-email-primary-otp-view', WmUpdateEmailPrimaryOtpView)
