// Draws the page `/wallet`. Texts go through text bindings alone: nothing of a stranger is markup.
import { html, nothing, render, type TemplateResult } from 'lit/html.js'
import { fill } from '../messages.js'
import type { MailCode } from './mail-code.js'
import type { SignedIn, WalletPage } from './page.js'
import { styles } from './styles.js'
import { failureOfAct, pressed, timeText } from './templates.js'

/** Draws `page` into `root` at each call; the focus follows when another step is shown. */
export function createPageView(root: HTMLElement, page: WalletPage): () => void {
  const document = root.ownerDocument
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.documentElement.lang = page.locale
  document.documentElement.dir = page.locale === 'ar' ? 'rtl' : 'ltr'
  document.title = page.texts.title
  root.className = 'page'
  let shown: string | undefined
  /** Where the last press was: the focus goes back there when what had it is gone. */
  let pressedIn: string | undefined
  const note = ({ target }: Event) => {
    pressedIn = target instanceof Element ? target.closest('section')?.id : undefined
  }
  // Before the button's own listener, which may take the button away.
  root.addEventListener('click', note, { capture: true })
  const focusOf = (step: string): HTMLElement | null => {
    const heading = pressedIn === undefined ? null : document.getElementById(`${pressedIn}-title`)
    return step === 'wallet' && heading ? heading : root.querySelector<HTMLElement>('[data-focus]')
  }
  return () => {
    render(drawn(page), root)
    const step = stepOf(page)
    const isSame = step === shown
    // Not at the first sight of the page: there, a visitor reads from its top.
    const isFirst = shown === undefined || shown === 'loading'
    shown = step
    const isLost = document.activeElement === document.body && pressedIn !== undefined
    if (!isFirst && (!isSame || isLost)) focusOf(step)?.focus({ preventScroll: isSame })
  }
}

function stepOf({ isLoading, failure, code, signedIn }: WalletPage): string {
  if (isLoading) return 'loading'
  if (failure) return 'failure'
  if (code) return `${code.purpose} ${code.step}`
  return signedIn ? 'wallet' : 'nothing'
}

function drawn(page: WalletPage): TemplateResult {
  const { texts, isLoading, failure, code, signedIn } = page
  const head = (more: TemplateResult | typeof nothing = nothing) =>
    html`<header>
      <h1 tabindex="-1" ?data-focus=${!code}>${texts.title}</h1>
      ${more}
    </header>`
  if (isLoading)
    return html`${head()}
      <p role="status">${texts.loading}</p>`
  if (failure)
    return html`${head()}${failureOfAct(texts, failure)}
      <div class="actions"><button class="main" @click=${pressed(() => void page.start())}>${texts.retry}</button></div>`
  if (code) return html`${head()}${noticeOf(page)}${codeOf(page, code)}`
  if (!signedIn) return head()
  return html`${head(html`<button @click=${pressed(() => void page.signOut())}>${texts.signOut}</button>`)}${walletOf(page, signedIn)}`
}

const noticeOf = ({ texts, notice }: WalletPage) => (notice ? html`<p role="status">${texts[notice]}</p>` : nothing)

/** Steps of a code, one form each. */
function codeOf(page: WalletPage, code: MailCode): TemplateResult {
  const { texts } = page
  const isLogin = code.purpose === 'login'
  const failure = failureOfAct(texts, code.failure)
  const leave = isLogin
    ? html`<button type="button" @click=${pressed(() => code.restart())}>${texts.otherAddress}</button>`
    : html`<button type="button" @click=${pressed(() => page.cancelCode())}>${texts.cancel}</button>`
  const resend = html`<button type="button" ?disabled=${code.isBusy} @click=${pressed(() => void code.send(code.email))}>
    ${texts.resend}
  </button>`
  const submit = (act: (value: string) => void) => (event: SubmitEvent) => {
    event.preventDefault()
    const { elements } = event.currentTarget as HTMLFormElement
    if (event.isTrusted) act((elements[0] as HTMLInputElement).value)
  }
  if (code.step === 'email' && isLogin)
    return html`<form class="card" novalidate @submit=${submit((value) => void code.send(value))}>
      <h2>${texts.loginHeading}</h2>
      <p>${texts.loginBody}</p>
      <label
        >${texts.email}<input data-focus type="email" dir="ltr" autocomplete="email" maxlength="254" .value=${code.email}
      /></label>
      ${failure}
      <div class="actions"><button class="main" ?disabled=${code.isBusy}>${texts.send}</button></div>
    </form>`
  if (code.step === 'email')
    return html`<div class="card">
      <h2 tabindex="-1" data-focus>${texts.proveHeading}</h2>
      ${code.isBusy ? html`<p role="status">${texts.loading}</p>` : failure}
      <div class="actions">${leave}${resend}</div>
    </div>`
  if (code.step === 'device')
    return html`<div class="card">
      <h2 tabindex="-1" data-focus>${texts.deviceHeading}</h2>
      <p>${fill(texts.deviceBody, { email: code.email })}</p>
      <p class="number"><bdi dir="ltr">${code.matchCode}</bdi></p>
      <p role="status">${texts.deviceWaiting}</p>
      ${failure}
      <div class="actions">${leave}${resend}</div>
    </div>`
  return html`<form class="card" novalidate @submit=${submit((value) => void code.submit(value))}>
    <h2>${isLogin ? texts.codeHeading : texts.proveHeading}</h2>
    <p>${fill(isLogin ? texts.codeBody : texts.proveBody, { email: code.email })}</p>
    ${code.matchCode === undefined ? nothing : html`<p>${texts.matchCode}: <bdi dir="ltr">${code.matchCode}</bdi></p>`}
    <label>${texts.code}<input data-focus dir="ltr" inputmode="numeric" autocomplete="one-time-code" maxlength="64" /></label>
    ${failure}
    <div class="actions">${leave}${resend}<button class="main" ?disabled=${code.isBusy}>${texts.confirm}</button></div>
  </form>`
}

function walletOf(page: WalletPage, signedIn: SignedIn): TemplateResult {
  const { texts } = page
  const { user } = signedIn
  const name = user.email ?? user.userName
  return html`
    <p>${name ? fill(texts.signedInAs, { user: name }) : texts.signedIn}</p>
    ${user.wallet ? nothing : html`<p>${texts.noWallet}</p>`}${lockedOf(page, signedIn)}
    ${signedIn.sections.map(
      (section) =>
        html`<section id=${section.id} aria-labelledby=${`${section.id}-title`}>
          <h2 id=${`${section.id}-title`} tabindex="-1">${section.title}</h2>
          ${section.render()}
        </section>`,
    )}
  `
}

/** Why this device does not open the wallet, and what helps. */
function lockedOf(page: WalletPage, { wallet, failure, isBusy, user }: SignedIn): TemplateResult | typeof nothing {
  const { texts } = page
  if (!user.wallet || (wallet && !wallet.recovery && !failure)) return nothing
  const open = (text: string) =>
    html`<button class="main" ?disabled=${isBusy} @click=${pressed(() => void page.open())}>${text}</button>`
  const { recovery } = wallet ?? {}
  if (!recovery)
    return html`<div class="card">
      ${isBusy ? html`<p role="status">${texts.loading}</p>` : nothing}${failureOfAct(texts, failure)}
      ${isBusy ? nothing : html`<div class="actions">${open(texts.retry)}</div>`}
    </div>`
  const { mode, heldUntil } = recovery
  const [body, action] =
    mode === 'sealed'
      ? [texts.lockedSealed, open(texts.enterCode)]
      : heldUntil !== undefined
        ? [fill(texts.lockedHeld, { time: timeText(page.locale, heldUntil) }), open(texts.retry)]
        : [
            texts.lockedProof,
            html`<button class="main" ?disabled=${isBusy} @click=${pressed(() => void page.recover())}>${texts.recover}</button>`,
          ]
  return html`<div class="card" role="group" aria-labelledby="locked">
    <h2 id="locked">${texts.lockedHeading}</h2>
    <p>${body}</p>
    ${failureOfAct(texts, failure)}
    <div class="actions">${action}</div>
  </div>`
}
