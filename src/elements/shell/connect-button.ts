// `<wallet-connect-button>`: connects, and shows the account afterwards. One inner <button> through all of it, so that focus has a place to come back to.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { property, state } from 'lit/decorators.js'
import { shortAddress } from '../../amount.js'
import { define } from '../lib/define.js'
import { PageButton } from './page-button.js'

/**
 * @summary Opens the modal: "Connect", then the account.
 * @csspart button - The native button.
 */
@define('wallet-connect-button')
export class WalletConnectButton extends PageButton {
  /** Said instead of "Connect". */
  @property() accessor label: string | undefined

  @state() private accessor said = ''
  #address: string | undefined

  protected override willUpdate(changed: PropertyValues) {
    super.willUpdate(changed)
    const account = this.hasCore ? this.account.value : undefined
    if (account !== undefined) void import('../primitives/avatar.js')
    if (account?.address === this.#address) return
    this.#address = account?.address
    this.said = account === undefined ? '' : this.text('connectedAs', { name: shortAddress(account.address) })
  }

  protected override render() {
    const kind = this.#kind()
    // The region is outside the dialog on purpose: after the dialog has closed, only this one can still speak.
    return html`<span class="root" lang=${this.language} dir=${this.direction}>
      <button part="button" type="button" class=${kind} aria-haspopup="dialog" @click=${() => this.openModal()}>
        ${this.#content()}
      </button>
      <span class="visually-hidden" role="status">${this.said || nothing}</span>
    </span>`
  }

  #kind() {
    if (!this.hasCore || this.account.value === undefined) return 'accent'
    return this.isUnsupported.value ? 'warning' : 'plain'
  }

  #content(): TemplateResult {
    const status = this.hasCore ? this.status.value : 'disconnected'
    const account = this.hasCore ? this.account.value : undefined
    if (account !== undefined && this.isUnsupported.value) return html`${this.text('wrongNetwork')}`
    if (account !== undefined) {
      const short = shortAddress(account.address)
      const [before, after] = this.around('openAccount', 'name')
      return html`<wm-avatar size="sm" .address=${account.address}></wm-avatar
        ><span class="address"
          ><span class="visually-hidden">${before}</span><bdi dir="ltr" translate="no">${short}</bdi
          ><span class="visually-hidden">${after}</span></span
        >`
    }
    if (status === 'connecting' || status === 'reconnecting') return html`<span class="ring"></span>${this.text('connecting')}`
    return html`${this.label ?? this.text('connect')}`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-connect-button': WalletConnectButton
  }
}
