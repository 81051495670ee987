// An operation is something that the visitor or the page asks for; it is idle, pending, done or failed. `latest`, `once` and `each` differ in what a
// second call does to a pending one.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'
import { isWalletError, walletError, type WalletError } from '../../vocabulary/errors.js'

/** State of the newest run. */
export type OperationState<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'failed'; readonly error: WalletError }

/**
 * An asynchronous function with its state. A failed call rejects with the error that `$state` has; an aborted one with ABORTED, or DESTROYED after the
 * end of the instance, and leaves the state idle.
 */
export type Operation<A extends unknown[], T> = ((...args: A) => Promise<T>) & {
  readonly $state: ReadableAtom<OperationState<T>>
  /** Aborts the newest run: its promise rejects with ABORTED, the state becomes idle. */
  cancel(): void
  /** Sets the state to idle, unless a run is pending. */
  reset(): void
}

type Task<A extends unknown[], T> = (signal: AbortSignal, ...args: A) => Promise<T>
interface Run<T> {
  readonly controller: AbortController
  readonly promise: Promise<T>
}

/** A call aborts the pending run, which rejects with ABORTED and no longer changes the state. */
export function latest<A extends unknown[], T>(core: Core, task: Task<A, T>): Operation<A, T> {
  return operation(core, task, (running) => {
    running?.controller.abort(walletError('ABORTED'))
    return undefined
  })
}

/** A call returns the promise of the pending run, whatever its arguments, so that nothing is sent twice. */
export function once<A extends unknown[], T>(core: Core, task: Task<A, T>): Operation<A, T> {
  return operation(core, task, (running) => running)
}

/** Calls run at the same time. The state is that of the newest. */
export function each<A extends unknown[], T>(core: Core, task: Task<A, T>): Operation<A, T> {
  return operation(core, task, () => undefined)
}

function operation<A extends unknown[], T>(
  core: Core,
  task: Task<A, T>,
  policy: (running: Run<T> | undefined) => Run<T> | undefined,
): Operation<A, T> {
  const $state = atom<OperationState<T>>({ status: 'idle' })
  let running: Run<T> | undefined

  const start = (args: A): Promise<T> => {
    const joined = policy(running)
    if (joined) return joined.promise
    const controller = new AbortController()
    const isCurrent = () => running?.controller === controller
    const outcome = abortable(core.signal, controller, (signal) => task(signal, ...args)).then(
      (value) => {
        if (isCurrent()) settle({ status: 'done', value })
        return value
      },
      (thrown: unknown) => {
        const error = asWalletError(thrown)
        if (isCurrent())
          settle(error.code === 'ABORTED' || error.code === 'DESTROYED' ? { status: 'idle' } : { status: 'failed', error })
        throw error
      },
    )
    outcome.catch(() => undefined) // a caller that does not await reads the failure from `$state`: no unhandled rejection
    running = { controller, promise: outcome }
    $state.set({ status: 'pending' })
    return outcome
  }
  const settle = (state: OperationState<T>) => {
    running = undefined
    $state.set(state)
  }
  return Object.assign((...args: A) => start(args), {
    $state: readonlyType($state),
    cancel() {
      const { controller } = running ?? {}
      if (!controller) return
      settle({ status: 'idle' })
      controller.abort(walletError('ABORTED'))
    },
    reset() {
      if (!running) $state.set({ status: 'idle' })
    },
  })
}

/**
 * Runs `task` with the signal of `controller`. Settles with the task, or at once when `life` or `controller` aborts, even if the task ignores its
 * signal. `life` aborts `controller` as well.
 * @throws WalletError the signal's reason as `asWalletError` reads it, when aborted
 */
export function abortable<T>(
  life: AbortSignal,
  controller: AbortController,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal } = controller
  const end = () => controller.abort(life.reason)
  if (life.aborted) end()
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(asWalletError(signal.reason))
    if (signal.aborted) return stop()
    life.addEventListener('abort', end, { once: true })
    signal.addEventListener('abort', stop, { once: true })
    // In a microtask, so that a task which calls its own operation finds it pending, and a synchronous throw becomes a rejection.
    Promise.resolve()
      .then(() => (signal.aborted ? Promise.reject(asWalletError(signal.reason)) : task(signal)))
      .then(resolve, reject)
      .finally(() => {
        life.removeEventListener('abort', end)
        signal.removeEventListener('abort', stop)
      })
  })
}

/** The thrown value as a WalletError: itself, ABORTED for an `AbortError`, else UNKNOWN with the value as `cause`. Never throws. */
export function asWalletError(thrown: unknown): WalletError {
  try {
    if (isWalletError(thrown)) return thrown
    if (thrown instanceof Error && thrown.name === 'AbortError') return walletError('ABORTED', { cause: thrown })
  } catch {
    // reading the thrown object threw as well (a proxy)
  }
  return walletError('UNKNOWN', { cause: thrown })
}
