// The ways to connect beside the wallets: the field in which an e-mail address is typed, and the social logins. A chunk of its own, which Connect asks for
// where the page has a frame, and waits for. So it has what is to be seen, and imports only what the first open has: presses, typing, and the drawings of
// the logins in their places are in `login-actions.ts`, which follows after the paint.
import { css, html } from 'lit'
import { createConsent } from '../../state/interface/consent.js'
import type { Social } from '../../vocabulary/social.js'
import { drawing, strokeStyles } from '../icons/drawing.js'
import { painted } from '../lib/after-open.js'
import { register } from '../lib/define.js'
import { WmTextElement, type WmView } from '../lib/element.js'
import { label, list, more, or, placeholder, submit, wallets, withProvider } from '../locales/en/login-words.js'
import { rowStyles } from '../styles/row.js'
import { viewStyles } from '../styles/view.js'
import { buttonRow } from '../templates/button-row.js'
import type * as Actions from './login-actions.js'

/** All social logins in their order, and their names: copies, because Connect would wait for the files of `socials` and `socialNames`. */
const names: Readonly<Record<Social, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}
/** Up to so many have a button of their own; of more, the last place is the way to the others. */
const SHOWN_MAX_COUNT = 6

/** Part: the actions, once they are loaded. */
const createActions = (): { loaded?: typeof Actions } => ({})

/**
 * @summary A field for an e-mail address, which sends a code or a link there, and a button for each social login, in their order among the ways to connect.
 * @slot - The other way to connect: the wallets.
 */
export class WmLogins extends WmTextElement {
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true }
  static override styles = [
    viewStyles,
    rowStyles,
    strokeStyles,
    css`
      :host {
        padding: 0;
      }
      .field {
        gap: 0.5em;
        margin-block-end: 0.5em;
      }
      .box {
        display: flex;
        padding-inline-start: 0.875em;
        border: 1px solid var(--_wm-line-control);
        border-radius: var(--_wm-radius-control);
        background: var(--_wm-raised);
      }
      input {
        all: unset;
        flex: 1;
        block-size: 2.9em;
      }
      .box > button {
        padding: 0.75em;
      }
      .group {
        flex-flow: wrap;
      }
      li {
        flex: 1;
      }
      li:has(.large) {
        flex: 100%;
      }
      p {
        margin-block: 0.75em;
      }
    `,
  ]

  private readonly consent = this.watch((core) => core.use(createConsent).$given)

  /** The one way to connect that the view shows, set before it is rendered. Default: all that the page offers. */
  declare only: 'email' | 'wallet' | undefined

  protected override updated() {
    const { loaded } = this.use(createActions)
    if (loaded) loaded.update(this)
    else
      void painted()
        .then(this.#bring)
        .then(
          () => this.requestUpdate(),
          () => undefined,
        ) // the next press tries again
  }

  protected override render() {
    const { only, core } = this
    const { socials, email, connectMethodsOrder: order, collapseWallets } = core.config.features
    const all = socials === true ? (Object.keys(names) as Social[]) : socials || []
    const methods = {
      email: (only || email !== false) && this.#field(),
      social: all.length > 0 && this.#socials(all),
      wallet: html`<slot></slot>`,
    }
    if (only) return methods[only]
    const shown = [...new Set([...order, ...(Object.keys(methods) as (keyof typeof methods)[])])].filter((each) => methods[each])
    return shown.map((method, index) => {
      const isWallet = method === 'wallet'
      // The wallets stand apart from the ways to sign in.
      const isApart = index > 0 && isWallet !== (shown[index - 1] === 'wallet')
      return html`${isApart ? html`<p class="hint center">${this.t('email.or') || or}</p>` : ''}
      ${
        isApart && isWallet && collapseWallets
          ? html`<ul class="group">
              ${this.#way('wallets', this.t('email.wallets') || wallets, 'large')}
            </ul>`
          : methods[method]
      }`
    })
  }

  #socials(all: readonly Social[]) {
    const shown = all.length > SHOWN_MAX_COUNT ? all.slice(0, SHOWN_MAX_COUNT - 1) : all
    return html`<ul class="group" role="list" aria-label=${this.t('social.list') || list}>
      ${shown.map((social, index) => {
        const provider = names[social]
        return index || all.length === 2
          ? this.#way(social, provider, 'tile')
          : this.#way(social, this.t('social.with', { provider }) || withProvider.replace('{provider}', provider), 'large')
      })}
      ${shown === all ? '' : this.#way('more', this.t('social.more') || more, 'tile')}
    </ul>`
  }

  /** A button that leads to another view. */
  #way(key: string, text: string, shape: 'large' | 'tile') {
    return buttonRow({
      key,
      shape,
      picture: drawing('', this.use(createActions).loaded?.paths[key], 'symbol'),
      label: text,
      disabled: !this.consent.value,
      prepare: this.#on,
      choose: this.#on,
    })
  }

  #field() {
    const disabled = !this.consent.value
    return html`<div class="field stack">
      <label for="email" class="hint">${this.t('email.label') || label}</label>
      <div class="box">
        <input
          id="email"
          dir="auto"
          type="email"
          placeholder=${this.t('email.placeholder') || placeholder}
          ?disabled=${disabled}
          @keydown=${this.#on}
        />
        <button aria-label=${this.t('email.submit') || submit} ?disabled=${disabled} @click=${this.#on}>
          ${drawing('chevron-end', 'M5 12h14M13 6l6 6-6 6')}
        </button>
      </div>
    </div>`
  }

  readonly #bring = async () => (this.use(createActions).loaded ??= await import('./login-actions.js'))

  /** What the visitor does is done at once, so that a window opens in the press; before the actions have come, when they come. */
  readonly #on = (event: Event & { readonly key?: string }) => {
    const { key } = (event.currentTarget as HTMLElement).dataset
    const act = (module: typeof Actions) => module.act(this, event, key)
    const { loaded } = this.use(createActions)
    if (loaded) act(loaded)
    else
      this.#bring().then(act, (error: unknown) => {
        if (event.type === 'click' || event.key === 'Enter')
          (this.getRootNode() as ShadowRoot & { host: WmView }).host.fail(error)
      })
  }
}
register('wm-logins', WmLogins)

declare global {
  interface HTMLElementTagNameMap {
    'wm-logins': WmLogins
  }
}
