// Which network a modal starts on. One rule for the closed modal, which has unchecked settings, and for the core.
import type { ChainId } from '../chain-id.js'
import { type Network, type NetworkInput, toNetwork } from '../network.js'

/** The one of `networks` that `wanted` names, by CAIP-2 id or as a network; else the first. Undefined where there are none. */
export function pickDefaultNetwork(
  networks: readonly [Network, ...Network[]],
  wanted: NetworkInput | ChainId | undefined,
): Network
export function pickDefaultNetwork(networks: readonly Network[], wanted: NetworkInput | ChainId | undefined): Network | undefined
export function pickDefaultNetwork(
  networks: readonly Network[],
  wanted: NetworkInput | ChainId | undefined,
): Network | undefined {
  const id = typeof wanted === 'object' ? toNetwork(wanted).caipNetworkId : wanted
  return networks.find((network) => network.caipNetworkId === id) ?? networks[0]
}
