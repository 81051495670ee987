// A session for whoever has proved an account elsewhere. Who it is: issuer and subject, and nothing else. The same mail address at two providers, or at a
// provider and in the mailbox, is two users: whoever can make a provider write an address must not get into somebody's account with it.
import type { Sql } from '../../db/db.js'
import { audit, type Caller, type EmbeddedContext } from '../context.js'
import { newId } from '../secrets.js'
import { openSession } from '../sessions.js'
import { consentTo, viewUser } from '../users.js'
import type { WireAnswer } from '../wire.js'
import type { AttemptRow } from './attempts.js'

type Done = Extract<WireAnswer<'/api/social/wait'>, { state: 'done' }>

/** Uses up a proven attempt. Undefined: another call was faster, or its time is over. */
export async function logIn(ctx: EmbeddedContext, id: string, caller: Caller): Promise<Done | undefined> {
  const now = ctx.now()
  const result = await ctx.db.transaction(async (sql) => {
    const [row] = await sql.query<AttemptRow>(
      `update embedded_attempts set state = 'done' where id = $1 and device_key = $2 and state = 'proven' and expires_at > $3 returning *`,
      [id, caller.deviceKey, now],
    )
    if (!row) return undefined
    const { user, isNewUser } = await userOf(sql, row, now)
    const isNewDevice = await rememberDevice(sql, user, caller, now)
    // This login was a fresh proof, as the link of a mail is: a recovery may follow, with its notices and its hold.
    const session = await openSession(sql, { user, caller, purpose: 'login', linkAt: now, isNewDevice, now })
    await consentTo(sql, user, row.app_origin, now)
    await audit(sql, {
      user,
      at: now,
      what: isNewUser ? 'account_created' : 'login',
      detail: `${row.app_origin} ${row.provider}`,
      browser: caller.browser,
    })
    return { session, user, row, isStrange: isNewDevice && !isNewUser }
  })
  if (!result) return undefined
  const { session, user, row, isStrange } = result
  if (isStrange && row.email !== null)
    ctx.post.send(row.email, row.locale, { kind: 'newDevice', app: row.app_origin, browser: caller.browser, at: now })
  return { state: 'done', session, user: await viewUser(ctx, user, caller.deviceKey) }
}

/** The user of an account, made at its first login. Two first logins at once agree on the row that was there first. */
async function userOf(sql: Sql, row: AttemptRow, now: number): Promise<{ user: string; isNewUser: boolean }> {
  const identity = [row.issuer ?? '', row.subject ?? '']
  // What the provider says now replaces what it said; Apple tells the name once, so an absent one stays.
  const seen = () =>
    sql.query<{ user_id: string }>(
      `update embedded_identities set last_at = $3, name = coalesce($4, name), email = coalesce($5, email), method = $6
       where issuer = $1 and subject = $2 returning user_id`,
      [...identity, now, row.name, row.email, row.method],
    )
  const [known] = await seen()
  if (known) return { user: known.user_id, isNewUser: false }
  const user = newId()
  await sql.query('insert into embedded_users (id, email, provider, locale, created_at) values ($1, null, $2, $3, $4)', [
    user,
    row.provider,
    row.locale,
    now,
  ])
  const added = await sql.query(
    `insert into embedded_identities (issuer, subject, user_id, provider, name, email, method, created_at, last_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning user_id`,
    [...identity, user, row.provider, row.name, row.email, row.method, now],
  )
  if (added.length === 1) return { user, isNewUser: true }
  await sql.query('delete from embedded_users where id = $1', [user])
  const [first] = await seen()
  if (!first) throw new Error('an identity vanished')
  return { user: first.user_id, isNewUser: false }
}

/** Whether this user logs in on this device for the first time. */
async function rememberDevice(sql: Sql, user: string, { deviceKey, browser }: Caller, now: number): Promise<boolean> {
  const [row] = await sql.query<{ is_new: boolean }>(
    `insert into embedded_devices as d (user_id, device_key, browser, first_at, last_at) values ($1, $2, $3, $4, $4)
     on conflict (user_id, device_key) do update set last_at = $4, browser = $3 returning (xmax = 0) as is_new`,
    [user, deviceKey, browser, now],
  )
  return Boolean(row?.is_new)
}
