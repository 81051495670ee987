// Networks by name or CAIP-2 id, for `<wallet-modal networks="mainnet, base">`. The table is fetched only for pages that name them.
import { CodedError } from '../../coded-error.js'
import type { NetworkInput } from '../../network.js'
import { networksByName } from '../../networks.js'

const known: ReadonlyMap<string, NetworkInput> = new Map(Object.entries(networksByName))

/** @throws CodedError NETWORK_NOT_FOUND */
export function readNetworks(names: readonly string[]): readonly NetworkInput[] {
  return names.map((name) => {
    const network = known.get(name) ?? [...known.values()].find((candidate) => candidate.caipNetworkId === name)
    if (!network) throw new CodedError('NETWORK_NOT_FOUND', 'Network not found', { details: { network: name } })
    return network
  })
}
