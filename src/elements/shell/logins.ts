// The ways to sign in to the embedded wallet: the field for an address, in Connect and in a view of its own, and the social logins. A chunk of its own, which
// Connect asks for where the page has a frame.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { createConsent } from '../../state/interface/consent.js'
import { createRouter } from '../../state/interface/router.js'
import { createEmailLogin } from '../../state/embedded/email-login.js'
import { offeredSocials, offersEmail } from '../../state/embedded/offered.js'
import { isWalletError } from '../../vocabulary/errors.js'
import type { Social } from '../../vocabulary/social.js'
import { socialNames } from '../../vocabulary/social-names.js'
import type { ViewName } from '../../vocabulary/view.js'
import { drawing, strokeStyles } from '../icons/drawing.js'
import { moreMark, socialMarks } from '../icons/social-marks.js'
import { chooseSocial, socialView } from '../lib/choose-social.js'
import { register } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import type { RouteTable } from '../routes.js'
import { viewStyles } from '../styles/view.js'
import '../primitives/button.js'
import '../primitives/icon-button.js'
import '../primitives/spinner.js'
import '../primitives/text-field.js'
import type { WmInputEvent } from '../primitives/events.js'
import { errorText } from '../lib/login-error-text.js'

/** Up to so many have a button of their own; of more, the last place is the way to the others. */
const SHOWN_MAX_COUNT = 6

/**
 * @summary A field for an e-mail address, which sends a code or a link there, and a button for each social login, in their order among the ways to connect.
 * @slot - The other way to connect: the wallets.
 */
export class WmLogins extends WmTextElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmTextElement.shadowRootOptions, delegatesFocus: true }
  static override properties: PropertyDeclarations = {
    alone: { type: Boolean },
    walletsOnly: { attribute: false },
    touched: { state: true },
  }
  static override styles = [
    viewStyles,
    strokeStyles,
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
      .socials {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5em;
        margin-block-start: 0;
        margin-block-end: 0.5em;
        padding: 0;
        list-style: none;
      }
      .socials > li {
        flex: 1 1 0;
        min-inline-size: min-content; /* a name is never cut; with a large font they take another line */
      }
      .socials > .first {
        flex-basis: 100%;
      }
      .social {
        display: flex;
        flex-direction: column;
        align-items: center;
        justify-content: center;
        gap: 0.25em;
        inline-size: 100%;
        min-block-size: 3.75em;
        padding: 0.375em 0.125em;
        border: 1px solid var(--_wm-line-control);
        border-radius: var(--_wm-radius-control);
        background: var(--_wm-raised);
        color: var(--_wm-text);
      }
      .first > .social {
        flex-direction: row;
        gap: 0.625em;
        min-block-size: 2.875em;
        font-weight: 600;
      }
      .social span {
        font-size: 0.75em;
        line-height: 1.25;
      }
      .more {
        stroke-width: 3;
      }
      .social:disabled {
        color: var(--_wm-text-3);
        cursor: default;
      }
      @media (hover: hover) {
        .social:hover:enabled {
          background: var(--_wm-hover);
        }
      }
      .social:active:enabled {
        background: var(--_wm-pressed);
      }
      .or {
        display: flex;
        align-items: center;
        gap: 0.75em;
        margin-block: 0.75em 0.5em;
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
  /** The view shows the wallets alone. */
  declare walletsOnly: boolean | undefined
  /** The text was changed since the last attempt, so that its failure is not shown any more. */
  declare private touched: boolean

  protected override willUpdate() {
    if (!this.hasUpdated) this.use(createEmailLogin).send.reset() // a failure of an earlier visit
  }

  protected override render() {
    const { config } = this.core
    if (this.alone) return this.field()
    if (this.walletsOnly) return html`<slot></slot>`
    const { connectMethodsOrder: order, collapseWallets } = config.features
    const socials = offeredSocials(config)
    const methods = {
      ...(offersEmail(config) ? { email: () => this.field() } : {}),
      ...(socials.length > 0 ? { social: () => this.socials(socials) } : {}),
      wallet: (isFirst: boolean) => (collapseWallets && !isFirst ? this.wallets() : html`<slot></slot>`),
    }
    type Method = 'email' | 'social' | 'wallet'
    const place = (method: Method) => (order.includes(method) ? order.indexOf(method) : order.length)
    const sorted = (Object.keys(methods) as Method[]).sort((one, other) => place(one) - place(other)) // the keys just above
    return sorted.map((method, index) => {
      // The wallets stand apart from the ways to sign in.
      const isApart = index > 0 && (method === 'wallet') !== (sorted[index - 1] === 'wallet')
      const hasOr = isApart && (socials.length > 0 || (method === 'wallet' && collapseWallets))
      return html`${hasOr ? html`<div class="or">${this.t('email.or')}</div>` : nothing}${methods[method]?.(index === 0)}`
    })
  }

  /** Two as two buttons; else the first one over the whole width, the next ones below it. */
  private socials(all: readonly Social[]) {
    const hasMore = all.length > SHOWN_MAX_COUNT
    const shown = hasMore ? all.slice(0, SHOWN_MAX_COUNT - 1) : all
    const choose = (social: Social) => () => chooseSocial(this.core, social)
    return html`<ul class="socials" role="list" aria-label=${this.t('social.list')}>
      ${shown.map((social, index) => {
        const name = socialNames[social]
        const label = this.t('social.with', { provider: name })
        const isFirst = index === 0 && all.length !== 2
        const text = isFirst ? label : html`<span translate="no">${name}</span>`
        return this.social(socialView(social), social, isFirst, socialMarks[social], text, label, choose(social))
      })}
      ${
        hasMore
          ? this.social(
              { name: 'ConnectSocials' },
              'more',
              false,
              moreMark,
              html`<span>${this.t('social.more')}</span>`,
              this.t('social.moreLabel'),
              () => this.use(createRouter).push({ name: 'ConnectSocials' }),
            )
          : nothing
      }
    </ul>`
  }

  private social(
    view: { readonly name: ViewName },
    key: string,
    isFirst: boolean,
    mark: string,
    text: unknown,
    label: string,
    choose: () => void,
  ) {
    const prepare = () => this.prepare(view)
    return html`<li class=${isFirst ? 'first' : ''}>
      <button
        type="button"
        class="social"
        data-key=${`social:${key}`}
        aria-label=${label}
        ?disabled=${!this.consent.value}
        @pointerenter=${prepare}
        @focusin=${prepare}
        @click=${choose}
      >
        ${drawing(key, mark)} ${text}
      </button>
    </li>`
  }

  /** Loads the view ahead; the press loads it again, and shows a failure. */
  private prepare(view: { readonly name: ViewName }) {
    const views = this.core.deps.views as RouteTable // a core with elements gets the full rows
    views
      .load()
      .then((table) => table.preload(this.core, view))
      .catch(() => undefined)
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
    return html`<wm-button
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
register('wm-logins', WmLogins)

declare global {
  interface HTMLElementTagNameMap {
    'wm-logins': WmLogins
  }
}
