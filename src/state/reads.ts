// Questions to a chain's own nodes, with what this instance knows of them: the page's nodes, the services, the page's fetch.
import type { RpcCall, RpcWorld } from '../api/rpc.js'
import type { ChainId } from '../caip.js'
import type { RequestArguments } from '../connectors/connector.js'
import { isWalletError, WalletError } from '../errors.js'
import type { Network } from '../network.js'
import type { Core } from './core.js'
import { createNetworks } from './networks.js'

/** What `api/rpc` has to know to ask the nodes of `network`. */
export function rpcWorld({ config, deps }: Core, network: Network) {
  return {
    network,
    rpcUrls: config.rpcUrls[network.caipNetworkId],
    services: config.services.rpc,
    projectId: config.projectId,
    fetch: deps.fetch,
    now: deps.now,
  } satisfies RpcWorld
}

/**
 * Asks the nodes of `chain`. Rejects with the node's own error where it has refused (code, message, data as in EIP-1474).
 * @throws WalletError UNSUPPORTED_METHOD there is nobody to ask, RPC_ERROR nobody answered, ABORTED
 */
export async function askNodes(core: Core, chain: ChainId, { method, params }: RequestArguments, signal?: AbortSignal) {
  const network = core.use(createNetworks).find(chain)
  if (!network) throw new WalletError('UNSUPPORTED_METHOD', { details: { chain, method } })
  const { callRpc } = await import('../api/rpc.js').catch((cause: unknown) => {
    throw new WalletError('NETWORK_ERROR', { cause })
  })
  try {
    const given = (params ?? []) as RpcCall['params'] // a list or an object, as JSON-RPC has it
    return await callRpc({ ...rpcWorld(core, network), signal: signal ?? core.signal }, method, given)
  } catch (error) {
    if (isWalletError(error, 'CHAIN_NOT_SUPPORTED')) throw new WalletError('UNSUPPORTED_METHOD', { details: { chain, method } })
    throw isWalletError(error, 'RPC_ERROR') && error.cause !== undefined ? error.cause : error
  }
}
