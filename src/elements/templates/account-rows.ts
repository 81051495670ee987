// The rows of the accounts of one connection, of which one is in use.
import { html, type TemplateResult } from 'lit'
import { accountIdOf, type GrantedAccount } from '../../vocabulary/account.js'
import { shortAddress } from '../../vocabulary/amount.js'
import { createAccounts } from '../../state/connections/accounts.js'
import { typeOf } from '../../state/connections/account-types.js'
import type { Core } from '../../state/core.js'
import { createMessages, type MessageKey } from '../lib/localize.js'
import '../primitives/avatar.js'
import '../primitives/row.js'

/** The names of the types of accounts; a type without one is not shown. */
const types: Readonly<Record<string, MessageKey>> = {
  payment: 'account.payment',
  ordinals: 'account.ordinals',
  smartAccount: 'account.smartAccount',
  eoa: 'account.eoa',
}

/** What an account is for, in words; empty where there is nothing to say. */
export function typeName(core: Core, account: Pick<GrantedAccount, 'purpose' | 'type'>): string {
  const key = types[typeOf(account) ?? '']
  return key ? core.use(createMessages).t(key) : ''
}

/**
 * The `<li>` of each account; a press selects it.
 * @param chosen the address in use
 */
export function accountRows(core: Core, accounts: readonly GrantedAccount[], chosen: string): readonly TemplateResult[] {
  const { t } = core.use(createMessages)
  return accounts.map((account) => {
    const { address, label } = account
    const isChosen = address === chosen
    const type = typeName(core, account)
    return html`<li>
      <wm-row
        data-key=${`account:${address}`}
        .named=${true}
        .label=${label ?? shortAddress(address)}
        .description=${[label ? shortAddress(address) : '', type].filter(Boolean).join(' · ')}
        .meta=${isChosen ? t('account.chosen') : ''}
        ?current=${isChosen}
        @click=${() => core.use(createAccounts).select(accountIdOf(account))}
      >
        <wm-avatar slot="icon" .name=${address} .address=${address}></wm-avatar>
      </wm-row>
    </li>`
  })
}
