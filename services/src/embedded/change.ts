// Changes of the mail address: a code to the old mailbox, then one to the new, then the change. The old mailbox is told and can undo it for a day, and
// until then no recovery is released.
import { HttpError } from '../http/errors.js'
import { answerChallenge, COOLDOWN_MS, startChallenge, type Purpose } from './challenges.js'
import { audit, type EmbeddedContext } from './context.js'
import { mailLocaleOf } from './mails/catalogue.js'
import { cancelRecoveries } from './recoveries.js'
import { hashToken, newToken } from './secrets.js'
import { addressOf, findUser, type UserRow } from './users.js'
import { DAY_MS } from './uses.js'
import type { Actor } from './wallets.js'
import type { WireAnswer, WireBody } from './wire.js'

/** @throws HttpError 400 `email`, 429 */
export async function startChange(
  ctx: EmbeddedContext,
  actor: Actor,
  body: WireBody<'/api/email/change/start'>,
): Promise<WireAnswer<'/api/email/change/start'>> {
  const user = await findUser(ctx.db, actor.session.user)
  const next = addressOf(body.email)
  if (next === user.email) throw new HttpError(400, 'email', 'This is the present address')
  const locale = body.locale === undefined ? user.locale : mailLocaleOf(body.locale)
  const isFirst = user.email !== null
  const challenge = await send(ctx, actor, {
    purpose: isFirst ? 'update-primary' : 'update-secondary',
    to: user.email ?? next,
    next,
    locale,
  })
  return { challenge, action: isFirst ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP', resendAfterMs: COOLDOWN_MS }
}

/** @throws HttpError 400 `code`, 410 `challenge`, 409 `email` where the new address has an account, which only its owner learns */
export async function verifyChange(
  ctx: EmbeddedContext,
  actor: Actor,
  { challenge, code }: WireBody<'/api/email/change/verify'>,
): Promise<WireAnswer<'/api/email/change/verify'>> {
  const { session, caller } = actor
  const now = ctx.now()
  const token = newToken()
  const done = await answerChallenge(
    ctx,
    { challenge, code, deviceKey: session.deviceKey, purposes: ['update-primary', 'update-secondary'], user: session.user },
    async (sql, row) => {
      if (row.purpose === 'update-primary') return { row, old: undefined }
      const [user] = await sql.query<UserRow>('select * from embedded_users where id = $1 for update', [session.user])
      const taken = await sql.query(
        `select 1 from embedded_users where email = $1
         union all select 1 from embedded_undos where old_email = $1 and user_id <> $2 and used_at is null and expires_at > $3`,
        [row.email, session.user, now],
      )
      if (!user || taken.length > 0) throw new HttpError(409, 'email', 'This address has an account')
      await sql.query('update embedded_users set email = $2, held_until = $3 where id = $1', [user.id, row.email, now + DAY_MS])
      // Codes on their way to the old mailbox open nothing any more.
      await sql.query('update embedded_challenges set dead_at = $2 where email = $1 and dead_at is null and used_at is null', [
        user.email ?? '',
        now,
      ])
      if (user.email !== null)
        await sql.query(
          'insert into embedded_undos (hash, user_id, old_email, new_email, expires_at) values ($1, $2, $3, $4, $5)',
          [hashToken(token), user.id, user.email, row.email, now + DAY_MS],
        )
      await audit(sql, { user: user.id, at: now, what: 'email_changed', browser: caller.browser })
      return { row, old: user }
    },
  )
  const { row, old } = done
  if (row.purpose === 'update-primary') {
    const next = row.next_email ?? ''
    const second = await send(ctx, actor, { purpose: 'update-secondary', to: next, next, locale: row.locale })
    return { challenge: second, action: 'VERIFY_SECONDARY_OTP', resendAfterMs: COOLDOWN_MS }
  }
  if (old?.email)
    ctx.post.send(old.email, old.locale, {
      kind: 'changed',
      link: `${ctx.origin()}/undo#${token}`,
      oldEmail: old.email,
      newEmail: row.email,
      browser: caller.browser,
      at: now,
    })
  return { email: row.email }
}

/**
 * By the link of the mail to the old address: it opens the account again, everybody is logged out, and what recoveries there are end.
 * @throws HttpError 410 `challenge`
 */
export async function undoChange(ctx: EmbeddedContext, token: string): Promise<void> {
  const now = ctx.now()
  const user = await ctx.db.transaction(async (sql) => {
    const [undo] = await sql.query<{ user_id: string; old_email: string; expires_at: number }>(
      'update embedded_undos set used_at = $2 where hash = $1 and used_at is null and expires_at > $2 returning user_id, old_email, expires_at',
      [hashToken(token), now],
    )
    if (!undo) throw new HttpError(410, 'challenge', 'This link is no longer valid')
    // Later changes are undone with it; earlier ones still can be: a thief's second change must not take the owner's link away.
    await sql.query('update embedded_undos set used_at = $2 where user_id = $1 and used_at is null and expires_at >= $3', [
      undo.user_id,
      now,
      undo.expires_at,
    ])
    await sql.query('update embedded_users set email = $2, held_until = $3 where id = $1', [
      undo.user_id,
      undo.old_email,
      now + DAY_MS,
    ])
    await sql.query('update embedded_sessions set revoked_at = $2 where user_id = $1 and revoked_at is null', [undo.user_id, now])
    await sql.query('delete from embedded_devices where user_id = $1', [undo.user_id])
    await audit(sql, { user: undo.user_id, at: now, what: 'email_restored' })
    return undo.user_id
  })
  await cancelRecoveries(ctx, user, {})
}

interface Sent {
  readonly purpose: Purpose
  readonly to: string
  readonly next: string
  readonly locale: UserRow['locale']
}

async function send(ctx: EmbeddedContext, { session, caller }: Actor, { purpose, to, next, locale }: Sent): Promise<string> {
  const { challenge } = await startChallenge(ctx, {
    purpose,
    email: to,
    user: session.user,
    nextEmail: next,
    // The frame itself asks, whichever app it is in.
    appOrigin: ctx.origin(),
    project: '',
    locale,
    caller,
    needsLink: () => Promise.resolve(false),
  })
  return challenge
}
