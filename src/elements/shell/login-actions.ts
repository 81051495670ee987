// What typing and presses in `<wm-logins>` do, and what is drawn there after the first paint. Loaded after it, or with the first press.
import { css, type ReactiveController } from 'lit'
import { createAccounts } from '../../state/connections/accounts.js'
import { createEmailLogin, type EmailLogin } from '../../state/embedded/email-login.js'
import { isSignedIn } from '../../state/embedded/embedded-user.js'
import { createConsent } from '../../state/interface/consent.js'
import { createRouter } from '../../state/interface/router.js'
import { isWalletError, type WalletError } from '../../vocabulary/errors.js'
import type { Social } from '../../vocabulary/social.js'
import { socialNames } from '../../vocabulary/social-names.js'
import type { ViewName } from '../../vocabulary/view.js'
import { paths as icons } from '../icons/first.js'
import { moreMark, socialMarks } from '../icons/social-marks.js'
import { adopt } from '../lib/adopt.js'
import { chooseSocial, socialView } from '../lib/choose-social.js'
import type { WmTextElement } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import { errorText } from '../lib/login-error-text.js'
import { moreLabel, offline, submit, withProvider } from '../locales/en/login-words.js'
import { takenText } from '../lib/taken-text.js'
import type { RouteTable } from '../routes.js'
import '../primitives/icon.js'
import '../primitives/spinner.js'

/** The drawings in the places that the element has kept free, by the key of the button. */
export const paths: Readonly<Record<string, string | undefined>> = { ...socialMarks, more: moreMark, wallets: icons.grid }

const styles = css`
  input {
    min-inline-size: 0;
  }
  .box:has(input:focus-visible) {
    outline: 2px solid var(--_wm-focus);
    outline-offset: 2px;
  }
  /* the box around it has the focus ring */
  input:focus-visible {
    outline: none;
  }
  ::placeholder {
    color: var(--_wm-text-3);
    opacity: 1;
  }
  :is(input, .box > button):disabled {
    color: var(--_wm-text-3);
    cursor: default;
  }
  .box > button {
    border-radius: var(--_wm-radius-control);
  }
  .box > button:focus-visible {
    outline-offset: -2px;
  }
  @media (hover: hover) {
    .box > button:hover:enabled {
      background: var(--_wm-hover);
    }
  }
  .box > button:active:enabled {
    background: var(--_wm-pressed);
  }
  wm-spinner {
    align-self: center;
    margin-inline-end: 0.75em;
  }
  /* a name of one word, which is not broken on a small phone */
  .tile {
    padding-inline: 0;
  }
  .tile .label {
    overflow-wrap: normal;
    overflow: visible;
  }
  .invalid {
    border-color: var(--_wm-danger);
  }
  .error:not([hidden]) {
    display: flex;
    gap: 0.4em;
    margin-inline: 0.125em;
    font-size: 0.8125em;
    line-height: 1.375;
    color: var(--_wm-danger);
  }
`

/** What the actions add to the field, once. */
interface Field {
  readonly input: HTMLInputElement
  readonly box: Element
  readonly send: HTMLElement
  readonly spinner: HTMLElement
  /** The place of an error. */
  readonly below: HTMLElement
  readonly mark: HTMLElement
}

/** One `<wm-logins>`. What was typed and chosen before this was loaded is taken over. */
class Login implements ReactiveController {
  readonly #host: WmTextElement
  readonly #login: EmailLogin
  #field: Field | undefined
  /** The text was changed since the last attempt, so that its failure is not shown any more. */
  #isTouched = false
  #stops: (() => void)[] = []
  /** Says that somebody has signed in already. */
  readonly #taken = Object.assign(document.createElement('p'), { className: 'hint', hidden: true })

  constructor(host: WmTextElement) {
    this.#host = host
    this.#login = host.core.use(createEmailLogin)
    this.#login.send.reset() // a failure of an earlier visit
    this.#loadTexts()
    adopt(host.renderRoot, [styles])
    host.addController(this)
    this.#takeOver()
  }

  /** From now on they change with the language; until now the English ones were those that the element brings. */
  #loadTexts() {
    this.#host.core
      .use(createMessages)
      .load('logins', 'email', 'errors')
      .catch(() => undefined) // logged; the next attempt loads them again
  }

  hostConnected() {
    const changed = () => this.#host.requestUpdate()
    const { $all } = this.#host.core.use(createAccounts)
    this.#stops = [$all, this.#login.$text, this.#login.send.$state].map((store) => store.listen(changed))
    changed()
  }

  hostDisconnected() {
    this.#stops.forEach((stop) => stop())
  }

  /** The element has rendered. */
  update() {
    this.#nameButtons()
    this.#closeIfTaken()
    if (!this.#field) return
    const { input, box, send, spinner, below, mark } = this.#field
    const text = this.#login.$text.get()
    if (input.value !== text) input.value = text
    const attempt = this.#login.send.$state.get()
    const isBusy = attempt.status === 'pending'
    const error = attempt.status === 'failed' && !this.#isTouched ? this.#textOf(attempt.error) : undefined
    input.readOnly = isBusy
    send.title = this.#host.t('email.submit') || submit
    send.hidden = isBusy
    spinner.hidden = !isBusy
    box.classList.toggle('invalid', error !== undefined)
    if (error === undefined) ['aria-invalid', 'aria-describedby'].forEach((name) => input.removeAttribute(name))
    else {
      input.setAttribute('aria-invalid', 'true')
      input.setAttribute('aria-describedby', 'error')
    }
    below.textContent = error ?? ''
    below.hidden = error === undefined
    if (error !== undefined) below.prepend(mark)
  }

  /** Does what the visitor did to the field, to the button in it, or to that of another way to sign in, which has a key. */
  act(event: Event, key: string) {
    if (isSignedIn(this.#host.core) && key !== 'wallets') return
    if (event instanceof KeyboardEvent) {
      if (event.key === 'Enter' && !event.isComposing) this.#send()
    } else if (!key) this.#send()
    else if (event.type === 'click') this.#go(key)
    else this.#prepare(key)
  }

  /** What the field has at this moment counts: it may have been typed before. If it is empty, what was typed in an earlier visit. */
  #takeOver() {
    const root = this.#host.renderRoot
    const input = root.querySelector('input')
    const send = root.querySelector<HTMLElement>('.box > button')
    const box = input?.parentElement
    if (!input || !send || !box) return // the view shows the wallets alone
    const spinner = box.appendChild(document.createElement('wm-spinner'))
    const below = Object.assign(document.createElement('p'), { id: 'error', className: 'error' })
    box.after(below)
    const mark = Object.assign(document.createElement('wm-icon'), { name: 'danger' })
    this.#field = { input, box, send, spinner, below, mark }
    input.autocomplete = 'email'
    if (input.value) this.#login.setText(input.value)
    const begin = () => this.#login.begun()
    if (input.matches(':focus')) begin()
    input.addEventListener('focusin', begin)
    input.addEventListener('input', () => {
      this.#isTouched = true
      this.#login.setText(input.value)
    })
  }

  /** The names of the buttons say whole what the visitor sees of them. */
  #nameButtons() {
    for (const button of this.#host.renderRoot.querySelectorAll<HTMLElement>('.tile')) {
      const { key = '' } = button.dataset
      button.setAttribute('aria-label', key === 'more' ? this.#host.t('social.moreLabel') || moreLabel : this.#nameOf(key))
    }
  }

  /** While somebody has signed in, nobody else can: the controls are disabled, and a line says why. */
  #closeIfTaken() {
    const { core, renderRoot: root, t } = this.#host
    const isTaken = isSignedIn(core)
    if (!isTaken && this.#taken.hidden) return
    const controls = root.querySelectorAll<HTMLInputElement | HTMLButtonElement>('.box > *, .row:not([data-key=wallets])')
    for (const control of controls) control.disabled = isTaken || !core.use(createConsent).$given.get()
    this.#taken.hidden = !isTaken
    this.#taken.textContent = takenText(core, t)
    if (!this.#taken.isConnected) root.querySelector('.field, .group:not(:has([data-key=wallets]))')?.before(this.#taken)
  }

  #nameOf(key: string): string {
    const provider = socialNames[key as Social]
    return this.#host.t('social.with', { provider }) || withProvider.replace('{provider}', provider)
  }

  /** Who is offline before the texts have come is told so in English. */
  #textOf(error: WalletError): string {
    return errorText(this.#host.t, error) || (navigator.onLine ? '' : offline)
  }

  #send() {
    this.#loadTexts()
    const login = this.#login
    const { push, $view } = this.#host.core.use(createRouter)
    const from = $view.get()
    this.#isTouched = false
    login.send(login.$text.get()).then(
      (action) => {
        const email = login.$sent.get()?.email
        // The visitor may have gone elsewhere meanwhile. After CONNECT the connection leads on.
        if (email === undefined || action === 'CONNECT' || $view.get() !== from) return
        push({ name: action === 'VERIFY_OTP' ? 'EmailVerifyOtp' : 'EmailVerifyDevice', email })
      },
      (error: unknown) => {
        if (isWalletError(error, 'EMAIL_INVALID')) this.#field?.input.focus()
      },
    )
  }

  /** Loads the view of a button ahead; the press loads it again, and shows a failure. */
  #prepare(key: string) {
    const { core } = this.#host
    const views = core.deps.views as RouteTable // a core with elements gets the full rows
    views
      .load()
      .then((table) => table.preload(core, viewOf(key)))
      .catch(() => undefined)
  }

  #go(key: string) {
    const { core } = this.#host
    const view = more[key]
    if (view) core.use(createRouter).push(view)
    else chooseSocial(core, key as Social, this.#nameOf(key))
  }
}

const more: Readonly<Record<string, { readonly name: 'ConnectSocials' | 'ConnectWallets' } | undefined>> = {
  more: { name: 'ConnectSocials' },
  wallets: { name: 'ConnectWallets' },
}
const viewOf = (key: string): { readonly name: ViewName } => more[key] ?? socialView(key as Social)

/** Part: the logins of one modal by their element. */
const createLogins = () => new WeakMap<WmTextElement, Login>()

function loginOf(host: WmTextElement): Login | undefined {
  if (host.core.signal.aborted) return undefined // it may have ended while this was loaded
  const logins = host.core.use(createLogins)
  const login = logins.get(host) ?? new Login(host)
  logins.set(host, login)
  return login
}

/** To be called after each render. */
export const update = (host: WmTextElement): void => loginOf(host)?.update()

/** To be called with what the visitor does, and the `data-key` of its button. In the press itself where this is loaded: a window opens in it. */
export const act = (host: WmTextElement, event: Event, key = ''): void => loginOf(host)?.act(event, key)
