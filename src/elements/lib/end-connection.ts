// What a view's Disconnect button does.
import { createConnection } from '../../state/connections/connection.js'
import type { Core } from '../../state/core.js'
import { createNotices } from '../../state/interface/notices.js'

/** Disconnects the active account. If the wallet cannot be told, a notice says so: the wallet may keep the connection that the modal has ended. Never rejects. */
export async function endConnection(core: Core): Promise<void> {
  const notices = core.use(createNotices)
  try {
    await core.use(createConnection).disconnect()
  } catch (error) {
    notices.showError(error)
  }
}
