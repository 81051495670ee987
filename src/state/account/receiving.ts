// Where the active account can receive: its addresses, and the networks on which they are the same.
import { computed, type ReadableAtom } from 'nanostores'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { Namespace } from '../../vocabulary/caip.js'
import type { Network } from '../../vocabulary/network.js'
import { createAccounts } from '../connections/accounts.js'
import type { Core } from '../core.js'
import { createNetworks } from '../networks/networks.js'

/** Namespaces in which an account has the same address on each network. Elsewhere an address is written for one network. */
const sameEverywhere: ReadonlySet<Namespace> = new Set(['eip155', 'solana'])

/** Where the active account can receive. */
export interface Receiving {
  /** The configured networks on which its address is the same, the present one first. A smart account is only where it was made. */
  readonly $networks: ReadableAtom<readonly Network[]>
  /** Its addresses where the wallet has one per purpose (bip122: payments, ordinals), the selected one first; else none. */
  readonly $addresses: ReadableAtom<readonly GrantedAccount[]>
}

/** A part. */
export function createReceiving(core: Core): Receiving {
  const { networks, find } = core.use(createNetworks)
  const { $account, $accounts } = core.use(createAccounts)
  return {
    $networks: computed($account, (account): readonly Network[] => {
      const present = account && find(account.chainId)
      if (!present) return []
      if (!sameEverywhere.has(account.namespace) || account.type === 'smartAccount') return [present]
      return [present, ...networks.filter((each) => each !== present && each.chainNamespace === account.namespace)]
    }),
    $addresses: computed([$account, $accounts], (account, accounts): readonly GrantedAccount[] => {
      const own = accounts.find(({ address }) => address === account?.address)
      if (!own?.purpose) return []
      const others = accounts.filter(({ purpose }) => purpose !== undefined && purpose !== own.purpose)
      const first = others.filter(({ purpose }, at) => others.findIndex((each) => each.purpose === purpose) === at)
      return first.length > 0 ? [own, ...first] : []
    }),
  }
}
