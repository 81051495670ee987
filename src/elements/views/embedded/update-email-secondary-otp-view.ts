// The code that was sent to the new address. With it the address is changed.
import type { TemplateResult } from 'lit'
import { createUpdateEmail } from '../../../state/embedded/update-email.js'
import { createModal } from '../../../state/interface/modal.js'
import { createRouter } from '../../../state/interface/router.js'
import { register } from '../../lib/define.js'
import { UpdateCodeView } from '../../lib/update-code-view.js'

/**
 * @summary A field for the code of the new address.
 */
export class WmUpdateEmailSecondaryOtpView extends UpdateCodeView {
  private readonly wanted = this.watch((core) => core.use(createUpdateEmail).$wanted)
  private readonly confirming = this.watch((core) => core.use(createUpdateEmail).confirmSecondary.$state)

  protected get checking() {
    return this.confirming.value
  }
  protected get email() {
    return this.wanted.value ?? ''
  }
  protected sentence(address: TemplateResult) {
    return this.rich('updateEmail.secondary', address)
  }
  protected async check(code: string) {
    const router = this.use(createRouter)
    const { view } = this
    await this.use(createUpdateEmail).confirmSecondary(code)
    if (router.$view.get() !== view) return
    // Back to what led to the change, such as AccountSettings; else to what the modal opens at.
    const isStep = () => this.core.deps.views.find(router.$view.get())?.task === 'updateEmail'
    while (isStep() && router.pop());
    if (isStep()) router.reset(this.use(createModal).home())
  }
}
register('wm-update-email-secondary-otp-view', WmUpdateEmailSecondaryOtpView)
