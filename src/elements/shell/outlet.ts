// Shows the view of the router: imports its module and texts, and tells the dialog when the view is shown, or a placeholder or failure in its place.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { createConsent } from '../../state/interface/consent.js'
import { createRouter } from '../../state/interface/router.js'
import type { View } from '../../vocabulary/view.js'
import { register } from '../lib/define.js'
import { WmTextElement, type WmView, type WmViewFailedEvent } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import { WmViewShownEvent } from '../lib/view-shown.js'
import { viewStyles } from '../styles/view.js'
import '../views/connect/connect-view.js' // the first view is in the chunk of the dialog
import { type Route, routeOf } from '../routes.js'

/** A view that loads within this time shows no placeholder, ms. */
const PLACEHOLDER_DELAY_MS = 100

/** The members of a view's element that the outlet uses. */
type ViewElement = HTMLElement &
  Pick<WmView, 'view' | 'core' | 'hasUpdated' | 'updateComplete'> &
  Partial<Pick<WmView, 'dialogTitle' | 'farewell'>>

/** How the present view is replaced by the next. */
export interface Leaving {
  /** Resolves when the present view has faded out. */
  readonly faded: Promise<void>
  readonly isBack: boolean
  /** The `data-key` of the row that once led away from the next view. */
  readonly key: string | undefined
}

/**
 * @summary Holds the element of the present view.
 * @event {WmViewShownEvent} wm-view-shown - A view, or the failure in its place, has rendered.
 * @event {Event} wm-view-slow - The next view is still loading and a placeholder is shown.
 */
export class WmOutlet extends WmTextElement {
  static override properties: PropertyDeclarations = { phase: { state: true } }
  static override styles = [
    viewStyles,
    css`
      :host {
        padding: 0;
      }
      wm-skeleton,
      .center {
        padding: 0.25em 1em 1em;
      }
    `,
  ]

  readonly #wanted = this.watch((core) => core.use(createRouter).$view)

  /** Called when the router has another view. Set by the dialog's effects, which animate the change and know whether it goes back. */
  leave: ((present: View | undefined, next: View, element: HTMLElement | undefined) => Leaving) | undefined

  declare protected phase: 'quiet' | 'slow' | 'shown' | 'failed'
  #view: View | undefined
  #element: ViewElement | undefined

  constructor() {
    super()
    this.phase = 'quiet'
  }

  /** The element of the present view; undefined while a placeholder or a failure is shown. */
  get current(): ViewElement | undefined {
    return this.#element
  }

  /** Whether anything is shown: a view, a placeholder or a failure. */
  get isSettled(): boolean {
    return this.#element?.hasUpdated ?? this.phase !== 'quiet'
  }

  protected override willUpdate() {
    const view = this.#wanted.value
    if (view !== this.#view) void this.#show(view)
  }

  async #show(view: View) {
    const { views } = this.core.deps
    const leaving = this.leave?.(this.#view, view, this.#element)
    this.#view = view
    const isStale = () => this.#view !== view || !this.isConnected
    let isWaiting = true
    let route: Route
    setTimeout(async () => {
      await leaving?.faded // no placeholder over a view that still fades or shows how it ended
      if (isWaiting && !isStale()) this.#settle('slow')
    }, PLACEHOLDER_DELAY_MS)
    try {
      if (!views.find(view)) {
        this.use(createMessages)
          .load('shell')
          .catch(() => undefined) // loaded again below
        await views.load()
        // The row says whether the view connects; without consent, a view that connects is not shown.
        const admitted = this.use(createConsent).admit(view)
        if (admitted !== view && !isStale()) return this.use(createRouter).reset(admitted)
      }
      route = routeOf(this.core, view)
      // Connect is loaded already, with its texts; every other view loads its own.
      if (route.load)
        await Promise.all([route.load(this.core, view), this.use(createMessages).load('shell', ...(route.words ?? []))])
    } catch (error) {
      if (!isStale()) this.#fail(view, error)
      return
    } finally {
      isWaiting = false
    }
    await leaving?.faded
    if (isStale()) return
    const direction = leaving?.isBack ? 'back' : this.#element && 'forward'
    const element = document.createElement(route.tag) as ViewElement // the module of the route defines the tag
    element.view = view
    element.core = this.core
    this.#element = element
    this.#settle('shown')
    this.requestUpdate()
    await this.updateComplete
    await element.updateComplete
    if (!isStale() && this.phase === 'shown') this.dispatchEvent(new WmViewShownEvent(route, direction, leaving?.key))
  }

  #settle(phase: 'slow' | 'shown' | 'failed') {
    this.phase = phase
    if (phase === 'shown') return
    this.#element = undefined
    if (phase === 'slow') this.dispatchEvent(new Event('wm-view-slow', { bubbles: true, composed: true }))
  }

  #fail(view: View, error: unknown) {
    this.core.deps.log.error(`the view ${view.name} could not be shown`, error)
    this.#settle('failed')
    void this.updateComplete.then(() => this.dispatchEvent(new WmViewShownEvent(routeOf(this.core, view))))
  }

  protected override render() {
    const view = this.#view
    if (!view) return nothing
    if (this.phase === 'failed') {
      // Plain elements only: the network may be down, so that no other module can be loaded.
      return html`<div class="center failed">
        <p>${this.t('shell.viewFailed')}</p>
        <p class="hint">${this.t('shell.viewFailedHint')}</p>
        <button type="button" class="wide" @click=${() => this.#show(view)}>${this.t('common.retry')}</button>
      </div>`
    }
    if (this.#element && this.phase === 'shown')
      return html`<div @wm-view-failed=${(event: WmViewFailedEvent) => this.#fail(view, event.error)}>${this.#element}</div>`
    const title = routeOf(this.core, view).title(this.t, view)
    return html`<div aria-busy="true">
      <span class="visually-hidden">${this.t('shell.viewLoading', { title })}</span>
      ${this.phase === 'slow' ? html`<wm-skeleton .rows=${4}></wm-skeleton>` : nothing}
    </div>`
  }
}
register('wm-outlet', WmOutlet)

declare global {
  interface HTMLElementTagNameMap {
    'wm-outlet': WmOutlet
  }
}
