// How far the signatures of one address are read, and what to ask for next. A list is read from its head down; what came since
// is read from the new head down to the old one, and that, too, may take several steps.
import * as z from 'zod/mini'
import type { Mark } from './reader.js'

const markSchema = z.object({ signature: z.string(), slot: z.number() })
const spanSchema = z.object({ top: markSchema, bottom: markSchema })

/** The progress of one list as the database keeps it. */
export const progressSchema = z.object({
  /** Everything from `top` to `bottom` is read. Absent: nothing is. */
  span: z.optional(spanSchema),
  /** The same of what came since: below its bottom, and above the span, something is still unread. */
  news: z.optional(spanSchema),
  /** Nothing is left below the span. */
  isRead: z.boolean(),
  /** Signatures read so far. */
  count: z.number(),
})
/** The parsed progress. */
export type Progress = z.output<typeof progressSchema>

/** Nothing is read. */
export const START: Progress = { isRead: false, count: 0 }
/** Signatures of one address that are read at most: the list of an exchange's account has no practical end. */
const DEPTH_MAX = 2000

/** `up`: towards the newest signature; `down`: towards the oldest. */
export type Direction = 'up' | 'down'

/** The next range to ask for; undefined when nothing is left in this direction. Upwards there is always a range. */
export function nextRange(
  { span, news, isRead }: Progress,
  direction: Direction,
): { readonly before?: Mark; readonly until?: Mark } | undefined {
  if (!span) return direction === 'up' ? {} : undefined
  if (direction === 'up') return { until: span.top, ...(news && { before: news.bottom }) }
  return isRead ? undefined : { before: span.bottom }
}

/**
 * The progress after more of the range of `nextRange` was read.
 * @param read newest first
 * @param isWhole nothing of the range is left
 */
export function advance(progress: Progress, direction: Direction, read: readonly Mark[], isWhole: boolean): Progress {
  const { span, news, isRead } = progress
  const count = progress.count + read.length
  const [first, last] = [read[0], read.at(-1)]
  if (!span) {
    const isDone = isWhole || count >= DEPTH_MAX
    return { ...(first && last && { span: { top: mark(first), bottom: mark(last) } }), isRead: isDone, count }
  }
  if (direction === 'down') {
    return { ...progress, span: { ...span, bottom: mark(last ?? span.bottom) }, isRead: isWhole || count >= DEPTH_MAX, count }
  }
  const top = news?.top ?? first
  if (isWhole) return { span: { ...span, top: mark(top ?? span.top) }, isRead, count }
  const bottom = last ?? news?.bottom
  return top && bottom ? { span, news: { top: mark(top), bottom: mark(bottom) }, isRead, count } : progress
}

const mark = ({ signature, slot }: Mark): Mark => ({ signature, slot })
