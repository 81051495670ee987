// What the services report about their own work, as a port: metrics listen to it, tests may too, and nobody has to.
export type Outcome = 'ok' | 'failed' | 'refused'

export interface Observer {
  /** `route`: the path as mounted, so that its values are few. */
  request(route: string, method: string, status: number, ms: number): void
  provider(capability: string, provider: string, outcome: Outcome, ms: number): void
  /** A provider is left alone for a while (true), or asked again (false). */
  breaker(capability: string, provider: string, isOpen: boolean): void
  job(name: string, outcome: Outcome, ms: number): void
}

export const silentObserver: Observer = { request() {}, provider() {}, breaker() {}, job() {} }
