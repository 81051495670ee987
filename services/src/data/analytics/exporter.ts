// Sends stored events on: as OTLP logs (HTTP, JSON) or to a webhook. The table is the queue: what was not taken is sent again.
import * as z from 'zod'
import { readUpTo } from '../../http/read-up-to.js'
import type { AnalyticsSettings } from '../../settings/config.js'
import type { Log } from '../../operations/log.js'
import type { EventStore, ExportedEvent } from './store.js'
import { signalAfter } from '../../timeout.js'

/** Events of one request, and requests of one run. */
const BATCH = 200
const BATCHES_MAX = 50
const TIMEOUT_MS = 10_000

/** What `createExporter` needs. */
export interface ExporterOptions {
  readonly settings: NonNullable<AnalyticsSettings['exporter']>
  readonly store: EventStore
  readonly fetch: typeof globalThis.fetch
  readonly log: Log
}

/** One run: everything that waits, oldest first, until a request fails. Rejects then; the next run begins where this one ended. */
export function createExporter({ settings, store, fetch, log }: ExporterOptions): (signal: AbortSignal) => Promise<void> {
  const { kind, url, authorization } = settings
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  return async (signal) => {
    for (let batch = 0; batch < BATCHES_MAX && !signal.aborted; batch++) {
      const events = await store.unexported(BATCH)
      if (events.length === 0) return
      const body = JSON.stringify(kind === 'otlp' ? toOtlp(events) : { events: events.map(toPlain) })
      const limit = signalAfter(TIMEOUT_MS, signal)
      const response = await fetch(url, { method: 'POST', headers, body, signal: limit, redirect: 'error' })
      const rejected = response.ok && kind === 'otlp' ? await rejectedOf(response) : 0
      if (!response.bodyUsed) await response.body?.cancel()
      if (!response.ok && isWorthRepeating(response.status)) throw new Error(`analytics export: HTTP ${response.status}`)
      // What is refused for good, whole or in part, would block all that comes after it.
      if (!response.ok) log.warn('analytics export refused', { status: response.status, events: events.length })
      if (rejected > 0) log.warn('analytics export refused in part', { events: rejected })
      await store.markExported(events.map(({ seq }) => seq))
    }
  }
}

const answerSchema = z.object({
  partialSuccess: z.optional(z.object({ rejectedLogRecords: z.optional(z.coerce.number()) })),
})
const ANSWER_BYTES = 64 * 1024

/** A collector that takes some records only says so in a success; it is not to be sent the others again. */
async function rejectedOf(response: Response): Promise<number> {
  try {
    const text = await readUpTo(response.body, ANSWER_BYTES, () => new Error('too long'))
    const answer = answerSchema.safeParse(JSON.parse(text))
    return answer.success ? (answer.data.partialSuccess?.rejectedLogRecords ?? 0) : 0
  } catch {
    return 0 // no body, an endless one, or none of ours
  }
}

/** Wrong settings (401, 403, 404) are put right by the operator; then nothing should be missing. */
function isWorthRepeating(status: number): boolean {
  return status >= 500 || [401, 403, 404, 408, 429].includes(status)
}

function toPlain({ seq: _, at, receivedAt, ...event }: ExportedEvent) {
  return { ...event, at: new Date(at).toISOString(), receivedAt: new Date(receivedAt).toISOString() }
}

/** Log data model of OpenTelemetry, JSON encoding of OTLP 1.x: 64-bit numbers are text. */
function toOtlp(events: readonly ExportedEvent[]) {
  const logRecords = events.map((event) => ({
    timeUnixNano: nanoseconds(event.at),
    observedTimeUnixNano: nanoseconds(event.receivedAt),
    severityNumber: event.kind === 'error' ? 17 : 9,
    severityText: event.kind === 'error' ? 'ERROR' : 'INFO',
    eventName: event.name,
    body: { stringValue: event.name },
    attributes: Object.entries({
      'event.name': event.name,
      'event.id': event.eventId,
      'wallet_modal.project': event.project,
      'server.address': event.domain,
      'url.full': event.url,
      'wallet_modal.props': JSON.stringify(event.props),
    }).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  }))
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'wallet-modal' } }] }
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'wallet-modal.analytics' }, logRecords }] }] }
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`
}
