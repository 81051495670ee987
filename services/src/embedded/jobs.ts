// Forgets what has expired.
import type { Job } from '../operations/jobs.js'
import { sweepApprovals } from './approvals/approvals.js'
import type { EmbeddedContext } from './context.js'
import { sweepAttempts } from './social/attempts.js'
import { DAY_MS } from './uses.js'

const EVERY_MS = 10 * 60_000

export function embeddedJobs(ctx: EmbeddedContext): readonly Job[] {
  return [
    {
      name: 'embedded wallet',
      everyMs: EVERY_MS,
      async run() {
        const now = ctx.now()
        const { db } = ctx
        await db.query('delete from embedded_proofs where expires_at < $1', [now])
        // The longest window of a limit is a day.
        await db.query('delete from embedded_uses where at < $1', [now - DAY_MS])
        await db.query('delete from embedded_challenges where expires_at < $1', [now - DAY_MS])
        await db.query('delete from embedded_sessions where refresh_expires_at < $1', [now])
        await db.query('delete from embedded_slots where wallet_id is null and reserved_until < $1', [now])
        await sweepAttempts(ctx)
        await sweepApprovals(ctx)
        await db.query('delete from embedded_vaults where replaced_at < $1', [now - 30 * DAY_MS])
        await db.query('delete from embedded_undos where expires_at < $1', [now - DAY_MS])
      },
    },
  ]
}
