// Analytics: what pages report is stored for a while, counted for the operator and sent on. Off unless the operator wants it.
import * as z from 'zod'
import { assertAdmin } from '../../operations/console.js'
import { jsonBody } from '../../http/body.js'
import { HttpError } from '../../http/errors.js'
import { StorageFullError } from '../../limits/storage-budget.js'
import { defaultStorageLimits } from '../../limits/storage-limits.js'
import type { Job } from '../../operations/jobs.js'
import type { ProviderRow } from '../../upstream/providers.js'
import { defineRoute, type Route } from '../../http/route.js'
import type { AnalyticsContext } from '../context.js'
import type { Feature } from '../feature.js'
import { consoleHeaders, countsPage } from './console.js'
import { BODY_BYTES, eventsBodySchema, refuseEvents, toStoredEvents } from './events.js'
import { createExporter } from './exporter.js'
import { createEventStore } from './store.js'

/** A page sends the one for each event, or the other now and then. */
const costs = [
  ['/e', 0.2],
  ['/batch', 1],
] as const
/** Each event after the first. */
const EVENT_COST = 0.02
/** Guessing a token is made slow. */
const CONSOLE_COST = 5
const RETENTION_DAYS = 30
const MAX_EVENTS = 5_000_000
const RETENTION_EVERY_MS = 3600 * 1000
const EXPORT_EVERY_MS = 5000
const RETRY_S = 3600
const DAY_MS = 24 * 3600 * 1000

/** Postgres takes no zero byte, and a name is one line. */
const consoleQuerySchema = z.object({
  project: z
    .string()
    .regex(/^\P{Cc}*$/u, 'No project is called that')
    .optional(),
})
const acceptedSchema = z.object({ accepted: z.int().min(0) })

/** The routes of events and of the console, and jobs of retention and export. */
export function analyticsFeature({ config, db, log, now, fetch, budget }: AnalyticsContext): Feature {
  const store = createEventStore(db, budget)
  const { isOpen = false, retentionDays = RETENTION_DAYS, maxEvents = MAX_EVENTS, exporter } = config.analytics ?? {}
  const storage = config.storage ?? defaultStorageLimits
  const isWanted = isOpen || Object.values(config.projects).some(({ analytics }) => analytics)

  const consoleRoute = (token: string): Route =>
    defineRoute({
      method: 'GET',
      path: '/console/analytics',
      summary: 'Counts of events, for the operator',
      cost: CONSOLE_COST,
      project: { rule: 'none', because: 'the token decides' },
      keepsEmpty: true, // callers without a project are counted under that name
      query: consoleQuerySchema,
      answers: { 200: { type: 'text/html' } },
      async handle({ request, query: { project } }) {
        assertAdmin(request, token)
        const [counts, known] = await Promise.all([store.counts(now(), project), store.projects()])
        return new Response(countsPage({ counts, projects: known, project, retentionDays }), { headers: consoleHeaders })
      },
    })

  const retention: Job = {
    name: 'analytics retention',
    everyMs: RETENTION_EVERY_MS,
    run: () => store.forgetBefore(now() - retentionDays * DAY_MS, { events: maxEvents, bytes: storage.analytics.project }),
  }
  const sending: readonly Job[] = exporter
    ? [{ name: 'analytics export', everyMs: EXPORT_EVERY_MS, run: createExporter({ settings: exporter, store, fetch, log }) }]
    : []

  return {
    routes: [
      ...costs.map(([path, cost]) =>
        defineRoute({
          method: 'POST',
          path,
          summary: 'What a page reports: one event, or up to 200',
          cost,
          project: 'required',
          body: jsonBody(eventsBodySchema, { limit: BODY_BYTES, refusal: refuseEvents }),
          extraCost: ({ body }) => (Array.isArray(body) ? Math.max(0, body.length - 1) * EVENT_COST : 0),
          answers: { 202: acceptedSchema },
          async handle({ body, project, projectId, address }) {
            const events = toStoredEvents(body, now())
            const holder = budget.holderOf({ address, project: projectId })
            const report = { project: projectId, holder, now: now(), isExported: exporter === undefined }
            if (project.analytics) await store.add(events, report).catch(refuseFull)
            const accepted = project.analytics ? events.length : 0
            return Response.json({ accepted }, { status: 202, headers: { 'cache-control': 'no-store' } })
          },
        }),
      ),
      ...(config.adminToken ? [consoleRoute(config.adminToken)] : []),
    ],
    jobs: [retention, ...sending],
    rows: () => rows(isWanted, exporter?.kind),
  }
}

/** Clients read a 403 as a page that is not allowed to report, and stop; there is room again when what came a day ago counts no more. */
function refuseFull(error: unknown): never {
  if (!(error instanceof StorageFullError)) throw error
  throw new HttpError(429, 'storage', error.message, { 'retry-after': String(RETRY_S) })
}

function rows(isWanted: boolean, exporter: string | undefined): readonly ProviderRow[] {
  return [
    { capability: 'analytics', provider: isWanted ? 'database' : 'none', kind: isWanted ? 'embedded' : 'off' },
    ...(exporter ? [{ capability: 'analytics export', provider: exporter, kind: 'adapter' as const }] : []),
  ]
}
