// The wallet's accounts outside of Ethereum's chains. Keys and libraries of an ecosystem are loaded when a site asks for it.
import type { ChainId } from '../../src/vocabulary/caip.js'
import { chainName } from '../shared/chain.js'
import { type Family, type FamilyName, isFamilyName, loadFamily, type Question, unsupported } from '../shared/families/family.js'
import { namespaceOf } from './proposal.js'

/** An account as a person is shown it. */
export interface FamilyAddress {
  readonly family: string
  readonly address: string
}

export function createFamilyAccounts() {
  const loaded = new Map<FamilyName, Promise<Family>>()
  const familyOf = (chain: string): Promise<Family> | undefined => {
    const name = namespaceOf(chain)
    if (!isFamilyName(name)) return undefined
    const family = loaded.get(name) ?? loadFamily(name)
    loaded.set(name, family)
    family.catch(() => loaded.delete(name)) // offline: the next request tries again
    return family
  }
  /** Addresses by chain, for the chains that are not Ethereum's. */
  const addressesOn = async (chains: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const found = new Map<string, readonly string[]>()
    for (const chain of chains) {
      const family = await familyOf(chain)
      if (family)
        found.set(
          chain,
          (await family.accounts(chain as ChainId)).map(({ address }) => address),
        ) // `offerFor` knows it
    }
    return found
  }
  return {
    addressesOn,
    /** The first account of each chain; one that has the same address on several chains is listed once. */
    async listed(chains: readonly string[]): Promise<readonly FamilyAddress[]> {
      const addresses = [...(await addressesOn(chains))].flatMap(([chain, [address]]) =>
        address === undefined ? [] : [{ family: chainName(chain), address }],
      )
      return addresses.filter(({ address }, index) => addresses.findIndex((other) => other.address === address) === index)
    },
    /** @throws ProviderRpcError as `Family.read` */
    async read(chain: string, method: string, params: unknown): Promise<Question> {
      const family = await familyOf(chain)
      if (!family) throw unsupported(method)
      return family.read(chain as ChainId, method, params) // a chain of the session
    },
  }
}
