// The end of the views of an account: the button that disconnects, and the name of the wallet that it is about.
import { html, type TemplateResult } from 'lit'
import type { Account } from '../../vocabulary/events.js'
import type { Core } from '../../state/core.js'
import { endConnection } from '../lib/end-connection.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/button.js'
import '../primitives/icon.js'

/** @param isLeaving the wallet is being disconnected */
export function disconnectButton(core: Core, { wallet }: Account, isLeaving: boolean): TemplateResult {
  const { t } = core.use(createMessages)
  return html`<div class="actions">
    <wm-button data-key="disconnect" variant="quiet" ?busy=${isLeaving} @click=${() => endConnection(core)}>
      <wm-icon slot="icon" name="power"></wm-icon>
      ${t(isLeaving ? 'account.disconnecting' : 'common.disconnect')}
    </wm-button>
    <p class="hint center">${t('account.wallet', { wallet: wallet.name })}</p>
  </div>`
}
