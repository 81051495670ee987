// Recoveries: a new device asks for the assisted half of a wallet. All mailboxes of the user are told, with a link that stops it, and older wallets wait a
// day. The recovery service decides about the hold as well, by its own clock.
import { HttpError } from '../http/errors.js'
import type { RecoveryService } from '../recovery/service.js'
import { audit, type EmbeddedContext } from './context.js'
import { hashToken, newId, newToken } from './secrets.js'
import { endSessionsOf } from './sessions.js'
import { findUser, mailboxesOf } from './users.js'
import { countUse, DAY_MS } from './uses.js'
import { slotsOf, type SlotRow, type WalletRow } from './wallet-view.js'
import type { Actor } from './wallets.js'
import type { Box, WireAnswer } from './wire.js'

/** How long a login by a mail's link stands for the code of a recovery. */
const PROOF_MS = 10 * 60_000
const RECOVERIES_PER_DAY = 5

/** `open`: started. `released`: the recovery service gave the half. `done`: the server half was given as well, or it ended without. */
interface RecoveryRow {
  readonly id: string
  readonly user_id: string
  readonly slot_id: string
  readonly device_key: string
  readonly state: 'open' | 'released' | 'cancelled' | 'done'
  readonly held_until: number
}

export async function recoveryKey(ctx: EmbeddedContext): Promise<WireAnswer<'/api/recovery/key'>> {
  return { publicKey: await serviceOf(ctx).publicKey() }
}

/** Hands the half of an assisted slot of the user's wallet to the recovery service. @throws HttpError 404 `slot`, 409 `recovery` */
export async function storeHalf(ctx: EmbeddedContext, { session, caller }: Actor, slotId: string, box: Box): Promise<void> {
  const service = serviceOf(ctx)
  const { wallet, slot } = await assistedSlot(ctx, session.user, slotId)
  await service.store({ user: session.user, wallet: wallet.id, slot: slot.id, box })
  await audit(ctx.db, { user: session.user, at: ctx.now(), what: 'recovery_stored', browser: caller.browser })
}

/**
 * Starts a recovery on this device, or finds the one that it has started.
 * @throws HttpError 403 `recovery` without a login by the mail's link in the last ten minutes, 404 `recovery` without an assisted slot
 */
export async function startRecovery(
  ctx: EmbeddedContext,
  { session, caller }: Actor,
): Promise<WireAnswer<'/api/recovery/start'>> {
  const service = serviceOf(ctx)
  const now = ctx.now()
  const { wallet, slot } = await assistedSlot(ctx, session.user)
  const [open] = await ctx.db.query<RecoveryRow>(
    "select * from embedded_recoveries where user_id = $1 and device_key = $2 and slot_id = $3 and state = 'open' order by created_at desc limit 1",
    [session.user, session.deviceKey, slot.id],
  )
  if (open) return answerOf(open.id, open.held_until, now)
  if (session.linkAt === undefined || now - session.linkAt > PROOF_MS)
    throw new HttpError(403, 'recovery', 'Log in again by the link of a mail, and then recover')
  await ctx.db.transaction((sql) =>
    countUse(sql, ctx.uses, [{ key: `recovery ${session.user}`, most: RECOVERIES_PER_DAY, windowMs: DAY_MS }], now),
  )
  const user = await findUser(ctx.db, session.user)
  const id = newId()
  const { heldUntil } = await service.begin({
    id,
    user: session.user,
    wallet: wallet.id,
    slot: slot.id,
    atLeastUntil: user.held_until,
  })
  const token = newToken()
  await ctx.db.transaction(async (sql) => {
    await sql.query(
      "insert into embedded_recoveries (id, user_id, slot_id, device_key, state, held_until, cancel_hash, created_at) values ($1, $2, $3, $4, 'open', $5, $6, $7)",
      [id, session.user, slot.id, session.deviceKey, heldUntil, hashToken(token), now],
    )
    await audit(sql, { user: session.user, at: now, what: 'recovery_started', browser: caller.browser })
  })
  // The service has looked at its clock after `now`: a recovery without a hold is not held for the moment between.
  const after = ctx.now()
  const kind = heldUntil > after ? 'recoveryHeld' : 'recoveryReady'
  const link = `${ctx.origin()}/cancel#${token}`
  for (const email of await mailboxesOf(ctx.db, session.user, user.email, now))
    ctx.post.send(email, user.locale, { kind, link, heldUntil, browser: caller.browser, at: now })
  return answerOf(id, heldUntil, after)
}

/** The half, sealed for the key of this device. @throws HttpError 403 `held`, 410 `recovery` */
export async function releaseHalf(
  ctx: EmbeddedContext,
  { session, caller }: Actor,
  recoveryId: string,
  publicKey: string,
): Promise<WireAnswer<'/api/recovery/release'>> {
  const service = serviceOf(ctx)
  const now = ctx.now()
  const [row] = await ctx.db.query<RecoveryRow>(
    'select * from embedded_recoveries where id = $1 and user_id = $2 and device_key = $3',
    [recoveryId, session.user, session.deviceKey],
  )
  if (row?.state !== 'open') throw ended()
  // What the API knows, too: an address that has changed meanwhile starts a hold.
  const heldUntil = Math.max(row.held_until, (await findUser(ctx.db, session.user)).held_until)
  if (heldUntil > now)
    throw new HttpError(403, 'held', 'The recovery is on hold', { 'retry-after': String(Math.ceil((heldUntil - now) / 1000)) })
  const released = await service.release({ id: row.id, publicKey }).catch(async (error: unknown) => {
    // It was given out, or has ended there: the next start makes another one.
    if (error instanceof HttpError && error.status === 410)
      await ctx.db.query("update embedded_recoveries set state = 'done' where id = $1 and state = 'open'", [row.id])
    throw error
  })
  await ctx.db.transaction(async (sql) => {
    const changed = await sql.query(
      "update embedded_recoveries set state = 'released' where id = $1 and state = 'open' returning id",
      [row.id],
    )
    // Cancelled in this very moment.
    if (changed.length === 0) throw ended()
    await audit(sql, { user: session.user, at: now, what: 'recovery_released', browser: caller.browser })
  })
  return { slotId: released.slot, box: released.box }
}

/** Ends one recovery of the user, or all of them. Idempotent. */
export async function cancelRecoveries(
  ctx: EmbeddedContext,
  user: string,
  { id, browser }: { id?: string | undefined; browser?: string | undefined },
): Promise<void> {
  const rows = await ctx.db.query<RecoveryRow>(
    "update embedded_recoveries set state = 'cancelled' where user_id = $1 and ($2::text is null or id = $2) and state in ('open', 'released') returning *",
    [user, id ?? null],
  )
  for (const row of rows) {
    await ctx.recovery
      ?.cancel({ id: row.id })
      .catch((error: unknown) => ctx.log.warn('a recovery was not cancelled there', { error }))
    await audit(ctx.db, { user, at: ctx.now(), what: 'recovery_cancelled', browser })
  }
}

/** By the link of the mail: the device that asked is logged out, too. @throws HttpError 410 `recovery` for a link that is not known */
export async function stopRecovery(ctx: EmbeddedContext, token: string): Promise<void> {
  const [row] = await ctx.db.query<RecoveryRow>('select * from embedded_recoveries where cancel_hash = $1', [hashToken(token)])
  if (!row) throw ended()
  await cancelRecoveries(ctx, row.user_id, { id: row.id })
  await endSessionsOf(ctx.db, row.user_id, row.device_key, ctx.now())
  await ctx.db.query('delete from embedded_devices where user_id = $1 and device_key = $2', [row.user_id, row.device_key])
}

/** @throws HttpError 404 `recovery` where the user has no assisted slot, or not this one */
async function assistedSlot(ctx: EmbeddedContext, user: string, slotId?: string): Promise<{ wallet: WalletRow; slot: SlotRow }> {
  const [wallet] = await ctx.db.query<WalletRow>('select * from embedded_wallets where user_id = $1', [user])
  const slots = wallet ? await slotsOf(ctx.db, wallet.id) : []
  const slot = slots.find(({ id, kind }) => kind === 'assisted' && (slotId === undefined || id === slotId))
  if (!wallet || !slot) throw new HttpError(404, 'recovery', 'This wallet has no assisted slot')
  return { wallet, slot }
}

function answerOf(recoveryId: string, heldUntil: number, now: number): WireAnswer<'/api/recovery/start'> {
  return heldUntil > now ? { recoveryId, state: 'held', heldUntil } : { recoveryId, state: 'ready' }
}

/** @throws HttpError 403 `recovery` */
function serviceOf({ recovery }: EmbeddedContext): RecoveryService {
  if (!recovery) throw new HttpError(403, 'recovery', 'These services have no assisted slots')
  return recovery
}

const ended = () => new HttpError(410, 'recovery', 'This recovery has ended')
