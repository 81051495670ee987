// The HTTP application of the frame's origin. Nothing here has CORS headers: the frame alone calls it, from the same origin.
import { Hono, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { DbUnavailableError } from '../db/db.js'
import { HttpError, failureResponse } from '../http/errors.js'
import { mount } from '../http/mount.js'
import { createProjects } from '../http/projects.js'
import type { Route } from '../http/route.js'
import { createLimiter, type LimitConfig, type SharedBuckets } from '../limits/limits.js'
import type { Log } from '../operations/log.js'
import { commonHeaders, strictTransport } from './headers.js'

/** What `createFrameApp` joins. */
export interface FrameAppOptions {
  readonly routes: readonly Route[]
  readonly limits: LimitConfig
  readonly trustedProxies: number
  readonly sharedBuckets: SharedBuckets | undefined
  readonly log: Log
  readonly now: () => number
  readonly origin: () => string
  /** Answers calls to nodes of chains, as the services do. */
  readonly rpc: (request: Request, env: object) => Response | Promise<Response>
}

/** The application with its guards, limits and error answers. */
export function createFrameApp({ routes, limits, trustedProxies, sharedBuckets, log, now, origin, rpc }: FrameAppOptions): Hono {
  const app = new Hono({ strict: false })
  app.use(requestId({ limitLength: 0 }))
  app.use(withHeaders(origin))
  app.use('/api/*', ownPagesOnly(origin))
  app.post('/v1', (c) => forwardRpc(c.req.raw, c.env as object, rpc))
  mount(app, routes, {
    access: createProjects({}),
    limiter: createLimiter(limits, now, sharedBuckets),
    trustedProxies,
  })
  app.notFound(() => failureResponse(new HttpError(404, 'path', 'There is nothing at this path')))
  app.onError((error, c) => {
    if (error instanceof HttpError) return failureResponse(error)
    if (error instanceof DbUnavailableError) {
      log.warn('database did not answer', { method: c.req.method, path: c.req.path, error })
      return failureResponse(new HttpError(503, '', error.message, { 'retry-after': '5' }))
    }
    log.error('request failed', { method: c.req.method, path: c.req.path, error })
    return failureResponse(new HttpError(500, '', 'Something went wrong here'))
  })
  return app
}

function withHeaders(origin: () => string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const more = origin().startsWith('https:') ? strictTransport : {}
    for (const [name, value] of Object.entries<string>({ ...commonHeaders, ...more, 'x-request-id': c.get('requestId') }))
      c.header(name, value)
    if (!c.res.headers.has('cross-origin-resource-policy')) c.header('cross-origin-resource-policy', 'same-origin')
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  }
}

/**
 * No page of another origin changes anything here: not by a form, not by a script, not from a sibling domain. Calls carry no cookie anyway.
 */
function ownPagesOnly(origin: () => string): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'POST') {
      const site = c.req.header('sec-fetch-site')
      const isOwn = c.req.header('origin') === origin() && (site === undefined || site === 'same-origin')
      if (!isOwn) throw new HttpError(403, 'origin', 'Only pages of this origin may call this')
      if (!/^application\/json(?:;\s*charset=utf-8)?$/i.test(c.req.header('content-type') ?? ''))
        throw new HttpError(403, 'origin', 'The body must be application/json')
    }
    await next()
  }
}

/** The services answer as they would anybody with the same project, and their CORS headers stay behind. */
async function forwardRpc(request: Request, env: object, rpc: FrameAppOptions['rpc']): Promise<Response> {
  const url = new URL(request.url)
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of ['x-project-id', 'x-forwarded-for', 'cdn-loop', 'content-length']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  // The services read the body from the connection where there is one.
  const body = 'incoming' in env ? null : request.body
  const asked = new Request(`${url.origin}/v1${url.search}`, {
    method: 'POST',
    headers,
    ...(body ? { body, duplex: 'half' } : {}),
    signal: request.signal,
  })
  const answer = await rpc(asked, env)
  const kept = new Headers()
  for (const name of ['content-type', 'retry-after', 'cache-control']) {
    const value = answer.headers.get(name)
    if (value !== null) kept.set(name, value)
  }
  return new Response(answer.body, { status: answer.status, headers: kept })
}
