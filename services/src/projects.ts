// Who may ask: the operator's table of projects, with the origins and the analytics setting of each. No table: everyone. `mount` holds each
// route to its `access` before it answers.
import type { Context } from 'hono'
import * as z from 'zod'
import { isOriginAllowed } from '../../src/api/project.js'
import type { Project } from './config.js'
import { HttpError } from './errors.js'
import { BUSY_PROJECT, namedProject } from './project-limits.js'
import { tooMany, type Access, type Route } from './route.js'

export interface Projects {
  /**
   * The caller's project, by query or header, else by the body of a POST.
   * @throws HttpError 401 when there is a table and the caller is not in it, 403 for a page whose origin is not on the project's list
   */
  of(c: Context, inBody?: string): Project
  /** As `of`, for pages of any origin. */
  named(c: Context): Project
  /** Holds the caller to what a route asks for. @throws HttpError as `of` */
  admit(c: Context, access: Access): void
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
    named: (c) => named(c),
    admit(c, access) {
      if (projects.size > 0 && access !== 'open') c.set('variesByOrigin', true)
      if (access === 'project') of(c)
      else if (access === 'any-origin') named(c)
      else if (access === 'listed-origin') {
        if (namedProject(c)) of(c)
        else assertOrigin(c, { origins })
      }
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

export function projectRoutes(projects: Projects): readonly Route[] {
  const headers = { 'cache-control': 'public, max-age=60' }
  return [
    {
      method: 'GET',
      path: '/projects/v1/origins',
      cost: 1,
      access: 'any-origin',
      doc: { summary: 'Origins that may use this project', answers: z.object({ allowedOrigins: z.array(z.string()) }) },
      answer: (c) => Response.json({ allowedOrigins: projects.named(c).origins }, { headers }),
    },
    {
      method: 'GET',
      path: '/getAnalyticsConfig',
      cost: 1,
      doc: { summary: 'Whether analytics are wanted', answers: z.object({ isAnalyticsEnabled: z.boolean() }) },
      answer: (c) => Response.json({ isAnalyticsEnabled: projects.of(c).analytics }, { headers }),
    },
  ]
}
