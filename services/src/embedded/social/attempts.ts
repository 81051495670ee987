// Attempts to log in with an account elsewhere. An attempt belongs to the key of the device that started it, and nobody else learns its end; a browser
// that takes part is bound to it by a cookie. Every step is one statement that changes one row or none, so no step happens twice.
import type { Caller, EmbeddedContext } from '../context.js'
import type { MailLocale } from '../mails/catalogue.js'
import { hashToken, newId } from '../secrets.js'
import type { WireUser } from '../wire.js'
import type { Identity } from './providers.js'

/** How long a person has, from the start to the moment in which the device gets its session. */
const ATTEMPT_LIFE_MS = 10 * 60_000

/** Why an attempt ended without a session. */
export type AttemptEnd = 'cancelled' | 'refused' | 'expired' | 'provider'

/** An attempt as stored. */
export interface AttemptRow {
  readonly id: string
  readonly provider: Exclude<WireUser['provider'], 'email'>
  readonly device_key: string
  readonly app_origin: string
  readonly project: string
  readonly locale: MailLocale
  readonly browser: string
  readonly browser_hash: string | null
  readonly state: 'open' | 'checking' | 'proven' | 'done' | 'failed'
  readonly reason: AttemptEnd | null
  readonly channel: string | null
  readonly issuer: string | null
  readonly subject: string | null
  readonly name: string | null
  readonly email: string | null
  readonly method: string | null
  readonly created_at: number
  readonly expires_at: number
}

/** An attempt that is to be stored. */
export interface NewAttempt {
  readonly provider: AttemptRow['provider']
  readonly project: string
  readonly appOrigin: string
  readonly locale: MailLocale
  readonly caller: Caller
  /** The cookie of the browser that asked, where it sent one. */
  readonly browserToken?: string | undefined
  readonly lifeMs?: number
}

/** Stores an attempt. The id travels through the app's page: it opens a page, and nothing else. */
export async function addAttempt(ctx: EmbeddedContext, attempt: NewAttempt): Promise<{ id: string; expiresAt: number }> {
  const { provider, project, appOrigin, locale, caller, browserToken, lifeMs = ATTEMPT_LIFE_MS } = attempt
  const now = ctx.now()
  const id = newId()
  await ctx.db.query(
    `insert into embedded_attempts (id, provider, device_key, app_origin, project, locale, browser, browser_hash, state, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10)`,
    [
      id,
      provider,
      caller.deviceKey,
      appOrigin,
      project,
      locale,
      caller.browser,
      browserToken === undefined ? null : hashToken(browserToken),
      now,
      now + lifeMs,
    ],
  )
  return { id, expiresAt: now + lifeMs }
}

/** An attempt whose provider was not answered yet; undefined for one that is over. */
export async function findOpen(ctx: EmbeddedContext, id: string): Promise<AttemptRow | undefined> {
  const [row] = await ctx.db.query<AttemptRow>(
    "select * from embedded_attempts where id = $1 and state = 'open' and expires_at > $2",
    [id, ctx.now()],
  )
  return row
}

/** Binds an open attempt to the browser that goes to the provider, and to the `state` it takes along. False: it is over. */
export async function bindBrowser(
  ctx: EmbeddedContext,
  { id, browserToken, state }: { id: string; browserToken: string; state: string },
): Promise<boolean> {
  const bound = await ctx.db.query(
    "update embedded_attempts set browser_hash = $2, state_hash = $3 where id = $1 and state = 'open' and expires_at > $4 returning id",
    [id, hashToken(browserToken), hashToken(state), ctx.now()],
  )
  return bound.length === 1
}

/** Uses up a `state`: the attempt it belongs to, once. Undefined: unknown, used or expired. */
export async function takeState(ctx: EmbeddedContext, state: string): Promise<AttemptRow | undefined> {
  const [row] = await ctx.db.query<AttemptRow>(
    `update embedded_attempts set state = 'checking', state_hash = null
     where state_hash = $1 and state = 'open' and expires_at > $2 returning *`,
    [hashToken(state), ctx.now()],
  )
  return row
}

/** Takes an open attempt that has no `state`: of several calls, one gets true. */
export async function takeAttempt(ctx: EmbeddedContext, id: string): Promise<boolean> {
  const taken = await ctx.db.query(
    "update embedded_attempts set state = 'checking' where id = $1 and state = 'open' and expires_at > $2 returning id",
    [id, ctx.now()],
  )
  return taken.length === 1
}

/** Stores the channel of Sign In With Farcaster, sealed. */
export async function keepChannel(ctx: EmbeddedContext, id: string, channel: string): Promise<void> {
  await ctx.db.query('update embedded_attempts set channel = $2 where id = $1', [id, channel])
}

/** Whose login it was. The device gets its session when it asks. False: the time was over. */
export async function proveAttempt(ctx: EmbeddedContext, id: string, identity: Identity): Promise<boolean> {
  const { issuer, subject, name = null, email = null, method = null } = identity
  const proven = await ctx.db.query(
    `update embedded_attempts set state = 'proven', channel = null, issuer = $2, subject = $3, name = $4, email = $5, method = $6
     where id = $1 and state = 'checking' and expires_at > $7 returning id`,
    [id, issuer, subject, name, email, method, ctx.now()],
  )
  await ctx.signals.tell(ctx.db, id)
  return proven.length === 1
}

/** Ends an attempt for good. */
export async function failAttempt(ctx: EmbeddedContext, id: string, reason: AttemptEnd): Promise<void> {
  await ctx.db.query(
    "update embedded_attempts set state = 'failed', reason = $2, state_hash = null, channel = null where id = $1 and state in ('open', 'checking')",
    [id, reason],
  )
  await ctx.signals.tell(ctx.db, id)
}

/** An attempt, for the device that started it alone. */
export async function attemptOf(ctx: EmbeddedContext, id: string, deviceKey: string): Promise<AttemptRow | undefined> {
  const [row] = await ctx.db.query<AttemptRow>('select * from embedded_attempts where id = $1 and device_key = $2', [
    id,
    deviceKey,
  ])
  return row
}

/** Removes attempts that are over. */
export async function sweepAttempts(ctx: Pick<EmbeddedContext, 'db' | 'now'>): Promise<void> {
  await ctx.db.query('delete from embedded_attempts where expires_at < $1', [ctx.now() - ATTEMPT_LIFE_MS])
}
