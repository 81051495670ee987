// How far the clock of this device is from that of the services, by the `date` of their answers: names are signed with the time in the text.

/** Who asks the services: what is known of their clock is kept by this object. */
export interface Asker {
  /** Unix ms. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** Milliseconds to add to the own clock, keyed by the caller's object. */
const offsets = new WeakMap<Asker, number>()

/** The services say whole seconds, and mean any moment of it. */
const HALF_SECOND_MS = 500

/**
 * Unix milliseconds by the clock of the services, as of their last answer; the own clock before the first. A refusal for a wrong time
 * tells the time too, so that what is signed after it is right. A browser must be allowed to read `date`: ours are, by CORS.
 */
export function serverNow(api: Asker): number {
  return ownNow(api) + (offsets.get(api) ?? 0)
}

/** @internal Unix milliseconds by the own clock. */
export function ownNow(api: Asker): number {
  return (api.now ?? Date.now)()
}

/** @internal For `http.ts` alone. `askedAt` by the own clock. What a browser may have kept says when it was made, not what time it is. */
export function noteDate(api: Asker, method: string, headers: Headers, askedAt: number): void {
  const isNew = method === 'POST' || /\bno-(?:store|cache)\b/i.test(headers.get('cache-control') ?? '')
  const date = Date.parse(headers.get('date') ?? '')
  if (isNew && !Number.isNaN(date)) offsets.set(api, date + HALF_SECOND_MS - (askedAt + ownNow(api)) / 2)
}
