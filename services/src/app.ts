// The HTTP application: wallet list, pictures, project settings, chain RPC, the data side, health. Every answer has a request id, every refusal one shape.
import { Hono, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { DEVNET, type Config } from './config.js'
import { BodyEndedError } from './body.js'
import { cors, varyByOrigin } from './cors.js'
import type { Feature } from './data/feature.js'
import { DbUnavailableError } from './db/db.js'
import { HttpError, failureResponse } from './errors.js'
import { createLimiter, type Ledger } from './limits.js'
import type { RpcExtras } from './data/rpc-extras.js'
import { providerRows } from './rows.js'
import type { Log } from './log.js'
import { silentObserver, type Observer } from './observe.js'
import { openApiRoute } from './openapi.js'
import { createProjectLimiter } from './project-limits.js'
import { createProjects, projectRoutes } from './projects.js'
import { readyRoutes, type Checks } from './ready.js'
import { mount } from './mount.js'
import type { Route } from './route.js'
import { remoteConfigRoutes } from './remote-config.js'
import { createProxy } from './rpc/proxy.js'
import { rpcRoutes } from './rpc/routes.js'
import { StorageFullError } from './storage/budget.js'
import { createIcons, type Icons } from './wallets/icons.js'
import { imageRoutes } from './wallets/images.js'
import { loadRegistry, type Registry } from './wallets/registry.js'
import { walletRoutes } from './wallets/routes.js'

export interface AppOptions {
  readonly config: Config
  readonly log: Log
  /** Default: read now. */
  readonly registry?: Registry | undefined
  /** What else must answer before these services are ready, such as the database. */
  readonly checks?: Checks | undefined
  /** The data side, when there is a database for it. */
  readonly data?: Feature | undefined
  /** Shares the rate limits with other instances; absent: each counts for itself. */
  readonly ledger?: Ledger | undefined
  /** What the chain RPC answers beyond nodes. */
  readonly rpc?: RpcExtras | undefined
  readonly observer?: Observer | undefined
  /** Default: those of the package. */
  readonly icons?: Icons | undefined
  /** Further routes, such as the figures for the operator. */
  readonly extra?: readonly Route[] | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly now?: (() => number) | undefined
  /** Time limit of one try at one node; default 10 s. */
  readonly nodeTimeoutMs?: number | undefined
}

/** The list of wallets, with the chains of these services. @throws ConfigError */
export function readRegistry(config: Config): Registry {
  return loadRegistry({ file: config.walletsFile, extraChains: DEVNET in config.chains ? [DEVNET] : [] })
}

export function createApp(options: AppOptions): Hono {
  const {
    config,
    log,
    checks = {},
    data,
    ledger,
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
    ...readyRoutes({ checks, registry, proxy, rows }),
    ...walletRoutes({ registry, dev }),
    ...imageRoutes({ registry, icons }),
    ...projectRoutes(),
    ...rpcRoutes({ proxy, sockets: Object.keys(config.sockets ?? {}), dev }),
    ...remoteConfigRoutes(),
    ...(data?.routes ?? []),
    ...extra,
    openApiRoute(() => routes, config.publicUrl),
  ]
  const app = new Hono({ strict: false }) // a slash at the end changes nothing
  app.use(observe(log, observer))
  app.use(requestId({ limitLength: 0 })) // an id that the caller brings is never taken over
  app.use(cors)
  app.use(varyByOrigin)
  const known = new Set(Object.keys(config.projects))
  const { limits, projectLimits, trustedProxies } = config
  const perProject = projectLimits && createProjectLimiter({ config: projectLimits, known, now, ledger })
  mount(app, routes, { access: projects, limiter: createLimiter(limits, now, ledger), projects: perProject, trustedProxies })
  app.notFound(() => failureResponse(new HttpError(404, 'path', 'There is nothing at this path')))
  app.onError((error, c) => {
    if (error instanceof BodyEndedError) log.info('request left', { method: c.req.method, path: c.req.path })
    if (error instanceof HttpError) return failureResponse(error)
    if (error instanceof DbUnavailableError) {
      log.warn('database did not answer', { method: c.req.method, path: c.req.path, error: error.cause })
      return failureResponse(new HttpError(503, '', error.message, { 'retry-after': '5' }))
    }
    if (error instanceof StorageFullError) return failureResponse(new HttpError(403, 'storage', error.message))
    log.error('request failed', { method: c.req.method, path: c.req.path, error })
    return failureResponse(new HttpError(500, '', 'Something went wrong here'))
  })
  return app
}

/** Each request in the log and in the figures. Query and address of the caller are not logged. */
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
