// The network that a modal starts on. The closed modal, whose settings are not checked yet, and the core use the same function.
import type { ChainId } from '../vocabulary/chain-id.js'
import { type Network, type NetworkInput, toNetwork } from '../vocabulary/network.js'

/** The network of `networks` that `wanted` names, by CAIP-2 id or as a network; else the first one. */
export function pickDefaultNetwork(
  networks: readonly [Network, ...Network[]],
  wanted: NetworkInput | ChainId | undefined,
): Network
/** The same for a list that may be empty: then the result is undefined. */
export function pickDefaultNetwork(networks: readonly Network[], wanted: NetworkInput | ChainId | undefined): Network | undefined
/** The implementation of both. */
export function pickDefaultNetwork(
  networks: readonly Network[],
  wanted: NetworkInput | ChainId | undefined,
): Network | undefined {
  const id = typeof wanted === 'object' ? toNetwork(wanted).caipNetworkId : wanted
  return networks.find((network) => network.caipNetworkId === id) ?? networks[0]
}
