// Exports: a page of the wallet's origin shows the words of a wallet, or makes its recovery kit. It does so by itself; what comes here is that it will.
import { HttpError } from '../http/errors.js'
import { audit, type EmbeddedContext } from './context.js'
import { assertFresh } from './sessions.js'
import { findUser, mailboxesOf } from './users.js'
import { countUse, DAY_MS } from './uses.js'
import { walletOf } from './wallet-view.js'
import type { Actor } from './wallets.js'
import type { WireBody } from './wire.js'

/** Each is told by mail. */
const EXPORTS_PER_DAY = 20

/**
 * Notes an export where the user can look it up, and tells their mailboxes.
 * @throws HttpError 403 `stale`, 404 `wallet`, 403 `device` for a device without a slot, 429
 */
export async function recordExport(
  ctx: EmbeddedContext,
  { session, caller }: Actor,
  what: WireBody<'/api/export'>['what'],
): Promise<void> {
  const now = ctx.now()
  assertFresh(session, now)
  const wallet = await walletOf(ctx.db, session.user, session.deviceKey)
  if (!wallet) throw new HttpError(404, 'wallet', 'There is no wallet')
  if (!wallet.slots.some(({ isThisDevice }) => isThisDevice))
    throw new HttpError(403, 'device', 'This device has no slot of the wallet')
  await ctx.db.transaction(async (sql) => {
    await countUse(sql, ctx.uses, [{ key: `export ${session.user}`, most: EXPORTS_PER_DAY, windowMs: DAY_MS }], now)
    await audit(sql, { user: session.user, at: now, what: 'exported', detail: what, browser: caller.browser })
  })
  const user = await findUser(ctx.db, session.user)
  for (const email of await mailboxesOf(ctx.db, session.user, user.email, now))
    ctx.post.send(email, user.locale, { kind: 'exported', browser: caller.browser, at: now })
}
