// Runs a function again after a failure that may pass, with an abortable pause in between.
import { delay } from '../timeout.js'

export interface RetryPolicy {
  /** Further tries after the first one. */
  readonly times: number
  readonly delayMs: number
  readonly isPassing: (error: unknown) => boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Resolves with the first success, rejects with the last failure.
 * @throws WalletError `ABORTED` when the signal fires before or during a pause.
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
