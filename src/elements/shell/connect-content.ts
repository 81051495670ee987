// The content of `<wallet-connect-button>`: connecting, connected, or connected on a network that the page does not use.
import { html } from 'lit'
import { shortAddress } from '../../vocabulary/amount.js'
import { createAccountLabel } from './account-label.js'
import { createContent } from './button-content.js'
import type { ButtonContentModule, ButtonState } from './wallet-button.js'
import type { WalletConnectButton } from './connect-button.js'

/** Makes the content of a Connect button; it follows connection, account and network. */
export const create: ButtonContentModule['create'] = (host, core, changed) => {
  const base = createContent(host, core, changed)
  const label = createAccountLabel(base, core, changed)
  const { $status, $account, $isUnsupported } = core.publicState

  const content = (failure: string | undefined): Pick<ButtonState, 'kind' | 'content'> => {
    const account = $account.get()
    if (account && $isUnsupported.get()) return { kind: 'warning', content: base.text('wrongNetwork') }
    if (account) return { kind: 'plain', content: label.content(account) }
    const status = $status.get()
    if (status === 'connecting' || status === 'reconnecting')
      return { kind: 'accent', content: html`<span class="ring"></span>${base.text('connecting')}` }
    const { label: wording } = host as WalletConnectButton // only `<wallet-connect-button>` loads this module
    return { kind: 'accent', content: failure ?? wording ?? base.text('connect') }
  }

  return {
    state(hasFailed) {
      const account = $account.get()
      const failure = hasFailed ? base.text('failed') : undefined
      const said = account ? base.text('connectedAs', { name: shortAddress(account.address) }) : failure
      return { ...content(failure), said, language: base.language, direction: base.direction }
    },
    stop() {
      label.stop()
      base.stop()
    },
  }
}
