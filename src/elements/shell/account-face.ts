// The face of `<wallet-account-button>`.
import { html, nothing } from 'lit'
import { formatAmount, latinDigits } from '../../amount.js'
import type { WalletAccountButton } from './account-button.js'
import { createAccountLabel } from './account-label.js'
import { createFace, faceStyles } from './button-face.js'
import type { ButtonFaceModule } from './page-button.js'

export const styles = faceStyles

export const create: ButtonFaceModule['create'] = (host, core, changed) => {
  const face = createFace(host, core, changed)
  const label = createAccountLabel(face, core, changed)
  const { $account } = core.session
  let amount: { readonly text: string; readonly symbol: string } | undefined
  let stopBalance: (() => void) | undefined
  let isWanted = false
  let ended = false

  /** Follows the balance while it is wanted and there is an account; its code comes with the first wish. */
  const follow = async () => {
    const wanted = Boolean((host as WalletAccountButton).balance) && $account.get() !== undefined // the only element that loads this face
    if (wanted === isWanted) return
    isWanted = wanted
    stopBalance?.()
    stopBalance = amount = undefined
    if (!wanted) return
    const { createBalance } = await import('../../state/balance.js')
    if (ended || !isWanted || core.signal.aborted) return
    stopBalance = core.use(createBalance).$balance.subscribe(({ value }) => {
      amount = value && { text: formatAmount(value.amount, value.decimals, latinDigits(face.formatTag)), symbol: value.symbol }
      changed()
    })
  }

  return {
    state() {
      void follow()
      const account = $account.get()
      if (!account) return undefined
      const balance = amount && face.text('balance', { amount: amount.text, symbol: amount.symbol })
      return {
        kind: 'plain',
        content: html`${label.content(account)}${balance ? html`<bdi class="muted">${balance}</bdi>` : nothing}`,
        language: face.language,
        direction: face.direction,
      }
    },
    stop() {
      ended = true
      stopBalance?.()
      label.stop()
      face.stop()
    },
  }
}
