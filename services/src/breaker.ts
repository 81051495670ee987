// A circuit breaker: leaves something alone for a while after it failed repeatedly.

/** Failures in a row after which it is left alone … */
export const BREAKER_FAILURES = 3
/** … for this long. */
export const BREAKER_OPEN_MS = 30_000

export interface Breaker {
  /** Failures in a row. */
  readonly failures: number
  /** True while it is left alone. */
  readonly isResting: boolean
  /** Unix milliseconds of the last time that it was left alone; undefined since it worked again. */
  readonly openedAt: number | undefined
  /** @returns whether it had been left alone before */
  succeed(): boolean
  /** @returns whether it is left alone from now on */
  fail(): boolean
}

export interface BreakerOptions {
  /** Unix milliseconds. */
  readonly now: () => number
  /** Default: `BREAKER_FAILURES`. */
  readonly failures?: number
  /** Default: `BREAKER_OPEN_MS`. */
  readonly openMs?: number
}

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
