// Reads what pages report: the shapes, and what must not be kept (pairing keys, whose account it was, queries of pages, texts without end).
import * as z from 'zod/mini'
import { analyticsEventSchema, withoutKeys, type AnalyticsEvent } from '../../../../src/api/analytics.js'
import { HttpError } from '../../http/errors.js'
import type { Refusal } from '../../http/parse.js'
import { oneLineOf } from '../../../../src/vocabulary/visible-name.js'

const EVENTS_MAX = 200
/** Largest body of events. */
export const BODY_BYTES = 64 * 1024
const PROPS_BYTES = 8 * 1024
/** A page's clock that is further off is not believed. */
const CLOCK_DIFFERENCE_MS = 24 * 3600 * 1000

/** One event, or a list of up to 200. */
export const eventsBodySchema = z.union([analyticsEventSchema, z.array(z.unknown()).check(z.maxLength(EVENTS_MAX))])

/** One event as it is stored. */
export interface StoredEvent {
  readonly eventId: string
  readonly name: string
  readonly kind: 'track' | 'error'
  readonly domain: string
  readonly url: string
  /** Unix milliseconds. */
  readonly at: number
  readonly props: Readonly<Record<string, unknown>>
}

/** One event, or a list of which what cannot be read is left out. */
export function toStoredEvents(body: z.output<typeof eventsBodySchema>, now: number): readonly StoredEvent[] {
  if (!Array.isArray(body)) return [toStored(body, now)]
  return body.flatMap((entry) => {
    const parsed = analyticsEventSchema.safeParse(entry)
    return parsed.success ? [toStored(parsed.data, now)] : []
  })
}

/** 400 for a single event of another shape, with its field; 413 for more than 200. */
export const refuseEvents: Refusal = (_, body) => {
  if (Array.isArray(body)) return new HttpError(413, 'body', `A batch holds at most ${EVENTS_MAX} events`)
  const [issue] = analyticsEventSchema.safeParse(body).error?.issues ?? []
  return new HttpError(400, issue?.path.join('.') ?? '', 'This is not an event')
}

function toStored({ eventId, url, domain, timestamp, props }: AnalyticsEvent, now: number): StoredEvent {
  const said = typeof timestamp === 'number' ? timestamp : Date.parse(timestamp)
  return {
    eventId: oneLineOf(eventId),
    name: oneLineOf(props.event),
    kind: props.type,
    domain: oneLineOf(domain),
    url: withoutQuery(url),
    at: Math.abs(said - now) <= CLOCK_DIFFERENCE_MS ? said : now,
    props: kept(props),
  }
}

function kept(props: AnalyticsEvent['props']): StoredEvent['props'] {
  const { type: _, event: __, ...rest } = props
  const clean = withoutPeople(withoutKeys(rest)) as Record<string, unknown> // an object stays an object
  if (Buffer.byteLength(JSON.stringify(clean)) <= PROPS_BYTES) return clean
  return { dropped: `more than ${PROPS_BYTES} bytes` }
}

/** Fields that say who it was: with them a counter of clicks would become a record of what a person did. */
const personal = /^(?:address|accounts?|caipAddress|ensName|email|phone|userName|cursor)$/i
/** Accounts and transactions of EVM chains, accounts in CAIP-10 of any chain, mail addresses: also inside a sentence. */
const people = /0x[0-9a-f]{40,}|\b[-a-z0-9]{3,8}:[-\w]{1,32}:[-.%a-z0-9]{20,128}\b|[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}/gi

/** Names of tokens by their contract go as well: nothing tells a contract from a person. */
function withoutPeople(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(people, '…')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutPeople)
  const entries = Object.entries(value).filter(([name]) => !personal.test(name))
  return Object.fromEntries(entries.map(([name, entry]) => [name, withoutPeople(entry)]))
}

/** Query and fragment of a page can hold tokens and addresses. */
function withoutQuery(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? oneLineOf(String(withoutPeople(withoutKeys(url.origin + url.pathname)))) : ''
}
