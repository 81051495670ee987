// Waiting for somebody who may never answer: ends with the answer, the caller's signal, or a time limit, whichever is first.
import { WalletError } from '../errors.js'

export interface Limits {
  readonly signal?: AbortSignal | undefined
  /** Absent: as long as it takes. */
  readonly ms?: number | undefined
  /** What a passed limit is called. Default `WALLET_TIMEOUT`. */
  readonly late?: (() => WalletError) | undefined
}

/** @throws WalletError ABORTED, or `late()` */
export function within<T>(
  answer: Promise<T>,
  { signal, ms, late = () => new WalletError('WALLET_TIMEOUT') }: Limits,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => settle(() => reject(new WalletError('ABORTED', { cause: signal?.reason })))
    const timer = ms === undefined ? undefined : setTimeout(() => settle(() => reject(late())), ms)
    const settle = (end: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      end()
    }
    // Listening to `answer` in every case: nobody else would hear a late refusal, and it would count as unhandled.
    answer.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })
}
