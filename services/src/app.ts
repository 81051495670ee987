// The HTTP application: all routes of the services behind one middleware chain. Every answer has a request id, every refusal one JSON shape.
import { Hono, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { DEVNET, type Config } from './settings/config.js'
import { BodyEndedError } from './http/body.js'
import { cors, varyByOrigin } from './http/cors.js'
import type { Feature } from './data/feature.js'
import { DbUnavailableError } from './db/db.js'
import { HttpError, failureResponse } from './http/errors.js'
import { createLimiter, type SharedBuckets } from './limits/limits.js'
import type { RpcExtras } from './data/rpc-extras.js'
import { providerRows } from './operations/provider-table.js'
import type { Log } from './operations/log.js'
import { silentObserver, type Observer } from './operations/observe.js'
import { openApiRoute } from './http/openapi.js'
import { createProjectLimiter } from './limits/project-limits.js'
import { createProjects, projectRoutes } from './http/projects.js'
import { readyRoutes, type Checks } from './operations/ready.js'
import { mount } from './http/mount.js'
import type { Route } from './http/route.js'
import { remoteConfigRoutes } from './http/remote-config.js'
import { createProxy } from './rpc/proxy.js'
import { rpcRoutes } from './rpc/routes.js'
import { StorageFullError } from './limits/storage-budget.js'
import { createIcons, type Icons } from './wallets/icons.js'
import { imageRoutes } from './wallets/images.js'
import { loadRegistry, type Registry } from './wallets/registry.js'
import { walletRoutes } from './wallets/routes.js'

/** What `createApp` joins. */
export interface AppOptions {
  readonly config: Config
  readonly log: Log
  /** Default: read from the settings now. */
  readonly registry?: Registry | undefined
  /** Parts that `GET /ready` checks, such as the database. */
  readonly checks?: Checks | undefined
  /** The data side, when there is a database for it. */
  readonly data?: Feature | undefined
  /** Shares the rate limits with other instances; absent: each counts for itself. */
  readonly sharedBuckets?: SharedBuckets | undefined
  /** What the chain RPC answers beyond nodes. */
  readonly rpc?: RpcExtras | undefined
  readonly observer?: Observer | undefined
  /** Default: those of the package. */
  readonly icons?: Icons | undefined
  /** Further routes, such as the page at `/` and the metrics. */
  readonly extra?: readonly Route[] | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly now?: (() => number) | undefined
  /** Milliseconds for one try at one node; default 10 s. */
  readonly nodeTimeoutMs?: number | undefined
}

/** The wallet list; its EVM wallets support the devnet where it is served. @throws ConfigError `WM_WALLETS_FILE` */
export function readRegistry(config: Config): Registry {
  return loadRegistry({ file: config.walletsFile, extraChains: DEVNET in config.chains ? [DEVNET] : [] })
}

/** The application with all routes, limits and error answers. Each request is logged at level debug, without query and address. */
export function createApp(options: AppOptions): Hono {
  const {
    config,
    log,
    checks = {},
    data,
    sharedBuckets,
    observer = silentObserver,
    extra = [],
    rpc,
    fetch,
    now,
    nodeTimeoutMs,
    registry = readRegistry(config),
    icons = createIcons(),
  } = options
  const { dev } = config
  const projects = createProjects(config.projects, { openAnalytics: config.analytics?.isOpen })
  const proxy = createProxy({ ...rpc, chains: config.chains, dev, log, fetch, now, timeoutMs: nodeTimeoutMs })
  const rows = () => providerRows({ config, data })
  const routes: readonly Route[] = [
    ...readyRoutes({ checks, registry, proxy, rows, log }),
    ...walletRoutes({ registry, dev }),
    ...imageRoutes({ registry, icons }),
    ...projectRoutes(),
    ...rpcRoutes({ proxy, sockets: Object.keys(config.sockets ?? {}), dev }),
    ...remoteConfigRoutes(),
    ...(data?.routes ?? []),
    ...extra,
    openApiRoute(() => routes, config.publicUrl),
  ]
  const app = new Hono({ strict: false }) // a trailing slash makes no difference
  app.use(observe(log, observer))
  app.use(requestId({ limitLength: 0 })) // a caller's own id is ignored
  app.use(cors)
  app.use(varyByOrigin)
  const known = new Set(Object.keys(config.projects))
  const { limits, projectLimits, trustedProxies } = config
  const perProject = projectLimits && createProjectLimiter({ config: projectLimits, known, now, sharedBuckets })
  mount(app, routes, {
    access: projects,
    limiter: createLimiter(limits, now, sharedBuckets),
    projects: perProject,
    trustedProxies,
  })
  app.notFound(() => failureResponse(new HttpError(404, 'path', 'There is nothing at this path')))
  app.onError((error, c) => {
    if (error instanceof BodyEndedError) log.info('request left', { method: c.req.method, path: c.req.path })
    if (error instanceof HttpError) return failureResponse(error)
    if (error instanceof DbUnavailableError) {
      log.warn('database did not answer', { method: c.req.method, path: c.req.path, error })
      return failureResponse(new HttpError(503, '', error.message, { 'retry-after': '5' }))
    }
    if (error instanceof StorageFullError) return failureResponse(new HttpError(403, 'storage', error.message))
    log.error('request failed', { method: c.req.method, path: c.req.path, error })
    return failureResponse(new HttpError(500, '', 'Something went wrong here'))
  })
  return app
}

/** Records each request in log and metrics, without the caller's query and address. */
function observe(log: Log, observer: Observer): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now()
    await next()
    const ms = performance.now() - started
    const { method, path } = c.req
    const { status } = c.res
    observer.request(c.get('route') ?? 'unmatched', method, status, ms)
    log.debug('request', { id: c.get('requestId'), method, path, status, ms: Math.round(ms) })
  }
}
