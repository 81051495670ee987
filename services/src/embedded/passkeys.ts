// Passkeys of wallets: which slots one opens. The server asks no passkey for anything: what it says (the PRF extension of WebAuthn) is a client half, which
// stays in the browser. A session with the proof of its device gets the server half; that alone opens nothing.
import type { Sql } from '../db/db.js'
import { HttpError } from '../http/errors.js'
import type { Caller, EmbeddedContext } from './context.js'
import type { Session } from './sessions.js'
import { findUser, mailboxesOf } from './users.js'
import { passkeyOf, slotsOf } from './wallet-view.js'
import type { NewSlot } from './wire.js'

/**
 * Keeps which passkey opens a slot that has just been stored: one of this host, and of no other slot of the wallet. Slots of other kinds have none.
 * @throws HttpError 400 `slot`, 409 `slot`
 */
export async function keepPasskey(ctx: EmbeddedContext, sql: Sql, wallet: string, slot: NewSlot): Promise<void> {
  const { kind, passkey, slotId } = slot
  if ((kind === 'passkey') !== (passkey !== undefined))
    throw new HttpError(400, 'slot', 'A slot of the kind passkey names its passkey, and no other does')
  if (!passkey) return
  if (passkey.rpId !== new URL(ctx.origin()).hostname) throw new HttpError(400, 'slot', 'This passkey is of another host')
  const present = await slotsOf(sql, wallet)
  if (present.some((row) => row.passkey !== null && passkeyOf(row.passkey).credentialId === passkey.credentialId))
    throw new HttpError(409, 'slot', 'This passkey opens the wallet already')
  await sql.query('update embedded_slots set passkey = $2 where id = $1', [slotId, JSON.stringify(passkey)])
}

/** Tells all mailboxes of the user: a passkey was added, or a device without a slot has asked for the server half of one. */
export async function tellOfPasskey(
  ctx: EmbeddedContext,
  { session, caller }: { readonly session: Session; readonly caller: Caller },
  kind: 'passkeyAdded' | 'passkeyAsked',
): Promise<void> {
  const now = ctx.now()
  const user = await findUser(ctx.db, session.user)
  for (const email of await mailboxesOf(ctx.db, session.user, user.email, now))
    ctx.post.send(email, user.locale, { kind, browser: caller.browser, at: now })
}
