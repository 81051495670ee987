// Tells the operator what is used and what fails (specification §7, `POST /e`): only when the page asked for it, one event at a time, and never a pairing's key.
import * as z from 'zod/mini'
import { TELEMETRY_EVENTS_COUNT, TELEMETRY_WINDOW_MS } from '../constants.js'
import { isWalletError, WalletError } from '../errors.js'
import { type Api, post } from './http.js'
import { instantSchema, textSchema } from './shapes.js'

/** Kinds of failure, in the field's words. */
export const telemetryCategories = ['API_ERROR', 'DATA_PARSING_ERROR', 'SECURE_SITE_ERROR', 'INTERNAL_SDK_ERROR'] as const
export type TelemetryCategory = (typeof telemetryCategories)[number]

const propsSchema = z.record(z.string().check(z.maxLength(128)), z.unknown())

export const analyticsEventSchema = z.object({
  eventId: z.string().check(z.minLength(1), z.maxLength(64)),
  url: textSchema,
  domain: z.string().check(z.maxLength(253)),
  /** Unix milliseconds; failures carry an RFC 3339 instant. */
  timestamp: z.union([z.int().check(z.nonnegative()), instantSchema]),
  props: z.union([
    z.object({
      type: z.literal('track'),
      event: z.string().check(z.minLength(1), z.maxLength(128)),
      properties: z.optional(propsSchema),
      address: z.optional(z.string().check(z.maxLength(128))),
    }),
    z.object({
      type: z.literal('error'),
      event: z.enum(telemetryCategories),
      errorType: textSchema,
      errorMessage: textSchema,
      stackTrace: z.string().check(z.maxLength(8192)),
    }),
  ]),
})
export type AnalyticsEvent = z.output<typeof analyticsEventSchema>

const receiptSchema = z.optional(z.unknown())

export interface AnalyticsWorld {
  /** With the analytics host as its `services`. */
  readonly api: Api
  /** Asked before each event: `features.analytics`, and what the operator says. */
  readonly isEnabled: () => boolean
  /** Where the page is; `undefined` on a server, where nothing is sent. */
  readonly page: () => { readonly href: string; readonly hostname: string } | undefined
  /** Unix milliseconds. */
  readonly now: () => number
  readonly uuid: () => string
  /** Once: the operator does not list this page's origin (`ORIGIN_NOT_ALLOWED`). Nothing is sent any more. */
  readonly onRefused: (error: WalletError) => void
}

export interface Analytics {
  /** Resolves when it was sent, or was not to be; never rejects. `MODAL_CREATED` is not sent. */
  track(event: string, properties?: Readonly<Record<string, unknown>>, address?: string): Promise<void>
  /** As `track`; at most 5 in 60 s (specification §9), the rest is dropped. */
  report(category: TelemetryCategory, error: unknown): Promise<void>
}

export function createAnalytics(world: AnalyticsWorld): Analytics {
  let isRefused = false
  let reported: number[] = []

  async function send(props: AnalyticsEvent['props'], timestamp: number | string): Promise<void> {
    const page = world.page()
    if (!page) return
    const { url, domain } = placeOf(page)
    const body: AnalyticsEvent = { eventId: world.uuid(), url, domain, timestamp, props }
    try {
      await post(world.api, { path: '/e', schema: receiptSchema, labels, body, retries: 0, mayBeEmpty: true })
    } catch (error) {
      // Any other failure is no concern of the person in front of the page.
      if (!isForbidden(error) || isRefused) return
      isRefused = true
      world.onRefused(new WalletError('ORIGIN_NOT_ALLOWED', { cause: error }))
    }
  }

  const isOff = () => isRefused || !world.isEnabled()

  return {
    async track(event, properties, address) {
      if (isOff() || event === 'MODAL_CREATED') return
      const clean = properties && (withoutKeys(properties) as Record<string, unknown>) // an object stays an object
      await send({ type: 'track', event, ...(clean && { properties: clean }), ...(address && { address }) }, world.now())
    },
    async report(category, error) {
      const now = world.now()
      reported = reported.filter((at) => now - at < TELEMETRY_WINDOW_MS)
      if (isOff() || reported.length >= TELEMETRY_EVENTS_COUNT) return
      reported.push(now)
      const { name, message, stack = '' } = error instanceof Error ? error : new Error(typeof error)
      const errorType = isWalletError(error) ? error.code : name
      const texts = { errorType, errorMessage: redact(message).slice(0, 500), stackTrace: redact(stack).slice(0, 4000) }
      await send({ type: 'error', event: category, ...texts }, new Date(now).toISOString())
    },
  }
}

const labels = ['projectId', 'st', 'sv'] as const

/** Query and fragment of a page can hold tokens and addresses: they stay here. */
function placeOf({ href, hostname }: { readonly href: string; readonly hostname: string }): { url: string; domain: string } {
  const page = URL.canParse(href) ? new URL(href) : undefined
  return { url: page && /^https?:$/.test(page.protocol) ? page.origin + page.pathname : '', domain: hostname }
}

function isForbidden(error: unknown): boolean {
  return isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 403
}

/** A copy as JSON would make it, without the fields and texts that could open a session. */
export function withoutKeys(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return undefined // deeper than any event; also the end of a ring
  if (Array.isArray(value)) return value.map((entry) => withoutKeys(entry, depth + 1))
  const entries = Object.entries(value).filter(([key]) => !/^sym_?key$/i.test(key))
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutKeys(entry, depth + 1)]))
}

/** Whole pairing uris, also inside a link, where they are escaped once or more. */
function redact(text: string): string {
  return text.replace(/wc(?::|%(?:25)*3A)[^\s"'<>]*/gi, 'wc:…').replace(/symKey(?:=|%(?:25)*3D)[^&\s"'<>]*/gi, 'symKey=…')
}
