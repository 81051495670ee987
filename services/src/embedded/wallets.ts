// Wallets: what the server keeps of one. A vault that it cannot open, and slots of which it has one half each. No function here takes or gives entropy,
// words, data keys or private keys.
import { randomBytes } from 'node:crypto'
import type { Sql } from '../db/db.js'
import { HttpError } from '../http/errors.js'
import { audit, type Caller, type EmbeddedContext } from './context.js'
import { keepPasskey, tellOfPasskey } from './passkeys.js'
import { newId } from './secrets.js'
import { assertFresh, endSessionsOf, type Session } from './sessions.js'
import { countUse, DAY_MS, HOUR_MS } from './uses.js'
import { slotOf, slotsOf, walletOf, type SlotRow, type WalletRow } from './wallet-view.js'
import type { NewSlot, Sealed, Slot, SlotKind, WireAnswer, WireBody, WireWallet } from './wire.js'

const RESERVED_MS = 10 * 60_000
const RELEASES_PER_HOUR = 60
/** Slots of a wallet, and reserved ones of a user. */
const SLOTS_MAX = 32

/** Who acts on a wallet. */
export interface Actor {
  readonly session: Session
  readonly caller: Caller
}

/** What the AAD of a sealed server half says: a row that was moved to another user or slot does not open. */
const halfOwner = (user: string, slot: string) => `embedded_slots server_half ${slot} ${user}`

/** New slots with fresh server halves, for ten minutes. @throws HttpError 400 `slot` */
export async function reserveSlots(
  ctx: EmbeddedContext,
  { session }: Actor,
  kinds: readonly SlotKind[],
): Promise<WireAnswer<'/api/slots/reserve'>> {
  if (kinds.includes('assisted')) assertAssistedAllowed(ctx)
  const now = ctx.now()
  const made = kinds.map((kind) => ({ slotId: newId(), kind, serverHalf: randomBytes(32).toString('base64url') }))
  await ctx.db.transaction(async (sql) => {
    await lockUser(sql, session.user)
    await sql.query('delete from embedded_slots where user_id = $1 and wallet_id is null and reserved_until <= $2', [
      session.user,
      now,
    ])
    const [row] = await sql.query<{ slots: number }>('select count(*) as slots from embedded_slots where user_id = $1', [
      session.user,
    ])
    if ((row?.slots ?? 0) + made.length > 2 * SLOTS_MAX) throw new HttpError(429, 'slot', 'Too many slots wait to be stored')
    for (const { slotId, kind, serverHalf } of made) {
      await sql.query(
        'insert into embedded_slots (id, user_id, kind, server_half, device_key, created_at, last_at, reserved_until) values ($1, $2, $3, $4, $5, $6, $6, $7)',
        [
          slotId,
          session.user,
          kind,
          ctx.halves.seal(serverHalf, halfOwner(session.user, slotId)),
          session.deviceKey,
          now,
          now + RESERVED_MS,
        ],
      )
    }
  })
  return { slots: made }
}

/** Stores a new wallet. @throws HttpError 409 `wallet` where the user has one, 400 `slot` */
export async function createWallet(
  ctx: EmbeddedContext,
  actor: Actor,
  body: WireBody<'/api/wallet/create'>,
): Promise<WireWallet> {
  const { session, caller } = actor
  const kinds = new Set(body.slots.map(({ kind }) => kind))
  if (kinds.size < 2 || !kinds.has('device'))
    throw new HttpError(400, 'slot', 'A wallet needs a slot of this device and one of another kind')
  if (kinds.has('assisted')) assertAssistedAllowed(ctx)
  const now = ctx.now()
  await ctx.db.transaction(async (sql) => {
    await lockUser(sql, session.user)
    const there = await sql.query('select 1 from embedded_wallets where user_id = $1 or id = $2', [session.user, body.walletId])
    if (there.length > 0) throw new HttpError(409, 'wallet', 'There is a wallet already')
    await sql.query('insert into embedded_wallets (id, user_id, vault, addresses, created_at) values ($1, $2, $3, $4, $5)', [
      body.walletId,
      session.user,
      JSON.stringify(body.vault),
      JSON.stringify(body.addresses),
      now,
    ])
    for (const slot of body.slots) {
      await fillSlot(sql, actor, body.walletId, slot, now)
      await keepPasskey(ctx, sql, body.walletId, slot)
    }
    await audit(sql, { user: session.user, at: now, what: 'wallet_created', browser: caller.browser })
  })
  return present(ctx, actor)
}

/**
 * Adds a reserved slot to the wallet. One that is a way into it from elsewhere needs a login of the last minutes, as taking one away does: a page that somebody
 * finds open is not enough.
 * @throws HttpError 404 `wallet`, 400 `slot`, 403 `stale`
 */
export async function addSlot(
  ctx: EmbeddedContext,
  actor: Actor,
  { slot, vault }: WireBody<'/api/slots/add'>,
): Promise<WireWallet> {
  const { session, caller } = actor
  const now = ctx.now()
  if (slot.kind === 'passkey' || slot.kind === 'code') assertFresh(session, now)
  await ctx.db.transaction(async (sql) => {
    const wallet = await lockedWallet(sql, session.user)
    // A sealed wallet stays sealed: whoever has a session cannot make it the operator's again.
    if (slot.kind === 'assisted') throw new HttpError(403, 'slot', 'An assisted slot is part of a new wallet only')
    const present = await slotsOf(sql, wallet.id)
    if (!present.some((one) => isOwn(one, session))) await assertOpened(sql, wallet, session, slot)
    if (present.length >= SLOTS_MAX) throw new HttpError(409, 'slot', 'The wallet has too many slots')
    await sql.query('insert into embedded_vaults (wallet_id, vault, replaced_at) values ($1, $2, $3)', [
      wallet.id,
      wallet.vault,
      now,
    ])
    await fillSlot(sql, actor, wallet.id, slot, now)
    await keepPasskey(ctx, sql, wallet.id, slot)
    await sql.query('update embedded_wallets set vault = $2 where id = $1', [wallet.id, JSON.stringify(vault)])
    await audit(sql, {
      user: session.user,
      at: now,
      what: 'slot_added',
      detail: `${slot.kind} ${slot.label}`,
      browser: caller.browser,
    })
  })
  if (slot.kind === 'passkey') await tellOfPasskey(ctx, actor, 'passkeyAdded')
  return present(ctx, actor)
}

/**
 * The server half of a slot, with what it opens. Each release is told to the user.
 * @throws HttpError 404 `slot`, 403 `device` for the slot of another device, 403 `recovery` for an assisted slot without a recovery, 429
 */
export async function releaseSlot(ctx: EmbeddedContext, actor: Actor, slotId: string): Promise<WireAnswer<'/api/slots/release'>> {
  const { session, caller } = actor
  const now = ctx.now()
  const found = await ctx.db.transaction(async (sql) => {
    // Together with `rotate` and `remove`: a slot that is being removed is not released.
    const [slot] = await sql.query<SlotRow>(
      'select * from embedded_slots where id = $1 and user_id = $2 and wallet_id is not null for update',
      [slotId, session.user],
    )
    if (!slot) throw new HttpError(404, 'slot', 'There is no such slot')
    if (slot.kind === 'device' && slot.device_key !== session.deviceKey)
      throw new HttpError(403, 'device', 'This slot belongs to another device')
    if (slot.kind === 'assisted') {
      const released = await sql.query(
        "select 1 from embedded_recoveries where user_id = $1 and slot_id = $2 and device_key = $3 and state = 'released'",
        [session.user, slotId, session.deviceKey],
      )
      if (released.length === 0) throw new HttpError(403, 'recovery', 'A recovery is needed first')
      // One recovery, one half.
      await sql.query(
        "update embedded_recoveries set state = 'done' where user_id = $1 and slot_id = $2 and device_key = $3 and state = 'released'",
        [session.user, slotId, session.deviceKey],
      )
    }
    await countUse(sql, ctx.uses, [{ key: `slot ${slotId}`, most: RELEASES_PER_HOUR, windowMs: HOUR_MS }], now)
    await sql.query('update embedded_slots set last_at = $2 where id = $1', [slotId, now])
    await audit(sql, {
      user: session.user,
      at: now,
      what: 'slot_released',
      detail: `${slot.kind} ${slot.label}`,
      browser: caller.browser,
    })
    const [wallet] = await sql.query<WalletRow>('select * from embedded_wallets where user_id = $1', [session.user])
    if (!wallet) throw new HttpError(404, 'wallet', 'There is no wallet')
    const first = await sql.query(
      'insert into embedded_unlocks (wallet_id, session_id) values ($1, $2) on conflict do nothing returning session_id',
      [wallet.id, session.id],
    )
    // A device with a slot of its own has no need of a passkey, and its owner none of a mail: it says so by its slot.
    const isNews =
      slot.kind === 'passkey' && first.length > 0 && !(await slotsOf(sql, wallet.id)).some((one) => isOwn(one, session))
    return { slot, wallet, isNews }
  })
  if (found.isNews) await tellOfPasskey(ctx, actor, 'passkeyAsked')
  return {
    serverHalf: ctx.halves.open(found.slot.server_half, halfOwner(session.user, slotId)),
    slot: slotOf(found.slot),
    vault: JSON.parse(found.wallet.vault) as Sealed, // written from a parsed value
  }
}

/**
 * Rewrites vault and slots with a new data key, and removes slots, in one step. What is neither rewritten nor removed would be lost, so every slot of
 * the wallet must be named.
 * @throws HttpError 404 `wallet`, 400 `slot`, 403 `device`, 403 `held`, 403 `stale` where slots are removed, 409 `slot`: what stays is of one kind
 */
export async function rotateWallet(
  ctx: EmbeddedContext,
  actor: Actor,
  { vault, slots, remove }: WireBody<'/api/wallet/rotate'>,
): Promise<WireWallet> {
  const { session, caller } = actor
  const now = ctx.now()
  const removed = await ctx.db.transaction(async (sql) => {
    const wallet = await lockedWallet(sql, session.user)
    const present = await slotsOf(sql, wallet.id)
    assertMayRotate(wallet, present, session, now)
    if (remove.length > 0) assertFresh(session, now)
    const named = [...slots.map(({ slotId }) => slotId), ...remove]
    const isWhole =
      named.length === present.length && new Set(named).size === named.length && present.every(({ id }) => named.includes(id))
    if (!isWhole) throw new HttpError(400, 'slot', 'Every slot of the wallet is either rewritten or removed')
    if (new Set(slots.map(({ kind }) => kind)).size < 2) throw new HttpError(409, 'slot', 'A wallet keeps slots of two kinds')
    for (const slot of slots) await rewriteSlot(sql, present, slot)
    const gone = present.filter(({ id }) => remove.includes(id))
    for (const slot of gone) await dropSlot(sql, session.user, slot, now)
    await sql.query('update embedded_wallets set vault = $2 where id = $1', [wallet.id, JSON.stringify(vault)])
    // They open with the data key that was replaced.
    await sql.query('delete from embedded_vaults where wallet_id = $1', [wallet.id])
    for (const { kind, label } of gone)
      await audit(sql, {
        user: session.user,
        at: now,
        what: kind === 'assisted' ? 'wallet_sealed' : 'slot_removed',
        detail: `${kind} ${label}`,
        browser: caller.browser,
      })
    return gone
  })
  await forgetHalves(ctx, removed)
  return present(ctx, actor)
}

/**
 * Ends a device at once: its slot and its sessions are gone. A device that may rotate removes it so instead, with a new data key.
 * @throws HttpError 404 `slot`, 403 `stale`
 */
export async function removeDevice(ctx: EmbeddedContext, { session, caller }: Actor, slotId: string): Promise<void> {
  const now = ctx.now()
  assertFresh(session, now)
  await ctx.db.transaction(async (sql) => {
    const wallet = await lockedWallet(sql, session.user)
    const all = await slotsOf(sql, wallet.id)
    const slot = all.find(({ id, kind }) => id === slotId && kind === 'device')
    if (!slot) throw new HttpError(404, 'slot', 'There is no such device')
    if (all.length === 1) throw new HttpError(409, 'slot', 'This is the last slot of the wallet')
    await dropSlot(sql, session.user, slot, now)
    await audit(sql, { user: session.user, at: now, what: 'device_removed', detail: slot.label, browser: caller.browser })
  })
}

/** What a rotation rewrites: nothing of it opens without the halves. @throws HttpError 404 `wallet`, 403 `device` for a device without a slot of its own */
export async function allSlots(ctx: EmbeddedContext, { session }: Actor): Promise<WireAnswer<'/api/wallet/slots'>> {
  const [wallet] = await ctx.db.query<WalletRow>('select * from embedded_wallets where user_id = $1', [session.user])
  if (!wallet) throw new HttpError(404, 'wallet', 'There is no wallet')
  const slots = await slotsOf(ctx.db, wallet.id)
  if (!slots.some((slot) => isOwn(slot, session))) throw new HttpError(403, 'device', 'This device has no slot of the wallet')
  return { vault: JSON.parse(wallet.vault) as Sealed, slots: slots.map(slotOf) } // written from a parsed value
}

export async function devicesOf(ctx: EmbeddedContext, { session }: Actor): Promise<WireAnswer<'/api/devices'>> {
  const rows = await ctx.db.query<SlotRow>(
    "select * from embedded_slots where user_id = $1 and kind = 'device' and wallet_id is not null order by last_at desc",
    [session.user],
  )
  return {
    devices: rows.map((slot) => ({
      slotId: slot.id,
      label: slot.label,
      current: slot.device_key === session.deviceKey,
      createdAt: slot.created_at,
      lastUsedAt: slot.last_at,
    })),
  }
}

const AUDIT_PAGE = 50

/** Newest first. @param before id of the last row of the page before */
export async function auditOf(
  ctx: EmbeddedContext,
  { session }: Actor,
  before: string | undefined,
): Promise<WireAnswer<'/api/audit'>> {
  const rows = await ctx.db.query<{ id: number; at: number; what: string; detail: string; browser: string | null }>(
    'select id, at, what, detail, browser from embedded_audit where user_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3',
    [session.user, before ?? null, AUDIT_PAGE + 1],
  )
  const page = rows.slice(0, AUDIT_PAGE)
  const last = page.at(-1)
  return {
    rows: page.map(({ at, what, detail, browser }) => ({ at, what, detail, ...(browser === null ? {} : { browser }) })),
    ...(rows.length > AUDIT_PAGE && last ? { next: String(last.id) } : {}),
  }
}

async function present(ctx: EmbeddedContext, { session }: Actor): Promise<WireWallet> {
  const wallet = await walletOf(ctx.db, session.user, session.deviceKey)
  if (!wallet) throw new HttpError(404, 'wallet', 'There is no wallet')
  return wallet
}

/** One change of a user's wallet at a time. */
async function lockUser(sql: Sql, user: string): Promise<void> {
  await sql.query('select 1 from embedded_users where id = $1 for update', [user])
}

async function lockedWallet(sql: Sql, user: string): Promise<WalletRow> {
  await lockUser(sql, user)
  const [wallet] = await sql.query<WalletRow>('select * from embedded_wallets where user_id = $1', [user])
  if (!wallet) throw new HttpError(404, 'wallet', 'There is no wallet')
  return wallet
}

/** The slot of the session's own device. */
const isOwn = (slot: SlotRow, session: Session) => slot.kind === 'device' && slot.device_key === session.deviceKey

/**
 * A device without a slot of its own may give itself one, and nothing else, after a server half was released to it: a recovery, or the slot of a
 * passkey or a code. @throws HttpError 403 `device`
 */
async function assertOpened(sql: Sql, wallet: WalletRow, session: Session, slot: NewSlot): Promise<void> {
  const opened = await sql.query('select 1 from embedded_unlocks where wallet_id = $1 and session_id = $2', [
    wallet.id,
    session.id,
  ])
  const isForItself = slot.kind === 'device' && (slot.deviceKey ?? session.deviceKey) === session.deviceKey
  if (opened.length === 0 || !isForItself) throw new HttpError(403, 'device', 'This device has not opened the wallet')
}

/**
 * A rotation replaces everything that opens the wallet, so a stolen mailbox must not be enough for one: the device has had its slot for a day, or since
 * the wallet was made. @throws HttpError 403 `device`, 403 `held`
 */
function assertMayRotate(wallet: WalletRow, slots: readonly SlotRow[], session: Session, now: number): void {
  const own = slots.filter((slot) => isOwn(slot, session))
  if (own.length === 0) throw new HttpError(403, 'device', 'This device has no slot of the wallet')
  const since = Math.min(...own.map((slot) => slot.created_at))
  const leftMs = since === wallet.created_at ? 0 : since + DAY_MS - now
  if (leftMs > 0)
    throw new HttpError(403, 'held', 'This device is too new for that', { 'retry-after': String(Math.ceil(leftMs / 1000)) })
}

/** Turns a reserved slot into one of the wallet. @throws HttpError 400 `slot` */
async function fillSlot(sql: Sql, { session }: Actor, wallet: string, slot: NewSlot, now: number): Promise<void> {
  const filled = await sql.query(
    `update embedded_slots set wallet_id = $4, public_key = $5, wrapped_private_key = $6, sealed_dek = $7, label = $8, device_key = $9,
       created_at = $10, last_at = $10, reserved_until = null
     where id = $1 and user_id = $2 and kind = $3 and wallet_id is null and reserved_until > $10 returning id`,
    [
      slot.slotId,
      session.user,
      slot.kind,
      wallet,
      slot.publicKey,
      JSON.stringify(slot.wrappedPrivateKey),
      JSON.stringify(slot.sealedDek),
      slot.label,
      slot.deviceKey ?? session.deviceKey,
      now,
    ],
  )
  if (filled.length !== 1) throw new HttpError(400, 'slot', 'This slot was not reserved, or too long ago')
}

/** The key pair of a slot stays; what is sealed for it changes. @throws HttpError 400 `slot` */
async function rewriteSlot(sql: Sql, present: readonly SlotRow[], slot: Slot): Promise<void> {
  const row = present.find(({ id }) => id === slot.slotId)
  const isSame =
    row?.kind === slot.kind &&
    row.public_key === slot.publicKey &&
    row.wrapped_private_key === JSON.stringify(slot.wrappedPrivateKey)
  if (!isSame) throw new HttpError(400, 'slot', 'A slot keeps its kind and its key')
  await sql.query('update embedded_slots set sealed_dek = $2 where id = $1', [slot.slotId, JSON.stringify(slot.sealedDek)])
}

/** The device of the slot is logged out everywhere. */
async function dropSlot(sql: Sql, user: string, slot: SlotRow, now: number): Promise<void> {
  await sql.query('delete from embedded_slots where id = $1', [slot.id])
  if (slot.kind !== 'device') return
  await endSessionsOf(sql, user, slot.device_key, now)
  await sql.query('delete from embedded_devices where user_id = $1 and device_key = $2', [user, slot.device_key])
}

async function forgetHalves(ctx: EmbeddedContext, slots: readonly SlotRow[]): Promise<void> {
  for (const { id } of slots.filter(({ kind }) => kind === 'assisted')) {
    // Without the server half, which is gone, what is left there opens nothing.
    await ctx.recovery
      ?.forget({ slot: id })
      .catch((error: unknown) => ctx.log.warn('a half was not forgotten', { slot: id, error }))
  }
}

function assertAssistedAllowed(ctx: EmbeddedContext): void {
  if (!ctx.recovery || ctx.settings.recovery === 'sealed-required')
    throw new HttpError(403, 'slot', 'These services have no assisted slots')
}
