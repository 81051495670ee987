// Waiting for the wallet of an earlier page load: a page's provider does so before it says that none is connected.
import type { Namespace } from '../../vocabulary/caip.js'
import type { Core } from '../core.js'
import { isStored } from '../lib/storage.js'
import { createConnection } from './connection.js'

/**
 * Makes a function that resolves when the wallet of an earlier page load is connected again on `namespace`, or has failed to be. Begins to restore
 * the stored connections, if nobody has; once.
 */
export function createRestored(core: Core, namespace: Namespace): () => Promise<void> {
  const connection = core.use(createConnection)
  /** An earlier page load has stored a connection, and nobody has waited for it here yet. */
  let mayRestore = core.config.reconnect && isStored(core, 'connections')
  return async () => {
    if (connection.find(namespace)) return
    const isPending = connection.reconnect.$state.get().status === 'pending'
    if (!isPending && !mayRestore) return
    mayRestore = false
    let stop = () => {}
    const arrived = new Promise<void>((resolve) => {
      stop = connection.$connections.listen(() => connection.find(namespace) && resolve())
    })
    await Promise.race([arrived, connection.reconnect().catch(() => undefined)]) // a wallet that fails has no accounts
    stop()
  }
}
