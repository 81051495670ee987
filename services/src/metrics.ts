// Figures for Prometheus, kept in a registry of this instance: requests, relay, providers, jobs, and the process itself.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Observer } from './observe.js'
import type { RelayStats } from './relay/relay.js'
import { defineRoute, type Route } from './route.js'
import type { StorageBudget } from './storage/budget.js'
import { scopes } from './storage/limits.js'

export interface Metrics {
  readonly observer: Observer
  /** Read at each scrape. */
  watchRelay(stats: () => RelayStats): void
  /** Read at each scrape. */
  watchStorage(budget: Pick<StorageBudget, 'figures'>): void
  /** The exposition as text, and its content type. */
  text(): Promise<string>
  readonly contentType: string
}

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'wm_' })
  const requests = new Histogram({
    name: 'wm_http_request_duration_seconds',
    help: 'Time to answer, by route as mounted and status',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  })
  const providers = new Histogram({
    name: 'wm_provider_duration_seconds',
    help: 'Time of one try at one provider; refused: the question was wrong',
    labelNames: ['capability', 'provider', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  const resting = new Gauge({
    name: 'wm_provider_resting',
    help: '1 while a provider is left alone after failing repeatedly',
    labelNames: ['capability', 'provider'],
    registers,
  })
  const jobs = new Histogram({
    name: 'wm_job_duration_seconds',
    help: 'Time of one run of a job on this instance',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  })
  return {
    observer: {
      // A method that is none of HTTP's own is the caller's text: it must not become a row.
      request: (route, method, status, ms) =>
        requests.observe({ route, method: methods.has(method) ? method : 'other', status }, ms / 1000),
      provider: (capability, provider, outcome, ms) => providers.observe({ capability, provider, outcome }, ms / 1000),
      breaker: (capability, provider, isOpen) => resting.set({ capability, provider }, isOpen ? 1 : 0),
      job: (job, outcome, ms) => jobs.observe({ job, outcome }, ms / 1000),
    },
    watchRelay: (stats) => watch(registry, stats),
    watchStorage: (budget) => watchStorage(registry, budget),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

function watch(registry: Registry, stats: () => RelayStats): void {
  const registers = [registry]
  new Gauge({
    name: 'wm_relay_connections',
    help: 'Open relay sockets',
    registers,
    collect() {
      this.set(stats().connections)
    },
  })
  const counters = [
    ['wm_relay_messages_pushed_total', 'Envelopes sent to clients', 'pushed'],
    ['wm_relay_messages_acknowledged_total', 'Envelopes that clients acknowledged', 'acknowledged'],
    ['wm_relay_sockets_replaced_total', 'Sockets closed because their client opened too many newer ones', 'replaced'],
  ] as const
  for (const [name, help, field] of counters) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(stats()[field])
      },
    })
  }
  new Counter({
    name: 'wm_relay_connections_refused_total',
    help: 'Connections that were refused, or ended for too many messages',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(stats().refused)) this.inc({ reason }, count)
    },
  })
}

function watchStorage(registry: Registry, { figures }: Pick<StorageBudget, 'figures'>): void {
  const registers = [registry]
  // One question to the database for all three of a scrape.
  let asked: ReturnType<typeof figures> | undefined
  const ask = () => (asked ??= figures().finally(() => (asked = undefined)))
  new Gauge({
    name: 'wm_storage_used',
    help: 'What strangers store here, by kind: bytes of mail and sessions, rows of subscriptions and names',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const { kind, total } of await ask()) this.set({ kind }, total)
    },
  })
  new Gauge({
    name: 'wm_storage_largest',
    help: 'The same of the client, and of the address, that stores most',
    labelNames: ['kind', 'scope'],
    registers,
    async collect() {
      for (const { kind, largest } of await ask())
        for (const scope of ['client', 'address'] as const) this.set({ kind, scope }, largest[scope])
    },
  })
  new Counter({
    name: 'wm_storage_refused_total',
    help: 'What was not stored because the budget of a client, an address or a project was used up',
    labelNames: ['kind', 'scope'],
    registers,
    async collect() {
      const found = await ask()
      this.reset()
      for (const { kind, refused } of found) for (const scope of scopes) this.inc({ kind, scope }, refused[scope])
    },
  })
}

/** `GET /metrics`, for the main port or one of its own. */
export function metricsRoute(metrics: Metrics): Route {
  return defineRoute({
    method: 'GET',
    path: '/metrics',
    summary: 'Figures in the format of Prometheus',
    cost: 0,
    project: { rule: 'none', because: "the operator's scraper has no project" },
    answers: { 200: { type: 'text/plain' } },
    handle: async () =>
      new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' } }),
  })
}
