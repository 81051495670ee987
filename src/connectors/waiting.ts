// Waiting for somebody who may never answer: ends with the answer, the caller's signal, or a time limit, whichever is first.
import { WalletError } from '../errors.js'

/** How long a wallet, or the relay, may take over a goodbye. Shorter than the whole disconnect may take, so that forgetting here still succeeds. */
export const GOODBYE_LIMIT_MS = 2_000

export interface Limits {
  readonly signal?: AbortSignal | undefined
  /** Absent: as long as it takes. */
  readonly ms?: number | undefined
  /** What a passed limit is called. Default `WALLET_TIMEOUT`. */
  readonly late?: (() => WalletError) | undefined
}

/** @throws WalletError ABORTED, or `late()` */
export async function within<T>(answer: Promise<T>, limits: Limits): Promise<T> {
  const { signal, ms, late = () => new WalletError('WALLET_TIMEOUT') } = limits
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = () => {}
  const end = new Promise<never>((_, reject) => {
    abort = () => reject(new WalletError('ABORTED', { cause: signal?.reason }))
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
    if (ms !== undefined) timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([end, answer]) // the race keeps listening: a late refusal never counts as unhandled
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
