// The time after a failed request for a balance, in which the visitor cannot ask again (specification §5).
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { BALANCE_RETRY_GATE_MS } from '../../vocabulary/constants.js'
import type { QueryState } from '../../state/lib/query.js'
import { Countdown } from './delay.js'

/** What a `RetryGate` watches. */
export interface RetryGateOptions {
  readonly state: () => QueryState<unknown>
  /** The clock: unix ms. */
  readonly now: () => number
  /** Called at the first failure after a success, or after the start. */
  readonly onFailed: () => void
}

/** Reactive controller: counts the seconds from a query's failure until it may be asked again, and renders the element with each. */
export class RetryGate implements ReactiveController {
  readonly #options: RetryGateOptions
  readonly #countdown: Countdown
  #isTold = false

  constructor(host: ReactiveControllerHost, options: RetryGateOptions) {
    this.#options = options
    this.#countdown = new Countdown(host, { fromSeconds: BALANCE_RETRY_GATE_MS / 1000, now: options.now })
    host.addController(this)
  }

  /** Whole seconds to wait; undefined when it may be asked again. */
  get seconds(): number | undefined {
    return this.#countdown.seconds || undefined
  }

  hostUpdate() {
    const { status, fetchStatus, failedAt } = this.#options.state()
    if (status === 'error' && fetchStatus === 'idle' && failedAt !== undefined) {
      this.#countdown.until = failedAt + BALANCE_RETRY_GATE_MS
      if (!this.#isTold) this.#options.onFailed()
      this.#isTold = true
    }
    if (status === 'success') {
      this.#countdown.until = undefined
      this.#isTold = false
    }
  }
}
