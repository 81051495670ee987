// Sessions: a random token, bound to the key of one device. Tokens live 15 minutes; a refresh token renews them, changes each time, and ends the session
// when an old one comes back. Every call looks at the database, so a revoked session ends at once on every instance.
import type { Sql } from '../db/db.js'
import { HttpError } from '../http/errors.js'
import { audit, type Caller, type EmbeddedContext } from './context.js'
import { mailLocaleOf } from './mails/catalogue.js'
import { hashToken, newId, newToken } from './secrets.js'
import { identityViewOf } from './social/identity-view.js'
import { DAY_MS } from './uses.js'
import type { WireSession } from './wire.js'

const TOKEN_LIFE_MS = 15 * 60_000
/** Counted from the last renewal. */
const REFRESH_LIFE_MS = 30 * DAY_MS
/** Counted from the login. */
const SESSION_LIFE_MS = 90 * DAY_MS

/** A live session, found by its token. */
export interface Session {
  readonly id: string
  readonly user: string
  readonly deviceKey: string
  /** What the last login was for. */
  readonly purpose: string
  /** When this login went through the link of a mail. */
  readonly linkAt: number | undefined
  /** When somebody last proved who they are: renewals prove nothing. */
  readonly provedAt: number
}

interface SessionRow {
  readonly id: string
  readonly user_id: string
  readonly device_key: string
  readonly purpose: string
  readonly link_at: number | null
  readonly browser: string
  readonly created_at: number
  readonly refresh_expires_at: number
  readonly ends_at: number
  readonly revoked_at: number | null
}

interface Tokens {
  readonly token: string
  readonly expiresAt: number
  readonly refreshToken: string
  readonly refreshExpiresAt: number
}

function newTokens(now: number, endsAt: number): Tokens {
  const refreshExpiresAt = Math.min(now + REFRESH_LIFE_MS, endsAt)
  return { token: newToken(), expiresAt: Math.min(now + TOKEN_LIFE_MS, endsAt), refreshToken: newToken(), refreshExpiresAt }
}

/** Whose refresh token came a second time. */
interface Stolen {
  readonly stolenFrom: string
  readonly browser: string
}

/** A new session of a device that has just proved who it is. */
export async function openSession(
  sql: Sql,
  {
    user,
    caller,
    purpose,
    linkAt,
    isNewDevice,
    now,
  }: { user: string; caller: Caller; purpose: string; linkAt: number | undefined; isNewDevice: boolean; now: number },
): Promise<WireSession> {
  const id = newId()
  const endsAt = now + SESSION_LIFE_MS
  const tokens = newTokens(now, endsAt)
  // One session per device: the one before has served.
  await sql.query('update embedded_sessions set revoked_at = $3 where user_id = $1 and device_key = $2 and revoked_at is null', [
    user,
    caller.deviceKey,
    now,
  ])
  await sql.query(
    `insert into embedded_sessions (id, user_id, device_key, token_hash, expires_at, refresh_expires_at, ends_at, purpose, link_at, browser, created_at, last_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      id,
      user,
      caller.deviceKey,
      hashToken(tokens.token),
      tokens.expiresAt,
      tokens.refreshExpiresAt,
      endsAt,
      purpose,
      linkAt ?? null,
      caller.browser,
      now,
    ],
  )
  await sql.query('insert into embedded_refreshes (hash, session_id) values ($1, $2)', [hashToken(tokens.refreshToken), id])
  return { ...tokens, isNewDevice }
}

/** The live session of a token, for calls that are signed with its key. @throws HttpError 401 `session` */
export async function findSession(ctx: EmbeddedContext, token: string, deviceKey: string): Promise<Session> {
  const [row] = await ctx.db.query<SessionRow>(
    'select * from embedded_sessions where token_hash = $1 and device_key = $2 and revoked_at is null and expires_at > $3',
    [hashToken(token), deviceKey, ctx.now()],
  )
  if (!row) throw ended()
  const { id, user_id, device_key, purpose, link_at, created_at } = row
  return { id, user: user_id, deviceKey: device_key, purpose, linkAt: link_at ?? undefined, provedAt: created_at }
}

/** How old the login may be of who shows keys, or takes them from a device. */
const FRESH_MS = 5 * 60_000

/** @throws HttpError 403 `stale` */
export function assertFresh({ provedAt }: Session, now: number): void {
  if (now - provedAt > FRESH_MS) throw new HttpError(403, 'stale', 'Log in again, and do this within five minutes')
}

/**
 * New tokens for a refresh token, which is used up. One that comes again ends the session and is told by mail.
 * @throws HttpError 401 `session`
 */
export async function renewSession(ctx: EmbeddedContext, refreshToken: string, caller: Caller): Promise<WireSession> {
  const now = ctx.now()
  const hash = hashToken(refreshToken)
  const result = await ctx.db.transaction(async (sql): Promise<'ended' | Stolen | WireSession> => {
    const [row] = await sql.query<SessionRow & { used_at: number | null }>(
      `select s.*, r.used_at from embedded_refreshes r join embedded_sessions s on s.id = r.session_id
       where r.hash = $1 and s.device_key = $2 for update of r, s`,
      [hash, caller.deviceKey],
    )
    if (!row || row.revoked_at !== null) return 'ended'
    if (row.used_at !== null) {
      await sql.query('update embedded_sessions set revoked_at = $2 where id = $1', [row.id, now])
      await audit(sql, { user: row.user_id, at: now, what: 'session_stolen', browser: row.browser })
      return { stolenFrom: row.user_id, browser: row.browser }
    }
    if (row.refresh_expires_at <= now) return 'ended'
    const tokens = newTokens(now, row.ends_at)
    await sql.query('update embedded_refreshes set used_at = $2 where hash = $1', [hash, now])
    await sql.query('insert into embedded_refreshes (hash, session_id) values ($1, $2)', [hashToken(tokens.refreshToken), row.id])
    await sql.query(
      'update embedded_sessions set token_hash = $2, expires_at = $3, refresh_expires_at = $4, last_at = $5, browser = $6 where id = $1',
      [row.id, hashToken(tokens.token), tokens.expiresAt, tokens.refreshExpiresAt, now, caller.browser],
    )
    return { ...tokens, isNewDevice: false }
  })
  if (result === 'ended') throw ended()
  if ('stolenFrom' in result) {
    const [user] = await ctx.db.query<{ email: string | null; locale: string }>(
      'select email, locale from embedded_users where id = $1',
      [result.stolenFrom],
    )
    // Who logs in at a provider alone is told where that provider says.
    const email = user?.email ?? (await identityViewOf(ctx.db, result.stolenFrom))?.email
    if (user && email) ctx.post.send(email, mailLocaleOf(user.locale), { kind: 'stolen', browser: result.browser, at: now })
    throw ended()
  }
  return result
}

/** Ends a session; its tokens are worth nothing from now on. */
export async function endSession(sql: Sql, id: string, now: number): Promise<void> {
  await sql.query('update embedded_sessions set revoked_at = $2 where id = $1 and revoked_at is null', [id, now])
}

/** Ends every session of a device. */
export async function endSessionsOf(sql: Sql, user: string, deviceKey: string, now: number): Promise<void> {
  await sql.query('update embedded_sessions set revoked_at = $3 where user_id = $1 and device_key = $2 and revoked_at is null', [
    user,
    deviceKey,
    now,
  ])
}

const ended = () => new HttpError(401, 'session', 'The session has ended')
