// Routes of wallets, recoveries and changes of the mail address.
import type { Route } from '../http/route.js'
import { apiRoute, linkRoute } from './api-route.js'
import { startChange, undoChange, verifyChange } from './change.js'
import type { EmbeddedContext } from './context.js'
import { recordExport } from './exports.js'
import { cancelRecoveries, recoveryKey, releaseHalf, startRecovery, stopRecovery, storeHalf } from './recoveries.js'
import {
  addSlot,
  allSlots,
  auditOf,
  createWallet,
  devicesOf,
  releaseSlot,
  removeDevice,
  reserveSlots,
  rotateWallet,
} from './wallets.js'

export function walletApiRoutes(ctx: EmbeddedContext): readonly Route[] {
  return [
    apiRoute(ctx, '/api/slots/reserve', 1, 'New slots with their server halves', ({ body, ...actor }) =>
      reserveSlots(ctx, actor, body.kinds),
    ),
    apiRoute(ctx, '/api/wallet/create', 2, 'Stores a new wallet', ({ body, ...actor }) => createWallet(ctx, actor, body)),
    apiRoute(ctx, '/api/slots/add', 2, 'Adds a slot to the wallet', ({ body, ...actor }) => addSlot(ctx, actor, body)),
    apiRoute(ctx, '/api/slots/release', 2, 'The server half of a slot', ({ body, ...actor }) =>
      releaseSlot(ctx, actor, body.slotId),
    ),
    apiRoute(ctx, '/api/wallet/slots', 1, 'The slots of the wallet without their server halves', ({ body: _body, ...actor }) =>
      allSlots(ctx, actor),
    ),
    apiRoute(ctx, '/api/wallet/rotate', 2, 'Rewrites the vault and its slots', ({ body, ...actor }) =>
      rotateWallet(ctx, actor, body),
    ),
    apiRoute(ctx, '/api/recovery/key', 1, 'The key of the recovery service', () => recoveryKey(ctx)),
    apiRoute(ctx, '/api/recovery/store', 2, 'Hands a half to the recovery service', async ({ body, ...actor }) => {
      await storeHalf(ctx, actor, body.slotId, body.box)
      return {}
    }),
    apiRoute(ctx, '/api/recovery/start', 2, 'Starts a recovery on this device', ({ body: _body, ...actor }) =>
      startRecovery(ctx, actor),
    ),
    apiRoute(ctx, '/api/recovery/release', 2, 'The half of a recovery', ({ body, ...actor }) =>
      releaseHalf(ctx, actor, body.recoveryId, body.publicKey),
    ),
    apiRoute(ctx, '/api/recovery/cancel', 1, 'Stops recoveries', async ({ body, session, caller }) => {
      await cancelRecoveries(ctx, session.user, { id: body.recoveryId, browser: caller.browser })
      return {}
    }),
    linkRoute('/api/recovery/stop', 1, 'Stops a recovery by the link of a mail', async ({ token }) => {
      await stopRecovery(ctx, token)
      return {}
    }),
    apiRoute(ctx, '/api/devices', 1, 'Devices with a slot of the wallet', ({ body: _body, ...actor }) => devicesOf(ctx, actor)),
    apiRoute(ctx, '/api/devices/remove', 1, 'Removes a device', async ({ body, ...actor }) => {
      await removeDevice(ctx, actor, body.slotId)
      return {}
    }),
    apiRoute(ctx, '/api/export', 2, 'Notes that this device shows the keys of the wallet', async ({ body, ...actor }) => {
      await recordExport(ctx, actor, body.what)
      return {}
    }),
    apiRoute(ctx, '/api/audit', 1, 'What happened to the account', ({ body, ...actor }) => auditOf(ctx, actor, body.before)),
    apiRoute(ctx, '/api/email/change/start', 5, 'Starts a change of the mail address', ({ body, ...actor }) =>
      startChange(ctx, actor, body),
    ),
    apiRoute(ctx, '/api/email/change/verify', 5, 'Goes on with a change of the mail address', ({ body, ...actor }) =>
      verifyChange(ctx, actor, body),
    ),
    linkRoute('/api/email/change/undo', 1, 'Undoes a change of the mail address by the link of a mail', async ({ token }) => {
      await undoChange(ctx, token)
      return {}
    }),
  ]
}
