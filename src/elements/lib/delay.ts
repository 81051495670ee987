// Time as a view needs it: "has this taken long?", and "how many seconds are left?". Both rest while their element is not in the document.
import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** `passed` turns true some time after `start()`, and renders the element again. */
export class Delay implements ReactiveController {
  passed = false
  readonly #host: ReactiveControllerHost
  readonly #ms: number
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: ReactiveControllerHost, ms: number) {
    this.#host = host
    this.#ms = ms
    host.addController(this)
  }

  /** Begins again from zero. */
  start() {
    this.stop()
    this.#timer = setTimeout(() => this.#pass(), this.#ms)
  }

  stop() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.passed = false
  }

  /** Back from a move within the document: what was waited for may still come. */
  hostConnected() {
    if (this.#timer !== undefined && !this.passed) this.start()
  }

  hostDisconnected() {
    clearTimeout(this.#timer)
  }

  #pass() {
    this.passed = true
    this.#host.requestUpdate()
  }
}

/** Counts whole seconds down to a moment, once a second, only near its end. */
export class Countdown implements ReactiveController {
  /** Whole seconds left; undefined: nothing to count, or more than `fromSeconds`. */
  seconds: number | undefined
  readonly #host: ReactiveControllerHost
  readonly #options: CountdownOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #until: number | undefined

  constructor(host: ReactiveControllerHost, options: CountdownOptions) {
    this.#host = host
    this.#options = options
    host.addController(this)
  }

  /** Unix ms on the clock of the options; undefined ends the count. The same moment again changes nothing. */
  set until(until: number | undefined) {
    if (until === this.#until) return
    this.#until = until
    this.#tick()
  }

  hostDisconnected() {
    clearTimeout(this.#timer)
    this.#until = undefined
    this.seconds = undefined
  }

  #tick() {
    clearTimeout(this.#timer)
    const { fromSeconds, now, onSecond } = this.#options
    const left = this.#until === undefined ? undefined : Math.max(0, this.#until - now())
    const seconds = left === undefined ? undefined : Math.ceil(left / 1000)
    const before = this.seconds
    this.seconds = seconds !== undefined && seconds <= fromSeconds ? seconds : undefined
    if (this.seconds !== before) this.#host.requestUpdate()
    if (this.seconds !== undefined && this.seconds !== before) onSecond?.(this.seconds)
    if (left === undefined || left === 0) return
    // Far from the end one timer is enough; near it, wake at the next full second.
    const wait = this.seconds === undefined ? left - fromSeconds * 1000 : left % 1000 || 1000
    this.#timer = setTimeout(() => this.#tick(), wait)
  }
}

export interface CountdownOptions {
  readonly fromSeconds: number
  /** Unix ms. */
  readonly now: () => number
  readonly onSecond?: (seconds: number) => void
}
