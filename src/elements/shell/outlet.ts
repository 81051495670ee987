// Shows the view that the router is at: fetches its code, keeps its faults to itself, and tells the dialog when there is something to look at.
import { css, html, nothing, type PropertyValues } from 'lit'
import { VIEW_TRANSITION_MS } from '../../constants.js'
import { createRouter } from '../../state/router.js'
import type { View } from '../../view.js'
import { register } from '../lib/define.js'
import { WmTextElement, type WmView, type WmViewFailedEvent } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import { animate } from '../styles/motion.js'
import '../views/connect-view.js' // the first view comes with the dialog
import type { Route } from '../views/index.js'
import { resolveView } from './resolve-view.js'

/** A chunk that is there in less than this does not flash a placeholder. */
const PLACEHOLDER_DELAY_MS = 100

/** Another view is in place, or what stands for it. */
export class WmViewShownEvent extends Event {
  readonly route: Route
  /** The row that led away from this view, when the visitor came back to it. */
  readonly key: string | undefined
  constructor(route: Route, key: string | undefined) {
    super('wm-view-shown', { bubbles: true, composed: true })
    this.route = route
    this.key = key
  }
}

/** What the outlet needs of a view's element. */
type ViewElement = HTMLElement & Pick<WmView, 'view' | 'core' | 'updateComplete'>

/** @summary The place of the views in the modal. */
export class WmOutlet extends WmTextElement {
  static override properties = { phase: { state: true } }
  static override styles = css`
    wm-skeleton {
      padding: 0.25em 1em 1em;
    }
    .failed {
      display: grid;
      gap: 0.75em;
      padding: 1em 1.5em 2em;
      text-align: center;
    }
    button {
      min-block-size: 2.875em;
      border-radius: var(--_wm-radius-control);
      background: var(--_wm-accent);
      color: var(--_wm-on-accent);
      font-weight: 600;
      text-align: center;
    }
    p {
      margin: 0;
    }
    p + p {
      color: var(--_wm-text-2);
      font-size: 0.875em;
    }
  `

  private readonly wanted = this.watch((core) => core.use(createRouter).$view)
  private readonly history = this.watch((core) => core.use(createRouter).$history)

  /** The `data-key` of what was pressed last in this view; written by the dialog, because the header is outside. */
  pressed: string | undefined

  declare protected phase: 'quiet' | 'slow' | 'shown' | 'failed'
  #view: View | undefined
  #element: ViewElement | undefined
  #past: readonly View[] = []
  readonly #keys = new WeakMap<View, string>()

  constructor() {
    super()
    this.phase = 'quiet'
  }

  /** The view's element; undefined while another is being fetched. */
  get current(): HTMLElement | undefined {
    return this.#element
  }

  /** Whether the view's element is in place, and is that of `view`. */
  isShowing(view: View): boolean {
    return this.#element !== undefined && this.#view === view
  }

  /** Whether there is anything to look at: a view, a placeholder or an error. */
  get isSettled(): boolean {
    return this.phase !== 'quiet'
  }

  protected override willUpdate(_changed: PropertyValues) {
    const { view } = resolveView(this.wanted.value)
    if (view !== this.#view) void this.#show(view)
  }

  async #show(view: View, again = false) {
    const { route } = resolveView(view)
    const key = this.#leave(view)
    this.#view = view
    const isStale = () => this.#view !== view || !this.isConnected
    const slow = setTimeout(() => this.#settle('slow'), PLACEHOLDER_DELAY_MS)
    try {
      // The first screen's texts are here already; every other screen waits for all.
      await Promise.all([route.load(), view.name === 'Connect' ? undefined : this.use(createMessages).load('all')])
    } catch (error) {
      if (!isStale()) this.#fail(route, error)
      return
    } finally {
      clearTimeout(slow)
    }
    if (isStale()) return
    const forward = !again && this.#element !== undefined && key === undefined
    const element = document.createElement(route.tag) as ViewElement // the route's own module has just defined it
    element.view = view
    element.core = this.core
    this.#element = element
    this.#settle('shown')
    this.requestUpdate()
    await this.updateComplete
    await element.updateComplete
    if (isStale() || this.phase !== 'shown') return
    this.dispatchEvent(new WmViewShownEvent(route, key))
    if (forward || key !== undefined) this.#slide(element, forward)
  }

  /** Notes which row leads away from the present view; gives the one that led away from `next`, if this is the way back. */
  #leave(next: View): string | undefined {
    const past = this.#past
    this.#past = this.history.value
    const isBack = past.length > this.#past.length && past.includes(next)
    if (this.#view !== undefined && this.pressed !== undefined && !isBack) this.#keys.set(this.#view, this.pressed)
    this.pressed = undefined
    return isBack ? this.#keys.get(next) : undefined
  }

  #settle(phase: 'slow' | 'shown' | 'failed') {
    this.phase = phase
    if (phase !== 'slow') return
    this.#element = undefined
    import('../primitives/skeleton.js').catch(() => undefined) // the words are there without it
    this.dispatchEvent(new Event('wm-view-slow', { bubbles: true, composed: true }))
  }

  #fail(route: Route, error: unknown) {
    this.core.deps.log.error(`the view ${this.#view?.name ?? ''} could not be shown`, error)
    this.#element = undefined
    this.#settle('failed')
    void this.updateComplete.then(() => this.dispatchEvent(new WmViewShownEvent(route, undefined)))
  }

  #slide(element: Element, forward: boolean) {
    const sign = forward === this.matches(':dir(ltr)') ? 1 : -1
    void animate(
      element,
      [
        { opacity: 0, transform: `translateX(${sign * 10}px)` },
        { opacity: 1, transform: 'none' },
      ],
      VIEW_TRANSITION_MS,
    )
  }

  protected override render() {
    const view = this.#view
    const title = view === undefined ? '' : resolveView(view).route.title((key, params) => this.t(key, params), view, this.core)
    if (this.phase === 'failed') {
      // Drawn with what is here for certain: what could not be fetched may be the network itself.
      return html`<div class="failed">
        <p>${this.t('shell.viewFailed')}</p>
        <p>${this.t('shell.viewFailedHint')}</p>
        <button type="button" @click=${() => view !== undefined && this.#show(view, true)}>${this.t('common.retry')}</button>
      </div>`
    }
    if (this.phase === 'slow' || this.#element === undefined) {
      return html`<div aria-busy="true">
        <span class="visually-hidden">${this.t('shell.viewLoading', { title })}</span>
        ${this.phase === 'slow' ? html`<wm-skeleton .rows=${4}></wm-skeleton>` : nothing}
      </div>`
    }
    return html`<div
      @wm-view-failed=${(event: WmViewFailedEvent) => view !== undefined && this.#fail(resolveView(view).route, event.error)}
    >
      ${this.#element}
    </div>`
  }
}

register('wm-outlet', WmOutlet)

declare global {
  interface HTMLElementTagNameMap {
    'wm-outlet': WmOutlet
  }
  interface HTMLElementEventMap {
    'wm-view-shown': WmViewShownEvent
  }
}
