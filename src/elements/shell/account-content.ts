// The content of `<wallet-account-button>`: the account's label and, where the page asks for it, the native balance.
import { html, nothing } from 'lit'
import { formatAmount, latinDigits } from '../../vocabulary/amount.js'
import type { WalletAccountButton } from './account-button.js'
import { createAccountLabel } from './account-label.js'
import { createContent } from './button-content.js'
import type { ButtonContentModule } from './wallet-button.js'

/** Makes the content of an account button. Its state is undefined while no account is connected. */
export const create: ButtonContentModule['create'] = (host, core, changed) => {
  const base = createContent(host, core, changed)
  const label = createAccountLabel(base, core, changed)
  const { $account } = core.publicState
  let amount: { readonly text: string; readonly symbol: string } | undefined
  let stopBalance: (() => void) | undefined
  let isWanted = false
  let ended = false

  const unfollow = () => {
    stopBalance?.()
    stopBalance = amount = undefined
  }

  /** Subscribes to the native balance while `balance` is set and an account is connected; imports its code on first use. */
  const follow = async () => {
    const wanted = Boolean((host as WalletAccountButton).balance) && $account.get() !== undefined // only `<wallet-account-button>` loads this module
    if (wanted === isWanted) return
    isWanted = wanted
    unfollow()
    if (!wanted) return
    try {
      const { createNativeBalance } = await import('../../state/account/native-balance.js')
      if (ended || !isWanted || core.signal.aborted) return
      unfollow() // the account may have gone and come back during the import
      stopBalance = core.use(createNativeBalance).$balance.subscribe(({ value }) => {
        amount = value && { text: formatAmount(value.amount, value.decimals, latinDigits(base.formatTag)), symbol: value.symbol }
        changed()
      })
    } catch (error) {
      isWanted = false // the next render loads the code again
      core.deps.log.warn('The balance did not load.', error)
    }
  }

  return {
    state() {
      void follow()
      const account = $account.get()
      if (!account) return undefined
      const balance = amount && base.text('balance', { amount: amount.text, symbol: amount.symbol })
      return {
        kind: 'plain',
        content: html`${label.content(account)}${balance ? html`<bdi class="muted">${balance}</bdi>` : nothing}`,
        language: base.language,
        direction: base.direction,
      }
    },
    stop() {
      ended = true
      stopBalance?.()
      label.stop()
      base.stop()
    },
  }
}
