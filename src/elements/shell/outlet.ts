// Shows the view that the router is at: fetches its code, keeps its faults to itself, and tells the dialog when there is something to look at.
import { css, html, nothing, type PropertyValues } from 'lit'
import { createConsent } from '../../state/consent.js'
import { createRouter } from '../../state/router.js'
import type { View } from '../../view.js'
import { register } from '../lib/define.js'
import { WmTextElement, type WmView, type WmViewFailedEvent } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import '../views/connect-view.js' // the first view comes with the dialog
import { type Route, routeOf } from '../routes.js'

/** A chunk that is there in less than this does not flash a placeholder. */
const PLACEHOLDER_DELAY_MS = 100

/** Another view is in place, or what stands for it. */
export class WmViewShownEvent extends Event {
  readonly route: Route
  /** From which side it came; undefined: nothing stood here before. */
  readonly way: Way
  /** The row that led away from this view, when the visitor came back to it. */
  readonly key: string | undefined
  constructor(route: Route, way: Way, key?: string) {
    super('wm-view-shown', { bubbles: true, composed: true })
    this.route = route
    this.way = way
    this.key = key
  }
}

type Way = 'forward' | 'back' | undefined

/** What the outlet needs of a view's element. */
type ViewElement = HTMLElement & Pick<WmView, 'view' | 'core' | 'hasUpdated' | 'updateComplete'>

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
  /** Another view is wanted: resolves when the present one has faded. Written by what brings movement (`later.ts`). */
  fade: ((view: View | undefined, element: HTMLElement | undefined) => Promise<void>) | undefined

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
    return this.#element?.view === view
  }

  /** Whether there is anything to look at: a view, a placeholder or an error. */
  get isSettled(): boolean {
    return this.#element?.hasUpdated ?? this.phase !== 'quiet'
  }

  protected override willUpdate(_changed: PropertyValues) {
    const view = this.wanted.value
    if (view !== this.#view) void this.#show(view)
  }

  async #show(view: View) {
    const { views } = this.core.deps
    const faded = this.fade?.(this.#view, this.#element)
    const [isBack, key] = this.#leave(view)
    this.#view = view
    const isStale = () => this.#view !== view || !this.isConnected
    let isWaiting = true
    let route: Route
    setTimeout(async () => {
      await faded // nothing is put over what still fades, or shows how it ended
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
      if (route.left === 'network') import('./network-chip.js').catch(() => undefined) // the view leads to the networks, too
      // The first screen is here already, with its words; every other one brings its own.
      if (route.load) await Promise.all([route.load(), this.use(createMessages).load('shell', ...(route.words ?? []))])
    } catch (error) {
      if (!isStale()) this.#fail(view, error)
      return
    } finally {
      isWaiting = false
    }
    await faded
    if (isStale()) return
    const way = isBack ? 'back' : this.#element && 'forward'
    const element = document.createElement(route.tag) as ViewElement // the route's own module has just defined it
    element.view = view
    element.core = this.core
    this.#element = element
    this.#settle('shown')
    this.requestUpdate()
    await this.updateComplete
    await element.updateComplete
    if (isStale() || this.phase !== 'shown') return
    this.dispatchEvent(new WmViewShownEvent(route, way, key))
  }

  /** Notes which row leads away from the present view. Tells whether `next` is the way back, and the row that led away from it. */
  #leave(next: View): [isBack: boolean, key: string | undefined] {
    const past = this.#past
    this.#past = this.history.value
    const isBack = past.length > this.#past.length && past.includes(next)
    if (this.#view !== undefined && this.pressed !== undefined && !isBack) this.#keys.set(this.#view, this.pressed)
    this.pressed = undefined
    return [isBack, isBack ? this.#keys.get(next) : undefined]
  }

  #settle(phase: 'slow' | 'shown' | 'failed') {
    this.phase = phase
    if (phase !== 'slow') return
    this.#element = undefined
    import('../primitives/skeleton.js').catch(() => undefined) // the words are there without it
    this.dispatchEvent(new Event('wm-view-slow', { bubbles: true, composed: true }))
  }

  #fail(view: View, error: unknown) {
    this.core.deps.log.error(`the view ${view.name} could not be shown`, error)
    this.#element = undefined
    this.#settle('failed')
    void this.updateComplete.then(() => this.dispatchEvent(new WmViewShownEvent(routeOf(this.core, view), undefined)))
  }

  protected override render() {
    const view = this.#view
    const title = view === undefined ? '' : routeOf(this.core, view).title((key, params) => this.t(key, params), view)
    if (this.phase === 'failed') {
      // Drawn with what is here for certain: what could not be fetched may be the network itself.
      return html`<div class="failed">
        <p>${this.t('shell.viewFailed')}</p>
        <p>${this.t('shell.viewFailedHint')}</p>
        <button type="button" @click=${() => view !== undefined && this.#show(view)}>${this.t('common.retry')}</button>
      </div>`
    }
    if (this.phase === 'slow' || this.#element === undefined) {
      return html`<div aria-busy="true">
        <span class="visually-hidden">${this.t('shell.viewLoading', { title })}</span>
        ${this.phase === 'slow' ? html`<wm-skeleton .rows=${4}></wm-skeleton>` : nothing}
      </div>`
    }
    return html`<div @wm-view-failed=${(event: WmViewFailedEvent) => view !== undefined && this.#fail(view, event.error)}>
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
