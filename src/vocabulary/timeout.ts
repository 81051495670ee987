// Waiting for a promise with a time limit, and waiting for some time. Both end with the caller's signal.
import { isWalletError, walletError, type WalletError } from './errors.js'

/** What ends a wait. */
export interface Timeout {
  /** Time limit in ms. Default: none. */
  readonly ms?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Makes the error after `ms`. Default: WALLET_TIMEOUT. */
  readonly late?: (() => Error) | undefined
}

/**
 * Settles with `task`, rejects after `ms`, or rejects when `signal` aborts, whichever is first. A task that is a function gets a signal that aborts at
 * the time limit and with `signal`. A later result of the task is ignored, and its rejection is not unhandled.
 * @throws WalletError WALLET_TIMEOUT, or what `late` makes, after `ms`; ABORTED, or the signal's reason if that is a WalletError
 */
export async function withTimeout<T>(
  task: Promise<T> | ((signal: AbortSignal) => Promise<T>),
  { ms, signal, late = () => walletError('WALLET_TIMEOUT') }: Timeout,
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

/** Resolves after `ms`. @throws WalletError ABORTED, or the signal's reason if that is a WalletError, when `signal` aborts before */
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
  return isWalletError(reason) ? reason : walletError('ABORTED', { cause: reason })
}
