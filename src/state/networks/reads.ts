// Requests to a chain's nodes, with this instance's settings: the page's node urls, the services' RPC, and the core's `fetch`.
import type { RpcCall, RpcWorld } from '../../api/rpc.js'
import type { ChainId } from '../../vocabulary/caip.js'
import type { RequestArguments } from '../../connectors/connector.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import type { Core } from '../core.js'
import { createNetworks } from './networks.js'

/** The first argument of the functions of `api/rpc.ts`, for the nodes of `network`. */
export function rpcWorld({ config, deps }: Core, network: Network) {
  return {
    network,
    rpcUrls: [config.rpcUrls[network.caipNetworkId] ?? []].flat(),
    services: config.services.rpc,
    projectId: config.projectId,
    fetch: deps.fetch,
    now: deps.now,
  } satisfies RpcWorld
}

/**
 * Sends a JSON-RPC request to the nodes of `chain`. Rejects with the node's own error when a node has refused it (code, message, data as in EIP-1474).
 * @throws WalletError UNSUPPORTED_METHOD when the chain is not configured or has no nodes, RPC_ERROR when no node answered, NETWORK_ERROR when
 * `api/rpc.ts` did not load, ABORTED
 */
export async function askNodes(core: Core, chain: ChainId, { method, params }: RequestArguments, signal?: AbortSignal) {
  const network = core.use(createNetworks).find(chain)
  if (!network) throw walletError('UNSUPPORTED_METHOD', { details: { chain, method } })
  const { callRpc } = await import('../../api/rpc.js').catch(unreachable)
  try {
    const given = (params ?? []) as RpcCall['params'] // a list or an object, as JSON-RPC has it
    return await callRpc({ ...rpcWorld(core, network), signal: signal ?? core.signal }, method, given)
  } catch (error) {
    if (isWalletError(error, 'CHAIN_NOT_SUPPORTED')) throw walletError('UNSUPPORTED_METHOD', { details: { chain, method } })
    throw isWalletError(error, 'RPC_ERROR') && error.cause !== undefined ? error.cause : error
  }
}
