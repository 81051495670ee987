// Refused connections, and sockets closed for too many messages: counted by reason, and logged at most once per reason in ten seconds.
import type { Log } from '../operations/log.js'

const refusalReasons = ['addressSockets', 'addressRate', 'clientRate', 'unauthorized', 'messageRate'] as const
/**
 * `addressSockets`: too many at once from one address; `addressRate`, `clientRate`: too many in a row; `unauthorized`: token, project or
 * origin; `messageRate`: closed for too many messages.
 */
export type RefusalReason = (typeof refusalReasons)[number]

/** Least time between two lines of one reason; a line says how many refusals there were since the last. */
const QUIET_MS = 10_000

/** Counts refusals since the start of this instance. `now` is Unix milliseconds. */
export function createRefusals(log: Log, now: () => number) {
  const counts = Object.fromEntries(refusalReasons.map((reason) => [reason, 0])) as Record<RefusalReason, number>
  const told = new Map<RefusalReason, { readonly at: number; readonly count: number }>()
  return {
    counts: counts as Readonly<Record<RefusalReason, number>>,
    note(reason: RefusalReason, fields: object = {}): void {
      counts[reason] += 1
      const last = told.get(reason)
      if (last && now() - last.at < QUIET_MS) return
      told.set(reason, { at: now(), count: counts[reason] })
      log.warn('relay refused', { why: reason, times: counts[reason] - (last?.count ?? 0), ...fields })
    },
  }
}
