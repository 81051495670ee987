// The rows that lead from an account to what can be changed about it.
import { html, type TemplateResult } from 'lit'
import { createAccounts } from '../../state/connections/accounts.js'
import type { Core } from '../../state/core.js'
import { userOf } from '../../state/embedded/embedded-user.js'
import { createRouter } from '../../state/interface/router.js'
import { createNetworks, mayChooseNetwork } from '../../state/networks/networks.js'
import { shortEmail } from '../../vocabulary/email.js'
import type { Account } from '../../vocabulary/events.js'
import type { View } from '../../vocabulary/view.js'
import type { IconName } from '../icons/all.js'
import { createMessages } from '../lib/localize.js'
import { routeOf } from '../routes.js'
import '../primitives/icon.js'
import '../primitives/row.js'

/** A row. It has the title of its view. */
interface SettingsRow {
  readonly view: View
  readonly icon: IconName
  /** Whether the account has it. Default: yes. */
  readonly isOffered?: (core: Core, account: Account) => boolean
  /** The text at the end: what is chosen now. */
  readonly meta?: (core: Core, account: Account) => string
}

/** The way to all connected wallets. */
export const walletsRow: SettingsRow = {
  view: { name: 'ProfileWallets' },
  icon: 'wallet',
  meta(core) {
    const count = core.use(createAccounts).$all.get().length
    return count > 1 ? core.use(createMessages).t('profileWallets.count', { count }) : ''
  },
}

/** Names and approvals are those of EVM accounts, and the services know them. */
function hasServicesOnEvm({ config, deps }: Core, { namespace }: Account): boolean {
  return config.services.data !== undefined && deps.namespaces[namespace]?.hasNames === true
}

/** The rows of AccountSettings, in their order. To add one, add its line. */
const rows: readonly SettingsRow[] = [
  {
    view: { name: 'Networks' },
    icon: 'network',
    isOffered: (core) => mayChooseNetwork(core),
    meta: (core) => core.use(createNetworks).$network.get().name,
  },
  walletsRow,
  {
    view: { name: 'UpdateEmailWallet' },
    icon: 'mail',
    isOffered: (core, account) => userOf(core, account)?.email !== undefined,
    meta: (core, account) => shortEmail(userOf(core, account)?.email ?? '', 18, 16),
  },
  { view: { name: 'ChooseAccountName' }, icon: 'key', isOffered: hasServicesOnEvm },
  { view: { name: 'TokenApprovals' }, icon: 'shield', isOffered: hasServicesOnEvm },
  {
    view: { name: 'SmartSessionList' },
    icon: 'browser',
    isOffered: (core, account) => core.config.features.smartSessions === true && hasServicesOnEvm(core, account),
  },
]

/**
 * The `<li>` of each row that the account has. The view that shows them renders again when network, account or connections change.
 * @param preload loads a view ahead, when its row has the pointer or focus
 */
export function settingsRows(
  core: Core,
  account: Account,
  preload: (view: View) => void,
  shown: readonly SettingsRow[] = rows,
): readonly TemplateResult[] {
  const { t } = core.use(createMessages)
  return shown
    .filter(({ isOffered }) => isOffered?.(core, account) ?? true)
    .map(
      ({ view, icon, meta }) =>
        html`<li>
          <wm-row
            data-key=${`to:${view.name}`}
            chevron
            .label=${routeOf(core, view).title(t, view)}
            .meta=${meta?.(core, account) ?? ''}
            @pointerenter=${() => preload(view)}
            @focusin=${() => preload(view)}
            @click=${() => core.use(createRouter).push(view)}
          >
            <wm-icon slot="icon" name=${icon}></wm-icon>
          </wm-row>
        </li>`,
    )
}
