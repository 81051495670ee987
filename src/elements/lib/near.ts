// Which elements of a view are near what is in sight: pictures are loaded for these only.
import type { LitElement, ReactiveController } from 'lit'

/** How far from what is in sight, as a margin of CSS. */
const MARGIN = '320px'

/** Reactive controller: watches the elements with a `data-near` in the view, and renders it again when another one comes near or leaves. */
export class Near implements ReactiveController {
  readonly #host: LitElement
  #observer: IntersectionObserver | undefined
  readonly #near = new Set<string>()
  #watched = new Set<Element>()

  constructor(host: LitElement) {
    this.#host = host
    host.addController(this)
  }

  /** Whether the element with this `data-near` is near. Documents without layout cannot say: there all are. */
  has(key: string): boolean {
    return typeof IntersectionObserver !== 'function' || this.#near.has(key)
  }

  hostConnected(): void {
    if (typeof IntersectionObserver !== 'function') return
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const key = target instanceof HTMLElement ? target.dataset['near'] : undefined
          if (key === undefined) continue
          if (isIntersecting) this.#near.add(key)
          else this.#near.delete(key)
        }
        this.#host.requestUpdate()
      },
      { rootMargin: MARGIN, scrollMargin: MARGIN } satisfies IntersectionObserverInit,
    )
  }

  hostDisconnected(): void {
    this.#observer?.disconnect()
    this.#watched.clear()
    this.#near.clear()
  }

  hostUpdated(): void {
    const here = new Set(this.#host.renderRoot.querySelectorAll('[data-near]'))
    for (const element of here) if (!this.#watched.delete(element)) this.#observer?.observe(element)
    for (const gone of this.#watched) this.#observer?.unobserve(gone)
    this.#watched = here
  }
}
