// The content of `<wallet-account-button>`: the account's label and, where the page asks for it, the native balance.
import { html, nothing } from 'lit'
import { formatAmount, latinDigits } from '../../vocabulary/amount.js'
import type { WalletAccountButton } from './account-button.js'
import { createAccountLabel } from './account-label.js'
import { createContent } from './button-content.js'
import type { ButtonContentModule } from './wallet-button.js'

const MINUTE_MS = 60_000

/** How long ago something was, in the words of the language, which the browser has: those of the closed button are few. */
function agoText(ms: number, tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { style: 'short' })
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  return minutes < 60 ? format.format(-minutes, 'minute') : format.format(-Math.round(minutes / 60), 'hour')
}

/** Makes the content of an account button. Its state is undefined while no account is connected. */
export const create: ButtonContentModule['create'] = (host, core, changed) => {
  const base = createContent(host, core, changed)
  const label = createAccountLabel(base, core, changed)
  const { $account } = core.publicState
  let amount: { readonly text: string; readonly symbol: string; readonly oldSince: number | undefined } | undefined
  let aging: ReturnType<typeof setInterval> | undefined
  let stopBalance: (() => void) | undefined
  let isWanted = false
  let ended = false

  const unfollow = () => {
    stopBalance?.()
    clearInterval(aging)
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
      stopBalance = core.use(createNativeBalance).$balance.subscribe(({ value, status, fetchStatus, updatedAt }) => {
        // It could not be asked for again, so that it may be another one by now.
        const oldSince = status === 'error' || fetchStatus === 'paused' ? updatedAt : undefined
        const text = value && formatAmount(value.amount, value.decimals, latinDigits(base.formatTag))
        amount = value && text !== undefined ? { text, symbol: value.symbol, oldSince } : undefined
        clearInterval(aging)
        if (amount && oldSince !== undefined) aging = setInterval(changed, MINUTE_MS)
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
      const since = amount?.oldSince
      const age = since === undefined ? nothing : html`<small>${agoText(core.deps.now() - since, base.formatTag)}</small>`
      return {
        kind: 'plain',
        content: html`${label.content(account)}${balance ? html`<bdi class="muted">${balance}</bdi> ${age}` : nothing}`,
        language: base.language,
        direction: base.direction,
      }
    },
    stop() {
      ended = true
      unfollow()
      label.stop()
      base.stop()
    },
  }
}
