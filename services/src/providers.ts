// Several sources for one kind of answer: asked in order, the next one when one fails, left alone for a while after failing repeatedly.
import { HttpError } from './errors.js'
import type { Log } from './log.js'
import { createBreaker, type Breaker } from './breaker.js'
import { silentObserver, type Observer } from './observe.js'
import { withTimeout } from './timeout.js'

/** What all tries of one question may take together. */
const BUDGET_MS = 10_000
/** With less than this left, nobody else is asked. */
const TRY_MIN_MS = 5
const RETRY_AFTER_S = 2

export interface Provider<Q, A> {
  readonly name: string
  /** `embedded`: computed here. `adapter`: asked of somebody else, as configured. `sandbox`: play money. */
  readonly kind: 'embedded' | 'adapter' | 'sandbox'
  supports(query: Q): boolean
  /**
   * Throws HttpError 4xx when the question itself is wrong: then nobody else is asked. Throws Declined when this provider has no answer to
   * it, but another may. Anything else thrown is a failure of this provider.
   */
  ask(query: Q, signal: AbortSignal): Promise<A>
}

/**
 * A provider that works does not answer this question: the next one is asked, and nothing is held against this one, so that nobody's
 * questions can put it to rest.
 */
export class Declined extends Error {
  override readonly name = 'Declined'
  /** What the caller is told when all who could answer have declined. */
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
  /** Failed repeatedly, and is asked only when nobody else is left. */
  readonly isResting?: boolean
}

export interface ProvidersOptions {
  readonly log: Log
  readonly now: () => number
  readonly observer?: Observer | undefined
  /** Time limit of one question, all tries together. */
  readonly budgetMs?: number | undefined
  /** Time limit of one try; default: what is left of the budget. */
  readonly tryMs?: number | undefined
}

export interface Providers<Q, A> {
  /**
   * @throws HttpError 503 when nobody is there for this question, or somebody who might have answered does not; 4xx as the provider says,
   * the last one's when all declined
   */
  ask(query: Q, signal?: AbortSignal): Promise<{ readonly answer: A; readonly provider: string }>
  rows(): readonly ProviderRow[]
}

interface State<Q, A> {
  readonly provider: Provider<Q, A>
  readonly breaker: Breaker
}

export function createProviders<Q, A>(
  capability: string,
  list: readonly Provider<Q, A>[],
  { log, now, observer = silentObserver, budgetMs = BUDGET_MS, tryMs = budgetMs }: ProvidersOptions,
): Providers<Q, A> {
  const states = list.map((provider): State<Q, A> => ({ provider, breaker: createBreaker({ now }) }))
  const isResting = ({ breaker }: State<Q, A>) => breaker.isResting

  /** Resting ones come last instead of never: with all of them resting, a try costs less than a refusal. */
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
          if (signal?.aborted) break // the caller left: nobody is to blame
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
