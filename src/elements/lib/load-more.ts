// The end of a list that is loaded in pages: its button loads more, and so does scrolling to it.
import type { LitElement, ReactiveController } from 'lit'
import { activeIn } from './focus-note.js'

/** What the controller asks of its view. */
export interface ListEnd {
  /** The button for more; null while there is none. */
  readonly button: () => HTMLElement | null
  /** The number of items now. */
  readonly count: () => number
  /** The next page can be asked for. */
  readonly isReady: () => boolean
  readonly load: () => void
  /** The button that had focus is gone with the last page: focuses the item of this index, which is the last one where none came. */
  readonly focus: (index: number) => void
}

/** Reactive controller: loads more when the button comes into sight, and keeps focus in the list when the button goes. */
export class LoadMore implements ReactiveController {
  readonly #host: LitElement
  readonly #list: ListEnd
  #observer: IntersectionObserver | undefined
  /** The number of items when the button was last observed; 0: it is not. */
  #observedAt = 0
  /** The number of items when more was last loaded by sight. A page that adds none, such as one of spam, is no reason for the next: that waits for a press. */
  #loadedAt = -1
  #count = 0
  #hadFocus = false

  constructor(host: LitElement, list: ListEnd) {
    this.#host = host
    this.#list = list
    host.addController(this)
  }

  hostConnected(): void {
    // Load more 480 px before the end of the list comes into sight, in a scrolling page or a scrolling box. Browsers without `scrollMargin` load when the
    // end is in sight; documents without layout have no observer at all.
    const options: IntersectionObserverInit = { rootMargin: '480px', scrollMargin: '480px' }
    const look: IntersectionObserverCallback = (entries) => {
      if (!entries.some((entry) => entry.isIntersecting) || !this.#list.isReady()) return
      this.#loadedAt = this.#count
      this.#list.load()
    }
    this.#observer = typeof IntersectionObserver === 'function' ? new IntersectionObserver(look, options) : undefined
  }

  hostDisconnected(): void {
    this.#observer?.disconnect()
    this.#observedAt = 0
    this.#loadedAt = -1
  }

  hostUpdated(): void {
    const button = this.#list.button()
    const count = this.#list.count()
    if (this.#hadFocus && !button) this.#list.focus(Math.min(this.#count, count - 1))
    this.#hadFocus = button !== null && activeIn(this.#host) === button
    this.#count = count
    // An IntersectionObserver reports changes only. Observe the button again after each page, in case it stays in sight.
    const place = button && this.#list.isReady() && count !== this.#loadedAt ? count : 0
    if (place === this.#observedAt) return
    this.#observedAt = place
    this.#observer?.disconnect()
    if (button && place > 0) this.#observer?.observe(button)
  }
}
