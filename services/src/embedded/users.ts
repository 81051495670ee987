// Users: an account is made only when its owner has proved the mailbox, so nobody can prepare one for somebody else.
import type { Sql } from '../db/db.js'
import { HttpError } from '../http/errors.js'
import { answerChallenge, startChallenge } from './challenges.js'
import { audit, type Caller, type EmbeddedContext } from './context.js'
import { readAddress } from './address.js'
import { mailLocaleOf, type MailLocale } from './mails/catalogue.js'
import { newId } from './secrets.js'
import { identityViewOf } from './social/identity-view.js'
import { openSession, type Session } from './sessions.js'
import type { WireAnswer, WireBody, WireUser } from './wire.js'
import { walletOf } from './wallet-view.js'

/** A user as stored. */
export interface UserRow {
  readonly id: string
  readonly email: string | null
  readonly provider: WireUser['provider']
  readonly locale: MailLocale
  readonly created_at: number
  readonly held_until: number
}

/** The stored form of an address. @throws HttpError 400 `email` */
export function addressOf(typed: string): string {
  const email = readAddress(typed)
  if (email === undefined) throw new HttpError(400, 'email', 'Invalid email')
  return email
}

/** Starts a login by mail. The answer is the same whether the mailbox has an account or not. */
export async function startLogin(
  ctx: EmbeddedContext,
  body: WireBody<'/api/email/start'>,
  caller: Caller,
  session: Session | undefined,
): Promise<WireAnswer<'/api/email/start'>> {
  assertAllowed(ctx, body)
  const email = addressOf(body.email)
  const { purpose } = body
  const isOwn = session !== undefined && (await findUser(ctx.db, session.user)).email === email
  if (isOwn && purpose === 'login') return { challenge: newId(), action: 'CONNECT', resendAfterMs: 0 }
  // It proves anew who has the session, and makes no account.
  if (!isOwn && purpose === 'export') throw new HttpError(403, 'email', 'A code for an export goes to the address of the account')
  const { challenge, matchCode, isLink } = await startChallenge(ctx, {
    purpose,
    email,
    appOrigin: body.appOrigin,
    project: body.projectId ?? '',
    locale: mailLocaleOf(body.locale),
    caller,
    // A recovery gives a new device what opens the wallet, so its link is followed each time.
    needsLink: async (sql) => ctx.settings.deviceCheck && (purpose === 'recover' || !(await isKnownDevice(sql, email, caller))),
  })
  return { challenge, action: isLink ? 'VERIFY_DEVICE' : 'VERIFY_OTP', resendAfterMs: 30_000, matchCode }
}

/** The wallet's own page belongs to no project. @throws HttpError 403 `project`, 403 `origin` */
function assertAllowed(ctx: EmbeddedContext, { projectId, appOrigin }: WireBody<'/api/email/start'>): void {
  if (projectId === undefined && appOrigin === ctx.origin()) return
  const project = projectId === undefined ? undefined : ctx.projects(projectId)
  if (!project) throw new HttpError(403, 'project', 'This project is not known here')
  if (!project.allows(appOrigin)) throw new HttpError(403, 'origin', 'This origin is not allowed for this project')
}

async function isKnownDevice(sql: Sql, email: string, { deviceKey }: Caller): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from embedded_devices d join embedded_users u on u.id = d.user_id where u.email = $1 and d.device_key = $2',
    [email, deviceKey],
  )
  return rows.length > 0
}

/** Ends a login by mail with its code. @throws HttpError 400 `code`, 410 `challenge` */
export async function finishLogin(
  ctx: EmbeddedContext,
  { challenge, code, appOrigin }: WireBody<'/api/email/verify'>,
  caller: Caller,
): Promise<WireAnswer<'/api/email/verify'>> {
  const now = ctx.now()
  const { deviceKey } = caller
  const result = await answerChallenge(
    ctx,
    { challenge, code, deviceKey, appOrigin, purposes: ['login', 'recover', 'export'] },
    async (sql, row) => {
      await assertNotMoved(sql, row.email, now)
      const inserted = await sql.query<UserRow>(
        "insert into embedded_users (id, email, provider, locale, created_at) values ($1, $2, 'email', $3, $4) on conflict (email) do nothing returning *",
        [newId(), row.email, row.locale, now],
      )
      const [user] =
        inserted.length > 0 ? inserted : await sql.query<UserRow>('select * from embedded_users where email = $1', [row.email])
      if (!user) throw new Error('a user vanished')
      const isNewUser = inserted.length > 0
      const known = await sql.query(
        `insert into embedded_devices as d (user_id, device_key, browser, first_at, last_at) values ($1, $2, $3, $4, $4)
         on conflict (user_id, device_key) do update set last_at = $4, browser = $3 returning (xmax = 0) as is_new`,
        [user.id, deviceKey, caller.browser, now],
      )
      const isNewDevice = Boolean((known[0] as { is_new?: boolean } | undefined)?.is_new)
      // Where devices are not checked, in development, a code stands for the link.
      const linkAt = row.link_state === 'approved' || !ctx.settings.deviceCheck ? now : undefined
      const session = await openSession(sql, { user: user.id, caller, purpose: row.purpose, linkAt, isNewDevice, now })
      // Who types a code into an app wants that app to know the account. The wallet's own page is none.
      if (row.project !== '') await consentTo(sql, user.id, row.app_origin, now)
      await audit(sql, {
        user: user.id,
        at: now,
        what: isNewUser ? 'account_created' : 'login',
        detail: row.app_origin,
        browser: caller.browser,
      })
      return { session, user, isStrange: isNewDevice && !isNewUser, row }
    },
  )
  const { session, user, isStrange, row } = result
  if (isStrange)
    ctx.post.send(row.email, user.locale, { kind: 'newDevice', app: row.app_origin, browser: caller.browser, at: now })
  return { session, user: await viewUser(ctx, user.id, deviceKey) }
}

/**
 * While a change of address can be undone, nobody makes a new account with the old one: it would stand in the way.
 * @throws HttpError 409 `email`
 */
async function assertNotMoved(sql: Sql, email: string, now: number): Promise<void> {
  const rows = await sql.query('select 1 from embedded_undos where old_email = $1 and used_at is null and expires_at > $2', [
    email,
    now,
  ])
  if (rows.length > 0)
    throw new HttpError(409, 'email', 'This address was replaced lately: undo that by the link of the mail about it')
}

/** @throws HttpError 401 `session` when the account is gone */
export async function findUser(sql: Sql, id: string): Promise<UserRow> {
  const [user] = await sql.query<UserRow>('select * from embedded_users where id = $1', [id])
  if (!user) throw new HttpError(401, 'session', 'The account is gone')
  return user
}

/** A user as the frame shows it. */
export async function viewUser(ctx: EmbeddedContext, id: string, deviceKey: string): Promise<WireUser> {
  const user = await findUser(ctx.db, id)
  const wallet = await walletOf(ctx.db, id, deviceKey)
  const heldUntil = await heldUntilOf(ctx, user)
  const identity = await identityViewOf(ctx.db, id)
  return {
    userId: user.id,
    email: user.email ?? identity?.email ?? null,
    ...(identity ? { userName: identity.name } : {}),
    provider: user.provider,
    ...(wallet ? { wallet, recovery: { mode: wallet.mode, ...(heldUntil === undefined ? {} : { heldUntil }) } } : {}),
  }
}

async function heldUntilOf(ctx: EmbeddedContext, { id, held_until }: UserRow): Promise<number | undefined> {
  const [row] = await ctx.db.query<{ held_until: number | null }>(
    "select max(held_until) as held_until from embedded_recoveries where user_id = $1 and state = 'open'",
    [id],
  )
  const until = Math.max(row?.held_until ?? 0, held_until)
  return until > ctx.now() ? until : undefined
}

/** The present address, and one that was replaced and could come back. */
export async function mailboxesOf(sql: Sql, user: string, email: string | null, now: number): Promise<readonly string[]> {
  const old = await sql.query<{ old_email: string }>(
    'select old_email from embedded_undos where user_id = $1 and used_at is null and expires_at > $2',
    [user, now],
  )
  // What providers of social logins have checked: good enough for a notice, and for nothing else.
  const told = await sql.query<{ email: string }>(
    'select email from embedded_identities where user_id = $1 and email is not null',
    [user],
  )
  return [
    ...new Set([...(email === null ? [] : [email]), ...old.map(({ old_email }) => old_email), ...told.map((one) => one.email)]),
  ]
}

// Consents: which apps may learn who the user is.

/** Remembers that the user lets an app know who they are. */
export async function consentTo(sql: Sql, user: string, appOrigin: string, now: number): Promise<void> {
  await sql.query('insert into embedded_consents (user_id, app_origin, at) values ($1, $2, $3) on conflict do nothing', [
    user,
    appOrigin,
    now,
  ])
}

/** Newest first. */
export async function consentsOf(sql: Sql, user: string): Promise<WireAnswer<'/api/consent'>> {
  const rows = await sql.query<{ app_origin: string; at: number }>(
    'select app_origin, at from embedded_consents where user_id = $1 order by at desc, app_origin limit 200',
    [user],
  )
  return { consents: rows.map(({ app_origin, at }) => ({ appOrigin: app_origin, at })) }
}

/** The app learns nothing more. */
export async function removeConsent(sql: Sql, user: string, appOrigin: string): Promise<void> {
  await sql.query('delete from embedded_consents where user_id = $1 and app_origin = $2', [user, appOrigin])
}
