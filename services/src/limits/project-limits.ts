// Rate limits per project of the table, beside the limits per address. Every page that uses a project shows its id, so a stranger can spend
// from the project's bucket: the bucket is large, and one address gets a small part of it.
import type { Context } from 'hono'
import { oneLineOf } from '../../../src/vocabulary/visible-name.js'
import { createLimiter, type SharedBuckets, type LimitConfig, type Verdict } from './limits.js'

/** One address spends at most 1/20 of a project's bucket, over all routes: fewer than 20 addresses cannot empty it. */
export const ADDRESSES_MIN = 20

/** Description of the 429 of a project whose bucket is empty. */
export const BUSY_PROJECT = 'Too many requests in the name of this project'

/** The project id of a call: `projectId` in the query, else the header `x-project-id`. */
export function namedProject(c: Context): string | undefined {
  return c.req.query('projectId') || c.req.header('x-project-id') || undefined
}

/** The project id to store beside a caller's rows: one line, at most 64 characters (without a table of projects it is any text); empty when none is named. */
export function keptProject(c: Context): string {
  return oneLineOf(namedProject(c) ?? '').slice(0, 64)
}

/** Limits calls by the project that they name. */
export interface ProjectLimiter {
  /** As `Limiter.take`. A call that names no project of the table passes: either its route refuses it, or it has no bucket to share. */
  take(address: string, project: string | undefined, cost: number, paid?: number): Verdict | Promise<Verdict>
}

/** What `createProjectLimiter` needs. */
export interface ProjectLimiterOptions {
  /** The bucket of one project, over all addresses and routes. */
  readonly config: LimitConfig
  /** Ids of the table. Other ids are any text and have no bucket: a caller could invent a new id for each call. */
  readonly known: ReadonlySet<string>
  readonly now?: (() => number) | undefined
  readonly sharedBuckets?: SharedBuckets | undefined
}

/** A limiter with two buckets per call: a twentieth of the project's bucket for the address, then the project's whole bucket. */
export function createProjectLimiter({ config, known, now, sharedBuckets }: ProjectLimiterOptions): ProjectLimiter {
  const { tokens, refillPerSecond } = config
  const whole = createLimiter(config, now, sharedBuckets)
  const part = { tokens: tokens / ADDRESSES_MIN, refillPerSecond: refillPerSecond / ADDRESSES_MIN }
  const parts = createLimiter(part, now, sharedBuckets)
  return {
    take(address, project, cost, paid) {
      if (project === undefined || !known.has(project)) return { ok: true }
      const ofAddress = parts.take(address, `project ${project}`, cost, paid)
      const spend = (verdict: Verdict) => (verdict.ok ? whole.take(project, 'project', cost, paid) : verdict)
      return ofAddress instanceof Promise ? ofAddress.then(spend) : spend(ofAddress)
    },
  }
}
