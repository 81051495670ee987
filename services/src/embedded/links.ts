// The link of the first mail: `/device#<token>`. The page that it opens asks here; a GET changes nothing, because scanners of mails follow links.
import { HttpError } from '../http/errors.js'
import { sendCode, type ChallengeRow } from './challenges.js'
import type { EmbeddedContext } from './context.js'
import { hashToken } from './secrets.js'

/** What the page shows of a request to log in. */
export interface LinkView {
  readonly appOrigin: string
  readonly browser: string
  readonly at: number
  readonly matchCode: string
  readonly state: 'pending' | 'approved' | 'denied'
}

/** @throws HttpError 410 `challenge` for an unknown, expired or replaced link */
export async function lookAtLink(ctx: EmbeddedContext, token: string): Promise<LinkView> {
  const [row] = await ctx.db.query<ChallengeRow>('select * from embedded_challenges where link_hash = $1', [hashToken(token)])
  if (!row || !isAlive(row, ctx.now())) throw gone()
  const state = row.link_state === 'none' ? 'pending' : row.link_state
  return { appOrigin: row.app_origin, browser: row.browser, at: row.created_at, matchCode: row.match_code, state }
}

/** Sends the code. A second time nothing happens. @throws HttpError 410 `challenge`, also after a denial */
export async function approveLink(ctx: EmbeddedContext, token: string): Promise<void> {
  const [row] = await ctx.db.query<ChallengeRow>(
    `update embedded_challenges set link_state = 'approved'
     where link_hash = $1 and link_state = 'pending' and dead_at is null and used_at is null and expires_at > $2 returning *`,
    [hashToken(token), ctx.now()],
  )
  if (row) {
    await sendCode(ctx, row)
    await ctx.signals.tell(ctx.db, row.id)
  } else if ((await lookAtLink(ctx, token)).state !== 'approved') throw gone()
}

/** Ends the login, also where the code was sent already. Idempotent. @throws HttpError 410 `challenge` */
export async function denyLink(ctx: EmbeddedContext, token: string): Promise<void> {
  await ctx.db.transaction(async (sql) => {
    const [row] = await sql.query<ChallengeRow>('select * from embedded_challenges where link_hash = $1 for update', [
      hashToken(token),
    ])
    if (row?.link_state === 'denied') return
    if (!row || !isAlive(row, ctx.now())) throw gone()
    await sql.query("update embedded_challenges set link_state = 'denied', dead_at = $2 where id = $1", [row.id, ctx.now()])
    await ctx.signals.tell(sql, row.id)
  })
}

function isAlive(row: ChallengeRow, now: number): boolean {
  return row.expires_at > now && row.used_at === null && (row.dead_at === null || row.link_state === 'denied')
}

const gone = () => new HttpError(410, 'challenge', 'This link is no longer valid')
