// The name is registered.
import { html } from 'lit'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { createNames } from '../../../state/account/names.js'
import { createRouter } from '../../../state/interface/router.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/avatar.js'
import '../../primitives/button.js'

/**
 * @summary Says whose name is registered; Done leads to the account.
 */
export class WmRegisterAccountNameSuccessView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'RegisterAccountNameSuccess'>

  private readonly account = this.watch((core) => core.use(createNames).$account)

  override render() {
    const address = this.account.value?.address ?? ''
    return html`<div class="center hero">
        <wm-avatar size="lg" .name=${address} .address=${address}></wm-avatar>
        <h3 dir="auto" translate="no">${this.t('registerNameSuccess.heading', { name: this.view.accountName })}</h3>
        <p class="hint">${this.t('registerNameSuccess.body')}</p>
      </div>
      <div class="actions">
        <wm-button
          data-key="done"
          @pointerenter=${() => this.preload('Account')}
          @focusin=${() => this.preload('Account')}
          @click=${() => this.use(createRouter).reset({ name: 'Account' })}
          >${this.t('common.done')}</wm-button
        >
      </div>`
  }
}
register('wm-register-account-name-success-view', WmRegisterAccountNameSuccessView)
