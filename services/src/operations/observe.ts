// What the services report about their own work. `metrics.ts` records it; tests may pass an observer of their own.

/** `refused`: the provider declined, or the question was wrong; not a failure. */
export type Outcome = 'ok' | 'failed' | 'refused'

/** Receives one call per finished request, try, state change and run. Times are in milliseconds. */
export interface Observer {
  /** `route` is the path as mounted, such as `/v1/identity/:address`, so that it has few values. */
  request(route: string, method: string, status: number, ms: number): void
  /** One try at one provider of a capability such as `swaps`. */
  provider(capability: string, provider: string, outcome: Outcome, ms: number): void
  /** The circuit breaker of a provider has opened (true) or closed (false). */
  breaker(capability: string, provider: string, isOpen: boolean): void
  job(name: string, outcome: Outcome, ms: number): void
}

/** Records nothing. */
export const silentObserver: Observer = { request() {}, provider() {}, breaker() {}, job() {} }
