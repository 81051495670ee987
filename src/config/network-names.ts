// Networks by name or CAIP-2 id, for `<wallet-modal networks="mainnet, base">`. The table is fetched only for pages that name them.
import type { NetworkInput } from '../network.js'
import { networksByName } from '../networks.js'
import { fail } from './fail.js'

const known: ReadonlyMap<string, NetworkInput> = new Map(Object.entries(networksByName))

/** @throws CodedError CONFIG_INVALID with the name in `problem` */
export function readNetworks(names: readonly string[]): readonly NetworkInput[] {
  return names.map(
    (name) =>
      known.get(name) ??
      [...known.values()].find((candidate) => candidate.caipNetworkId === name) ??
      fail('networks', `${name} is no network that is known by name`),
  )
}
