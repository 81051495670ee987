// Something to know: started by its first reader, kept for its lifetime, tried again with growing pauses, paused while nobody can see it.
import { STORE_UNMOUNT_DELAY, atom, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'
import { QUERY_GARBAGE_COLLECTION_MS, RETRY_ATTEMPTS_COUNT, RETRY_FIRST_DELAY_MS, RETRY_MAX_DELAY_MS } from '../../constants.js'
import { WalletError, type ErrorCode } from '../../errors.js'
import { delay } from '../../timeout.js'
import { tellDeveloper } from '../tell-developer.js'
import { createAttention } from './attention.js'
import { abortable, asWalletError } from './operation.js'

/** `status` tells of the value, `fetchStatus` of the run; after a failure `value` is still the last good one. */
export interface QueryState<T> {
  readonly status: 'pending' | 'success' | 'error'
  readonly fetchStatus: 'idle' | 'fetching' | 'paused'
  readonly value?: T
  readonly error?: WalletError
  /** Unix ms of the last success. */
  readonly updatedAt?: number
}

export interface QueryOptions<T> {
  /** Names the question within the core: who asks the same gets the same query. */
  readonly key: string
  readonly fetch: (signal: AbortSignal) => Promise<T>
  /** Within it a new reader does not ask again. */
  readonly lifetimeMs: number
  /** After a failure nothing is asked for this long, `refresh()` included (specification §5: balance 30 s). Default 0. */
  readonly retryGateMs?: number
  /** Tries per run. Default 3 (specification §9). */
  readonly attempts?: number
}

export interface Query<T> {
  readonly $state: ReadableAtom<QueryState<T>>
  /** Asks again, whatever the lifetime; joins a run. Resolves when the run ended, well or not: look at `$state`. */
  refresh(): Promise<void>
  /** Ends the run; what was known stays. */
  cancel(): void
}

/** Errors that the same question would only meet again. */
const lasting: readonly ErrorCode[] = [
  'ABORTED',
  'DESTROYED',
  'NO_SERVICES',
  'CONFIG_INVALID',
  'NETWORK_NOT_FOUND',
  'UNSUPPORTED_CHAIN',
  'CHAIN_NOT_SUPPORTED',
  'ORIGIN_NOT_ALLOWED',
  'PROJECT_INVALID',
  'PROJECT_ID_MISSING',
  'NOT_CONNECTED',
  'ADDRESS_INVALID',
  'CAIP_INVALID',
  'INVALID_PARAMS',
]

/** 1000, 2000, 4000 … 30000 ms; `failures` counts from 1. */
export function retryDelayMs(failures: number): number {
  return Math.min(RETRY_FIRST_DELAY_MS * 2 ** (failures - 1), RETRY_MAX_DELAY_MS)
}

/** The queries of one core by key. */
function createCache(): Map<string, Query<unknown>> {
  return new Map()
}

/** The query of this key, made on first demand. */
export function createQuery<T>(core: Core, options: QueryOptions<T>): Query<T> {
  const cache = core.use(createCache)
  const known = cache.get(options.key)
  if (known) return known as Query<T> // one key names one question, hence one type
  const query = makeQuery(core, options, {
    wake() {
      if (!cache.has(options.key)) cache.set(options.key, query)
    },
    collect() {
      if (cache.get(options.key) === query) cache.delete(options.key)
    },
  })
  cache.set(options.key, query)
  return query
}

function makeQuery<T>(core: Core, options: QueryOptions<T>, life: { wake(): void; collect(): void }): Query<T> {
  const { fetch, lifetimeMs, retryGateMs = 0, attempts = RETRY_ATTEMPTS_COUNT } = options
  const { $awake, $attentive } = core.use(createAttention)
  let state: QueryState<T> = { status: 'pending', fetchStatus: 'idle' } // read here, because `$state.get()` would count as a reader
  let failedAt: number | undefined
  let running: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined
  let collection: ReturnType<typeof setTimeout> | undefined
  const $state = atom(state)
  const set = (next: QueryState<T>) => $state.set((state = next))

  const isFresh = () => state.updatedAt !== undefined && core.deps.now() - state.updatedAt < lifetimeMs
  const isGated = () => failedAt !== undefined && core.deps.now() - failedAt < retryGateMs

  function start(): Promise<void> {
    if (running) return running.ended
    if (core.signal.aborted || isGated()) return Promise.resolve()
    const controller = new AbortController()
    const isCurrent = () => running?.controller === controller && !core.signal.aborted
    const show = (fetchStatus: QueryState<T>['fetchStatus']) => {
      if (isCurrent() && state.fetchStatus !== fetchStatus) set({ ...state, fetchStatus })
    }
    const ended = abortable(core.signal, controller, (signal) => tries(signal, show)).then(
      (value) => {
        if (!isCurrent()) return
        running = failedAt = undefined
        set({ status: 'success', fetchStatus: 'idle', value, updatedAt: core.deps.now() })
      },
      (thrown: unknown) => {
        if (!isCurrent()) return
        running = undefined
        failedAt = core.deps.now()
        const error = asWalletError(thrown)
        tellDeveloper(core, error)
        set({ ...state, status: 'error', fetchStatus: 'idle', error })
      },
    )
    running = { controller, ended }
    set({ ...state, fetchStatus: $awake.get() ? 'fetching' : 'paused' })
    return ended
  }

  async function tries(signal: AbortSignal, show: (fetchStatus: QueryState<T>['fetchStatus']) => void): Promise<T> {
    for (let failures = 0; ;) {
      const $ready = failures === 0 ? $awake : $attentive
      if (!$ready.get()) {
        show('paused')
        await until($ready, signal)
      }
      show('fetching')
      try {
        return await fetch(signal)
      } catch (thrown) {
        const error = asWalletError(thrown)
        if (++failures >= attempts || isLasting(error) || signal.aborted) throw error
      }
      await delay(retryDelayMs(failures), signal)
    }
  }

  function cancel() {
    const { controller } = running ?? {}
    if (!controller) return
    running = undefined
    set({ ...state, fetchStatus: 'idle' })
    controller.abort(new WalletError('ABORTED'))
  }

  onMount($state, () => {
    clearTimeout(collection)
    life.wake()
    if (!isFresh()) void start()
    const stop = $awake.listen((awake) => {
      if (awake && !isFresh()) void start()
    })
    return () => {
      stop()
      if (core.signal.aborted) return
      collection = setTimeout(forget, QUERY_GARBAGE_COLLECTION_MS - STORE_UNMOUNT_DELAY) // nanostores reports the last reader this much late
    }
  })
  function forget() {
    cancel()
    failedAt = undefined
    set({ status: 'pending', fetchStatus: 'idle' })
    life.collect()
  }
  core.onEnd(() => clearTimeout(collection))

  return { $state: readonlyType($state), refresh: start, cancel }
}

/** A refusal by status is final, except "too slow" and "too many". */
function isLasting(error: WalletError): boolean {
  const status = Number(error.details['status'])
  const refused = error.code === 'HTTP_STATUS' && status >= 400 && status < 500 && status !== 408 && status !== 429
  return refused || lasting.includes(error.code)
}

/** Resolves when the store turns true; rejects with the signal. */
function until($condition: ReadableAtom<boolean>, signal: AbortSignal): Promise<void> {
  return wait(signal, (done) => $condition.listen((value) => value && done()))
}

function wait(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(asWalletError(signal.reason))
    const stop = begin(() => {
      end()
      resolve()
    })
    const end = () => {
      stop()
      signal.removeEventListener('abort', fail)
    }
    const fail = () => {
      end()
      reject(asWalletError(signal.reason))
    }
    signal.addEventListener('abort', fail, { once: true })
  })
}
