// The base class of the `wallet-*-button` elements. Before its modal has loaded, a button shows a text in the accent colour. Everything else is its
// content: a chunk of its own, loaded when the modal's core has started.
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import type { ModalHandle } from '../../state/interface/handle.js'
import { WmElement } from '../lib/base.js'
import { awaitModal, findModal } from '../lib/find-modal.js'
import { report } from '../lib/report.js'
import button from '../locales/en/button.js'
import { buttonTokens } from '../styles/button-tokens.js'
import type { View, ViewName } from '../../vocabulary/view.js'
import { watchPreload } from './preload.js'

/** What a button renders. */
export interface ButtonState {
  /** The CSS class of the native button: its colours. */
  readonly kind: 'accent' | 'plain' | 'warning'
  readonly content: TemplateResult | string
  /** The button shows its content and cannot be pressed. */
  readonly disabled?: boolean | undefined
  /** Announced by screen readers when it changes. The region is in the button, because the dialog's own regions are gone after closing. */
  readonly said?: string | undefined
  /** BCP 47 tag of the texts, for `lang`. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
}

/** The content of one button; follows the state of the modal until `stop()`. */
export interface ButtonContent {
  /** What to render now; undefined: nothing. `hasFailed`: the modal did not open on the last press. */
  state(hasFailed: boolean): ButtonState | undefined
  /** Ends all subscriptions. */
  stop(): void
}

/** The chunk that a button loads: `account-content.ts`, `connect-content.ts` or `network-content.ts`. */
export interface ButtonContentModule {
  /** Starts the content of `host` and adds its styles. `changed` runs when `state()` may have changed. */
  create(host: WalletButton, core: Core, changed: () => void): ButtonContent
}

/**
 * Base of the buttons that a page places: finds its modal, shows a text until the modal's core has started, then loads its content. A subclass
 * says what the closed button shows, which module its content is, and which view a press opens.
 */
export abstract class WalletButton extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }
  static override properties = { for: {}, modal: { attribute: false }, content: { state: true } }
  static override styles = [
    buttonTokens,
    css`
      :host {
        all: initial;
        display: inline-block;
        inline-size: fit-content; /* not stretched by a flex or grid column of the page */
      }
      :host([hidden]) {
        display: none;
      }
      .root {
        display: flex;
        font: 500 1em/1.375 var(--_wm-font-family);
      }
      button {
        display: flex;
        flex: 1;
        align-items: center;
        justify-content: center;
        gap: 0.5em;
        min-block-size: 2.75em;
        padding: 0.375em 1.125em;
        border: 1px solid transparent; /* forced colours give it one */
        border-radius: var(--_wm-radius-control);
        font-weight: 600;
        line-height: 1.25;
        white-space: nowrap;
      }
      /* the width that layout.css reserves */
      .accent {
        min-inline-size: 8em;
        background: var(--_wm-accent);
        color: var(--_wm-on-accent);
      }
    `,
  ]

  /** Id of the `<wallet-modal>` or `<wallet-provider>` that the button belongs to; needed only where a page has several. */
  declare for: string | undefined
  /** The modal, set from code. Wins over `for` and over a `<wallet-provider>` around the button. */
  declare modal: ModalHandle | undefined

  declare protected content: ButtonContent | undefined
  /** The modal whose state the button shows. */
  #found: ModalHandle | undefined
  #life: AbortController | undefined
  #isAwaited = false
  /** The modal did not open on the last press, and has not opened or closed since. */
  #hasFailed = false

  /** Imports the button's content. */
  protected abstract loadContent(): Promise<ButtonContentModule>
  /** The text before the content has loaded; undefined: nothing is rendered until then. */
  protected abstract closed(): string | undefined
  /** The view that a press opens; undefined: the modal chooses. */
  protected abstract readonly opens: ViewName | undefined

  override connectedCallback() {
    super.connectedCallback()
    this.#look()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#life?.abort()
    this.#found = undefined
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('for') || changed.has('modal')) this.#look()
  }

  /** Before the native button has rendered, focus is set after the render that brings it, unless another element has focus by then. */
  override focus(options?: FocusOptions) {
    super.focus(options)
    this.#isAwaited = !this.matches(':focus-within')
  }

  protected override updated(changed: PropertyValues<this>) {
    super.updated(changed)
    if (!this.#isAwaited || !this.renderRoot.querySelector('button')) return
    this.#isAwaited = false
    if (this.ownerDocument.activeElement === this.ownerDocument.body) super.focus({ preventScroll: true })
  }

  /** The core of the button's modal; undefined before it has started. */
  get core(): Core | undefined {
    return this.#found?.core
  }

  /**
   * Opens the modal, at `view` or where the modal chooses. If it does not open, the button shows a failure text and the console has the error.
   * @throws WalletError NO_MODAL when the page has no modal; AMBIGUOUS_MODAL when it has several and the button names none
   */
  protected openModal(view?: ViewName | View) {
    const modal = findModal(this)
    this.#setFailed(false) // empties the live region, so that a second failure is announced again
    modal?.open(view).catch((error: unknown) => {
      report(error)
      const { $open } = modal.publicState
      this.#setFailed(!$open.get())
      const stop = $open.listen(() => {
        stop()
        this.#setFailed(false)
      })
    })
  }

  #setFailed(hasFailed: boolean) {
    this.#hasFailed = hasFailed
    this.requestUpdate()
  }

  /** A text of the closed button: the page's own message, or English. */
  protected text(key: keyof typeof button): string {
    return this.#found?.appearance.messages[`button.${key}`] ?? button[key]
  }

  #look() {
    this.#life?.abort()
    this.#found = undefined // also if the same modal is found again: the abort above has ended its subscriptions
    const { signal } = (this.#life = new AbortController())
    awaitModal(this, signal, (modal) => {
      if (modal === this.#found) return
      this.#found = modal
      if (modal.appearance.mode !== 'system') this.dataset['mode'] = modal.appearance.mode
      watchPreload(this, modal, signal)
      modal.whenStarted((core) => void this.#showContent(core, signal).catch(report), signal)
      // Start the core if the page sets an accent (its derived colours come with the theme), or if the button has no text without its content.
      if (this.closed() === undefined || getComputedStyle(this).getPropertyValue('--wm-accent'))
        void modal.start().catch(() => undefined)
      this.requestUpdate()
    })
  }

  async #showContent(core: Core, signal: AbortSignal) {
    const { create } = await this.loadContent()
    if (signal.aborted || core.signal.aborted) return
    const content = create(this, core, () => this.requestUpdate())
    this.content = content
    signal.addEventListener('abort', () => {
      content.stop()
      if (this.content === content) this.content = undefined
    })
  }

  protected override render() {
    const closed = this.closed()
    const failure = this.#hasFailed ? this.text('failed') : undefined
    const state: ButtonState | undefined = this.content
      ? this.content.state(this.#hasFailed)
      : closed === undefined
        ? undefined
        : { kind: 'accent', content: failure ?? closed, said: failure, language: 'en', direction: 'ltr' }
    if (!state) return nothing
    const { kind, content, disabled = false, said, language, direction } = state
    // The same inner <button> in all states, so that focus can return to it.
    return html`<span class="root" lang=${language} dir=${direction}
      ><button
        part="button"
        type="button"
        class=${kind}
        aria-haspopup="dialog"
        ?disabled=${disabled}
        @click=${() => this.openModal(this.opens)}
      >
        ${content}</button
      ><span class="visually-hidden" role="status">${said ?? nothing}</span></span
    >`
  }
}
