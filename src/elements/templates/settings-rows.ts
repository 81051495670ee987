// The rows that lead from an account to what can be changed about it.
import { css, html, nothing, type TemplateResult } from 'lit'
import { createAccounts } from '../../state/connections/accounts.js'
import type { EmbeddedUser } from '../../connectors/connector.js'
import type { Core } from '../../state/core.js'
import { loginOf, userOf } from '../../state/embedded/embedded-user.js'
import { createRouter } from '../../state/interface/router.js'
import { createNameOffer } from '../../state/names/name-offer.js'
import { createNetworks, mayChooseNetwork } from '../../state/networks/networks.js'
import { shortEmail } from '../../vocabulary/email.js'
import type { Account } from '../../vocabulary/events.js'
import { socialNames } from '../../vocabulary/social-names.js'
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
  /** The line below the title, for what may be long. */
  readonly description?: (core: Core, account: Account) => string
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

/** The address of a social login is the provider's to change. */
const isByEmail = (user: EmbeddedUser | undefined) => user?.email !== undefined && loginOf(user).social === undefined

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
    isOffered: (core, account) => isByEmail(userOf(core, account)),
    description: (core, account) => shortEmail(userOf(core, account)?.email ?? ''),
  },
  { view: { name: 'UpgradeEmailWallet' }, icon: 'arrow-up', isOffered: (core, account) => userOf(core, account) !== undefined },
  {
    view: { name: 'ChooseAccountName' },
    icon: 'key',
    isOffered: (core, account) => hasServicesOnEvm(core, account) && core.use(createNameOffer).$isOffered.get(),
  },
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
      ({ view, icon, description, meta }) =>
        html`<li>
          <wm-row
            data-key=${`to:${view.name}`}
            chevron
            .label=${routeOf(core, view).title(t, view)}
            .description=${description?.(core, account) ?? ''}
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

/** It looks like a row that cannot be pressed. */
export const loginRowStyles = css`
  .login {
    display: flex;
    align-items: center;
    gap: 0.75em;
    min-block-size: 3.5em;
    padding: 0.375em 0.8125em;
    box-sizing: border-box;
  }
  .login > wm-icon {
    box-sizing: border-box;
    inline-size: 2.5em;
    block-size: 2.5em;
    padding: 0.6em;
    border-radius: var(--_wm-radius-icon);
    background: var(--_wm-hover);
    color: var(--_wm-accent-text);
  }
  .login > span {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    min-inline-size: 0;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  .login .meta {
    font-weight: 400;
  }
`

/** The `<li>` that says with which social login the visitor has signed in, and as whom; nothing for other accounts. It leads nowhere. Needs `loginRowStyles`. */
export function loginRow(core: Core, account: Account): TemplateResult | typeof nothing {
  const user = userOf(core, account)
  const { social, name } = user ? loginOf(user) : {}
  if (!social) return nothing
  return html`<li class="login">
    <wm-icon name="link"></wm-icon>
    <span>
      <span translate="no">${socialNames[social]}</span>
      ${name === undefined ? nothing : html`<span class="meta" dir="auto" translate="no">${name}</span>`}
    </span>
  </li>`
}
