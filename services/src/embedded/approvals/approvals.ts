// Approvals in a window of the wallet's own. The frame leaves a request here, and the window that opens takes it and answers. Both are ciphertexts of a key that
// the frame hands to the window in the fragment of its address: nothing here can read a request, nor make an answer. Every step is one statement that changes
// one row or none, so no step happens twice.
import { HttpError } from '../../http/errors.js'
import { audit, type Caller, type EmbeddedContext } from '../context.js'
import { hashToken, newId, newToken } from '../secrets.js'
import type { Session } from '../sessions.js'
import { countUse, HOUR_MS } from '../uses.js'
import type { WireAnswer, WireBody } from '../wire.js'

/** How long a visitor has for one window. */
const LIFE_MS = 10 * 60_000
/** More than a visitor reads, and few enough for the table. */
const STARTS_PER_HOUR = 120
/** Of one session: a browser has several tabs, and each shows one approval. */
const LIVE_MAX = 4
/** Calls wait so long for a change, and look at the table so often. */
const WAIT_MS = 20_000
const LOOK_MS = 3_000

interface ApprovalRow {
  readonly id: string
  readonly app_origin: string
  readonly public_key: string
  readonly turn: number
  readonly hash: string
  readonly box: string
  readonly answer: string | null
  readonly popup_key: string | null
  readonly closed_at: number | null
  readonly ended_at: number | null
  readonly expires_at: number
}
/** With whether the session that asked is still there. */
type Found = ApprovalRow & { readonly is_signed_in: boolean }

type Box = WireBody<'/api/approval/ask'>['box']
type Answer = NonNullable<WireAnswer<'/api/approval/wait'>['answer']>

/** The approval belongs to the session, its user and its device's key. */
const OWN = 'session_id = $2 and user_id = $3 and device_key = $4'
const ownOf = ({ id, user, deviceKey }: Session) => [id, user, deviceKey]
/** Nobody has ended it, and whoever asked is still signed in. */
const LIVE =
  'ended_at is null and closed_at is null and exists (select 1 from embedded_sessions s where s.id = session_id and s.revoked_at is null)'

/** Leaves a request for a window. @throws HttpError 403 `project`, `origin`; 429 `rate_limited` */
export async function startApproval(
  ctx: EmbeddedContext,
  session: Session,
  { projectId, appOrigin, publicKey, hash, box }: WireBody<'/api/approval/start'>,
): Promise<WireAnswer<'/api/approval/start'>> {
  const project = ctx.projects(projectId)
  if (!project) throw new HttpError(403, 'project', 'This project is not known here')
  if (!project.allows(appOrigin)) throw new HttpError(403, 'origin', 'This origin is not allowed for this project')
  const now = ctx.now()
  const id = newId()
  const expiresAt = now + LIFE_MS
  await ctx.db.transaction(async (sql) => {
    const consents = await sql.query('select 1 from embedded_consents where user_id = $1 and app_origin = $2', [
      session.user,
      appOrigin,
    ])
    if (consents.length === 0) throw new HttpError(403, 'origin', 'The user has not let this origin in')
    await countUse(sql, ctx.uses, [{ key: `approvals ${session.user}`, most: STARTS_PER_HOUR, windowMs: HOUR_MS }], now)
    await sql.query(
      `insert into embedded_approvals (id, session_id, user_id, device_key, app_origin, public_key, hash, box, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, ...ownOf(session), appOrigin, publicKey, hash, JSON.stringify(box), now, expiresAt],
    )
    const over = await sql.query<{ id: string }>(
      `update embedded_approvals set ended_at = $2, box = '', answer = null where id in (
         select id from embedded_approvals where session_id = $1 and ended_at is null order by created_at desc, (id = $3) desc offset $4
       ) returning id`,
      [session.id, now, id, LIVE_MAX],
    )
    for (const each of over) await ctx.signals.tell(sql, each.id)
  })
  return { attempt: id, expiresAt }
}

/** What the window says to the request `turn`; waits for it up to 20 s. @throws HttpError 410 `attempt` */
export function waitForAnswer(
  ctx: EmbeddedContext,
  session: Session,
  { attempt, turn }: WireBody<'/api/approval/wait'>,
  signal: AbortSignal,
): Promise<WireAnswer<'/api/approval/wait'>> {
  return until(ctx, attempt, signal, async (isLast) => {
    const [row] = await ctx.db.query<ApprovalRow>(`select * from embedded_approvals where id = $1 and ${OWN}`, [
      attempt,
      ...ownOf(session),
    ])
    if (row?.turn !== turn) throw unknown()
    // An answer counts also when its window has closed since.
    if (row.answer !== null && row.ended_at === null) return { state: 'answered', answer: JSON.parse(row.answer) as Answer }
    if (row.ended_at !== null || row.expires_at <= ctx.now()) return { state: 'expired' }
    if (row.closed_at !== null) return { state: 'closed' }
    return isLast ? { state: 'pending' } : undefined
  })
}

/** The next request, once the one before was answered. @throws HttpError 410 `attempt` */
export async function askAgain(
  ctx: EmbeddedContext,
  session: Session,
  { attempt, turn, hash, box }: WireBody<'/api/approval/ask'>,
): Promise<void> {
  const asked = await ctx.db.query(
    `update embedded_approvals set turn = $5, hash = $6, box = $7, answer = null
     where id = $1 and ${OWN} and turn = $5 - 1 and answer is not null and expires_at > $8 and ${LIVE} returning id`,
    [attempt, ...ownOf(session), turn, hash, JSON.stringify(box), ctx.now()],
  )
  if (asked.length === 0) throw unknown()
  await ctx.signals.tell(ctx.db, attempt)
}

/** The frame is done with it: the window says so. What stood in it is gone. */
export async function endApproval(
  ctx: EmbeddedContext,
  session: Session,
  caller: Caller,
  { attempt, outcome }: WireBody<'/api/approval/end'>,
): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (sql) => {
    const [row] = await sql.query<ApprovalRow>(
      `update embedded_approvals set ended_at = $5, box = '', answer = null where id = $1 and ${OWN} and ended_at is null returning *`,
      [attempt, ...ownOf(session), now],
    )
    if (!row) return
    // One that no window has seen was decided by nobody.
    if (row.popup_key !== null)
      await audit(sql, {
        user: session.user,
        at: now,
        what: `approval_${outcome}`,
        detail: row.app_origin,
        browser: caller.browser,
      })
    await ctx.signals.tell(sql, attempt)
  })
}

/** Row 69: a window takes the request. Of several, one gets it. @throws HttpError 410 `attempt` */
export async function openApproval(
  ctx: EmbeddedContext,
  { deviceKey }: Caller,
  attempt: string,
): Promise<WireAnswer<'/api/approval/open'>> {
  const leave = newToken()
  const [row] = await ctx.db.query<ApprovalRow>(
    `update embedded_approvals set popup_key = $2, leave_hash = $3
     where id = $1 and popup_key is null and expires_at > $4 and ${LIVE} returning *`,
    [attempt, deviceKey, hashToken(leave), ctx.now()],
  )
  if (!row) throw unknown()
  return { appOrigin: row.app_origin, publicKey: row.public_key, hash: row.hash, box: JSON.parse(row.box) as Box, leave }
}

/** What the frame asks after the request `turn`, or that it is over; waits for it up to 20 s. @throws HttpError 410 `attempt` */
export function watchApproval(
  ctx: EmbeddedContext,
  { deviceKey }: Caller,
  { attempt, turn }: WireBody<'/api/approval/watch'>,
  signal: AbortSignal,
): Promise<WireAnswer<'/api/approval/watch'>> {
  return until(ctx, attempt, signal, async (isLast) => {
    const [row] = await ctx.db.query<Found>(
      `select a.*, s.revoked_at is null as is_signed_in from embedded_approvals a join embedded_sessions s on s.id = a.session_id
       where a.id = $1 and a.popup_key = $2`,
      [attempt, deviceKey],
    )
    if (!row) throw unknown()
    if (row.ended_at !== null || row.closed_at !== null || row.expires_at <= ctx.now() || !row.is_signed_in)
      return { state: 'over' }
    if (row.turn > turn) return { state: 'asked', asked: { hash: row.hash, box: JSON.parse(row.box) as Box } }
    return isLast ? { state: 'pending' } : undefined
  })
}

/** What the visitor has decided about the request `turn`: once, and by the window that took it. @throws HttpError 410 `attempt` */
export async function answerApproval(
  ctx: EmbeddedContext,
  { deviceKey }: Caller,
  { attempt, turn, publicKey, box }: WireBody<'/api/approval/answer'>,
): Promise<void> {
  const answered = await ctx.db.query(
    `update embedded_approvals set answer = $4
     where id = $1 and popup_key = $2 and turn = $3 and answer is null and expires_at > $5 and ${LIVE} returning id`,
    [attempt, deviceKey, turn, JSON.stringify({ publicKey, box }), ctx.now()],
  )
  if (answered.length === 0) throw unknown()
  await ctx.signals.tell(ctx.db, attempt)
}

/** The window was closed. An answer that it gave before stays. */
export async function leaveApproval(ctx: EmbeddedContext, token: string): Promise<void> {
  const [row] = await ctx.db.query<{ id: string }>(
    'update embedded_approvals set closed_at = $2 where leave_hash = $1 and closed_at is null returning id',
    [hashToken(token), ctx.now()],
  )
  if (row) await ctx.signals.tell(ctx.db, row.id)
}

/** Removes approvals that are over. */
export async function sweepApprovals(ctx: Pick<EmbeddedContext, 'db' | 'now'>): Promise<void> {
  await ctx.db.query('delete from embedded_approvals where expires_at < $1', [ctx.now()])
}

/** Looks at each change of an approval, and every few seconds, until there is something to say. */
async function until<T>(
  { signals }: EmbeddedContext,
  attempt: string,
  signal: AbortSignal,
  look: (isLast: boolean) => Promise<T | undefined>,
): Promise<T> {
  // By a clock that nobody sets: this is how long the call takes, and not a time of day.
  const end = performance.now() + WAIT_MS
  for (;;) {
    const left = Math.min(end - performance.now(), LOOK_MS)
    const found = await look(left <= 0 || signal.aborted)
    if (found !== undefined) return found
    await signals.wait(attempt, Math.max(0, left), signal)
  }
}

const unknown = () => new HttpError(410, 'attempt', 'This approval is over, or belongs to somebody else')
