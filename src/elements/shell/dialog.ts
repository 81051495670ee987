// The card and its dialog: opens and closes with the modal's state, keeps focus where the visitor is, and gives the page back as it was.
import { html, nothing, type TemplateResult } from 'lit'
import { createModal } from '../../state/modal.js'
import { createRouter } from '../../state/router.js'
import { register } from '../lib/define.js'
import { directionOf } from '../lib/direction.js'
import { WmTextElement, type WmView } from '../lib/element.js'
import { deepActiveElement, type FocusNote, hasFocus } from '../lib/focus-note.js'
import { createMessages } from '../lib/localize.js'
import { routeOf } from '../routes.js'
import { type } from '../styles/root.js'
import { dialogStyles } from './dialog-styles.js'
import { header, headerStyles } from './header.js'
import type * as Later from './later.js'
import './outlet.js'
import type { WmViewShownEvent } from './outlet.js'

/** jsdom knows a dialog's attribute, and none of its methods. */
const shut = (card: HTMLDialogElement) => {
  card.close?.()
  card.open = false
}

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
  static override properties = { opener: { attribute: false }, present: { state: true } }

  private readonly open = this.watch((core) => core.use(createModal).$open)
  private readonly view = this.watch((core) => core.use(createRouter).$view)
  private readonly language = this.watch((core) => core.use(createMessages).$language)

  /** Where focus was before the modal opened; it goes back there. */
  declare opener: FocusNote | undefined
  /** The content is there while the modal is open, and until its closing has been seen. */
  declare private present: boolean
  /** Opened by us; what the platform closes since is not opened again. */
  #isIn = false
  #openedAt = 0
  /** The view of the last click. */
  #clickedIn: HTMLElement | undefined
  /** A view has been shown since. */
  #isShown = false
  #whenShown: (() => void)[] = []
  #loading: Promise<typeof Later | undefined> | undefined
  #later: typeof Later | undefined
  #attendant: Later.Attendant | undefined

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
   * The `data-key` of what is pressed, through shadow roots: Back returns to it. The second click of a double click counts only in the view
   * that had the first one: it was not meant for what has come under the pointer since.
   */
  readonly #press = (event: MouseEvent) => {
    const { outlet } = this
    if (event.detail > 1 && this.#clickedIn !== outlet?.current) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    this.#clickedIn = outlet?.current
    const pressed = event.composedPath().find((target) => target instanceof HTMLElement && target.dataset['key'] !== undefined)
    if (outlet && pressed) outlet.pressed = (pressed as HTMLElement).dataset['key'] // asked for one line above
  }

  /** Resolves when a view is in place, or at once when the modal is closed. */
  async shown(): Promise<void> {
    await this.updateComplete
    if (!this.open.value || this.#isShown) return
    await new Promise<void>((resolve) => this.#whenShown.push(resolve))
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    // Leaving the document takes a dialog out of the top layer without closing it; it is opened again when it arrives.
    if (this.card instanceof HTMLDialogElement && this.card.open) shut(this.card)
    this.#leave()
  }

  override connectedCallback() {
    super.connectedCallback()
    this.requestUpdate()
  }

  protected override willUpdate() {
    if (this.open.value && !this.present) {
      this.present = true
      this.#openedAt = this.core.deps.now()
    }
  }

  protected override updated() {
    if (this.open.value) this.#enterOnce()
    else if (this.present) void this.#exit()
    this.#attendant?.attend()
  }

  /** Not before there is something to see: an empty card would flash, and jump. */
  readonly #enterOnce = () => {
    const { card } = this
    if (card instanceof HTMLDialogElement && !this.#isIn && !card.open && this.outlet?.isSettled) this.#enter(card)
  }

  /** What is not needed before the visitor can act. Undefined: it could not be had; the dialog works without, and asks again. */
  async #attend(): Promise<typeof Later | undefined> {
    try {
      const later = (this.#later = await import('./later.js'))
      if (this.hasCore && this.renderRoot instanceof ShadowRoot)
        this.#attendant ??= later.createAttendant(this.core, this.renderRoot, this.#openedAt)
      return later
    } catch (error) {
      this.#loading = undefined
      this.core.deps.log.error('a part of the dialog did not load', error)
      return undefined
    }
  }

  #enter(card: HTMLDialogElement) {
    this.#isIn = true
    this.#clickedIn = undefined
    card.classList.add('entering')
    card.onanimationend = () => card.classList.remove('entering') // else turning a phone would show it again
    // The platform looks for this when it opens a dialog; else the first button would have focus for a moment, and be said.
    card.querySelector('h2')?.setAttribute('autofocus', '')
    if (this.#mode === 'layer') {
      card.show?.()
      window.addEventListener('keydown', this.#escape)
    } else card.showModal?.()
    card.open = true // jsdom knows the attribute, and none of the methods
  }

  async #exit() {
    await this.updateComplete
    const { card } = this
    if (card instanceof HTMLDialogElement && card.open) {
      await this.#loading
      if (await this.#attendant?.farewell()) return // opened again meanwhile
      const leaving = card.getAnimations?.().filter((animation) => 'transitionProperty' in animation) ?? []
      await Promise.allSettled(leaving.map(({ finished }) => finished))
      if (this.open.value || !globalThis.window) return // opened again while it closed, or the page itself has gone
      shut(card)
    }
    this.present = false
    this.#leave()
    if (this.opener) this.#giveBack(this.opener)
    this.#tellShown()
  }

  /** Focus goes to who had it, or to what stands in its place now. */
  #giveBack(note: FocusNote) {
    if (note.opener instanceof HTMLElement) note.opener.focus({ preventScroll: true })
    void (this.#loading ??= this.#attend()).then((later) => later?.restoreFocus(note))
  }

  #leave() {
    this.#isIn = this.#isShown = false
    window.removeEventListener('keydown', this.#escape)
    this.#attendant?.forget()
  }

  #tellShown() {
    for (const tell of this.#whenShown.splice(0)) tell()
  }

  readonly #escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    event.preventDefault() // else the browser closes it whatever the state says
    event.stopPropagation()
    if (!event.repeat) this.#requestClose()
  }

  #requestClose() {
    this.use(createModal).close()
  }

  /** The platform's own ways to close (the back gesture of a phone) ask the state first. */
  #cancelled(event: Event) {
    if (event.target !== this.card) return
    event.preventDefault()
    this.#requestClose()
  }

  /** Closed over our head: then the state follows, or the dialog stays. */
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
    this.#isShown = true
    this.requestUpdate() // the view may know a better heading than its route
    this.#enterOnce()
    this.#attendant?.shown(event)
    // A card in the page takes focus only when it was in the card.
    const keepsFocus = this.#mode === 'inline' && !hasFocus(this) && !this.renderRoot.contains(deepActiveElement())
    if (!keepsFocus) this.#focus(event)
    this.#tellShown()
    this.#loading ??= this.#attend()
    // What can be said on any screen from here on.
    this.use(createMessages)
      .load('shell')
      .catch(() => undefined) // logged, and asked for again by whoever needs them
  }

  /** To the row that led away, to the view's field, or to the heading. */
  #focus(event: WmViewShownEvent) {
    const plan = () => this.#later?.focusPlan(this.renderRoot, this.outlet?.current, event)
    if (this.#later) return plan()
    this.#focusTitle()
    if (event.key !== undefined || event.route.focus) void (this.#loading ??= this.#attend()).then(plan)
  }

  /** The view goes, and with it who had focus; its successor is not there yet. A card in the page keeps focus only if it was there. */
  #slow() {
    if (!this.open.value) return
    this.#enterOnce()
    this.#attendant?.shown()
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
        @keydown=${this.#escape}
        @cancel=${this.#cancelled}
        @close=${this.#closed}
      >
        ${this.#content()}
      </dialog>`
  }

  #content(): TemplateResult {
    const { core } = this
    const { value } = this.view
    const view = this.#attendant?.headOf(value) ?? value
    const route = routeOf(core, view)
    const t = this.t.bind(this)
    const shown = this.outlet?.current
    const own = shown && 'dialogTitle' in shown && this.outlet?.isShowing(view) ? (shown as WmView).dialogTitle : undefined
    const heading = own ?? route.title(t, view)
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

declare global {
  interface HTMLElementTagNameMap {
    'wm-dialog': WmDialog
  }
}
