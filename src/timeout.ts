// Waiting for somebody who may never answer, and waiting for a moment: both end with the caller's signal.
import { isWalletError, WalletError } from './errors.js'

export interface Timeout {
  /** Absent: as long as it takes. */
  readonly ms?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** What a passed limit is called. Default `WALLET_TIMEOUT`. */
  readonly late?: (() => Error) | undefined
}

/**
 * Settles with `task`, with `late()` after `ms`, or as soon as `signal` ends, whichever is first. A task that is a function gets a signal that ends
 * in the same moment; a late answer of it is ignored, and a late refusal never counts as unhandled.
 * @throws WalletError WALLET_TIMEOUT, or `late()`; ABORTED, or the signal's own reason where that is a WalletError
 */
export async function withTimeout<T>(
  task: Promise<T> | ((signal: AbortSignal) => Promise<T>),
  { ms, signal, late = () => new WalletError('WALLET_TIMEOUT') }: Timeout,
): Promise<T> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = () => {}
  const end = new Promise<never>((_, reject) => {
    const stop = (reason: Error) => {
      reject(reason)
      controller.abort(reason)
    }
    abort = () => stop(abortReason(signal))
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
    if (ms !== undefined) timer = setTimeout(() => stop(late()), ms)
  })
  try {
    const answer = typeof task !== 'function' ? task : controller.signal.aborted ? end : task(controller.signal)
    return await Promise.race([end, answer])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Resolves after `ms`. @throws WalletError as `withTimeout` when `signal` ends before */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(abortReason(signal))
    }
    if (signal?.aborted) return reject(abortReason(signal))
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function abortReason(signal: AbortSignal | undefined): WalletError {
  const reason: unknown = signal?.reason
  return isWalletError(reason) ? reason : new WalletError('ABORTED', { cause: reason })
}
