// A call that asks for just what the pending one asks for joins it: a double click prompts once.
import { readonlyType } from 'nanostores'
import type { Operation } from './operation.js'

/** `keyOf` says what a call asks for; `after` is what a call still does once the operation has settled. */
export function joining<A extends unknown[], T>(
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
