// `<wallet-onramp>`: buying tokens in the page itself, without the dialog.
import { css, type TemplateResult } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { type ButtonContent, WalletButton } from './wallet-button.js'

/** What `onramp-content.ts` makes: that of the button, and the form. */
export interface OnrampContent extends ButtonContent {
  /** What is shown in place of the button; undefined while no account is connected. */
  form(): TemplateResult<1> | undefined
  /** Focuses the heading of what is shown. False without one. */
  focus(): boolean
}

/**
 * @summary Buying in the page: amount, token, price and providers, and the steps after them. A button that opens the modal until a wallet is connected.
 * What is entered is that of the modal, which has one purchase in preparation.
 * @csspart button - The native button, until a wallet is connected.
 * @csspart form - The box around heading and form.
 * @csspart title - The heading.
 */
export class WalletOnramp extends WalletButton {
  // A press on a text of the form is not to focus its first field.
  static override shadowRootOptions: ShadowRootInit = WmElement.shadowRootOptions
  static override properties = { ...WalletButton.properties, amount: {}, currency: {}, token: {}, method: {} }
  static override styles = [
    ...WalletButton.styles,
    css`
      :host {
        display: block;
        inline-size: auto;
        max-inline-size: 26em;
      }
    `,
  ]

  /** What is to be paid: a decimal number with a point, such as `100` or `49.90`. */
  declare amount: string | undefined
  /** The currency to pay with, ISO 4217, such as `EUR`. */
  declare currency: string | undefined
  /** The token to buy: CAIP-19 id or symbol. By default the coin of the account's network. */
  declare token: string | undefined
  /** The way to pay, such as `card`. */
  declare method: string | undefined

  declare protected content: OnrampContent | undefined

  protected override readonly opens = undefined
  protected override loadContent = () => import('./onramp-content.js')
  protected override closed() {
    return this.text('connect')
  }

  override focus(options?: FocusOptions) {
    if (this.content?.focus()) return
    const button = this.renderRoot.querySelector('button')
    if (button) button.focus(options)
    else super.focus(options)
  }

  protected override render() {
    return this.content?.form() ?? super.render()
  }
}
register('wallet-onramp', WalletOnramp)

declare global {
  interface HTMLElementTagNameMap {
    'wallet-onramp': WalletOnramp
  }
}
