// Runs a function again after a failure that may be temporary, with an abortable pause before each further attempt.
import { delay } from '../vocabulary/timeout.js'

/** How often `retry` runs a function, and after which failures. */
export interface RetryPolicy {
  /** Further attempts after the first one. */
  readonly times: number
  /** Pause before each further attempt, in milliseconds. */
  readonly delayMs: number
  /** Whether the failure may be temporary, so that another attempt makes sense. */
  readonly isPassing: (error: unknown) => boolean
  /** Ends the pause. The running attempt ends only if `run` uses the signal itself. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `run` until it succeeds or the policy allows no further attempt. Resolves with the first success, rejects with the last
 * failure.
 * @throws WalletError `ABORTED` when the signal ends before or during a pause
 */
export async function retry<T>(run: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let left = policy.times; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left <= 0 || !policy.isPassing(error)) throw error
    }
    await delay(policy.delayMs, policy.signal)
  }
}
