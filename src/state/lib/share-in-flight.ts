// Joins a call to the pending one if both ask for the same, so that a double click prompts once.
import { readonlyType } from 'nanostores'
import type { Operation } from './operation.js'

/**
 * Wraps an operation: a call with the key of the pending one returns that one's promise.
 * @param keyOf calls with the same key ask for the same
 * @param after runs once for each call of `operation`, when it has settled; its promise is what callers get
 */
export function shareInFlight<A extends unknown[], T>(
  operation: Operation<A, T>,
  keyOf: (...args: A) => string,
  after: (promise: Promise<T>) => Promise<T> = (promise) => promise,
): Operation<A, T> {
  let pending: { readonly key: string; readonly promise: Promise<T> } | undefined
  const run = (...args: A): Promise<T> => {
    const key = keyOf(...args)
    if (pending?.key === key && operation.$state.get().status === 'pending') return pending.promise
    const promise = after(operation(...args))
    pending = { key, promise }
    return promise
  }
  return Object.assign(run, {
    $state: readonlyType(operation.$state),
    cancel: () => operation.cancel(),
    reset: () => operation.reset(),
  })
}
