// What the relay client is given of this instance: addresses, and a storage prefix that no other modal on the page has.
import { WalletError } from '../errors.js'
import type { RelayOptions } from '../connectors/connector.js'
import type { Core } from './core.js'
import { storageKey } from './lib/storage.js'
import { askNodes } from './reads.js'
import { createRelayStatus } from './relay-status.js'
import { tellDeveloper } from './tell-developer.js'

/** @throws WalletError NO_SERVICES no relay is configured */
export function relayOptions(core: Core, signal: AbortSignal): RelayOptions {
  const { config } = core
  const { relay: relayUrl } = config.services
  if (!relayUrl) throw new WalletError('NO_SERVICES')
  const relayStatus = core.use(createRelayStatus)
  return {
    relayUrl,
    projectId: config.projectId,
    storagePrefix: storageKey(core, 'relay'),
    metadata: config.metadata,
    networks: config.networks,
    read: (chain, call) => askNodes(core, chain, call),
    onConnection: relayStatus.note,
    onRefused: (refusal) => tellDeveloper(core, new WalletError('RELAY_UNREACHABLE', { details: { refusal } })),
    signal,
  }
}
