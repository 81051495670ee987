// Two timers for views: `Delay` (has this taken long?) and `Countdown` (how many seconds are left?). Both stop while their element is disconnected.
import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** Reactive controller: `passed` becomes true `ms` after `start()`, and the element renders again. */
export class Delay implements ReactiveController {
  /** Whether the time has passed since the last `start()`. */
  passed = false
  readonly #host: ReactiveControllerHost
  readonly #ms: number
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: ReactiveControllerHost, ms: number) {
    this.#host = host
    this.#ms = ms
    host.addController(this)
  }

  /** Starts from zero, also while it runs. */
  start() {
    this.stop()
    this.#timer = setTimeout(() => this.#pass(), this.#ms)
  }

  /** Ends the delay; `passed` is false again. */
  stop() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.passed = false
  }

  /** Starts again from zero if the element was disconnected while the delay ran. */
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

/** Reactive controller: counts down to a moment and renders the element every second, during the last `fromSeconds` only. */
export class Countdown implements ReactiveController {
  /** Whole seconds left; undefined without a moment, or with more than `fromSeconds` left. */
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

  /** The moment to count to, unix ms by the clock of the options; undefined ends the count. The same moment again changes nothing. */
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
    // Before `fromSeconds` one timer is enough; from there on, wake at each full second.
    const wait = this.seconds === undefined ? left - fromSeconds * 1000 : left % 1000 || 1000
    this.#timer = setTimeout(() => this.#tick(), wait)
  }
}

/** What a `Countdown` counts, and by which clock. */
export interface CountdownOptions {
  /** The count starts when this many seconds are left. */
  readonly fromSeconds: number
  /** The clock: unix ms. */
  readonly now: () => number
  /** Called with each new number of seconds. */
  readonly onSecond?: (seconds: number) => void
}
