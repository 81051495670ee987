// The operator's table of projects (`WM_PROJECTS`), with the origins and the analytics setting of each. Without a table everybody may call.
// `mount` applies the rule of each route before its handler runs.
import type { Context } from 'hono'
import * as z from 'zod'
import { createOriginCheck } from '../../../src/vocabulary/origin.js'
import type { Project } from '../settings/config.js'
import { HttpError, tooMany } from './errors.js'
import { BUSY_PROJECT, namedProject } from '../limits/project-limits.js'
import { defineRoute, type ProjectRule, type Route } from './route.js'

/** Finds the project of a call and checks the origin of the page. */
export interface Projects {
  /**
   * The caller's project, by query or header, else by the body of a POST.
   * @throws HttpError 401 when there is a table and the caller is not in it, 403 for a page whose origin is not on the project's list
   */
  of(c: Context, inBody?: string): Project
  /**
   * Holds the caller to the rule of a route.
   * @returns the project, where the rule asks for one and it does not stand in the body
   * @throws HttpError as `of`
   */
  admit(c: Context, rule: ProjectRule): Project | undefined
}

/** What `createProjects` may be told beside the table. */
export interface ProjectsOptions {
  /** Whether analytics are on for everybody when there is no table; default false. */
  readonly openAnalytics?: boolean | undefined
}

/** @param table project id → settings; empty: every call belongs to one open project without origins */
export function createProjects(
  table: Readonly<Record<string, Project>>,
  { openAnalytics = false }: ProjectsOptions = {},
): Projects {
  const projects = new Map(Object.entries(table))
  const openProject: Project = { origins: [], analytics: openAnalytics }
  const all = [...projects.values()]
  const checkOf = (origins: readonly string[]) => (origins.length === 0 ? () => true : createOriginCheck(origins))
  const checks = new Map(all.map((project) => [project, checkOf(project.origins)]))
  /** Whether some project lists an origin; one that lists none allows all. */
  const isListed = checkOf(all.some(({ origins }) => origins.length === 0) ? [] : all.flatMap(({ origins }) => origins))

  function named(c: Context, inBody?: string): Project {
    if (projects.size === 0) return openProject
    const outside = namedProject(c)
    const id = outside || inBody
    const project = id ? projects.get(id) : undefined
    if (!id || !project) throw new HttpError(401, 'projectId', id ? 'This project is not known here' : 'A project id is needed')
    if (!outside) chargeLate(c, id)
    return project
  }

  function of(c: Context, inBody?: string): Project {
    const project = named(c, inBody)
    assertOrigin(c, checks.get(project) ?? (() => true)) // there is no table
    return project
  }

  return {
    of,
    admit(c, project) {
      const rule = typeof project === 'string' ? project : project.rule
      if (projects.size > 0 && rule !== 'none') c.set('variesByOrigin', true)
      if (rule === 'required') return of(c)
      if (rule === 'any-origin') return named(c)
      if (rule === 'optional') {
        if (namedProject(c)) of(c)
        else assertOrigin(c, isListed)
      }
      return undefined
    },
  }
}

/**
 * Charges the project that the body names: the call was not charged before its body was read. Where the shared bucket has to be asked, the
 * call is charged without waiting for the answer.
 * @throws HttpError 429 `rate_limited`
 */
function chargeLate(c: Context, id: string): void {
  const verdict = c.get('charge')?.(id)
  const error = verdict && !(verdict instanceof Promise) ? tooMany(verdict, BUSY_PROJECT) : undefined
  if (error) throw error
}

/** Callers without the header `origin`, such as servers, pass. @throws HttpError 403 `origin` */
function assertOrigin(c: Context, isAllowed: (origin: string) => boolean): void {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isAllowed(origin))
    throw new HttpError(403, 'origin', 'This origin is not allowed for this project')
}

/** `GET /projects/v1/origins` and `GET /getAnalyticsConfig`. */
export function projectRoutes(): readonly Route[] {
  const headers = { 'cache-control': 'public, max-age=60' }
  return [
    defineRoute({
      method: 'GET',
      path: '/projects/v1/origins',
      summary: 'Origins that may use this project',
      cost: 1,
      project: { rule: 'any-origin', because: 'here a page learns that it is not on the list' },
      answers: { 200: z.object({ allowedOrigins: z.array(z.string()) }) },
      handle: ({ project }) => Response.json({ allowedOrigins: project.origins }, { headers }),
    }),
    defineRoute({
      method: 'GET',
      path: '/getAnalyticsConfig',
      summary: 'Whether analytics are wanted',
      cost: 1,
      project: 'required',
      answers: { 200: z.object({ isAnalyticsEnabled: z.boolean() }) },
      handle: ({ project }) => Response.json({ isAnalyticsEnabled: project.analytics }, { headers }),
    }),
  ]
}
