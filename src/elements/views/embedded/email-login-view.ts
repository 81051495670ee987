// Signing in by e-mail as a view of its own, for pages that open it.
import { html } from 'lit'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import '../../shell/logins.js'

/**
 * @summary A field for an address, and what comes of it.
 */
export class WmEmailLoginView extends WmView {
  override render() {
    return html`<wm-logins .only=${'email'}></wm-logins>
      <p class="hint">${this.t('email.intro')}</p>`
  }
}
register('wm-email-login-view', WmEmailLoginView)
