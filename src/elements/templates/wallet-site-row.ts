// The row that leads to the site of the embedded wallet, on its own origin: devices, apps that were let in, export.
import { html, nothing, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import { createLocale } from '../../state/interface/locale.js'
import { EMBEDDED } from '../../vocabulary/embedded.js'
import type { Account } from '../../vocabulary/events.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/icon.js'
import '../primitives/row.js'

/** Its `<li>`; nothing for an account of another wallet, and on a page of the wallet's own origin. The view loads the texts of `account`. */
export function walletSiteRow(core: Core, { wallet }: Pick<Account, 'wallet'>): TemplateResult | typeof nothing {
  const { frame } = core.config.services
  if (wallet.id !== EMBEDDED || frame === undefined) return nothing
  const site = new URL(`${frame.replace(/\/+$/, '')}/wallet`)
  if (site.origin === core.deps.window?.location.origin) return nothing
  site.searchParams.set('locale', core.use(createLocale).$locale.get())
  const { t } = core.use(createMessages)
  return html`<li>
    <wm-row data-key="wallet-site" href=${site.href} .label=${t('account.manage')} .description=${t('account.manageHint')}>
      <wm-icon slot="icon" name="settings"></wm-icon>
      <span slot="end" class="visually-hidden">${t('common.opensNewTab')}</span>
    </wm-row>
  </li>`
}
