// What the relay client is given of this instance: addresses, and a storage prefix that no other modal on the page has.
import { WalletError } from '../errors.js'
import { nodesOf } from '../network.js'
import type { RelayOptions } from '../connectors/connector.js'
import type { Core } from './core.js'
import { storageKey } from './lib/storage.js'
import { tellDeveloper } from './tell-developer.js'

/** @throws WalletError NO_SERVICES no relay is configured */
export function relayOptions(core: Core, signal: AbortSignal): RelayOptions {
  const { config } = core
  const { relay: relayUrl, rpc } = config.services
  if (!relayUrl) throw new WalletError('NO_SERVICES')
  const shared = (chain: string) =>
    rpc && `${rpc.replace(/\/+$/, '')}/v1/?${new URLSearchParams({ chainId: chain, projectId: config.projectId })}`
  const rpcUrls = config.networks.map(
    (network) =>
      [
        network.caipNetworkId,
        config.rpcUrls[network.caipNetworkId]?.[0] ?? shared(network.caipNetworkId) ?? nodesOf(network, Boolean(rpc))[0],
      ] as const,
  )
  return {
    relayUrl,
    projectId: config.projectId,
    storagePrefix: storageKey(core, 'relay'),
    metadata: config.metadata,
    networks: config.networks,
    rpcUrls: Object.fromEntries(rpcUrls.flatMap(([chain, url]) => (url ? [[chain, url]] : []))),
    onRefused: (refusal) => tellDeveloper(core, new WalletError('RELAY_UNREACHABLE', { details: { refusal } })),
    signal,
  }
}
