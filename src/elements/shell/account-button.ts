// `<wallet-account-button>`: the account, and with `balance` what is on it. Nothing while no wallet is connected.
import { html, nothing, type PropertyValues } from 'lit'
import { property, state } from 'lit/decorators.js'
import { formatAmount, shortAddress } from '../../amount.js'
import type { Core } from '../../state/core.js'
import { define } from '../lib/define.js'
import { PageButton } from './page-button.js'

/**
 * @summary Opens the account view.
 * @csspart button - The native button.
 */
@define('wallet-account-button')
export class WalletAccountButton extends PageButton {
  /** Show the balance of the native coin; its code is loaded then. */
  @property({ type: Boolean }) accessor balance = false

  @state() private accessor amount: { readonly text: string; readonly symbol: string } | undefined
  #stop: (() => void) | undefined
  #watched: Core | undefined

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#release()
  }

  protected override willUpdate(changed: PropertyValues) {
    super.willUpdate(changed)
    const wanted = this.balance && this.hasCore && this.account.value !== undefined && this.isConnected ? this.core : undefined
    if (this.hasCore && this.account.value !== undefined) void import('../primitives/avatar.js')
    if (wanted === this.#watched) return
    this.#release()
    if (wanted !== undefined) void this.#follow(wanted)
  }

  async #follow(core: Core) {
    this.#watched = core
    const { createBalance } = await import('../../state/balance.js')
    if (this.#watched !== core || core.signal.aborted) return
    this.#stop = core.use(createBalance).$balance.subscribe(({ value }) => {
      this.amount = value && { text: formatAmount(value.amount, value.decimals, this.language), symbol: value.symbol }
    })
  }

  #release() {
    this.#stop?.()
    this.#stop = undefined
    this.#watched = undefined
    this.amount = undefined
  }

  protected override render() {
    const account = this.hasCore ? this.account.value : undefined
    if (account === undefined) return nothing
    const short = shortAddress(account.address)
    const { amount } = this
    const balance = amount && this.text('balance', { amount: amount.text, symbol: amount.symbol })
    const [before, after] = this.around('openAccount', 'name')
    return html`<span class="root" lang=${this.language} dir=${this.direction}>
      <button part="button" type="button" class="plain" aria-haspopup="dialog" @click=${() => this.openModal('Account')}>
        <wm-avatar size="sm" .address=${account.address}></wm-avatar>
        <span class="address"
          ><span class="visually-hidden">${before}</span><bdi dir="ltr" translate="no">${short}</bdi
          ><span class="visually-hidden">${after}</span></span
        >
        ${balance ? html`<bdi class="muted">${balance}</bdi>` : nothing}
      </button>
    </span>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-account-button': WalletAccountButton
  }
}
