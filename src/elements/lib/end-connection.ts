// What a view's Disconnect button does.
import { createConnection, type Connection } from '../../state/connections/connection.js'
import type { Core } from '../../state/core.js'
import { createNotices } from '../../state/interface/notices.js'
import { createRouter } from '../../state/interface/router.js'

/**
 * Disconnects a wallet; by default that of the active account. When others end with it, because they share its session, `ConfirmDisconnect` asks first.
 * Never rejects.
 */
export async function endConnection(core: Core, connection = core.use(createConnection).find()): Promise<void> {
  const isShared = connection && core.use(createConnection).sharing(connection).length > 1
  if (isShared) return core.use(createRouter).push({ name: 'ConfirmDisconnect', id: connection.id })
  await disconnect(core, connection)
}

/** Disconnects all wallets. Never rejects. */
export const endAll = (core: Core): Promise<void> => disconnect(core)

/** Disconnects, without asking. If a wallet cannot be told, a notice says so: it may keep the connection that the modal has ended. Never rejects. */
export async function disconnect(core: Core, target?: Connection): Promise<void> {
  const notices = core.use(createNotices)
  try {
    await core.use(createConnection).disconnect(target && { id: target.id })
  } catch (error) {
    notices.showError(error)
  }
}
