// The card and its dialog: opens and closes with the modal's state, and gives the page back as it was. What it does besides (`dialog-effects.ts`)
// comes after the first view: until then it stands still, and closes at once.
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { createModal } from '../../state/modal.js'
import { createRouter } from '../../state/router.js'
import { afterOpen, type DialogEffects, painted } from '../lib/after-open.js'
import { register } from '../lib/define.js'
import { directionOf } from '../lib/direction.js'
import { WmTextElement, type WmView } from '../lib/element.js'
import { deepActiveElement, type FocusNote, hasFocus } from '../lib/focus-note.js'
import { createMessages } from '../lib/localize.js'
import type { WmViewShownEvent } from '../lib/view-shown.js'
import { connectRoute, routeOf } from '../routes.js'
import { type } from '../styles/root.js'
import { dialogStyles } from './dialog-styles.js'
import { header, headerStyles } from './header.js'
import './outlet.js'

/**
 * @summary The dialog of a modal: native and modal, native over a living page, or a card in the page.
 * @slot frame - The embedded wallet's own frame.
 * @csspart dialog - The card.
 * @csspart header - The bar at its head.
 * @csspart title - The heading.
 * @csspart close - The way out.
 * @csspart network - The chip that shows the network.
 * @csspart body - What scrolls.
 */
export class WmDialog extends WmTextElement {
  static override styles = [type, dialogStyles, headerStyles]
  static override properties: PropertyDeclarations = { opener: { attribute: false }, present: { state: true } }

  private readonly open = this.watch((core) => core.use(createModal).$open)
  private readonly view = this.watch((core) => core.use(createRouter).$view)
  private readonly language = this.watch((core) => core.use(createMessages).$language)

  /** Where focus was before the modal opened; it goes back there. */
  declare opener: FocusNote | undefined
  /** When the modal was opened, in unix ms. */
  openedAt = 0
  /** The `data-key` of what was clicked last. */
  pressed: string | undefined
  /** The view of the last click. */
  #clickedIn: HTMLElement | undefined
  /** The content is there while the modal is open, and until its closing has been seen. */
  declare private present: boolean
  /** Opened by us; what the platform closes since is not opened again. */
  #isIn = false
  /** What came last, since the modal opened. */
  #shownLast: WmViewShownEvent | undefined
  #whenShown: (() => void)[] = []
  #bringing: Promise<void> | undefined
  #effects: DialogEffects | undefined

  private get card() {
    return this.renderRoot.querySelector<HTMLElement>('.card')
  }

  private get outlet() {
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
   * The second click of a double click counts only in the view that had the first one: it was not meant for what has come under the pointer since.
   */
  readonly #press = (event: MouseEvent) => {
    const shown = this.outlet?.current
    if (event.detail > 1 && this.#clickedIn !== shown) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    this.#clickedIn = shown
    for (const target of event.composedPath().reverse())
      if (target instanceof HTMLElement) this.pressed = target.dataset['key'] ?? this.pressed
  }

  /** Resolves when a view is in place, or at once when the modal is closed. */
  async shown(): Promise<void> {
    await this.updateComplete
    if (!this.open.value || this.#shownLast) return
    await new Promise<void>((resolve) => this.#whenShown.push(resolve))
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#left()
  }

  override connectedCallback() {
    super.connectedCallback()
    this.requestUpdate()
  }

  protected override willUpdate() {
    if (this.open.value && !this.present) {
      this.present = true
      this.openedAt = this.core.deps.now()
    }
  }

  protected override updated() {
    if (this.open.value) this.#enterOnce()
    else if (this.present) void this.#exit()
    this.#effects?.rendered()
  }

  /** Not before there is something to see: an empty card would flash, and jump. */
  #enterOnce() {
    const { card } = this
    if (!(card instanceof HTMLDialogElement) || this.#isIn || !this.outlet?.isSettled) return
    this.#isIn = true
    this.#clickedIn = undefined
    // Leaving the document takes a dialog out of the top layer without closing it; it is opened again when it arrives.
    if (card.open) shut(card)
    card.classList.add('entering')
    card.onanimationend = () => card.classList.remove('entering') // else turning a phone would show it again
    // The platform looks for this when it opens a dialog; else the first button would have focus for a moment, and be said.
    card.querySelector('h2')?.setAttribute('autofocus', '')
    if (this.#mode === 'layer') card.show?.()
    else card.showModal?.()
    card.open = true // jsdom knows the attribute, and none of the methods
  }

  async #exit() {
    await this.updateComplete
    const { card } = this
    if (card instanceof HTMLDialogElement && card.open) {
      if (this.#shownLast?.route.load) await this.#bringing
      if (await this.#effects?.leave()) return
      if (this.open.value || !globalThis.window) return // opened again while it closed, or the page itself has gone
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

  /** Closed over our head, as by the platform's own keys before the effects are here: then the state follows, or the dialog stays. */
  #closed(event: Event) {
    const { card } = this
    const isOurs = !(card instanceof HTMLDialogElement) || card.open // opened again since, after a move in the document
    if (event.target !== card || isOurs || !this.isConnected || !this.open.value) return
    if (this.use(createModal).close()) return
    this.#isIn = false
    this.#enterOnce()
  }

  #shown(event: WmViewShownEvent) {
    if (!this.open.value) return
    this.#shownLast = event
    this.requestUpdate() // the view may know a better heading than its route
    this.#enterOnce()
    this.#effects?.shown(event)
    this.#focus()
    this.#tellShown()
    if (this.#effects || this.#bringing) return
    // Where the view is another than the first, what brings the effects is here already.
    this.#bringing = this.#bringEffects(event.route.load ? undefined : painted())
  }

  /** What is not needed before the visitor can act, after `start`. Where it cannot be had the dialog works without, and asks again with the next view. */
  async #bringEffects(start: Promise<void> | undefined) {
    try {
      await start
      const { createDialogEffects } = await afterOpen(this.core)
      if (!this.hasCore) return
      this.#effects = createDialogEffects(this)
      if (this.open.value) this.#focus()
    } catch (error) {
      this.core.deps.log.error('a part of the dialog did not load', error)
    } finally {
      this.#bringing = undefined
    }
  }

  #focus() {
    // A card in the page takes focus only when it was in the card.
    if (this.#mode === 'inline' && !hasFocus(this) && !this.renderRoot.contains(deepActiveElement())) return
    if (this.#effects && this.#shownLast) this.#effects.focus(this.#shownLast)
    else this.#focusTitle()
  }

  /** The view goes, and with it who had focus; its successor is not there yet. A card in the page keeps focus only if it was there. */
  #slow() {
    if (!this.open.value) return
    this.#enterOnce()
    this.#effects?.shown()
    if (this.#mode !== 'inline' || hasFocus(this)) this.#focusTitle()
  }

  #focusTitle() {
    this.renderRoot.querySelector('h2')?.focus({ preventScroll: true })
  }

  protected override render() {
    if (!this.present) return nothing
    const language = this.language.value
    const direction = directionOf(language)
    if (this.#mode === 'inline') {
      return html`<section part="dialog" class="root card inline" aria-labelledby="title" lang=${language} dir=${direction}>
        ${this.#content()}
      </section>`
    }
    const isLayer = this.#mode === 'layer'
    const closing = this.open.value ? '' : ' closing'
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
    const { value } = this.view
    const view = this.#effects?.headOf(value) ?? value
    const route = routeOf(core, view)
    const t = this.t.bind(this)
    const shown = this.outlet?.current
    const own = shown && 'dialogTitle' in shown && this.outlet?.isShowing(view) ? (shown as WmView).dialogTitle : undefined
    // Until the words of another screen are here, the name is the first screen's: a dialog is never without one.
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

/** jsdom knows a dialog's attribute, and none of its methods. */
function shut(card: HTMLDialogElement) {
  card.close?.()
  card.open = false
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-dialog': WmDialog
  }
}
