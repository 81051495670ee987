// Figures for Prometheus, kept in a registry of this instance: requests, relay, providers, jobs, and the process itself.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Observer } from './observe.js'
import type { RelayStats } from './relay/relay.js'
import type { Route } from './route.js'

export interface Metrics {
  readonly observer: Observer
  /** Read at each scrape. */
  watchRelay(stats: () => RelayStats): void
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
    ['wm_relay_connections_refused_total', 'Connections that were refused', 'refused'],
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
}

/** `GET /metrics`, for the main port or one of its own. */
export function metricsRoute(metrics: Metrics): Route {
  return {
    method: 'GET',
    path: '/metrics',
    cost: 0,
    access: 'open', // the operator's scraper has no project
    doc: { summary: 'Figures in the format of Prometheus', contentType: 'text/plain' },
    answer: async () =>
      new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' } }),
  }
}
