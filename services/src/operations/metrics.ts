// Prometheus metrics in a registry of this instance: requests, relay, providers, jobs, and the process itself.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Observer } from './observe.js'
import { defineRoute, type Route } from '../http/route.js'
import type { MemoryBudget } from '../limits/memory-budget.js'
import type { StorageBudget } from '../limits/storage-budget.js'
import { scopes } from '../limits/storage-limits.js'
import { withTimeout } from '../timeout.js'

/** What the relay counts, since the start of this instance but for `connections`. */
interface RelayCounts {
  /** Open sockets now. */
  readonly connections: number
  readonly pushed: number
  readonly acknowledged: number
  readonly replaced: number
  readonly missed: number
  /** By reason. */
  readonly refused: Readonly<Record<string, number>>
}

/** The Prometheus metrics of one instance. */
export interface Metrics {
  /** Give it to whatever reports its work: it fills the histograms. */
  readonly observer: Observer
  /** Calls `stats` at each scrape. */
  watchRelay(stats: () => RelayCounts): void
  /** Calls `metrics()` of the budget once at each scrape. */
  watchStorage(budget: Pick<StorageBudget, 'metrics'>): void
  /** Calls `stats` at each scrape. */
  watchMemory(budget: Pick<MemoryBudget, 'stats'>): void
  /**
   * The metrics in Prometheus' text format, collected at most once in 5 s: who asks meanwhile gets the same text.
   * @throws what the collection throws; the next call collects again
   */
  text(): Promise<string>
  /** Content type of that format. */
  readonly contentType: string
}

/** Upper bounds of the histograms' buckets, in seconds. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A scrape waits so long for the database. */
const STORAGE_MS = 2000

/** Reading the storage's figures adds up a table, and everybody may ask where the main port has them; Prometheus asks every 15 s or less often. */
const REMEMBERED_MS = 5000

/**
 * A registry with the histograms of the observer and Node's own metrics, all named `wm_…`.
 * @param now Unix milliseconds
 */
export function createMetrics(now: () => number = Date.now): Metrics {
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
    help: 'Time of one try at one provider; refused: the provider declined, or the question was wrong; not a failure',
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
      // An unknown method is text of the caller and must not become a label value.
      request: (route, method, status, ms) =>
        requests.observe({ route, method: methods.has(method) ? method : 'other', status }, ms / 1000),
      provider: (capability, provider, outcome, ms) => providers.observe({ capability, provider, outcome }, ms / 1000),
      breaker: (capability, provider, isOpen) => resting.set({ capability, provider }, isOpen ? 1 : 0),
      job: (job, outcome, ms) => jobs.observe({ job, outcome }, ms / 1000),
    },
    watchRelay: (stats) => watchRelay(registry, stats),
    watchStorage: (budget) => watchStorage(registry, budget),
    watchMemory: (budget) => watchMemory(registry, budget),
    text: remember(() => registry.metrics(), now),
    contentType: registry.contentType,
  }
}

/** One run of `collect` at a time, whose result is good for `REMEMBERED_MS` from its end. */
function remember(collect: () => Promise<string>, now: () => number): () => Promise<string> {
  let last: { readonly text: Promise<string>; endedAt?: number } | undefined
  return () => {
    const age = last?.endedAt === undefined ? 0 : now() - last.endedAt
    if (last && age >= 0 && age < REMEMBERED_MS) return last.text
    const collection: NonNullable<typeof last> = { text: collect() }
    last = collection
    collection.text.then(
      () => (collection.endedAt = now()),
      () => (last = undefined),
    )
    return collection.text
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

function watchRelay(registry: Registry, stats: () => RelayCounts): void {
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
    ['wm_relay_messages_missed_total', 'Messages without a notice that a sweep found', 'missed'],
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

function watchMemory(registry: Registry, { stats }: Pick<MemoryBudget, 'stats'>): void {
  const registers = [registry]
  new Gauge({
    name: 'wm_memory_bytes',
    help: 'Unsent and unfinished bytes that strangers make this instance hold, by what holds them',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, bytes] of Object.entries(stats().bytes)) this.set({ kind }, bytes)
    },
  })
  new Gauge({
    name: 'wm_memory_largest_address_bytes',
    help: 'The same of the address that holds most',
    registers,
    collect() {
      this.set(stats().largestAddress)
    },
  })
  new Counter({
    name: 'wm_memory_closed_total',
    help: 'Sockets and requests closed because an address, or all together, held too much',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, count] of Object.entries(stats().closed)) this.inc({ kind }, count)
    },
  })
}

function watchStorage(registry: Registry, { metrics }: Pick<StorageBudget, 'metrics'>): void {
  const registers = [registry]
  // The three metrics of one scrape share one query.
  let asked: ReturnType<typeof metrics> | undefined
  const ask = () => (asked ??= metrics().finally(() => (asked = undefined)))
  /** Undefined when the database is away: these metrics keep their last values then, and all others are served. */
  const found = () => withTimeout(ask, { ms: STORAGE_MS }).catch(() => undefined)
  new Gauge({
    name: 'wm_storage_used',
    help: 'What strangers store here, by kind: bytes of mail, sessions and analytics, rows of the others',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const { kind, total } of (await found()) ?? []) this.set({ kind }, total)
    },
  })
  new Gauge({
    name: 'wm_storage_largest',
    help: 'The same of the client, and of the address, that stores most',
    labelNames: ['kind', 'scope'],
    registers,
    async collect() {
      for (const { kind, largest } of (await found()) ?? [])
        for (const scope of ['client', 'address'] as const) this.set({ kind, scope }, largest[scope])
    },
  })
  new Counter({
    name: 'wm_storage_refused_total',
    help: 'What was not stored because the budget of a client, an address or a project was used up',
    labelNames: ['kind', 'scope'],
    registers,
    async collect() {
      const rows = await found()
      if (!rows) return
      this.reset()
      for (const { kind, refused } of rows) for (const scope of scopes) this.inc({ kind, scope }, refused[scope])
    },
  })
}

/** `GET /metrics` on the main port, where `WM_METRICS=1` asks for it. */
export function metricsRoute(metrics: Metrics): Route {
  return defineRoute({
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics in the text format of Prometheus',
    cost: 1,
    project: { rule: 'none', because: "the operator's scraper has no project" },
    answers: { 200: { type: 'text/plain' } },
    handle: async () =>
      new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' } }),
  })
}
