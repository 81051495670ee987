// A route as a row: method, path, what a call costs of the caller's bucket, and what answers. Wrong methods get 405 in the common shape.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import type * as z from 'zod/v4/core'
import { HttpError } from './errors.js'
import { clientAddress, type Limiter } from './limits.js'

declare module 'hono' {
  interface ContextVariableMap {
    /** The path as mounted: for figures, which must not have a row per address. */
    route: string
  }
}

/** What the OpenAPI document says about a route; zod and zod/mini schemas alike. */
export interface RouteDoc {
  readonly summary: string
  readonly query?: z.$ZodType | undefined
  readonly body?: z.$ZodType | undefined
  /** Content type of the body; default: JSON, also as `text/plain`. */
  readonly bodyType?: string | undefined
  /** Absent, and no `contentType`: a success has no body. */
  readonly answers?: z.$ZodType | undefined
  /** Status of a success; default 200. */
  readonly status?: number | undefined
  /** Content type of a success; default `application/json`. */
  readonly contentType?: string | undefined
}

export interface Route {
  readonly doc: RouteDoc
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Tokens taken per call; 0: unlimited. */
  readonly cost: number
  readonly answer: (c: Context) => Response | Promise<Response>
  /** The refusal of a caller who asks too often, where it differs from the common shape. */
  readonly refuse?: (retryAfterSeconds: number) => Response
}

export function mount(app: Hono, routes: readonly Route[], limiter: Limiter, trustedProxies: number): void {
  for (const route of routes) {
    app.on(route.method, route.path, async (c) => {
      c.set('route', route.path)
      const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), trustedProxies)
      const taken = route.cost > 0 ? limiter.take(address, route.path, route.cost) : ({ ok: true } as const)
      const verdict = taken instanceof Promise ? await taken : taken // without a round trip, no turn is waited for
      if (verdict.ok) return route.answer(c)
      if (route.refuse) return route.refuse(verdict.retryAfterSeconds)
      const headers = { 'retry-after': String(verdict.retryAfterSeconds) }
      throw new HttpError(429, 'rate_limited', 'Too many requests from this address', headers)
    })
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method)
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.all(path, () => {
      throw new HttpError(405, 'method', 'This method is not allowed here', { allow })
    })
  }
}
