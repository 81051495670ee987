// What callers together may do in the name of one project of the table, beside what each address may do by itself. An id stands in every
// page that uses it, so a stranger can spend from the bucket, too: the bucket is large, and no address gets more than a small part of it.
import type { Context } from 'hono'
import { oneLine } from './untrusted-text.js'
import { createLimiter, type Ledger, type LimitConfig, type Verdict } from './limits.js'

/** One address spends at most this part of a project's bucket, over all routes: fewer than so many addresses cannot empty it. */
export const ADDRESSES_MIN = 20

export const BUSY_PROJECT = 'Too many requests in the name of this project'

/** The id by which a caller names his project, in the query or a header. */
export function namedProject(c: Context): string | undefined {
  return c.req.query('projectId') || c.req.header('x-project-id') || undefined
}

/** The same as it is kept beside what the caller leaves here; empty when none is named. Cut, since without a table it is any text. */
export function keptProject(c: Context): string {
  return oneLine(namedProject(c) ?? '').slice(0, 64)
}

export interface ProjectLimiter {
  /** As `Limiter.take`. Whoever names no project of the table passes: the routes refuse him, or there is nothing to share. */
  take(address: string, project: string | undefined, cost: number): Verdict | Promise<Verdict>
}

export interface ProjectLimiterOptions {
  /** Of the bucket of one project, over all addresses and routes. */
  readonly config: LimitConfig
  /** Without a table an id is any text: who has spent one bucket would write another id. */
  readonly known: ReadonlySet<string>
  readonly now?: (() => number) | undefined
  readonly ledger?: Ledger | undefined
}

export function createProjectLimiter({ config, known, now, ledger }: ProjectLimiterOptions): ProjectLimiter {
  const { tokens, refillPerSecond } = config
  const whole = createLimiter(config, now, ledger)
  const part = { tokens: tokens / ADDRESSES_MIN, refillPerSecond: refillPerSecond / ADDRESSES_MIN }
  const parts = createLimiter(part, now, ledger)
  return {
    take(address, project, cost) {
      if (project === undefined || !known.has(project)) return { ok: true }
      const ofAddress = parts.take(address, `project ${project}`, cost)
      const spend = (verdict: Verdict) => (verdict.ok ? whole.take(project, 'project', cost) : verdict)
      return ofAddress instanceof Promise ? ofAddress.then(spend) : spend(ofAddress)
    },
  }
}
