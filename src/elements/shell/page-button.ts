// The base of the buttons that stand in the page. Closed and unconnected it is a label in the accent colour; everything else is its face,
// a chunk of its own that is loaded once there is something to show.
import { css, html, nothing, type CSSResultOrNative, type PropertyValues, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import type { ModalHandle } from '../../state/handle.js'
import { adopt } from '../lib/adopt.js'
import { WmElement } from '../lib/base.js'
import { awaitModal, findModal } from '../lib/find-modal.js'
import button from '../locales/en/button.js'
import { buttonTokens } from '../styles/button-tokens.js'
import type { View, ViewName } from '../../view.js'

export interface ButtonState {
  readonly kind: 'accent' | 'plain' | 'warning'
  readonly content: TemplateResult | string
  /** It only tells: a press leads nowhere. */
  readonly disabled?: boolean | undefined
  /** Spoken when it changes: the region is outside the dialog on purpose, since after closing only this one can still speak. */
  readonly said?: string | undefined
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
}

export interface ButtonFace {
  /** Undefined: nothing to show now. `hasFailed`: the last press came to nothing. */
  state(hasFailed: boolean): ButtonState | undefined
  stop(): void
}

export interface ButtonFaceModule {
  readonly styles: readonly CSSResultOrNative[]
  /** `changed` is called when the state is another. */
  create(host: PageButton, core: Core, changed: () => void): ButtonFace
}

/** To the developer of the page: here there may be no logger yet. */
const report = (error: unknown) => console.error('[wallet-modal]', error)

export abstract class PageButton extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }
  static override properties = { for: {}, modal: { attribute: false }, face: { state: true } }
  static override styles = [
    buttonTokens,
    css`
      :host {
        all: initial;
        display: inline-block;
        inline-size: fit-content; /* no column of the page's stretches it */
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
        border: 1px solid transparent;
        border-radius: var(--_wm-radius-control);
        font-weight: 600;
        line-height: 1.25;
        white-space: nowrap;
      }
      /* as wide as the place that layout.css keeps for it */
      .accent {
        min-inline-size: 8em;
        background: var(--_wm-accent);
        color: var(--_wm-on-accent);
      }
      @media (forced-colors: active) {
        button {
          border-color: ButtonText;
        }
      }
    `,
  ]

  /** Id of the `<wallet-modal>` or `<wallet-provider>` it belongs to; needed only where a page has several. */
  declare for: string | undefined
  /** The modal itself, from code. */
  declare modal: ModalHandle | undefined

  declare protected face: ButtonFace | undefined
  /** Whose state is shown. */
  #found: ModalHandle | undefined
  #life: AbortController | undefined
  #isAwaited = false
  /** The modal did not open on the last press, and has not since. */
  #hasFailed = false

  /** The chunk with everything beyond the closed button. */
  protected abstract loadFace(): Promise<ButtonFaceModule>
  /** What stands there before the face; undefined: nothing. */
  protected abstract closed(): string | undefined
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

  /** Before there is anything to focus, it is put off until then, unless somebody else has it by that time. */
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

  /** The core of the modal it belongs to, once that is loaded. */
  get core(): Core | undefined {
    return this.#found?.core
  }

  /** Opens the modal. @throws CodedError NO_MODAL, AMBIGUOUS_MODAL: the page is told what is missing */
  protected openModal(view?: ViewName | View) {
    const modal = findModal(this)
    this.#setFailed(false) // what is said again is only heard when it was gone
    modal?.open(view).catch((error: unknown) => {
      report(error)
      const { $open } = modal.session
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

  /** A text of the closed button: the page's own wording, or English. */
  protected text(key: keyof typeof button): string {
    return this.#found?.look.messages[`button.${key}`] ?? button[key]
  }

  #look() {
    this.#life?.abort()
    this.#found = undefined // also when it will be the same one: what listened to it has just ended
    const { signal } = (this.#life = new AbortController())
    awaitModal(this, signal, (modal) => {
      if (modal === this.#found) return
      this.#found = modal
      if (modal.look.mode !== 'system') this.dataset['mode'] = modal.look.mode
      modal.whenStarted((core) => void this.#dress(core, signal).catch(report), signal)
      // The accent may need colours derived from it, and an element without a closed form needs its face to show anything.
      if (this.closed() === undefined || getComputedStyle(this).getPropertyValue('--wm-accent'))
        void modal.start().catch(() => undefined)
      this.requestUpdate()
    })
  }

  async #dress(core: Core, signal: AbortSignal) {
    const { styles, create } = await this.loadFace()
    if (signal.aborted || core.signal.aborted) return
    adopt(this.renderRoot, styles)
    const face = create(this, core, () => this.requestUpdate())
    this.face = face
    signal.addEventListener('abort', () => {
      face.stop()
      if (this.face === face) this.face = undefined
    })
  }

  protected override render() {
    const { face } = this
    const closed = this.closed()
    const failure = this.#hasFailed ? this.text('failed') : undefined
    const state: ButtonState | undefined = face
      ? face.state(this.#hasFailed)
      : closed === undefined
        ? undefined
        : { kind: 'accent', content: failure ?? closed, said: failure, language: 'en', direction: 'ltr' }
    if (!state) return nothing
    const { kind, content, disabled = false, said, language, direction } = state
    // One inner <button> through all states, so that focus has a place to come back to.
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
