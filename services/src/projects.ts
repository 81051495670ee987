// Who may ask: the operator's table of projects, with the origins and the analytics setting of each. No table: everyone. `mount` holds each
// route to its rule before it answers.
import type { Context } from 'hono'
import * as z from 'zod'
import { isOriginAllowed } from '../../src/api/project.js'
import type { Project } from './config.js'
import { HttpError } from './errors.js'
import { BUSY_PROJECT, namedProject } from './project-limits.js'
import { tooMany } from './limits.js'
import { defineRoute, type ProjectRule, type Route } from './route.js'

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

export interface ProjectsOptions {
  /** Whether analytics are wanted from everyone, when there is no table. */
  readonly openAnalytics?: boolean | undefined
}

export function createProjects(
  table: Readonly<Record<string, Project>>,
  { openAnalytics = false }: ProjectsOptions = {},
): Projects {
  const projects = new Map(Object.entries(table))
  const openProject: Project = { origins: [], analytics: openAnalytics }
  /** Every origin that some project lists; empty when one of them lists none, which allows all. */
  const origins = [...projects.values()].some((project) => project.origins.length === 0)
    ? []
    : [...projects.values()].flatMap((project) => project.origins)

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
    assertOrigin(c, project)
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
        else assertOrigin(c, { origins })
      }
      return undefined
    },
  }
}

/**
 * Before the body was read nobody knew the project. A call that the ledger would have to be asked about is charged, but not waited for.
 * @throws HttpError 429
 */
function chargeLate(c: Context, id: string): void {
  const verdict = c.get('charge')?.(id)
  const error = verdict && !(verdict instanceof Promise) ? tooMany(verdict, BUSY_PROJECT) : undefined
  if (error) throw error
}

/** @throws HttpError 403; callers that are no page pass */
function assertOrigin(c: Context, { origins }: Pick<Project, 'origins'>): void {
  const origin = c.req.header('origin')
  if (origin !== undefined && origins.length > 0 && !isOriginAllowed(origin, origins))
    throw new HttpError(403, 'origin', 'This origin is not allowed for this project')
}

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
