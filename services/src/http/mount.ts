// Mounts route definitions on the application: charges each call to its rate limits, applies the route's project rule, and calls the handler.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import { bodySource } from './body.js'
import { HttpError, tooMany } from './errors.js'
import { clientAddress, type Limiter, type Verdict } from '../limits/limits.js'
import { assertNoLoop } from './loop.js'
import { BUSY_PROJECT, keptProject, namedProject, type ProjectLimiter } from '../limits/project-limits.js'
import type { Projects } from './projects.js'
import type { Call, Route } from './route.js'

const BUSY_ADDRESS = 'Too many requests from this address'

declare module 'hono' {
  interface ContextVariableMap {
    /** The path as mounted: the label of the metrics, which must not have a value per address. */
    route: string
    /** The answer depends on the origin: `vary: origin` is added. */
    variesByOrigin: boolean | undefined
    /** Charges this call to a project that stands in the body alone. */
    charge: (project: string) => Verdict | Promise<Verdict>
  }
}

/** What every call passes before its handler runs. */
export interface Gate {
  /** The table of projects. */
  readonly access: Projects
  /** Per address and route. */
  readonly limiter: Limiter
  /** Absent: projects have no buckets of their own. */
  readonly projects?: ProjectLimiter | undefined
  /** Number of trusted proxies in front, as for `clientAddress`. */
  readonly trustedProxies: number
}

/**
 * Mounts every route on `app`. A call with a cost is charged to its address first and to its project second, and again for what it asks for once it is
 * read (`extraCost`); 429 `rate_limited` when either bucket is empty. Other methods of a mounted path get 405.
 */
export function mount(app: Hono, routes: readonly Route[], { access, limiter, projects, trustedProxies }: Gate): void {
  for (const route of routes) {
    const { cost, path } = route
    app.on(route.method, path, async (c) => {
      c.set('route', path)
      if (cost === 0) return answer(c, route, access)
      const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), trustedProxies)
      c.set('charge', (project) => projects?.take(address, project, cost) ?? { ok: true })
      const charge = async (project: string | undefined, tokens: number, paid?: number): Promise<HttpError | undefined> => {
        const own = limiter.take(address, path, tokens, paid)
        const error = tooMany(own instanceof Promise ? await own : own, BUSY_ADDRESS) // a synchronous verdict is not awaited
        if (error) return error
        const shared = projects?.take(address, project, tokens, paid) ?? { ok: true }
        return tooMany(shared instanceof Promise ? await shared : shared, BUSY_PROJECT)
      }
      const error = await charge(namedProject(c), cost)
      const chargeMore = async (tokens: number, inBody: string | undefined) => {
        const refusal = await charge(namedProject(c) ?? inBody, tokens, cost)
        if (refusal) throw refusal
      }
      if (!error) return answer(c, route, access, { address, charge: chargeMore })
      if (route.refuse) return route.refuse(error)
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

type Caller = Pick<Call, 'address' | 'charge'>
const uncharged: Caller = { address: '', charge: () => Promise.resolve() }

async function answer(c: Context, route: Route, access: Projects, { address, charge } = uncharged): Promise<Response> {
  try {
    if (!route.isLoopFree) assertNoLoop(c)
    const project = access.admit(c, route.project)
    return await route.respond({
      ...bodySource(c),
      params: c.req.param(),
      query: c.req.query(),
      projectId: keptProject(c),
      address,
      project,
      projectOf: (named) => access.of(c, named),
      charge,
    })
  } catch (error) {
    if (route.refuse && error instanceof HttpError) return route.refuse(error)
    throw error
  }
}
