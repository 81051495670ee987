// The dialog of a modal. It opens and closes with the modal's state and returns focus to the page. `dialog-effects.ts` is loaded after the first view;
// until then nothing is animated and closing takes effect at once.
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { createModal } from '../../state/interface/modal.js'
import { createRouter } from '../../state/interface/router.js'
import { afterOpen, type DialogEffects, painted } from '../lib/after-open.js'
import { register } from '../lib/define.js'
import { strokeStyles } from '../icons/drawing.js'
import { WmTextElement } from '../lib/element.js'
import { deepActiveElement, type FocusNote, hasFocus } from '../lib/focus-note.js'
import { createMessages } from '../lib/localize.js'
import type { WmViewShownEvent } from '../lib/view-shown.js'
import { connectRoute, routeOf } from '../routes.js'
import { type } from '../styles/root.js'
import { dialogStyles } from './dialog-styles.js'
import { header, headerStyles } from './header.js'
import './outlet.js'

/**
 * @summary The dialog of a modal: a modal `<dialog>`, a non-modal `<dialog>` (`layer`), or a `<section>` in the page (`inline`).
 * @slot frame - The frame of an embedded wallet.
 * @csspart dialog - The card.
 * @csspart header - The bar with the heading.
 * @csspart title - The heading.
 * @csspart close - The button that closes; not inline.
 * @csspart network - The chip that shows the network.
 * @csspart body - Everything below the header; it scrolls.
 * @csspart footer - The line under a view.
 * @csspart notice - The short message over the lower edge.
 */
export class WmDialog extends WmTextElement {
  static override styles = [type, dialogStyles, headerStyles, strokeStyles]
  static override properties: PropertyDeclarations = { opener: { attribute: false }, present: { state: true } }

  readonly #open = this.watch((core) => core.use(createModal).$open)
  readonly #view = this.watch((core) => core.use(createRouter).$view)
  readonly #language = this.watch((core) => core.use(createMessages).$language)

  /** Where focus was before the modal opened. Focus returns there on closing. */
  declare opener: FocusNote | undefined
  /** When the modal was opened, in unix ms. */
  openedAt = 0
  /** The `data-key` of what was clicked last. */
  pressed: string | undefined
  /** The view that the last click was in. */
  #clickedIn: HTMLElement | undefined
  /** Whether the content is rendered: while the modal is open, and until the closing transition has ended. */
  declare private present: boolean
  /** This class has opened the `<dialog>`. If the browser closes it since, it is not opened again. */
  #isIn = false
  /** The latest view-shown event since the modal opened. */
  #shownLast: WmViewShownEvent | undefined
  #whenShown: (() => void)[] = []
  #bringing: Promise<void> | undefined
  #effects: DialogEffects | undefined

  get #card() {
    return this.renderRoot.querySelector<HTMLElement>('.card')
  }

  /** The modal is open and its `<dialog>`, which this class has opened, is not. */
  get #isClosedByBrowser() {
    const card = this.#card
    return this.#isIn && this.#open.value && card instanceof HTMLDialogElement && !card.open
  }

  get #outlet() {
    return this.renderRoot.querySelector('wm-outlet')
  }

  get #mode() {
    return this.core.config.dialog
  }

  constructor() {
    super()
    this.present = false
    // In the capture phase, because the click itself may already navigate.
    this.addEventListener('click', this.#press, { capture: true })
    this.addEventListener('wm-view-shown', (event) => this.#shown(event))
    this.addEventListener('wm-view-slow', () => this.#slow())
    this.addEventListener('wm-focus-lost', () => this.#focusTitle())
  }

  /**
   * Ignores the second click of a double click when another view was shown between the two, because the visitor did not mean that view. Also notes the
   * `data-key` of the row that was clicked.
   */
  readonly #press = (event: MouseEvent) => {
    const shown = this.#outlet?.current
    if (event.detail > 1 && this.#clickedIn !== shown) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    this.#clickedIn = shown
    for (const target of event.composedPath().reverse())
      if (target instanceof HTMLElement) this.pressed = target.dataset['key'] ?? this.pressed
  }

  /** Resolves when a view is shown, or at once if the modal is closed. */
  async shown(): Promise<void> {
    await this.updateComplete
    if (!this.#open.value || this.#shownLast) return
    await new Promise<void>((resolve) => this.#whenShown.push(resolve))
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    // The event comes with the next frame: by then the dialog would be open again at its new place.
    if (this.#isClosedByBrowser) this.use(createModal).close()
    this.#left()
  }

  override connectedCallback() {
    super.connectedCallback()
    this.requestUpdate()
  }

  protected override willUpdate() {
    if (this.#open.value && !this.present) {
      this.present = true
      this.openedAt = this.core.deps.now()
    }
  }

  protected override updated() {
    if (this.#open.value) this.#enterOnce()
    else if (this.present) void this.#exit()
    this.#effects?.rendered()
  }

  /** Opens the `<dialog>` once the outlet has content: an empty card would flash and then change its size. */
  #enterOnce() {
    const card = this.#card
    if (!(card instanceof HTMLDialogElement) || this.#isIn || !this.#outlet?.isSettled) return
    this.#isIn = true
    this.#clickedIn = undefined
    // A dialog that was moved in the document has left the top layer but is still `open`: close it, to open it again below.
    if (card.open) shut(card)
    card.classList.add('entering')
    card.onanimationend = () => card.classList.remove('entering') // else the animation runs again when a phone is turned
    // `showModal()` focuses the element with `autofocus`. Without it a screen reader would announce the first button.
    card.querySelector('h2')?.setAttribute('autofocus', '')
    if (this.#mode === 'layer') card.show?.()
    else card.showModal?.()
    card.open = true // jsdom implements the attribute, but not the methods
  }

  async #exit() {
    await this.updateComplete
    const card = this.#card
    if (card instanceof HTMLDialogElement && card.open) {
      if (this.#shownLast?.route.load) await this.#bringing
      if (await this.#effects?.leave()) return
      if (this.#open.value || !globalThis.window) return // opened again while it closed, or the window was destroyed
      shut(card)
    }
    this.present = false
    this.#left(this.opener)
    this.#tellShown()
  }

  #left(opener?: FocusNote) {
    this.#isIn = false
    this.#shownLast = undefined
    if (opener?.opener instanceof HTMLElement) opener.opener.focus({ preventScroll: true })
    this.#effects?.gone(opener)
  }

  #tellShown() {
    for (const tell of this.#whenShown.splice(0)) tell()
  }

  /** The browser closed the `<dialog>`, as by Escape before the effects are loaded. Closes the modal; if that refuses, opens the dialog again. */
  #closed(event: Event) {
    if (event.target !== this.#card || !this.#isClosedByBrowser || this.use(createModal).close()) return
    this.#isIn = false
    this.#enterOnce()
  }

  #shown(event: WmViewShownEvent) {
    if (!this.#open.value) return
    this.#shownLast = event
    this.requestUpdate() // the view may have a heading of its own
    this.#enterOnce()
    this.#effects?.shown(event)
    this.#focus()
    this.#tellShown()
    if (this.#effects || this.#bringing) return
    // Any other view than Connect comes with `after-open.ts`: then there is nothing to wait for.
    this.#bringing = this.#bringEffects(event.route.load ? undefined : painted())
  }

  /** Loads the effects once `start` has resolved. If that fails, the dialog works without them, and the next view loads them again. */
  async #bringEffects(start: Promise<void> | undefined) {
    try {
      await start
      const { createDialogEffects } = await afterOpen(this.core)
      if (!this.hasCore) return
      this.#effects = createDialogEffects(this)
      if (this.#open.value) this.#focus()
    } catch (error) {
      this.core.deps.log.error('a part of the dialog did not load', error)
    } finally {
      this.#bringing = undefined
    }
  }

  #focus() {
    // An inline card moves focus only if focus was in it.
    if (this.#mode === 'inline' && !hasFocus(this) && !this.renderRoot.contains(deepActiveElement())) return
    if (this.#effects && this.#shownLast) this.#effects.focus(this.#shownLast)
    else this.#focusTitle()
  }

  /** The present view is removed and its successor is still being fetched: focus goes to the heading, in an inline card only if focus was in it. */
  #slow() {
    if (!this.#open.value) return
    this.#enterOnce()
    this.#effects?.shown()
    if (this.#mode !== 'inline' || hasFocus(this)) this.#focusTitle()
  }

  #focusTitle() {
    this.renderRoot.querySelector('h2')?.focus({ preventScroll: true })
  }

  protected override render() {
    if (!this.present) return nothing
    const language = this.#language.value
    const direction = this.use(createMessages).direction()
    if (this.#mode === 'inline') {
      return html`<section part="dialog" class="root card inline" aria-labelledby="title" lang=${language} dir=${direction}>
        ${this.#content()}
      </section>`
    }
    const isLayer = this.#mode === 'layer'
    const closing = this.#open.value ? '' : ' closing'
    return html`${isLayer ? html`<div class="backdrop${closing}"></div>` : nothing}
      <dialog
        part="dialog"
        class="root card sheet${isLayer ? ' layer' : ''}${closing}"
        aria-labelledby="title"
        lang=${language}
        dir=${direction}
        @close=${this.#closed}
      >
        ${this.#content()}
      </dialog>`
  }

  #content(): TemplateResult {
    const { core } = this
    const { value } = this.#view
    const view = this.#effects?.headOf(value) ?? value
    const route = routeOf(core, view)
    const { t } = this
    const shown = this.#outlet?.current
    const own = shown?.view === view ? shown.dialogTitle : undefined
    // Until the texts of the view are loaded, the heading is Connect's: a dialog needs a name.
    const heading = own ?? (route.title(t, view) || connectRoute.title(t, view))
    return html`${header({ core, t, heading, left: route.left })}
      <wm-alert-bar></wm-alert-bar>
      <div class="body" part="body">
        <wm-outlet></wm-outlet>
        <wm-footer exportparts="footer"></wm-footer>
      </div>
      <slot name="frame"></slot>
      <wm-notices exportparts="notice"></wm-notices>
      <div class="visually-hidden" role="status"></div>
      <div class="visually-hidden" role="alert"></div>`
  }
}
register('wm-dialog', WmDialog)

/** Closes a dialog. jsdom implements the attribute, but not the methods. */
function shut(card: HTMLDialogElement) {
  card.close?.()
  card.open = false
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-dialog': WmDialog
  }
}
