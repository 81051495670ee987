// A time limit around a question to somebody who may never answer.
import { WalletError } from '../../errors.js'
import { abortable } from './operation.js'

/** The signal that `ask` gets ends with the limit or with `life`. @throws WalletError WALLET_TIMEOUT, ABORTED, DESTROYED */
export async function within<T>(ms: number, life: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new WalletError('WALLET_TIMEOUT')), ms)
  try {
    return await abortable(life, controller, ask)
  } finally {
    clearTimeout(timer)
  }
}
