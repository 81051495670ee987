// Something that the user asked for: idle, pending, done or failed. `latest`, `once` and `each` name what a second call does to the first.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'
import { WalletError, isWalletError } from '../../errors.js'

export type OperationState<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'failed'; readonly error: WalletError }

/** A function with its state beside it. It rejects with the same error that `$state` holds. */
export type Operation<A extends unknown[], T> = ((...args: A) => Promise<T>) & {
  readonly $state: ReadableAtom<OperationState<T>>
  /** Aborts what runs: its promise rejects with `ABORTED`, the state returns to idle. */
  cancel(): void
  /** Forgets the outcome; what runs is left running. */
  reset(): void
}

type Task<A extends unknown[], T> = (signal: AbortSignal, ...args: A) => Promise<T>
interface Run<T> {
  readonly controller: AbortController
  readonly promise: Promise<T>
}

/** A new call aborts the run before it, which rejects with `ABORTED` and never touches the state again. */
export function latest<A extends unknown[], T>(core: Core, task: Task<A, T>): Operation<A, T> {
  return operation(core, task, (running) => {
    running?.controller.abort(new WalletError('ABORTED'))
    return undefined
  })
}

/** A call while one is pending joins it (its arguments are not looked at): nothing is ever sent twice. */
export function once<A extends unknown[], T>(core: Core, task: Task<A, T>): Operation<A, T> {
  return operation(core, task, (running) => running)
}

/** A call runs beside those that are pending. The state is that of the newest. */
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
    outcome.catch(() => undefined) // who calls without waiting reads the failure in `$state`; it is no unhandled rejection
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
      controller.abort(new WalletError('ABORTED'))
    },
    reset() {
      if (!running) $state.set({ status: 'idle' })
    },
  })
}

/** Settles with the task, or at once when the instance ends or `controller` aborts: a task that ignores its signal holds nobody up. */
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
    // A microtask later, so that a task which calls its own operation finds it pending, and a synchronous throw becomes a rejection.
    Promise.resolve()
      .then(() => (signal.aborted ? Promise.reject(asWalletError(signal.reason)) : task(signal)))
      .then(resolve, reject)
      .finally(() => {
        life.removeEventListener('abort', end)
        signal.removeEventListener('abort', stop)
      })
  })
}

/** The border has coded everything it knows; what is left is a fault of ours or an abort. */
export function asWalletError(thrown: unknown): WalletError {
  try {
    if (isWalletError(thrown)) return thrown
    if (thrown instanceof Error && thrown.name === 'AbortError') return new WalletError('ABORTED', { cause: thrown })
  } catch {
    // a proxy that throws wherever it is touched
  }
  return new WalletError('UNKNOWN', { cause: thrown })
}
