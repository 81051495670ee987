// A query loads a value for its readers: it starts with the first reader, caches the value for its lifetime, retries a failure with growing delays, and
// pauses while the tab is offline or hidden.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'
import { RETRY_ATTEMPTS_COUNT, RETRY_FIRST_DELAY_MS, RETRY_MAX_DELAY_MS } from '../../vocabulary/constants.js'
import { type ErrorCode, walletError, type WalletError } from '../../vocabulary/errors.js'
import { delay } from '../../vocabulary/timeout.js'
import { reportSetupError } from './report-setup-error.js'
import { createAttention } from './attention.js'
import { kept, type Keeping } from './kept.js'
import { abortable, asWalletError } from './operation.js'

/**
 * `status` is that of the value, `fetchStatus` that of the request (specification §4, data-fetch states). After a failure `value` is still the last
 * one that was loaded.
 */
export interface QueryState<T> {
  /** `pending`: there was no result yet; `error`: the last request failed. */
  readonly status: 'pending' | 'success' | 'error'
  /** `paused`: a request waits until the tab is online and visible; a retry also until it has the focus. */
  readonly fetchStatus: 'idle' | 'fetching' | 'paused'
  readonly value?: T
  readonly error?: WalletError
  /** Unix ms of the last success. */
  readonly updatedAt?: number
  /** Unix ms of the last failure, unless a success came after it. */
  readonly failedAt?: number
}

/** What a query loads, and when it does so again. */
export interface QueryOptions<T> {
  /** Names the query within the core: one key is one query. */
  readonly key: string
  /** Loads the value. The signal aborts when the query is cancelled or collected, or the instance ends. */
  readonly fetch: (signal: AbortSignal) => Promise<T>
  /** How long after a success a new reader causes no new request. */
  readonly lifetimeMs: number
  /** How long after a failure there is no new request, not even by `refresh()` (specification §5: balance 30 s). Default 0. */
  readonly retryGateMs?: number
  /** Attempts per request. Default 3 (specification §9). */
  readonly attempts?: number
}

/** A cached value and how to load it again. */
export interface Query<T> {
  readonly $state: ReadableAtom<QueryState<T>>
  /** Loads the value, whatever its lifetime; joins a pending request. Resolves when the request has ended; a failure is in `$state`. */
  refresh(): Promise<void>
  /** Aborts a pending request; the value stays. */
  cancel(): void
}

/** Errors that a retry cannot remove. */
const notRetryable: readonly ErrorCode[] = [
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

/** Delay in ms before the next attempt after `failures` failed ones: 1000, 2000, 4000 … at most 30000 (specification §9). */
export function retryDelayMs(failures: number): number {
  return Math.min(RETRY_FIRST_DELAY_MS * 2 ** (failures - 1), RETRY_MAX_DELAY_MS)
}

/**
 * The query of `options.key`, made at the first call; a later call with the same key gets the same query, whatever its other options. Five minutes after
 * its last reader has left (specification §9), or after a `refresh` without a reader, it forgets its value. Failures are reported to `reportSetupError`.
 */
export function createQuery<T>(core: Core, options: QueryOptions<T>): Query<T> {
  return kept(core, options.key, () => makeQuery(core, options))
}

function makeQuery<T>(core: Core, options: QueryOptions<T>): Keeping<Query<T>> {
  const { fetch, lifetimeMs, retryGateMs = 0, attempts = RETRY_ATTEMPTS_COUNT } = options
  const { $active, $attentive } = core.use(createAttention)
  let state: QueryState<T> = { status: 'pending', fetchStatus: 'idle' } // read here, because `$state.get()` would count as a reader
  let running: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined
  const $state = atom(state)
  const set = (next: QueryState<T>) => $state.set((state = next))

  const isFresh = () => state.updatedAt !== undefined && core.deps.now() - state.updatedAt < lifetimeMs
  const isGated = () => state.failedAt !== undefined && core.deps.now() - state.failedAt < retryGateMs

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
        running = undefined
        set({ status: 'success', fetchStatus: 'idle', value, updatedAt: core.deps.now() })
      },
      (thrown: unknown) => {
        if (!isCurrent()) return
        running = undefined
        const error = asWalletError(thrown)
        reportSetupError(core, error)
        set({ ...state, status: 'error', fetchStatus: 'idle', error, failedAt: core.deps.now() })
      },
    )
    running = { controller, ended }
    set({ ...state, fetchStatus: $active.get() ? 'fetching' : 'paused' })
    return ended
  }

  async function tries(signal: AbortSignal, show: (fetchStatus: QueryState<T>['fetchStatus']) => void): Promise<T> {
    for (let failures = 0; ;) {
      const $ready = failures === 0 ? $active : $attentive
      if (!$ready.get()) {
        show('paused')
        await until($ready, signal)
      }
      show('fetching')
      try {
        return await fetch(signal)
      } catch (thrown) {
        const error = asWalletError(thrown)
        if (++failures >= attempts || isNotRetryable(error) || signal.aborted) throw error
      }
      await delay(retryDelayMs(failures), signal)
    }
  }

  function cancel() {
    const { controller } = running ?? {}
    if (!controller) return
    running = undefined
    set({ ...state, fetchStatus: 'idle' })
    controller.abort(walletError('ABORTED'))
  }

  return {
    query: { $state: readonlyType($state), refresh: start, cancel },
    whileRead() {
      if (!isFresh()) void start()
      return $active.listen((active) => {
        if (active && !isFresh()) void start()
      })
    },
    forget() {
      cancel()
      set({ status: 'pending', fetchStatus: 'idle' })
    },
  }
}

/** Codes of failures that the next request may not have: the service or node did not answer, or was busy. */
const passing: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'HTTP_TIMEOUT', 'RPC_ERROR'])

/** Whether a value may be asked for again without a wish of the visitor: not before the first answer, nor after HTTP 503 or a failure that lasts. */
export function mayPoll({ status, error }: QueryState<unknown>): boolean {
  if (status !== 'error' || !error) return status === 'success'
  const { status: answered } = error.details
  const http = typeof answered === 'number' ? answered : 0
  if (http === 503) return false
  return passing.has(error.code) || (error.code === 'HTTP_STATUS' && (http >= 500 || http === 408 || http === 429))
}

/** HTTP 4xx is final, except 408 (timeout) and 429 (too many requests). */
function isNotRetryable(error: WalletError): boolean {
  const status = Number(error.details['status'])
  const refused = error.code === 'HTTP_STATUS' && status >= 400 && status < 500 && status !== 408 && status !== 429
  return refused || notRetryable.includes(error.code)
}

/** Resolves when the store becomes true; rejects when `signal` aborts. */
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
