// Joins the parts over one open database: relay, data side, jobs, HTTP application. The process and the tests use it.
import type { Hono } from 'hono'
import { createApp, readRegistry } from './app.js'
import { createChains } from './chain/chains.js'
import { SettingFaults } from './settings/config-error.js'
import { publicBy, unknownVariables, type Config } from './settings/config.js'
import { readDataConfig, variablesOf, type DataConfig } from './data/config.js'
import { createData } from './data/data.js'
import type { Devnets } from './data/devnets.js'
import { refuseTwoUrls, rpcExtras } from './data/rpc-extras.js'
import type { Db } from './db/db.js'
import { createJobs, type Job, type Jobs } from './operations/jobs.js'
import { createSharedBuckets } from './limits/shared-buckets.js'
import type { Log } from './operations/log.js'
import { createMetrics, metricsRoute, type Metrics } from './operations/metrics.js'
import { silentObserver } from './operations/observe.js'
import { createGuardedFetch } from './upstream/guarded-fetch.js'
import type { ProviderRow } from './upstream/providers.js'
import { relayAudiences, relayRules } from './settings/relay-rules.js'
import { createRelay, type Relay } from './relay/relay.js'
import { createSqlEngine } from './relay/sql/engine.js'
import type { Route } from './http/route.js'
import { providerRows } from './operations/provider-table.js'
import { createIcons } from './wallets/icons.js'
import { createSockets, type Sockets } from './rpc/sockets.js'
import { hideSecrets, secretsOf } from './settings/secrets.js'
import { createEmbedded, type Embedded } from './embedded/embedded.js'
import { createFrameProjects } from './embedded/projects.js'
import type { RecoveryService } from './recovery/service.js'
import { createMemoryBudget, type MemoryBudget } from './limits/memory-budget.js'
import { createIndexCalls } from './limits/index-calls.js'
import { createStorageBudget } from './limits/storage-budget.js'
import type { Registry } from './wallets/registry.js'

/** The composed services. Nothing listens and no job runs yet. */
export interface Parts {
  readonly app: Hono
  readonly relay: Relay
  /** Chain RPC over WebSocket. */
  readonly sockets: Sockets
  /** Not started yet. */
  readonly jobs: Jobs
  /** Undefined unless `WM_METRICS` or `WM_METRICS_PORT` is set. */
  readonly metrics: Metrics | undefined
  /** What strangers make this instance hold; for the listeners. */
  readonly memory: MemoryBudget
  /** The embedded wallet, for a listener of its own. Undefined where it is off. */
  readonly embedded: Embedded | undefined
  readonly rows: () => readonly ProviderRow[]
  /** Jobs first, then the relay; the database stays open. Idempotent. */
  stop(): Promise<void>
}

/** What the operator's files contain. */
export interface Settings {
  readonly data: DataConfig
  readonly registry: Registry
}

/** Reads the data file and the wallet list. @throws ConfigError that names the variables of all files at fault, and that of projects which the embedded wallet refuses */
export function readSettings(config: Config, env: ComposeOptions['env'] = {}, devnets?: Devnets): Settings {
  const served = Object.keys(config.chains)
  const { frame } = config
  const faults = new SettingFaults()
  if (frame) faults.attempt(() => createFrameProjects(config.projects, frame), undefined) // refuses origins that let strangers in
  const readData = () => {
    const read = readDataConfig({ file: config.dataFile, env, shown: publicBy(config), served, devnets })
    refuseTwoUrls({ config, data: read })
    return read
  }
  const data = faults.attempt(readData, undefined)
  const registry = faults.attempt(() => readRegistry(config), undefined)
  faults.end()
  return { data: data as DataConfig, registry: registry as Registry } // without a fault both were read
}

/** What `compose` needs; the tests replace `fetch`, `createGuardedFetch`, `now` and `codeCost`. */
export interface ComposeOptions {
  readonly config: Config
  /** Default: read now. */
  readonly settings?: Settings | undefined
  readonly db: Db
  readonly log: Log
  /** Absent in production. */
  readonly devnets?: Devnets | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly createGuardedFetch?: typeof createGuardedFetch | undefined
  readonly now?: (() => number) | undefined
  readonly nodeTimeoutMs?: number | undefined
  /** Routes of the page at `/`; default: none. */
  readonly page?: readonly Route[] | undefined
  /** Keeps the assisted halves of embedded wallets; ended by `stop()`. */
  readonly recovery?: RecoveryService | undefined
  /** How long rate limits wait for the database before this instance counts alone; default 2 s. */
  readonly limitTimeoutMs?: number | undefined
  /** N of scrypt for the hashes of codes that are mailed; default: `CODE_COST`. */
  readonly codeCost?: number | undefined
}

/**
 * Makes all parts over `db`. Logs a warning for unknown `WM_…` variables and for a relay that accepts any audience.
 * @throws ConfigError as `readSettings`
 */
export function compose({
  config,
  db,
  env = {},
  fetch,
  now,
  nodeTimeoutMs,
  limitTimeoutMs,
  page = [],
  ...options
}: ComposeOptions): Parts {
  const { data, registry } = options.settings ?? readSettings(config, env, options.devnets)
  const log = hideSecrets(options.log, secretsOf(config, data))
  const unknown = unknownVariables(env, [...variablesOf(config.dataFile), ...(config.social?.variables ?? [])])
  if (unknown.length > 0) log.warn('unknown settings', { names: unknown })
  if (relayAudiences(config) === undefined && !config.dev)
    log.warn('the relay takes tokens that were made for others', { set: 'WM_PUBLIC_URL or WM_RELAY_AUDIENCES' })
  const metrics = config.metrics?.onMain || config.metrics?.port !== undefined ? createMetrics(now) : undefined
  const observer = metrics?.observer ?? silentObserver
  const icons = createIcons()
  const known = new Set(Object.keys(config.projects))
  const memory = createMemoryBudget(config.memory)
  const budget = createStorageBudget({ sql: db, limits: config.storage, projects: known, secret: config.secretKey, now })
  // The embedded database serves one process, whose own buckets are enough.
  const sharedBuckets =
    db.kind === 'postgres'
      ? createSharedBuckets({ sql: db, log, secret: config.secretKey, now, answerMs: limitTimeoutMs })
      : undefined
  const dataSide = createData({
    config,
    data,
    db,
    log,
    now: now ?? Date.now,
    fetch: fetch ?? globalThis.fetch,
    createGuardedFetch: options.createGuardedFetch ?? createGuardedFetch,
    chains: createChains({ nodes: config.chains, chains: data.chains, fetch }),
    observer,
    budget,
    indexCalls: createIndexCalls({ limits: config.indexCalls, now, sharedBuckets }),
    icons,
    createSandbox: options.devnets?.createSandbox,
  })
  const relay = createRelay({
    engine: createSqlEngine({ db, budget, log, now }),
    log,
    config: relayRules(config),
    sharedBuckets,
    memory,
  })
  const embedded =
    config.frame &&
    createEmbedded({
      settings: config.frame,
      config,
      db,
      log,
      now: now ?? Date.now,
      sharedBuckets,
      recovery: options.recovery,
      fetch: fetch ?? globalThis.fetch,
      rpc: (request, env) => app.fetch(request, env),
      codeCost: options.codeCost,
    })
  const own: readonly Job[] = [
    budget.job,
    ...(embedded?.jobs ?? []),
    ...relay.jobs,
    ...(sharedBuckets ? [sharedBuckets.job] : []),
  ]
  const jobs = createJobs({ jobs: [...dataSide.jobs, ...own], db, log, observer })
  metrics?.watchRelay(() => relay.stats())
  metrics?.watchStorage(budget)
  metrics?.watchMemory(memory)
  const extra = [...page, ...(embedded?.routes ?? []), ...(metrics && config.metrics?.onMain ? [metricsRoute(metrics)] : [])]
  const checks = { database: () => (db.check ? db.check() : db.query('select 1')), relay: () => relay.isHealthy() }
  const rpc = rpcExtras({ config, data, fetch: fetch ?? globalThis.fetch })
  const app = createApp({
    config,
    log,
    registry,
    icons,
    checks,
    data: dataSide,
    sharedBuckets,
    rpc,
    observer,
    extra,
    fetch,
    now,
    nodeTimeoutMs,
  })
  const { limits, trustedProxies, dev } = config
  const sockets = createSockets({ app, nodes: config.sockets ?? {}, dev, limits, trustedProxies, memory, log })
  return {
    app,
    relay,
    sockets,
    jobs,
    metrics,
    memory,
    embedded,
    rows: () => providerRows({ config, data: dataSide }),
    async stop() {
      sockets.stop()
      await jobs.stop()
      await embedded?.stop()
      await relay.stop()
    },
  }
}
