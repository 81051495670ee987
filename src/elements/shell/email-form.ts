// The field for an address, in Connect and in a view of its own. A chunk of its own, which Connect asks for where the page has a frame.
import { css, html, type PropertyDeclarations } from 'lit'
import { createConsent } from '../../state/interface/consent.js'
import { createRouter } from '../../state/interface/router.js'
import { createEmailLogin } from '../../state/embedded/email-login.js'
import { offersEmail } from '../../state/embedded/offered.js'
import { isWalletError } from '../../vocabulary/errors.js'
import { register } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import { viewStyles } from '../styles/view.js'
import '../primitives/button.js'
import '../primitives/icon-button.js'
import '../primitives/spinner.js'
import '../primitives/text-field.js'
import type { WmInputEvent } from '../primitives/events.js'
import { errorText } from '../lib/login-error-text.js'

/**
 * @summary A field for an e-mail address, which sends a code or a link there, in its order among the other ways to connect.
 * @slot - The other ways to connect: the wallets.
 */
export class WmEmailForm extends WmTextElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmTextElement.shadowRootOptions, delegatesFocus: true }
  static override properties: PropertyDeclarations = { alone: { type: Boolean }, touched: { state: true } }
  static override styles = [
    viewStyles,
    css`
      :host {
        display: block;
        padding: 0;
      }
      .field {
        min-block-size: 4.75em;
        margin-block-end: 0.5em;
      }
      slot + .field {
        margin-block-start: 1.15em;
      }
      .or {
        display: flex;
        align-items: center;
        gap: 0.75em;
        margin-block: 0.75em 0.25em;
        font-size: 0.8125em;
        color: var(--_wm-text-2);
      }
      .or::before,
      .or::after {
        content: '';
        flex: 1;
        border-block-start: 1px solid var(--_wm-line);
      }
      wm-icon-button {
        margin-inline-end: -0.625em;
      }
      wm-icon-button:dir(rtl) {
        transform: scaleX(-1);
      }
    `,
  ]

  private readonly text = this.watch((core) => core.use(createEmailLogin).$text)
  private readonly attempt = this.watch((core) => core.use(createEmailLogin).send.$state)
  private readonly consent = this.watch((core) => core.use(createConsent).$given)

  /** There are no other ways to connect beside it. */
  declare alone: boolean
  /** The text was changed since the last attempt, so that its failure is not shown any more. */
  declare private touched: boolean

  protected override willUpdate() {
    if (!this.hasUpdated) this.use(createEmailLogin).send.reset() // a failure of an earlier visit
  }

  protected override render() {
    const { config } = this.core
    if (this.alone) return this.field()
    if (!offersEmail(config)) return html`<slot></slot>`
    const { connectMethodsOrder: order, collapseWallets } = config.features
    if (order.indexOf('email') > order.indexOf('wallet')) return html`<slot></slot>${this.field()}`
    return html`${this.field()}${collapseWallets ? this.wallets() : html`<slot></slot>`}`
  }

  private field() {
    const isBusy = this.attempt.value.status === 'pending'
    return html`<wm-text-field
      class="field"
      data-key="email"
      type="email"
      autocomplete="email"
      .label=${this.t('email.label')}
      .placeholder=${this.t('email.placeholder')}
      .value=${this.text.value}
      .error=${this.error}
      ?disabled=${!this.consent.value}
      ?readonly=${isBusy}
      @focusin=${() => this.use(createEmailLogin).begun()}
      @wm-input=${this.type}
      @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && !event.isComposing && this.send()}
    >
      ${
        isBusy
          ? html`<wm-spinner slot="end"></wm-spinner>`
          : html`<wm-icon-button
              slot="end"
              data-key="send"
              name="arrow-end"
              .label=${this.t('email.submit')}
              ?disabled=${!this.consent.value}
              @click=${this.send}
            ></wm-icon-button>`
      }
    </wm-text-field>`
  }

  /** The wallets are a view of their own (`features.collapseWallets`). */
  private wallets() {
    return html`<div class="or">${this.t('email.or')}</div>
      <wm-button
        data-key="wallets"
        variant="secondary"
        ?disabled=${!this.consent.value}
        @click=${() => this.use(createRouter).push({ name: 'ConnectWallets' })}
        >${this.t('email.wallets')}</wm-button
      >`
  }

  private get error(): string | undefined {
    const attempt = this.attempt.value
    return attempt.status === 'failed' && !this.touched ? errorText(this.t, attempt.error) : undefined
  }

  private type({ value }: WmInputEvent) {
    this.touched = true
    this.use(createEmailLogin).setText(value)
  }

  private send() {
    const login = this.use(createEmailLogin)
    const { push, $view } = this.use(createRouter)
    const from = $view.get()
    this.touched = false
    login.send(login.$text.get()).then(
      (action) => {
        const email = login.$sent.get()?.email
        // The visitor may have gone elsewhere meanwhile. After CONNECT the connection leads on.
        if (email === undefined || action === 'CONNECT' || $view.get() !== from) return
        push({ name: action === 'VERIFY_OTP' ? 'EmailVerifyOtp' : 'EmailVerifyDevice', email })
      },
      (error: unknown) => {
        if (isWalletError(error, 'EMAIL_INVALID')) this.renderRoot.querySelector('wm-text-field')?.focus()
      },
    )
  }
}
register('wm-email-form', WmEmailForm)

declare global {
  interface HTMLElementTagNameMap {
    'wm-email-form': WmEmailForm
  }
}
