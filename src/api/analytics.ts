// Sends analytics to the operator (specification §7, `POST /e`; wire reference §5): what visitors use, and what fails. Nothing is
// sent unless the page has enabled it. Each event is a request of its own, and the key of a pairing is removed from every text.
import * as z from 'zod/mini'
import { TELEMETRY_EVENTS_COUNT, TELEMETRY_WINDOW_MS } from '../vocabulary/constants.js'
import { isWalletError, walletError, type WalletError } from '../vocabulary/errors.js'
import { redact } from '../vocabulary/redact.js'
import { type Api, post } from './http.js'
import { instantSchema, textSchema } from './shapes.js'

/** Kinds of failure, as the public analytics service names them. */
export const telemetryCategories = ['API_ERROR', 'DATA_PARSING_ERROR', 'SECURE_SITE_ERROR', 'INTERNAL_SDK_ERROR'] as const
/** One of `telemetryCategories`: the `event` of a reported failure. */
export type TelemetryCategory = (typeof telemetryCategories)[number]

const propsSchema = z.record(z.string().check(z.maxLength(128)), z.unknown())

/** Body of `POST /e`: a `track` event, or an `error` event with texts that hold no pairing key. */
export const analyticsEventSchema = z.object({
  eventId: z.string().check(z.minLength(1), z.maxLength(64)),
  url: textSchema,
  domain: z.string().check(z.maxLength(253)),
  /** Unix milliseconds for `track`, an RFC 3339 instant for `error`. */
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
/** One event as it travels. */
export type AnalyticsEvent = z.output<typeof analyticsEventSchema>

const receiptSchema = z.optional(z.unknown())

/** What `createAnalytics` works with. */
export interface AnalyticsWorld {
  /** Its `services` is the base url of the analytics host. */
  readonly api: Api
  /** Called before each event: whether the setting `features.analytics` and the operator allow events. */
  readonly isEnabled: () => boolean
  /** The address of the page. `undefined` on a server: then nothing is sent. */
  readonly page: () => { readonly href: string; readonly hostname: string } | undefined
  /** Unix milliseconds. */
  readonly now: () => number
  /** Id of an event, 1 to 64 characters. */
  readonly uuid: () => string
  /** Called once, with `ORIGIN_NOT_ALLOWED`, when the host answers 403 (specification §8). No further event is sent. */
  readonly onRefused: (error: WalletError) => void
}

/** The two kinds of events of a modal. Both functions resolve when the event was sent or left out, and never reject. */
export interface Analytics {
  /** Sends what a visitor did. `MODAL_CREATED` is left out (specification §7). @param address the connected account */
  track(event: string, properties?: Readonly<Record<string, unknown>>, address?: string): Promise<void>
  /**
   * Sends a failure: its code or name, message (500 characters) and stack (4000). At most 5 in 60 s (specification §9); the rest
   * is dropped.
   */
  report(category: TelemetryCategory, error: unknown): Promise<void>
}

/**
 * The analytics of one modal. Each event is sent once: a failed request is neither repeated nor reported, but for status
 * 403.
 */
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
      // Analytics that do not arrive have no effect on the visitor, so other failures are ignored.
      if (!isForbidden(error) || isRefused) return
      isRefused = true
      world.onRefused(walletError('ORIGIN_NOT_ALLOWED', { cause: error }))
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

/** The page's url without query and fragment, which can hold tokens and addresses; `''` when the page is not on http(s). */
function placeOf({ href, hostname }: { readonly href: string; readonly hostname: string }): { url: string; domain: string } {
  const page = URL.canParse(href) ? new URL(href) : undefined
  return { url: page && /^https?:$/.test(page.protocol) ? page.origin + page.pathname : '', domain: hostname }
}

function isForbidden(error: unknown): boolean {
  return isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 403
}

/**
 * A copy of `value` for an event, without the keys of pairings: fields named `symKey` are left out, pairing uris in texts are
 * shortened by `redact`. A bigint becomes a decimal string; what lies deeper than 8 levels is dropped.
 */
export function withoutKeys(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return undefined // deeper than any event; also ends a cyclic value
  if (Array.isArray(value)) return value.map((entry) => withoutKeys(entry, depth + 1))
  const entries = Object.entries(value).filter(([key]) => !/^sym_?key$/i.test(key))
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutKeys(entry, depth + 1)]))
}
