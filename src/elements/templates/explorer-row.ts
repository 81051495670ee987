// The row that leads to an account at the block explorer of its network.
import { html, nothing } from 'lit'
import type { ChainId } from '../../vocabulary/caip.js'
import { createAccounts } from '../../state/connections/accounts.js'
import type { Core } from '../../state/core.js'
import { createNetworks } from '../../state/networks/networks.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/icon.js'
import '../primitives/row.js'

/** Its `<li>`; nothing where the network has no explorer. */
export function explorerRow(core: Core, account: { readonly address: string; readonly chainId: ChainId }) {
  const href = core.use(createAccounts).explorerUrl(account)
  if (href === undefined) return nothing
  const { t } = core.use(createMessages)
  const explorer = core.use(createNetworks).find(account.chainId)?.blockExplorers?.default.name ?? new URL(href).hostname
  return html`<li>
    <wm-row data-key="explorer" href=${href} .label=${t('account.explorer', { explorer })}>
      <wm-icon slot="icon" name="explorer"></wm-icon>
      <span slot="end" class="visually-hidden">${t('common.opensNewTab')}</span>
    </wm-row>
  </li>`
}
