// Accounts of Polkadot wallets, written for each configured chain.
import type { GrantedAccount } from '../../vocabulary/account.js'
import { displayName } from '../../vocabulary/display-name.js'
import type { Network } from '../../vocabulary/network.js'
import { listOf, textAt } from '../foreign-calls.js'
import { addressOn, decode, isEthereumAddress } from './ss58.js'

const types = ['sr25519', 'ed25519', 'ecdsa', 'ethereum'] as const
/** The kinds of keys that accounts have. */
export type KeyType = (typeof types)[number]

/** The kind of key that an account is said to have; the usual one, sr25519, when nothing is said. */
export const keyTypeOf = (type: unknown): KeyType => types.find((known) => known === type) ?? 'sr25519'

/** Accounts of an extension (`InjectedAccount`) on each network where they exist; malformed ones are left out. */
export function readAccounts(value: unknown, networks: readonly Network[]): readonly GrantedAccount[] {
  const accounts = listOf(value).flatMap((item) => {
    const address = textAt(item, 'address', 64)
    if (address === undefined) return []
    const type = isEthereumAddress(address) ? 'ethereum' : keyTypeOf(textAt(item, 'type', 16))
    // An account may be made for one chain only: the hash of its first block, of which CAIP-2 takes the first 32 digits.
    return [{ address, type, label: displayName(textAt(item, 'name')), genesis: textAt(item, 'genesisHash', 66)?.slice(2, 34) }]
  })
  return networks.flatMap(({ caipNetworkId: chain }) =>
    accounts.flatMap(({ address: given, type, label, genesis }) => {
      const address = genesis && chain !== `polkadot:${genesis}` ? undefined : addressOn(chain, given)
      return address === undefined ? [] : [{ chain, address, ...describe(address, type), ...(label ? { label } : {}) }]
    }),
  )
}

/** Key type and public key of an address. An ecdsa address holds the hash of its key, so it has none. */
export function describe(address: string, type: KeyType = 'sr25519'): Pick<GrantedAccount, 'type' | 'publicKey'> {
  const key = type === 'ecdsa' || type === 'ethereum' ? undefined : decode(address)?.publicKey
  return { type, ...(key ? { publicKey: hexOf(key) } : {}) }
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
