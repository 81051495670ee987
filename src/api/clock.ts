// The clock of the services, from the `date` header of their answers. Messages about names (`name-writes.ts`) are signed with the
// time in the text, and the services refuse a time that is minutes off.

/** The caller of the services. The offset of their clock is kept by this object. */
export interface Asker {
  /** Unix milliseconds by the clock of this device. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** Milliseconds to add to the clock of this device, by caller. */
const offsets = new WeakMap<Asker, number>()

/** A `date` header has whole seconds; the middle of that second is the best guess. */
const HALF_SECOND_MS = 500

/**
 * Unix milliseconds by the clock of the services, computed from their last answer; before the first answer, the clock of this
 * device. An answer that refuses a wrong time has a `date` too, so that a message made after it has the right time. Browsers can
 * read the header only where the services expose it (`access-control-expose-headers`), as ours do.
 */
export function serverNow(api: Asker): number {
  return ownNow(api) + (offsets.get(api) ?? 0)
}

/** @internal Unix milliseconds by the clock of this device. */
export function ownNow(api: Asker): number {
  return (api.now ?? Date.now)()
}

/**
 * @internal For `http.ts` alone. Stores the offset of the services' clock from one answer. An answer that a browser may have
 * cached is passed over: its `date` says when it was made.
 * @param askedAt when the request was sent, unix milliseconds by the clock of this device
 */
export function noteDate(api: Asker, method: string, headers: Headers, askedAt: number): void {
  const isNew = method === 'POST' || /\bno-(?:store|cache)\b/i.test(headers.get('cache-control') ?? '')
  const date = Date.parse(headers.get('date') ?? '')
  if (isNew && !Number.isNaN(date)) offsets.set(api, date + HALF_SECOND_MS - (askedAt + ownNow(api)) / 2)
}
