// Puts the parts together over one open database: relay, data side, jobs, HTTP application. Both the process and the tests use it.
import type { Hono } from 'hono'
import { createApp, readRegistry } from './app.js'
import { createChains } from './chain/chains.js'
import { publicBy, unknownVariables, type Config } from './config.js'
import { readDataConfig, variablesOf, type DataConfig } from './data/config.js'
import { createData } from './data/data.js'
import type { Devnets } from './devnets.js'
import { rpcExtras } from './data/rpc-extras.js'
import type { Db } from './db/db.js'
import { createJobs, type Job, type Jobs } from './jobs.js'
import { createLedger } from './limits-ledger.js'
import type { Log } from './log.js'
import { createMetrics, metricsRoute, type Metrics } from './metrics.js'
import { silentObserver } from './observe.js'
import type { ProviderRow } from './providers.js'
import { relayAudiences, relayRules } from './relay-rules.js'
import { createRelay, type Relay } from './relay/relay.js'
import type { Route } from './route.js'
import { providerRows } from './rows.js'
import { createIcons } from './wallets/icons.js'
import { createSockets, type Sockets } from './rpc/sockets.js'
import { hideSecrets, secretsOf } from './secrets.js'
import { createStorageBudget } from './storage/budget.js'
import type { Registry } from './wallets/registry.js'

export interface Parts {
  readonly app: Hono
  readonly relay: Relay
  /** Chain RPC over WebSocket. */
  readonly sockets: Sockets
  /** Not started yet. */
  readonly jobs: Jobs
  /** Absent unless the settings want figures. */
  readonly metrics: Metrics | undefined
  readonly rows: () => readonly ProviderRow[]
  /** Jobs first, then the relay; the database stays open. Idempotent. */
  stop(): Promise<void>
}

/** What the operator's files say. */
export interface Settings {
  readonly data: DataConfig
  readonly registry: Registry
}

/** Reads the operator's files. @throws ConfigError */
export function readSettings(config: Config, env: ComposeOptions['env'] = {}, devnets?: Devnets): Settings {
  const served = Object.keys(config.chains)
  return {
    data: readDataConfig({ file: config.dataFile, env, shown: publicBy(config), served, devnets }),
    registry: readRegistry(config),
  }
}

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
  readonly now?: (() => number) | undefined
  readonly nodeTimeoutMs?: number | undefined
  /** Routes of the page at `/`; default: none. */
  readonly page?: readonly Route[] | undefined
  /** How long rate limits wait for the database before this instance counts alone; default 2 s. */
  readonly limitTimeoutMs?: number | undefined
}

/** @throws ConfigError */
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
  const unknown = unknownVariables(env, variablesOf(config.dataFile))
  if (unknown.length > 0) log.warn('settings that are none', { names: unknown })
  if (relayAudiences(config) === undefined && !config.dev)
    log.warn('the relay takes tokens that were made for others', { set: 'WM_PUBLIC_URL or WM_RELAY_AUDIENCES' })
  const metrics = config.metrics?.onMain || config.metrics?.port !== undefined ? createMetrics() : undefined
  const observer = metrics?.observer ?? silentObserver
  const icons = createIcons()
  const known = new Set(Object.keys(config.projects))
  const budget = createStorageBudget({ sql: db, limits: config.storage, projects: known, secret: config.secretKey, now })
  const dataSide = createData({
    config,
    data,
    db,
    log,
    now: now ?? Date.now,
    fetch: fetch ?? globalThis.fetch,
    chains: createChains({ nodes: config.chains, chains: data.chains, fetch }),
    observer,
    budget,
    icons,
    createSandbox: options.devnets?.createSandbox,
  })
  // The embedded database has one process, which counts in its own memory.
  const ledger =
    db.kind === 'postgres' ? createLedger({ sql: db, log, secret: config.secretKey, now, answerMs: limitTimeoutMs }) : undefined
  const relay = createRelay({ db, log, config: relayRules(config), ledger, budget })
  const own: readonly Job[] = [budget.job, ...relay.jobs, ...(ledger ? [ledger.job] : [])]
  const jobs = createJobs({ jobs: [...dataSide.jobs, ...own], db, log, observer })
  metrics?.watchRelay(() => relay.stats())
  metrics?.watchStorage(budget)
  const extra = [...page, ...(metrics && config.metrics?.onMain ? [metricsRoute(metrics)] : [])]
  const checks = { database: () => (db.check ? db.check() : db.query('select 1')), relay: () => relay.isHealthy() }
  const rpc = rpcExtras({ data, fetch: fetch ?? globalThis.fetch })
  const app = createApp({
    config,
    log,
    registry,
    icons,
    checks,
    data: dataSide,
    ledger,
    rpc,
    observer,
    extra,
    fetch,
    now,
    nodeTimeoutMs,
  })
  const { limits, trustedProxies, dev } = config
  const sockets = createSockets({ app, nodes: config.sockets ?? {}, dev, limits, trustedProxies, log })
  return {
    app,
    relay,
    sockets,
    jobs,
    metrics,
    rows: () => providerRows({ config, data: dataSide }),
    async stop() {
      sockets.stop()
      await jobs.stop()
      await relay.stop()
    },
  }
}
