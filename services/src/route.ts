// A route as a row: method, path, what a call costs of the caller's bucket, and what answers. Wrong methods get 405 in the common shape.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import { HttpError } from './errors.js'
import { clientAddress, type Limiter } from './limits.js'

export interface Route {
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
      const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), trustedProxies)
      const verdict = route.cost > 0 ? limiter.take(address, route.path, route.cost) : ({ ok: true } as const)
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
