// Shows the view that the router is at: fetches its code, keeps its faults to itself, and tells the dialog when there is something to look at.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { createConsent } from '../../state/consent.js'
import { createRouter } from '../../state/router.js'
import type { View } from '../../view.js'
import { register } from '../lib/define.js'
import { WmTextElement, type WmView, type WmViewFailedEvent } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import { WmViewShownEvent } from '../lib/view-shown.js'
import { viewStyles } from '../styles/view.js'
import '../views/connect-view.js' // the first view comes with the dialog
import { type Route, routeOf } from '../routes.js'

/** A chunk that is there in less than this does not flash a placeholder. */
const PLACEHOLDER_DELAY_MS = 100

/** What the outlet needs of a view's element. */
type ViewElement = HTMLElement & Pick<WmView, 'view' | 'core' | 'hasUpdated' | 'updateComplete'>

/** How a view gives way to the next. */
export interface Leaving {
  /** Resolves when it has faded. */
  readonly faded: Promise<void>
  readonly isBack: boolean
  /** The `data-key` of the row that once led away from the next view. */
  readonly key: string | undefined
}

/** @summary The place of the views in the modal. */
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

  private readonly wanted = this.watch((core) => core.use(createRouter).$view)

  /** Another view is wanted than the present one. Written by the dialog's effects, which bring movement and remember the way. */
  leave: ((present: View | undefined, next: View, element: HTMLElement | undefined) => Leaving) | undefined

  declare protected phase: 'quiet' | 'slow' | 'shown' | 'failed'
  #view: View | undefined
  #element: ViewElement | undefined

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
    return this.#element?.view === view
  }

  /** Whether there is anything to look at: a view, a placeholder or an error. */
  get isSettled(): boolean {
    return this.#element?.hasUpdated ?? this.phase !== 'quiet'
  }

  protected override willUpdate() {
    const view = this.wanted.value
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
      await leaving?.faded // nothing is put over what still fades, or shows how it ended
      if (isWaiting) this.#settle('slow')
    }, PLACEHOLDER_DELAY_MS)
    try {
      if (!views.find(view)) {
        this.use(createMessages)
          .load('shell')
          .catch(() => undefined) // asked for again below
        await views.load()
        // Only now is it known whether the view connects, and consent comes first.
        const admitted = this.use(createConsent).admit(view)
        if (admitted !== view && !isStale()) return this.use(createRouter).reset(admitted)
      }
      route = routeOf(this.core, view)
      // The first screen is here already, with its words; every other one brings its own.
      if (route.load) await Promise.all([route.load(), this.use(createMessages).load('shell', ...(route.words ?? []))])
    } catch (error) {
      if (!isStale()) this.#fail(view, error)
      return
    } finally {
      isWaiting = false
    }
    await leaving?.faded
    if (isStale()) return
    const way = leaving?.isBack ? 'back' : this.#element && 'forward'
    const element = document.createElement(route.tag) as ViewElement // the route's own module has just defined it
    element.view = view
    element.core = this.core
    this.#element = element
    this.#settle('shown')
    this.requestUpdate()
    await this.updateComplete
    await element.updateComplete
    if (!isStale() && this.phase === 'shown') this.dispatchEvent(new WmViewShownEvent(route, way, leaving?.key))
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
      // Drawn with what is here for certain: what could not be fetched may be the network itself.
      return html`<div class="center failed">
        <p>${this.t('shell.viewFailed')}</p>
        <p class="hint">${this.t('shell.viewFailedHint')}</p>
        <button type="button" class="wide" @click=${() => this.#show(view)}>${this.t('common.retry')}</button>
      </div>`
    }
    if (this.#element && this.phase === 'shown')
      return html`<div @wm-view-failed=${(event: WmViewFailedEvent) => this.#fail(view, event.error)}>${this.#element}</div>`
    const title = routeOf(this.core, view).title((key, params) => this.t(key, params), view)
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
