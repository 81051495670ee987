// The options with which this instance calls the relay client: relay url, metadata, networks, and a storage prefix that no other modal on the page has.
import { walletError } from '../../vocabulary/errors.js'
import type { RelayOptions } from '../../connectors/connector.js'
import type { Core } from '../core.js'
import { storageKey } from '../lib/storage.js'
import { askNodes } from '../networks/reads.js'
import { createRelayStatus } from './relay-status.js'
import { filledMetadata } from '../interface/metadata.js'
import { reportSetupError } from '../lib/report-setup-error.js'

/** The options of a call to the relay client that `signal` ends. @throws WalletError NO_SERVICES when no relay is configured */
export function relayOptions(core: Core, signal: AbortSignal): RelayOptions {
  const { config } = core
  const { relay: relayUrl } = config.services
  if (!relayUrl) throw walletError('NO_SERVICES')
  const relayStatus = core.use(createRelayStatus)
  return {
    relayUrl,
    projectId: config.projectId,
    storagePrefix: storageKey(core, 'relay'),
    metadata: filledMetadata(core),
    networks: config.networks,
    read: (chain, call) => askNodes(core, chain, call),
    onConnection: relayStatus.note,
    onRefused: (refusal) => reportSetupError(core, walletError('RELAY_UNREACHABLE', { details: { refusal } })),
    signal,
  }
}
