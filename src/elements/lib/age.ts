// How old something is, for views that show it: the view renders each second.
import type { ReactiveControllerHost } from 'lit'
import { Countdown } from './delay.js'

/** Ages are counted so far. */
const LIMIT_S = 60

/** The age of what came at a moment: whole seconds up to a minute. */
export class Age {
  readonly #countdown: Countdown

  constructor(host: ReactiveControllerHost, now: () => number) {
    this.#countdown = new Countdown(host, { fromSeconds: LIMIT_S, now })
  }

  /** Unix ms by the clock of the constructor; undefined: nothing has come. */
  set since(at: number | undefined) {
    this.#countdown.until = at === undefined ? undefined : at + LIMIT_S * 1000
  }

  /** Undefined for more than a minute. */
  get seconds(): number | undefined {
    const { seconds } = this.#countdown
    return seconds ? LIMIT_S - seconds : undefined
  }
}
