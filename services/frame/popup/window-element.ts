// `<wm-window>`: stands in the frame for one approval that the visitor decides in a window of the wallet's own. It opens that window, waits for it, and says what
// became of it. To the stack of approvals it is as `<wm-approval>` is: the same properties, the same events.
import { html, nothing } from 'lit/html.js'
import { lineOf, LiveElement, say, styles, type Language } from '../approvals/stack.js'
import type { Approval } from '../approvals/types.js'
import type { Approved, Progress } from '../approvals/view/approval-element.js'
import { armButtons, type Arming, type ArmingState } from '../approvals/view/arming.js'
import type { Api } from '../api.js'
import type { FrameSession } from '../session.js'
import { askWindow, type Asked, type AskWindowOptions, type Attempt, type WindowEnd } from './ask-window.js'
import type { WindowMessages } from './messages.js'
import { windowTexts } from './texts.js'

/** Leaves a request for a window. */
export type Ask = (asked: Asked, signal: AbortSignal) => Promise<Attempt>

/** Where the window stands: opened by a press, or not at all, or what became of the one before. */
type Step = 'waiting' | 'opened' | 'blocked' | 'failed' | Exclude<WindowEnd['outcome'], 'approved' | 'rejected'>

const SIZE = 'popup,width=420,height=720'

const linkStyles = `a.approve{flex:1;display:grid;place-content:center;min-block-size:2.75rem;padding:.5rem .75rem;border-radius:14px;font-weight:600;text-align:center;text-decoration:none}`

/** Fires `wm-approve` and `wm-reject` once, as the window was answered or as a human presses; `wm-close` after a failure. */
export class WmWindow extends LiveElement {
  static {
    WmWindow.watch(['approval', 'language', 'theme', 'place', 'progress', 'arming', 'texts', 'step', 'attempt', 'isEarly'])
  }
  protected readonly styles = styles + linkStyles

  declare approval: Approval | undefined
  declare language: Language | undefined
  declare theme: 'light' | 'dark' | 'auto'
  declare place: { readonly at: number; readonly all: number }
  declare progress: Progress
  declare private arming: ArmingState
  declare private texts: WindowMessages | undefined
  declare private step: Step
  /** Undefined while it is being left. */
  declare private attempt: Attempt | undefined
  declare private isEarly: boolean
  /** Of the page that asks. */
  origin = ''
  ask: Ask = () => Promise.reject(new Error('Nobody to ask'))
  #arms: Arming | undefined
  #ending = new AbortController()
  #isDecided = false
  #isFocused = false

  constructor() {
    super()
    this.theme = 'auto'
    this.place = { at: 1, all: 1 }
    this.progress = { step: 'asking' }
    this.arming = 'covered'
    this.step = 'waiting'
    this.isEarly = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const { defaultView } = this.ownerDocument
    if (!defaultView) return
    this.#arms = armButtons(defaultView, this, (state) => {
      this.arming = state
      if (state === 'armed') this.isEarly = false
    })
  }

  disconnectedCallback(): void {
    this.#arms?.stop()
    this.#arms = undefined
    this.#ending.abort()
    this.#end('aborted')
  }

  protected override beforeDraw(changed: ReadonlySet<string>): void {
    this.setAttribute('theme', this.theme)
    if (!changed.has('language') || !this.language) return
    void windowTexts(this.language.locale).then((texts) => (this.texts = texts))
    void this.#prepare()
  }

  protected override afterDraw(): void {
    if (this.#isFocused || !this.texts) return
    this.#isFocused = true
    this.drawn.querySelector<HTMLElement>('.reject')?.focus()
  }

  protected override draw() {
    const { approval, language, texts, place } = this
    if (!approval || !language || !texts) return nothing
    const { locale, direction } = language
    const above = approval.head.filter(({ value }) => value.type === 'text')
    return html`<header lang=${locale} dir=${direction}>
        ${
          place.all > 1
            ? html`<p class="stack">${say(language, 'view.stack', { at: String(place.at), all: String(place.all) })}</p>`
            : nothing
        }
        <h1 id="title">${texts.heading}</h1>
        ${above.map(
          ({ label, value }) => html`<p class="site">${say(language, label)}: <bdi>${lineOf(language, value)}</bdi></p>`,
        )}
      </header>
      <main lang=${locale} dir=${direction} aria-labelledby="title">
        <div class="group">
          <dl>
            <div class="row">
              <dt>${texts.what}</dt>
              <dd>${say(language, approval.title)}</dd>
            </div>
          </dl>
        </div>
        <p>${approval.risk === 'risky' ? `${texts.harm} ` : ''}${texts.body}</p>
      </main>
      <footer lang=${locale} dir=${direction}>
        <p class="status ${this.#isProblem() ? 'problem' : ''}" role="status">${this.#status(language, texts)}</p>
        <div class="buttons">${this.#buttons(language, texts)}</div>
      </footer>`
  }

  #isProblem(): boolean {
    return this.progress.step === 'failed' || !['waiting', 'opened'].includes(this.step) || this.isEarly
  }

  #status(language: Language, texts: WindowMessages): string {
    const { progress, step } = this
    if (progress.step === 'failed') return say(language, 'view.failed', { code: progress.code })
    if (progress.step === 'working') return say(language, 'view.working')
    // What became of the window is told before what its button waits for: the visitor looks at this frame again for that reason.
    if (step === 'opened') return texts.opened
    if (step !== 'waiting') return texts[step]
    if (!this.attempt) return texts.preparing
    if (this.arming === 'covered') return say(language, 'view.covered')
    if (this.arming === 'arming' || this.isEarly) return say(language, 'view.arming')
    return texts.ready.replace('{host}', `\u2068${new URL(this.attempt.url).host}\u2069`)
  }

  #buttons(language: Language, texts: WindowMessages) {
    const { progress, step, attempt } = this
    if (progress.step === 'failed')
      return html`<button class="reject" @click=${this.#onClose}>${say(language, 'view.close')}</button>`
    if (progress.step === 'working')
      return html`<button class="approve" aria-disabled="true">
        <span class="spinner" aria-hidden="true"></span>${say(language, 'view.working')}
      </button>`
    const isOff = this.arming !== 'armed' || (!attempt && step !== 'failed')
    const text = step === 'failed' ? texts.retry : step === 'waiting' ? texts.open : texts.again
    return html`<button class="reject" @click=${this.#onReject}>${say(language, 'view.reject')}</button>${
        step === 'blocked' && attempt
          ? html`<a
              class="approve"
              href=${attempt.url}
              target="_blank"
              rel="noopener noreferrer"
              aria-disabled=${String(isOff)}
              @click=${this.#onLink}
              >${texts.open}</a
            >`
          : html`<button class="approve" aria-disabled=${String(isOff)} @click=${this.#onOpen}>${text}</button>`
      }`
  }

  /** Leaves the request for another window. */
  async #prepare(): Promise<void> {
    const { approval, language, theme, origin } = this
    const { signal } = this.#ending
    if (!approval || !language || this.#isDecided || signal.aborted) return
    this.#end('aborted')
    try {
      const attempt = await this.ask({ origin, locale: language.locale, theme, approval }, signal)
      if (this.#isDecided || signal.aborted) return attempt.end('aborted')
      this.attempt = attempt
      void this.#follow(attempt)
    } catch {
      if (!signal.aborted) this.step = 'failed'
    }
  }

  async #follow(attempt: Attempt): Promise<void> {
    const end = await attempt.answered(this.#ending.signal).catch(() => undefined)
    if (this.attempt !== attempt || this.#isDecided || this.#ending.signal.aborted) return
    if (!end) {
      this.step = 'failed'
      return this.#end('aborted')
    }
    if (end.outcome === 'approved')
      return this.#decide(new CustomEvent<Approved>('wm-approve', { detail: { approval: end.approval } }), 'approved')
    if (end.outcome === 'rejected') return this.#decide(new CustomEvent('wm-reject'), 'rejected')
    // Nobody has opened a window yet: there is nothing to tell.
    if (this.step === 'opened' || end.outcome !== 'expired') this.step = end.outcome
    await this.#prepare()
  }

  #end(outcome: 'approved' | 'rejected' | 'aborted'): void {
    this.attempt?.end(outcome)
    this.attempt = undefined
  }

  readonly #onOpen = async (event: MouseEvent): Promise<void> => {
    if (this.#isDecided || this.progress.step !== 'asking') return
    if (this.#arms?.accepts(event) !== true) {
      this.isEarly = true
      return
    }
    // The address of a window that was opened is used up.
    if (this.step === 'opened' || this.step === 'failed') {
      this.step = 'waiting'
      await this.#prepare()
    }
    const { attempt } = this
    if (!attempt || this.#isDecided) return
    const opened = this.ownerDocument.defaultView?.open(attempt.url, '_blank', SIZE)
    // The window needs nobody to have opened it, and its own headers say so too.
    if (opened) opened.opener = null
    this.step = opened ? 'opened' : 'blocked'
  }

  /** A link that is pressed is never blocked. */
  readonly #onLink = (event: MouseEvent): void => {
    if (this.#arms?.accepts(event) === true) {
      // After the browser has followed it.
      setTimeout(() => (this.step = 'opened'))
      return
    }
    event.preventDefault()
    this.isEarly = true
  }

  readonly #onReject = (event: MouseEvent): void => {
    if (!event.isTrusted || event.detail > 1) return
    this.#decide(new CustomEvent('wm-reject'), 'rejected')
  }

  readonly #onClose = (event: MouseEvent): void => {
    if (event.isTrusted) this.dispatchEvent(new CustomEvent('wm-close'))
  }

  #decide(event: CustomEvent, outcome: 'approved' | 'rejected'): void {
    if (this.#isDecided) return
    this.#isDecided = true
    this.#end(outcome)
    this.dispatchEvent(event)
  }
}

/** Makes screens that ask with these parts of the frame. */
export function windowScreens(
  document: Document,
  { projectId, session, api }: { readonly projectId: string; readonly session: FrameSession; readonly api: Pick<Api, 'now'> },
): () => WmWindow {
  const { defaultView } = document
  if (!defaultView) throw new Error('A document without a window has no screens')
  const { customElements, location } = defaultView
  if (!customElements.get('wm-window')) customElements.define('wm-window', WmWindow)
  const options: AskWindowOptions = { origin: location.origin, projectId, call: session.call, now: api.now }
  return () => {
    const screen = document.createElement('wm-window')
    screen.ask = (asked, signal) => askWindow(options, asked, signal)
    return screen
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-window': WmWindow
  }
}
