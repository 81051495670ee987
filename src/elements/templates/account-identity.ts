// Whose account it is: its picture or pattern, its name, and its address, which a press copies.
import { html, nothing, type TemplateResult } from 'lit'
import { shortAddress } from '../../vocabulary/amount.js'
import { shortEmail } from '../../vocabulary/email.js'
import type { Account } from '../../vocabulary/events.js'
import type { Core } from '../../state/core.js'
import { userOf } from '../../state/embedded/embedded-user.js'
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

/** One line with all of it. Needs `accountStyles`. `end` stands at its end. */
export function accountIdentity(
  core: Core,
  account: Account,
  { identity, end }: { readonly identity: Identity | undefined; readonly end?: TemplateResult | undefined },
): TemplateResult {
  const { t } = core.use(createMessages)
  const { address } = account
  const email = userOf(core, account)?.email
  const name = identity?.name ?? (email ? shortEmail(email) : nameOf(account, identity))
  return html`<div class="who">
    <wm-avatar .name=${address} .address=${address} .src=${identity?.avatar}></wm-avatar>
    <div class="words">
      ${name ? html`<p class="name" dir="auto" translate="no">${name}</p>` : nothing}
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
