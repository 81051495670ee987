// A circuit breaker: opens for a while after several failures in a row.

/** Failures in a row that open the breaker. */
export const BREAKER_FAILURES = 3
/** Milliseconds that the breaker stays open. */
export const BREAKER_OPEN_MS = 30_000

/** The state of one node, provider or database. The caller asks `isResting` and reports each outcome. */
export interface Breaker {
  /** Failures in a row. */
  readonly failures: number
  /** True while the breaker is open: do not ask unless nothing else is left. */
  readonly isResting: boolean
  /** Unix milliseconds at which the breaker opened last; undefined after a success. */
  readonly openedAt: number | undefined
  /** Closes the breaker. @returns whether it had opened since the last success */
  succeed(): boolean
  /** Counts a failure. @returns whether the breaker is open from now on */
  fail(): boolean
}

/** What `createBreaker` needs. */
export interface BreakerOptions {
  /** Unix milliseconds. */
  readonly now: () => number
  /** Default: `BREAKER_FAILURES`. */
  readonly failures?: number
  /** Default: `BREAKER_OPEN_MS`. */
  readonly openMs?: number
}

/** A closed breaker. While it is open a further failure keeps it open for the whole time again. */
export function createBreaker({ now, failures: most = BREAKER_FAILURES, openMs = BREAKER_OPEN_MS }: BreakerOptions): Breaker {
  let failures = 0
  let openedAt: number | undefined
  return {
    get failures() {
      return failures
    },
    get isResting() {
      return openedAt !== undefined && now() - openedAt < openMs
    },
    get openedAt() {
      return openedAt
    },
    succeed() {
      const wasOpen = openedAt !== undefined
      failures = 0
      openedAt = undefined
      return wasOpen
    },
    fail() {
      failures += 1
      if (failures < most) return false
      openedAt = now()
      return true
    },
  }
}
