// What the API answers to the routes of windows.
import type * as z from 'zod/mini'
import { approvalWire } from '../../src/embedded/approval-wire.js'
import type { WirePath } from '../../src/embedded/wire.js'

/** @throws for a route that is none of a window's */
export function answerOf(path: WirePath): z.ZodMiniType {
  const row = Object.hasOwn(approvalWire, path) ? approvalWire[path as keyof typeof approvalWire] : undefined
  if (!row) throw new Error('This is no route of a window')
  return row.answer
}
