// What both codes of a change of address have in common: after a failure one begins again with the address.
import { html } from 'lit'
import { createUpdateEmail } from '../../state/embedded/update-email.js'
import { createRouter } from '../../state/interface/router.js'
import type { View } from '../../vocabulary/view.js'
import { CodeView } from './code-view.js'

/** A view for one of the two codes. */
export abstract class UpdateCodeView extends CodeView {
  private readonly next = this.watch((core) => core.use(createUpdateEmail).$nextAt)

  protected get nextAt() {
    return this.next.value
  }

  protected below() {
    return html`<div class="actions">
      <wm-button data-key="again" variant="quiet" @click=${this.again}>${this.t('updateEmail.again')}</wm-button>
    </div>`
  }

  /** Back to the field for the address, which may be steps away. */
  private readonly again = () => {
    const router = this.use(createRouter)
    const isStep = (view: View) => this.core.deps.views.find(view)?.task === 'updateEmail'
    while (router.$history.get().filter(isStep).length > 1) router.pop()
    router.replace({ name: 'UpdateEmailWallet' }) // nothing is replaced where it is shown already
  }
}
