// A route as a row: method, path, what a call costs of the caller's bucket, and what answers. Wrong methods get 405 in the common shape.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import type * as z from 'zod/v4/core'
import { HttpError } from './errors.js'
import { assertNoLoop } from './loop.js'
import { clientAddress, type Limiter, type Verdict } from './limits.js'
import type { Projects } from './projects.js'
import { BUSY_PROJECT, namedProject, type ProjectLimiter } from './project-limits.js'

const BUSY_ADDRESS = 'Too many requests from this address'

declare module 'hono' {
  interface ContextVariableMap {
    /** The path as mounted: for figures, which must not have a row per address. */
    route: string
    /** Another origin might get another answer: caches between must know. */
    variesByOrigin: boolean | undefined
    /** Where the call comes from; absent where a call costs nothing. */
    address: string
    /** Charges this call to a project that only its body names. */
    charge: (project: string) => Verdict | Promise<Verdict>
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

/**
 * Who is answered while there is a table of projects; without a table, everybody is.
 * - `project` (default): a project of the table is named in the query or a header, and a page's origin is on its list.
 * - `body`: as `project`, but the body may name the project, so the route itself calls `projects.of` with it.
 * - `any-origin`: as `project`, but of any origin: here a page learns that it is not on the list.
 * - `listed-origin`: no project needs to be named; a page's origin is on some project's list. For what older clients ask without a project.
 * - `open`: everybody. Each has its reason beside it.
 */
export type Access = 'project' | 'body' | 'any-origin' | 'listed-origin' | 'open'

export interface Route {
  readonly doc: RouteDoc
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Tokens taken per call; 0: unlimited. */
  readonly cost: number
  readonly access?: Access
  /** True: asks nobody outside, so that other services may ask it for strangers without end of a loop. */
  readonly isLoopFree?: true
  readonly answer: (c: Context) => Response | Promise<Response>
  /** The refusal of a caller who asks too often, where it differs from the common shape. */
  readonly refuse?: (error: HttpError) => Response
}

export interface Gate {
  readonly access: Pick<Projects, 'admit'>
  readonly limiter: Limiter
  /** Absent: projects have no buckets of their own. */
  readonly projects?: ProjectLimiter | undefined
  /** Proxies in front that are believed about the caller's address. */
  readonly trustedProxies: number
}

export function mount(app: Hono, routes: readonly Route[], { access, limiter, projects, trustedProxies }: Gate): void {
  for (const route of routes) {
    const { cost, path, refuse } = route
    const answer = (c: Context) => {
      try {
        if (!route.isLoopFree) assertNoLoop(c)
        access.admit(c, route.access ?? 'project')
      } catch (error) {
        if (refuse && error instanceof HttpError) return refuse(error)
        throw error
      }
      return route.answer(c)
    }
    app.on(route.method, path, async (c) => {
      c.set('route', path)
      if (cost === 0) return answer(c)
      const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), trustedProxies)
      const charge = (project: string | undefined) => projects?.take(address, project, cost) ?? { ok: true }
      c.set('charge', charge)
      c.set('address', address)
      const own = limiter.take(address, path, cost)
      let error = tooMany(own instanceof Promise ? await own : own, BUSY_ADDRESS) // without a round trip, no turn is waited for
      if (!error) {
        const shared = charge(namedProject(c))
        error = tooMany(shared instanceof Promise ? await shared : shared, BUSY_PROJECT)
      }
      if (!error) return answer(c)
      if (refuse) return refuse(error)
      throw error
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

/** Undefined: let through. */
export function tooMany(verdict: Verdict, description: string): HttpError | undefined {
  if (verdict.ok) return undefined
  return new HttpError(429, 'rate_limited', description, { 'retry-after': String(verdict.retryAfterSeconds) })
}
