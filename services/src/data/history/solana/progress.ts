// How far the signatures of one address are read, and what to ask for next. A list is read from its head down; what came since
// is read from the new head down to the old one, and that, too, may take several steps.
import * as z from 'zod/mini'
import type { Mark } from './reader.js'

const markSchema = z.object({ signature: z.string(), slot: z.number() })
const spanSchema = z.object({ top: markSchema, bottom: markSchema })

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
export type Progress = z.output<typeof progressSchema>

export const START: Progress = { isRead: false, count: 0 }
/** Older ones of one address are left alone: an exchange's account would never come to an end. */
const DEPTH_MAX = 2000

export type Direction = 'up' | 'down'

/** Undefined: there is nothing to do in this direction. Upwards there always may be. */
export function nextRange(
  { span, news, isRead }: Progress,
  direction: Direction,
): { readonly before?: Mark; readonly until?: Mark } | undefined {
  if (!span) return direction === 'up' ? {} : undefined
  if (direction === 'up') return { until: span.top, ...(news && { before: news.bottom }) }
  return isRead ? undefined : { before: span.bottom }
}

/**
 * After `read` more of that range, newest first.
 * @param isWhole nothing of the range is left.
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
