// The browser's online state, for views that wait for a network.
import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** Reactive controller: renders the element when the browser goes online or offline. */
export class Online implements ReactiveController {
  readonly #host: ReactiveControllerHost

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  /** `navigator.onLine` now. */
  get value(): boolean {
    return navigator.onLine
  }

  hostConnected() {
    window.addEventListener('online', this.#changed)
    window.addEventListener('offline', this.#changed)
  }

  hostDisconnected() {
    window.removeEventListener('online', this.#changed)
    window.removeEventListener('offline', this.#changed)
  }

  readonly #changed = () => this.#host.requestUpdate()
}
