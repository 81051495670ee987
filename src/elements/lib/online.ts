// Whether the browser has a network, for views that wait for one.
import type { ReactiveController, ReactiveControllerHost } from 'lit'

export class Online implements ReactiveController {
  readonly #host: ReactiveControllerHost

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

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
