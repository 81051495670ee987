// The session of an earlier page load: over the relay, or in the frame of the embedded wallet.
import type { RelaySession } from '../../connectors/connector.js'
import { EMBEDDED } from '../../vocabulary/embedded.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import type { Core } from '../core.js'
import { relayOptions } from './relay-options.js'
import type { StoredConnection } from './stored-connections.js'

/**
 * The session that a stored connection was made of. Undefined: the client of the relay does not hold it any more.
 * @throws WalletError as `ConnectorPort.restore`; NOT_CONNECTED when nobody has signed in to the embedded wallet; NO_SERVICES
 */
export async function openStored(
  core: Core,
  { topic = '', chain }: Partial<Pick<StoredConnection, 'topic' | 'chain'>>,
  signal: AbortSignal,
): Promise<RelaySession | undefined> {
  if (topic === EMBEDDED) {
    const { createEmbedded } = await import('../embedded/embedded.js').catch(unreachable)
    return core.use(createEmbedded).restore(signal, chain)
  }
  const port = await core.deps.connectors()
  return port.restore({ ...relayOptions(core, signal), topic })
}
