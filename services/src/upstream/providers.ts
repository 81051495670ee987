// Several providers of one capability: asked in order, the next one when one fails. A circuit breaker per provider rests those that keep failing.
import { HttpError } from '../http/errors.js'
import type { Log } from '../operations/log.js'
import { createBreaker, type Breaker } from './breaker.js'
import { silentObserver, type Observer } from '../operations/observe.js'
import { withTimeout } from '../timeout.js'

/** Milliseconds that all tries of one question may take together. */
const BUDGET_MS = 10_000
/** With fewer milliseconds left, no further provider is asked. */
const TRY_MIN_MS = 5
const RETRY_AFTER_S = 2

/** One source of answers `A` to questions `Q`. */
export interface Provider<Q, A> {
  readonly name: string
  /** `embedded`: computed here. `adapter`: asks a configured third party. `sandbox`: play money. */
  readonly kind: 'embedded' | 'adapter' | 'sandbox'
  /** False: this provider is not asked the question. */
  supports(query: Q): boolean
  /**
   * Any error but the two below is a failure of this provider: it counts for its breaker, and the next provider is asked.
   * @throws HttpError 4xx (not 429) when the question itself is wrong: no other provider is asked
   * @throws Declined when this provider has no answer, but another may have one
   */
  ask(query: Q, signal: AbortSignal): Promise<A>
}

/**
 * A working provider does not answer this question. The next one is asked, and the breaker counts a success, so that callers cannot rest a
 * provider with questions that it does not answer.
 */
export class Declined extends Error {
  override readonly name = 'Declined'
  /** The caller's error when every provider has declined. */
  readonly refusal: HttpError
  constructor(refusal: HttpError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** One line of the start-up table. */
export interface ProviderRow {
  readonly capability: string
  readonly provider: string
  readonly kind: Provider<unknown, unknown>['kind'] | 'off'
  /** Failed repeatedly and is asked last for a while. */
  readonly isResting?: boolean
}

/** What `createProviders` needs. */
export interface ProvidersOptions {
  readonly log: Log
  readonly now: () => number
  readonly observer?: Observer | undefined
  /** Milliseconds for one question, all tries together; default 10 s. */
  readonly budgetMs?: number | undefined
  /** Milliseconds for one try; default: what is left of the budget. */
  readonly tryMs?: number | undefined
}

/** The providers of one capability. */
export interface Providers<Q, A> {
  /**
   * The first answer, and the name of the provider that gave it.
   * @throws HttpError 503 `provider` when no provider supports the question, or one that might have answered failed; the provider's own 4xx;
   * the refusal of the last provider when all declined
   */
  ask(query: Q, signal?: AbortSignal): Promise<{ readonly answer: A; readonly provider: string }>
  rows(): readonly ProviderRow[]
}

interface State<Q, A> {
  readonly provider: Provider<Q, A>
  readonly breaker: Breaker
}

/** Providers of `capability`, a name such as `swaps` that stands in log, metrics and start-up table, in order of preference. */
export function createProviders<Q, A>(
  capability: string,
  list: readonly Provider<Q, A>[],
  { log, now, observer = silentObserver, budgetMs = BUDGET_MS, tryMs = budgetMs }: ProvidersOptions,
): Providers<Q, A> {
  const states = list.map((provider): State<Q, A> => ({ provider, breaker: createBreaker({ now }) }))
  const isResting = ({ breaker }: State<Q, A>) => breaker.isResting

  /** Resting providers come last rather than never: when all of them rest, a try costs less than a refusal. */
  const inOrder = (query: Q) => {
    const able = states.filter(({ provider }) => provider.supports(query))
    return [...able.filter((state) => !isResting(state)), ...able.filter(isResting)]
  }

  const succeed = ({ provider, breaker }: State<Q, A>) => {
    if (breaker.succeed()) observer.breaker(capability, provider.name, false)
  }

  const fail = ({ provider: { name }, breaker }: State<Q, A>, error: unknown) => {
    if (breaker.fail()) observer.breaker(capability, name, true)
    log.warn('provider failed', { capability, provider: name, failures: breaker.failures, error })
  }

  return {
    async ask(query, signal) {
      const ends = performance.now() + budgetMs
      const able = inOrder(query)
      const declined: Declined[] = []
      for (const state of able) {
        const left = ends - performance.now()
        if (left < TRY_MIN_MS) break
        const { name } = state.provider
        const started = performance.now()
        try {
          const answer = await withTimeout((limited) => state.provider.ask(query, limited), { ms: Math.min(left, tryMs), signal })
          succeed(state)
          observer.provider(capability, name, 'ok', performance.now() - started)
          return { answer, provider: name }
        } catch (error) {
          if (signal?.aborted) break // the caller left: no provider failed
          if (error instanceof Declined) {
            succeed(state)
            observer.provider(capability, name, 'refused', performance.now() - started)
            declined.push(error)
            continue
          }
          const isCallersFault = error instanceof HttpError && error.status < 500 && error.status !== 429
          observer.provider(capability, name, isCallersFault ? 'refused' : 'failed', performance.now() - started)
          if (isCallersFault) throw error
          fail(state, error)
        }
      }
      const last = declined.at(-1)
      if (last && declined.length === able.length) throw last.refusal
      throw new HttpError(503, 'provider', `No provider of ${capability} answered`, { 'retry-after': String(RETRY_AFTER_S) })
    },
    rows: () =>
      states.map((state) => {
        const row = { capability, provider: state.provider.name, kind: state.provider.kind }
        return isResting(state) ? { ...row, isResting: true } : row
      }),
  }
}
