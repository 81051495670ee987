// The card and its dialog: opens and closes with the modal's state, keeps focus where the visitor is, and gives the page back as it was.
import { ContextProvider } from '@lit/context'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { property, query, state } from 'lit/decorators.js'
import { HEIGHT_ANIMATION_MS } from '../../constants.js'
import { createAlerts } from '../../state/alerts.js'
import { createModal } from '../../state/modal.js'
import { createNotices } from '../../state/notices.js'
import { createRouter } from '../../state/router.js'
import type { Core } from '../../state/core.js'
import { coreContext } from '../lib/context.js'
import { define } from '../lib/define.js'
import { directionOf } from '../lib/direction.js'
import { WmTextElement, type WmView } from '../lib/element.js'
import { deepActiveElement, type FocusNote } from '../lib/focus-note.js'
import { createMessages } from '../lib/localize.js'
import { animate } from '../styles/motion.js'
import { type } from '../styles/root.js'
import { dialogStyles } from './dialog-styles.js'
import { focusPlan, keyOf, restoreFocus } from './focus-plan.js'
import './header.js'
import './live-regions.js'
import './outlet.js'
import type { WmViewShownEvent } from './outlet.js'
import { resolveView } from './resolve-view.js'
import { lockScroll, unlockScroll } from './scroll-lock.js'

const OPEN_MS = 180
const CLOSE_MS = 120

/**
 * @summary The dialog of a modal: native and modal, native over a living page, or a card in the page.
 * @slot frame - The embedded wallet's own frame.
 * @csspart dialog - The card.
 * @csspart title - The heading.
 * @csspart body - What scrolls.
 */
@define('wm-dialog')
export class WmDialog extends WmTextElement {
  static override styles = [type, dialogStyles]

  private readonly open = this.watch((core) => core.use(createModal).$open)
  private readonly shaking = this.watch((core) => core.use(createModal).$shaking)
  private readonly view = this.watch((core) => core.use(createRouter).$view)
  private readonly alert = this.watch((core) => core.use(createAlerts).$alert)
  private readonly notice = this.watch((core) => core.use(createNotices).$notice)
  private readonly language = this.watch((core) => core.use(createMessages).$language)

  @query('.card') private accessor card!: HTMLElement | null
  @query('wm-outlet') private accessor outlet!: HTMLElementTagNameMap['wm-outlet'] | null

  /** Where focus was before the modal opened; it goes back there. */
  @property({ attribute: false }) accessor opener: FocusNote | undefined
  readonly #provider = new ContextProvider(this, { context: coreContext })

  /** The content is there while the modal is open, and until its closing has been seen. */
  @state() private accessor present = false
  #pressedOutside = false
  /** Opened by us; what the platform closes since is not opened again. */
  #isIn = false
  #height = 0
  #whenShown: (() => void)[] = []

  protected override provide(core: Core | undefined) {
    super.provide(core)
    if (core !== undefined) this.#provider.setValue(core)
  }

  get #mode() {
    return this.core.config.dialog
  }

  constructor() {
    super()
    // In the capture phase, because the click itself may already navigate.
    this.addEventListener('click', this.#press, { capture: true })
    this.addEventListener('pointerdown', this.#down)
    this.addEventListener('click', this.#clicked)
  }

  readonly #press = (event: Event) => {
    const key = keyOf(event)
    if (this.outlet && key !== undefined) this.outlet.pressed = key
  }

  /** Resolves when a view is in place, or at once when the modal is closed. */
  async shown(): Promise<void> {
    await this.updateComplete
    if (!this.open.value || this.outlet?.current) return
    await new Promise<void>((resolve) => this.#whenShown.push(resolve))
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    // Leaving the document takes a dialog out of the top layer without closing it; it is opened again when it arrives.
    if (this.card instanceof HTMLDialogElement && this.card.open) this.card.close()
    this.#leave()
  }

  override connectedCallback() {
    super.connectedCallback()
    this.requestUpdate()
  }

  protected override willUpdate(_changed: PropertyValues) {
    if (this.open.value) this.present = true
    this.#fetchPieces()
  }

  protected override updated(_changed: PropertyValues) {
    if (this.open.value) this.#enterOnce()
    else if (this.present) void this.#exit()
    if (this.outlet?.current) this.#animateHeight()
  }

  /** Not before there is something to see: an empty card would flash, and jump. */
  readonly #enterOnce = () => {
    const { card } = this
    if (card instanceof HTMLDialogElement && !this.#isIn && !card.open && this.outlet?.isSettled) this.#enter(card)
  }

  /** What most visits never show is fetched when there is something to show. Elements upgrade where they stand. */
  #fetchPieces() {
    const { name } = resolveView(this.view.value).view
    const { termsUrl, privacyUrl, features } = this.core.config
    const consents =
      (name === 'Connect' || name === 'ConnectWallets') && (termsUrl ?? privacyUrl) !== undefined && !features.legalCheckbox
    const missing = (error: unknown) => this.core.deps.log.error('a piece of the dialog did not load', error)
    if (this.alert.value) Promise.all([import('./alert-bar.js'), this.use(createMessages).load('all')]).catch(missing)
    if (this.notice.value) Promise.all([import('./notices.js'), this.use(createMessages).load('all')]).catch(missing)
    if (consents || name === 'Networks') import('./footer.js').catch(missing)
  }

  #enter(card: HTMLDialogElement) {
    this.#isIn = true
    // The platform looks for this when it opens a dialog; else the first button would have focus for a moment, and be said.
    card.querySelector('h2')?.setAttribute('autofocus', '')
    if (this.#mode === 'layer') {
      card.show()
      window.addEventListener('keydown', this.#escape)
    } else card.showModal()
    lockScroll(this)
    const isSheet = matchMedia('(max-width: 480px)').matches
    const from = isSheet ? { transform: 'translateY(2em)', opacity: 0 } : { transform: 'scale(.97)', opacity: 0 }
    void animate(card, [from, { transform: 'none', opacity: 1 }], OPEN_MS)
  }

  async #exit() {
    await this.updateComplete
    const { card } = this
    if (card instanceof HTMLDialogElement && card.open) {
      await animate(card, [{ opacity: 1 }, { opacity: 0 }], CLOSE_MS)
      if (this.open.value) return // opened again while it closed
      card.close()
    }
    this.present = false
    this.#leave()
    if (this.opener) restoreFocus(this.opener)
    this.#tellShown()
  }

  #leave() {
    this.#isIn = false
    window.removeEventListener('keydown', this.#escape)
    unlockScroll(this)
    this.#height = 0
  }

  #tellShown() {
    for (const tell of this.#whenShown.splice(0)) tell()
  }

  /** From the height before to the height after a view change. */
  #animateHeight(from = this.#height) {
    const { card } = this
    const to = card?.offsetHeight ?? 0
    this.#height = to
    if (card === null || from === 0 || to === 0 || Math.abs(from - to) < 2 || this.#mode === 'inline') return
    void animate(card, [{ blockSize: `${from}px` }, { blockSize: `${to}px` }], HEIGHT_ANIMATION_MS)
    const body = card.querySelector('.body')
    if (body) void animate(body, [{ overflowY: 'hidden' }, { overflowY: 'hidden' }], HEIGHT_ANIMATION_MS)
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
    if (!this.use(createModal).close()) this.requestUpdate()
  }

  /** On the backdrop: our own, or the platform's, which is the dialog itself outside of its box. */
  #isOutside(event: MouseEvent) {
    const [target] = event.composedPath()
    if (target !== this.card) return target instanceof Element && target.className === 'backdrop'
    const box = this.card?.getBoundingClientRect()
    const { clientX: x, clientY: y } = event
    return box !== undefined && (x < box.left || x > box.right || y < box.top || y > box.bottom)
  }

  /** Down and up must both be outside: a drag that began as a text selection closes nothing. */
  readonly #down = (event: PointerEvent) => {
    this.#pressedOutside = this.#isOutside(event)
  }

  readonly #clicked = (event: MouseEvent) => {
    const outside = this.#pressedOutside && this.#isOutside(event)
    this.#pressedOutside = false
    if (outside) this.#requestClose()
  }

  #shown(event: WmViewShownEvent) {
    if (!this.open.value) return
    this.requestUpdate() // the view may know a better heading than its route
    this.#enterOnce()
    this.#animateHeight()
    this.#tellShown()
    // What can be said from here on needs all the words.
    this.use(createMessages)
      .load('all')
      .catch(() => undefined) // logged, and asked for again by whoever needs them
    // A card in the page takes focus only when it was in the card.
    if (this.#mode === 'inline' && !this.matches(':focus-within') && !this.renderRoot.contains(deepActiveElement())) return
    focusPlan(this.renderRoot, this.outlet?.current, event)
  }

  /** The view that had focus is gone, and its successor is not there yet. */
  #slow() {
    if (!this.open.value) return
    this.#enterOnce()
    if (!this.matches(':focus-within')) this.#focusTitle()
  }

  #focusTitle() {
    this.renderRoot.querySelector('h2')?.focus({ preventScroll: true })
  }

  protected override render() {
    if (!this.present) return nothing
    const language = this.language.value
    const direction = directionOf(language)
    const shaking = this.shaking.value ? ' shaking' : ''
    if (this.#mode === 'inline') {
      return html`<section
        part="dialog"
        class="root card inline${shaking}"
        aria-labelledby="title"
        lang=${language}
        dir=${direction}
        @wm-view-shown=${this.#shown}
        @wm-view-slow=${this.#slow}
        @wm-focus-lost=${this.#focusTitle}
      >
        ${this.#content()}
      </section>`
    }
    const isLayer = this.#mode === 'layer'
    return html`${isLayer && this.open.value ? html`<div class="backdrop"></div>` : nothing}
      <dialog
        part="dialog"
        class="root card sheet${isLayer ? ' layer' : ''}${shaking}"
        aria-labelledby="title"
        lang=${language}
        dir=${direction}
        @keydown=${this.#escape}
        @cancel=${this.#cancelled}
        @close=${this.#closed}
        @wm-view-shown=${this.#shown}
        @wm-view-slow=${this.#slow}
        @wm-focus-lost=${this.#focusTitle}
      >
        ${this.#content()}
      </dialog>`
  }

  #content(): TemplateResult {
    const { view, route } = resolveView(this.view.value)
    const shown = this.outlet?.current
    const own = shown && 'dialogTitle' in shown && this.outlet?.isShowing(view) ? (shown as WmView).dialogTitle : undefined
    const heading = own ?? route.title((key, params) => this.t(key, params), view, this.core)
    return html`<wm-header
        exportparts="header, close, network"
        .heading=${heading}
        .left=${route.left}
        .closable=${this.#mode !== 'inline'}
      >
        <h2 id="title" part="title" tabindex="-1">${heading}</h2>
      </wm-header>
      <wm-alert-bar></wm-alert-bar>
      <div class="body" part="body">
        <wm-outlet></wm-outlet>
        <wm-footer exportparts="footer"></wm-footer>
      </div>
      <slot name="frame"></slot>
      <wm-notices exportparts="notice"></wm-notices>
      <wm-live-regions></wm-live-regions>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-dialog': WmDialog
  }
}
