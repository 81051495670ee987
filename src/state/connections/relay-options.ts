// The options with which this instance calls the relay client: relay url, metadata, networks, and a storage prefix that no other modal on the page has.
import { walletError } from '../../vocabulary/errors.js'
import type { RelayOptions } from '../../connectors/connector.js'
import type { Core } from '../core.js'
import { isPhone } from '../interface/phone.js'
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
    onReturn: isPhone(core) ? (listener) => onReturn(core, listener) : undefined,
    onRefused: (refusal) => reportSetupError(core, walletError('RELAY_UNREACHABLE', { details: { refusal } })),
    signal,
  }
}

/** A phone may have cut a page off from the relay that was out of sight this long, in ms. */
const AWAY_MS = 3_000

/**
 * Calls `listener` when the visitor comes back to the page after 3 s or more. While another app is in front, phones stop a page and end its sockets; some
 * tell the page nothing of it, so that it would wait for an answer that has been there for long.
 */
function onReturn({ deps: { now, window }, signal }: Core, listener: () => void): void {
  let since: number | undefined
  const look = ({ type }: { readonly type: string }) => {
    if (type === 'pagehide' || window?.document.visibilityState === 'hidden') return void (since ??= now())
    if (since !== undefined && now() - since >= AWAY_MS) listener()
    since = undefined
  }
  window?.document.addEventListener('visibilitychange', look, { signal })
  for (const event of ['pagehide', 'pageshow']) window?.addEventListener(event, look, { signal })
}
