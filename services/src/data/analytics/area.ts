// Analytics: what pages report is stored for a while, counted for the operator and sent on. Off unless the operator wants it.
import type { Context } from 'hono'
import * as z from 'zod'
import { assertAdmin } from '../../admin.js'
import { readJson } from '../../body.js'
import { HttpError } from '../../errors.js'
import type { Job } from '../../jobs.js'
import type { ProviderRow } from '../../providers.js'
import type { Route } from '../../route.js'
import type { DataContext } from '../context.js'
import type { Area } from '../data.js'
import { projectIdOf } from '../project-id.js'
import { consoleHeaders, countsPage } from './console.js'
import { BODY_BYTES, eventsBodySchema, parseEvents } from './events.js'
import { createExporter } from './exporter.js'
import { createEventStore } from './store.js'

/** A page sends the one for each event, or the other now and then. */
const costs = { '/e': 0.2, '/batch': 1 }
/** Guessing a token is made slow. */
const CONSOLE_COST = 5
const RETENTION_DAYS = 30
const MAX_EVENTS = 5_000_000
const RETENTION_EVERY_MS = 3600 * 1000
const EXPORT_EVERY_MS = 5000
const DAY_MS = 24 * 3600 * 1000

const acceptedSchema = z.object({ accepted: z.int().min(0) })

export function analyticsArea({ config, db, log, now, fetch, projects }: DataContext): Area {
  const store = createEventStore(db)
  const { isOpen = false, retentionDays = RETENTION_DAYS, maxEvents = MAX_EVENTS, exporter } = config.analytics ?? {}
  const isWanted = isOpen || Object.values(config.projects).some(({ analytics }) => analytics)

  const take = async (c: Context) => {
    const project = projects.of(c)
    const events = parseEvents(await readJson(c.req.raw, BODY_BYTES), now())
    if (project.analytics) await store.add(projectIdOf(c), events, now(), exporter === undefined)
    return Response.json(
      { accepted: project.analytics ? events.length : 0 },
      { status: 202, headers: { 'cache-control': 'no-store' } },
    )
  }

  const show = (token: string) => async (c: Context) => {
    assertAdmin(c, token)
    const project = c.req.query('project')
    if (project !== undefined && /\p{Cc}/u.test(project)) throw new HttpError(400, 'project', 'No project is called that')
    const [counts, known] = await Promise.all([store.counts(now(), project), store.projects()])
    return new Response(countsPage({ counts, projects: known, project, retentionDays }), { headers: consoleHeaders })
  }

  const retention: Job = {
    name: 'analytics retention',
    everyMs: RETENTION_EVERY_MS,
    run: () => store.forgetBefore(now() - retentionDays * DAY_MS, maxEvents),
  }
  const sending: readonly Job[] = exporter
    ? [{ name: 'analytics export', everyMs: EXPORT_EVERY_MS, run: createExporter({ settings: exporter, store, fetch, log }) }]
    : []

  return {
    routes: [
      ...Object.entries(costs).map(([path, cost]): Route => {
        const doc = {
          summary: 'What a page reports: one event, or up to 200',
          body: eventsBodySchema,
          answers: acceptedSchema,
          status: 202,
        }
        return { method: 'POST', path, cost, doc, answer: take }
      }),
      ...(config.adminToken ? [consoleRoute(show(config.adminToken))] : []),
    ],
    jobs: [retention, ...sending],
    rows: () => rows(isWanted, exporter?.kind),
  }
}

function consoleRoute(answer: Route['answer']): Route {
  const doc = {
    summary: 'Counts of events, for the operator',
    contentType: 'text/html',
    query: z.object({ project: z.string().optional() }),
  }
  return { method: 'GET', path: '/console/analytics', cost: CONSOLE_COST, access: 'open', doc, answer } // the token decides
}

function rows(isWanted: boolean, exporter: string | undefined): readonly ProviderRow[] {
  return [
    { capability: 'analytics', provider: isWanted ? 'database' : 'none', kind: isWanted ? 'embedded' : 'off' },
    ...(exporter ? [{ capability: 'analytics export', provider: exporter, kind: 'adapter' as const }] : []),
  ]
}
