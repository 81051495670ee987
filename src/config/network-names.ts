// Networks by name or CAIP-2 id, for `<wallet-modal networks="mainnet, base">`. Loaded only for pages with this attribute.
import type { NetworkInput } from '../vocabulary/network.js'
import { networksByName } from '../vocabulary/networks.js'
import { fail } from './fail.js'

const known: ReadonlyMap<string, NetworkInput> = new Map(Object.entries(networksByName))

/** The networks of this package with these names or CAIP-2 ids. @throws WalletError CONFIG_INVALID with an unknown name in `problem` */
export function readNetworks(names: readonly string[]): readonly NetworkInput[] {
  return names.map(
    (name) =>
      known.get(name) ??
      [...known.values()].find((candidate) => candidate.caipNetworkId === name) ??
      fail('networks', `${name} is no network that is known by name`),
  )
}
