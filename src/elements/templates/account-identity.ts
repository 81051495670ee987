// Whose account it is: its picture or pattern, its name, and its address, which a press copies.
import { html, nothing, type TemplateResult } from 'lit'
import { shortAddress } from '../../vocabulary/amount.js'
import { shortEmail } from '../../vocabulary/email.js'
import { socialNames } from '../../vocabulary/social-names.js'
import type { Account } from '../../vocabulary/events.js'
import type { Core } from '../../state/core.js'
import { type EmbeddedLogin, loginOf, userOf } from '../../state/embedded/embedded-user.js'
import { createNotices } from '../../state/interface/notices.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/avatar.js'
import '../primitives/copy-button.js'

/** What the services know of the account. */
interface Identity {
  readonly name: string | undefined
  /** Safe for `<img src>`. */
  readonly avatar: string | undefined
}

/** The name to show: the registered one, else that which the wallet has for the account; undefined without one. */
export function nameOf(account: Pick<Account, 'label'>, identity: Identity | undefined): string | undefined {
  return identity?.name ?? account.label
}

/** The name at a social login is shown whole, as far as the line has room. */
const shownName = ({ social, name = '' }: EmbeddedLogin) => (social ? name : shortEmail(name))

/** One line with all of it. Needs `accountStyles`. `end` stands at its end. */
export function accountIdentity(
  core: Core,
  account: Account,
  { identity, end }: { readonly identity: Identity | undefined; readonly end?: TemplateResult | undefined },
): TemplateResult {
  const { t } = core.use(createMessages)
  const { address } = account
  const user = userOf(core, account)
  const login = user && loginOf(user)
  const name = identity?.name ?? (login?.name === undefined ? nameOf(account, identity) : shownName(login))
  return html`<div class="who">
    <wm-avatar .name=${address} .address=${address} .src=${identity?.avatar}></wm-avatar>
    <div class="words">
      ${name ? html`<p class="name" dir="auto" translate="no">${name}</p>` : nothing}
      ${login?.social ? html`<p class="meta" translate="no">${socialNames[login.social]}</p>` : nothing}
      <wm-copy-button
        data-key="copy"
        variant="chip"
        .value=${address}
        .label=${t('account.copyAddress')}
        @wm-copied=${() => core.use(createNotices).show('success', 'copied')}
        @wm-copy-failed=${() => core.use(createNotices).show('error', 'copyFailed')}
        ><bdi class="address" dir="ltr" translate="no">${shortAddress(address)}</bdi></wm-copy-button
      >
    </div>
    ${end ?? nothing}
  </div>`
}
