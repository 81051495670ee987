// Challenges: a code that is sent to a mailbox, and who may answer it. A code is bound to its challenge, purpose, address, device and app; it has five
// minutes and five attempts; only the newest challenge of a device and purpose lives.
import type { Sql } from '../db/db.js'
import { HttpError } from '../http/errors.js'
import { addressGroup } from '../limits/limits.js'
import type { Caller, EmbeddedContext } from './context.js'
import { CODE_LENGTH, hashCode, isCode, newCode, newMatchCode, readCode, type CodeBinding } from './code.js'
import type { MailLocale } from './mails/catalogue.js'
import type { MailContent } from './mails/write.js'
import { hashToken, newId, newToken } from './secrets.js'
import { countUse, DAY_MS, HOUR_MS, lastUse, lockUse, type UseLimit } from './uses.js'

/** What a code is for: it is worth nothing for anything else. */
export type Purpose = 'login' | 'recover' | 'export' | 'update-primary' | 'update-secondary'

const CODE_LIFE_MS = 5 * 60_000
/** Of the link of the first mail. */
const LINK_LIFE_MS = 10 * 60_000
export const COOLDOWN_MS = 30_000
const ATTEMPTS_MAX = 5
/** One text for wrong, used, expired and dead codes. */
const WRONG_CODE = 'This code is wrong or no longer valid'

/** A challenge as it is stored. */
export interface ChallengeRow {
  readonly id: string
  readonly purpose: Purpose
  readonly email: string
  readonly user_id: string | null
  readonly next_email: string | null
  readonly device_key: string
  readonly app_origin: string
  readonly project: string
  readonly locale: MailLocale
  readonly browser: string
  readonly match_code: string
  readonly link_state: 'none' | 'pending' | 'approved' | 'denied'
  readonly code_hash: string | null
  readonly code_salt: string | null
  readonly code_length: number
  readonly code_expires_at: number | null
  readonly used_at: number | null
  readonly dead_at: number | null
  readonly created_at: number
  readonly expires_at: number
}

/** A challenge that is to be made. */
export interface NewChallenge {
  readonly purpose: Purpose
  readonly email: string
  readonly appOrigin: string
  readonly project: string
  readonly locale: MailLocale
  readonly caller: Caller
  /** Of a change of address. */
  readonly user?: string | undefined
  readonly nextEmail?: string | undefined
  /** True: the code is sent only after the link of a first mail was followed. */
  readonly needsLink: (sql: Sql) => Promise<boolean>
}

/** A challenge that was made. */
export interface MadeChallenge {
  readonly challenge: string
  readonly matchCode: string
  readonly isLink: boolean
}

/**
 * Stores a challenge and queues its first mail.
 * @throws HttpError 429 `cooldown` within 30 s of the mailbox's last start, 429 `rate_limited`
 */
export async function startChallenge(ctx: EmbeddedContext, asked: NewChallenge): Promise<MadeChallenge> {
  const { purpose, email, appOrigin, caller } = asked
  const now = ctx.now()
  const id = newId()
  const matchCode = newMatchCode()
  const isLink = await ctx.db.transaction(async (sql) => {
    await assertCooled(ctx, sql, email, now)
    await countUse(sql, ctx.uses, limitsOf(ctx, asked), now)
    await sql.query(
      'update embedded_challenges set dead_at = $4 where email = $1 and device_key = $2 and purpose = $3 and dead_at is null and used_at is null',
      [email, caller.deviceKey, purpose, now],
    )
    return asked.needsLink(sql)
  })
  // Outside of the transaction: a hash takes its time, and nobody should wait for the database meanwhile.
  const code = newCode()
  const token = newToken()
  const hashed = isLink
    ? undefined
    : await hashCode(code, { challenge: id, purpose, email, deviceKey: caller.deviceKey, appOrigin }, ctx.codes)
  const expiresAt = now + (isLink ? LINK_LIFE_MS : CODE_LIFE_MS)
  await ctx.db.query(
    `insert into embedded_challenges (id, purpose, email, user_id, next_email, device_key, app_origin, project, locale, browser, match_code,
      link_hash, link_state, code_hash, code_salt, code_length, code_expires_at, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      id,
      purpose,
      email,
      asked.user ?? null,
      asked.nextEmail ?? null,
      caller.deviceKey,
      appOrigin,
      asked.project,
      asked.locale,
      caller.browser,
      matchCode,
      isLink ? hashToken(token) : null,
      isLink ? 'pending' : 'none',
      hashed?.hash ?? null,
      hashed?.salt ?? null,
      CODE_LENGTH,
      isLink ? null : expiresAt,
      now,
      expiresAt,
    ],
  )
  const occasion = { app: appOrigin, browser: caller.browser, at: now, matchCode }
  const mail: MailContent = isLink
    ? { kind: 'device', link: `${ctx.origin()}/device#${token}`, minutes: LINK_LIFE_MS / 60_000, ...occasion }
    : { kind: 'code', use: purpose, code, minutes: CODE_LIFE_MS / 60_000, ...occasion }
  ctx.post.send(email, asked.locale, mail)
  return { challenge: id, matchCode, isLink }
}

function limitsOf({ settings: { limits } }: EmbeddedContext, { email, project, caller }: NewChallenge): readonly UseLimit[] {
  return [
    { key: `mailbox ${email}`, most: limits.mailboxPerHour, windowMs: HOUR_MS },
    { key: `mailbox ${email}`, most: limits.mailboxPerDay, windowMs: DAY_MS },
    { key: `address ${addressGroup(caller.address)}`, most: limits.addressPerHour, windowMs: HOUR_MS },
    { key: `project ${project}`, most: limits.projectPerHour, windowMs: HOUR_MS },
    { key: 'all', most: limits.allPerTenMinutes, windowMs: 10 * 60_000 },
  ]
}

/** Within 30 s of a start nobody else starts: neither the owner nor who wants to fill the mailbox. @throws HttpError 429 `cooldown` */
async function assertCooled(ctx: EmbeddedContext, sql: Sql, email: string, now: number): Promise<void> {
  const key = `mailbox ${email}`
  await lockUse(sql, ctx.uses, key)
  const last = await lastUse(sql, ctx.uses, key)
  if (last === undefined) return
  // A clock that was moved back makes nobody wait for longer than the cooldown.
  const leftMs = Math.min(COOLDOWN_MS, last + COOLDOWN_MS - now)
  if (leftMs <= 0) return
  const seconds = Math.ceil(leftMs / 1000)
  throw new HttpError(429, 'cooldown', `Please try again after ${seconds} seconds`, { 'retry-after': String(seconds) })
}

const bindingOf = (row: ChallengeRow): CodeBinding => ({
  challenge: row.id,
  purpose: row.purpose,
  email: row.email,
  deviceKey: row.device_key,
  appOrigin: row.app_origin,
})

/** Makes and queues the code of a challenge whose link was followed just now, by the one call that changed its state. */
export async function sendCode(ctx: EmbeddedContext, row: ChallengeRow): Promise<void> {
  const now = ctx.now()
  const code = newCode(row.code_length)
  const { hash, salt } = await hashCode(code, bindingOf(row), ctx.codes)
  await ctx.db.query(
    'update embedded_challenges set code_hash = $2, code_salt = $3, code_expires_at = $4, expires_at = $4 where id = $1 and dead_at is null',
    [row.id, hash, salt, now + CODE_LIFE_MS],
  )
  ctx.post.send(row.email, row.locale, {
    kind: 'code',
    use: row.purpose,
    code,
    minutes: CODE_LIFE_MS / 60_000,
    app: row.app_origin,
    browser: row.browser,
    at: now,
    matchCode: row.match_code,
  })
}

/**
 * Checks a typed code, and runs `then` with the challenge in the transaction that uses it up. The attempt is counted before the code is looked at, so
 * that many at once are not more attempts than five.
 * @throws HttpError 400 `code`, 410 `challenge`
 */
export async function answerChallenge<Result>(
  ctx: EmbeddedContext,
  asked: {
    challenge: string
    code: string
    deviceKey: string
    purposes: readonly Purpose[]
    appOrigin?: string | undefined
    user?: string
  },
  then: (sql: Sql, row: ChallengeRow) => Promise<Result>,
): Promise<Result> {
  const code = readCode(asked.code, CODE_LENGTH)
  // Nothing that could be a code: no attempt, and no work.
  if (code === undefined) throw new HttpError(400, 'code', WRONG_CODE)
  const [row] = await ctx.db.query<ChallengeRow>(
    `update embedded_challenges set attempts = attempts + 1
     where id = $1 and device_key = $2 and purpose = any($3::text[]) and user_id is not distinct from $4 and ($5::text is null or app_origin = $5)
       and used_at is null and dead_at is null and attempts < $6 and code_hash is not null and code_expires_at > $7
     returning *`,
    [asked.challenge, asked.deviceKey, asked.purposes, asked.user ?? null, asked.appOrigin ?? null, ATTEMPTS_MAX, ctx.now()],
  )
  if (!row) throw new HttpError(410, 'challenge', WRONG_CODE)
  const stored = { hash: row.code_hash ?? '', salt: row.code_salt ?? '' }
  if (!(await isCode(code, bindingOf(row), ctx.codes, stored))) throw new HttpError(400, 'code', WRONG_CODE)
  return ctx.db.transaction(async (sql) => {
    const used = await sql.query(
      'update embedded_challenges set used_at = $2 where id = $1 and used_at is null and dead_at is null and code_expires_at > $2 returning id',
      [row.id, ctx.now()],
    )
    if (used.length !== 1) throw new HttpError(410, 'challenge', WRONG_CODE)
    return then(sql, row)
  })
}

/** Longest wait of one poll. */
const WAIT_MS = 20_000
/** Between two looks at the table, where no notification came. */
const LOOK_MS = 3_000

/**
 * Waits until the link of a challenge was followed, up to 20 s.
 * @throws HttpError 410 `challenge` for one of another device
 */
export async function waitForLink(
  ctx: EmbeddedContext,
  { challenge, deviceKey, signal }: { challenge: string; deviceKey: string; signal: AbortSignal },
): Promise<'pending' | 'approved' | 'denied' | 'expired'> {
  // By a clock that nobody sets: this is how long the call takes, and not a time of day.
  const end = performance.now() + WAIT_MS
  for (;;) {
    const [row] = await ctx.db.query<ChallengeRow>('select * from embedded_challenges where id = $1 and device_key = $2', [
      challenge,
      deviceKey,
    ])
    if (!row) throw new HttpError(410, 'challenge', 'This login is not known')
    const state = linkState(row, ctx.now())
    const left = end - performance.now()
    if (state !== 'pending' || left <= 0 || signal.aborted) return state
    await ctx.signals.wait(row.id, Math.min(LOOK_MS, left), signal)
  }
}

/** A challenge without a link counts as approved. */
function linkState(row: ChallengeRow, now: number): 'pending' | 'approved' | 'denied' | 'expired' {
  if (row.link_state === 'denied') return 'denied'
  if (row.dead_at !== null || row.used_at !== null || row.expires_at <= now) return 'expired'
  return row.link_state === 'pending' ? 'pending' : 'approved'
}
