// The account that the page works with: the selected account of the active connection, published to the page whenever it changes.
import { atom, computed, type ReadableAtom } from 'nanostores'
import { accountIdOf, type GrantedAccount } from '../../vocabulary/account.js'
import type { AccountId, ChainId, Namespace } from '../../vocabulary/caip.js'
import type { Account } from '../../vocabulary/events.js'
import { explorerUrl } from '../../vocabulary/explorer-url.js'
import { createConnection, type Connection } from './connection.js'
import { createConnections } from './connections.js'
import { createAccountTypes, typeOf } from './account-types.js'
import type { Core } from '../core.js'
import { createNetworks } from '../networks/networks.js'

/** The accounts of the active connection, and which of them is selected. */
export interface Accounts {
  /** The selected account of the active connection (`publicState.$account`); undefined while nothing is connected. */
  readonly $account: ReadableAtom<Account | undefined>
  /** The accounts of the active connection on the chain that its wallet is on, in the wallet's order. */
  readonly $accounts: ReadableAtom<readonly GrantedAccount[]>
  /** The selected account of one namespace, active or not; undefined while the namespace has no connection. */
  find(namespace: Namespace): Account | undefined
  /**
   * Selects an account of any connection, and stores that for the next page load. In ecosystems with types of accounts its type is the preferred one from
   * now on. An account that no wallet has granted is ignored.
   */
  select(account: AccountId): void
  /** The selected account of each connection, in the order of `ConnectionPart.$connections`. */
  readonly $all: ReadableAtom<readonly SelectedAccount[]>
  /** The chain that the active wallet is on, when it is not a configured one; else undefined. */
  readonly $unsupportedChain: ReadableAtom<ChainId | undefined>
  /** Url of this account at the network's block explorer; undefined when the network has none with an http or https url. */
  explorerUrl(account: Pick<Account, 'address' | 'chainId'>): string | undefined
}

/** A connection, and which of its accounts is selected. */
export interface SelectedAccount {
  readonly connection: Connection
  readonly account: GrantedAccount
}

/** A part. Publishes status and account to `core.publicState`. */
export function createAccounts(core: Core): Accounts {
  const networks = core.use(createNetworks)
  const connection = core.use(createConnection)
  const { $connections, find } = connection
  /** The selected account by connection id. It is kept when the wallet changes chain, see `counterpartOf`. */
  const $selected = atom<ReadonlyMap<string, GrantedAccount>>(new Map())
  let before: Account | undefined

  const types = core.use(createAccountTypes)
  const stored = core.use(createConnections)
  const accountOf = (from: Connection, selected: ReadonlyMap<string, GrantedAccount>): GrantedAccount | undefined =>
    counterpartOf(selected.get(from.id), from.accounts) ??
    from.accounts.find(({ address }) => address === stored.remembered(from)) ??
    from.accounts.find((account) => typeOf(account) === types.preferred(from.namespace)) ??
    from.accounts[0]
  const select = (from: Connection, selected: ReadonlyMap<string, GrantedAccount>): Account | undefined => {
    const account = accountOf(from, selected)
    return account && toAccount(from, account)
  }
  /** Where a wallet has accounts of several types, a choice of one says which type is preferred. */
  function preferType({ namespace, accounts: all, grant }: Connection, chosen: GrantedAccount): void {
    const type = typeOf(chosen)
    if (type === undefined || all.every((account) => (typeOf(account) ?? type) === type)) return
    types.prefer(namespace, type)
    core.emit('event', { name: 'SET_PREFERRED_ACCOUNT_TYPE', accountType: type, network: grant.chain })
  }
  const $selectedAccount = computed([$connections, networks.$network, $selected], (_connections, _network, selected) => {
    const found = find()
    const account = found && select(found, selected)
    return (before = isSame(before, account) ? before : account) // an unchanged account stays the same object, so that listeners are not called
  })

  const $unsupportedChain = computed([$connections, networks.$network], () => {
    const chain = find()?.grant.chain
    return chain && !networks.find(chain) ? chain : undefined
  })

  // One store for all values, so that they are published together: the page never sees "connected" without the account.
  const { connect, disconnect, switchTo, $status } = connection
  const $facts = computed(
    [$status, $selectedAccount, $unsupportedChain, connect.$state, disconnect.$state, switchTo.$state],
    (status, account, unsupported, ...states) => ({
      status,
      account,
      isUnsupported: unsupported !== undefined && !core.config.allowUnsupportedChain,
      isBusy: states.some((state) => state.status === 'pending'),
    }),
  )
  const stop = $facts.subscribe((facts) => core.publicState.publish(facts))
  core.onEnd(stop)

  return {
    $account: core.publicState.$account,
    $accounts: computed([$connections, networks.$network], () => find()?.accounts ?? none),
    find(namespace) {
      const found = find(namespace)
      return found && select(found, $selected.get())
    },
    select(account) {
      for (const owner of $connections.get()) {
        const granted = owner.accounts.find((each) => accountIdOf(each) === account)
        if (!granted) continue
        stored.remember(owner, granted.address)
        preferType(owner, granted)
        return $selected.set(new Map($selected.get()).set(owner.id, granted))
      }
    },
    $all: computed([$connections, $selected], (all, selected): readonly SelectedAccount[] =>
      all.flatMap((connection) => {
        const account = accountOf(connection, selected)
        return account ? [{ connection, account }] : []
      }),
    ),
    $unsupportedChain,
    explorerUrl({ chainId, address }) {
      const network = networks.find(chainId)
      const path = network && core.deps.namespaces[network.chainNamespace]?.explorerPath
      return explorerUrl(network?.blockExplorers?.default.url, path ?? 'address', address)
    },
  }
}

const none: readonly GrantedAccount[] = []

/** The account of a connection as the page sees it. */
export function toAccount({ namespace, wallet }: Connection, granted: GrantedAccount): Account {
  const { id, name, icon } = wallet
  const { chain, address, publicKey, label } = granted
  const type = typeOf(granted)
  return {
    accountId: accountIdOf({ chain, address }),
    namespace,
    address,
    chainId: chain,
    ...(type === undefined ? {} : { type }),
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(label === undefined ? {} : { label }),
    wallet: { id, name, ...(icon ? { icon } : {}) },
  } as Account // a connector grants addresses of its own namespace only
}

/** The selected account on the wallet's chain: the one with the same address, or, where addresses differ by chain, with the same public key. */
function counterpartOf(selected: GrantedAccount | undefined, accounts: readonly GrantedAccount[]): GrantedAccount | undefined {
  if (!selected) return undefined
  const { address, publicKey } = selected
  return (
    accounts.find((account) => account.address === address) ??
    accounts.find((account) => publicKey !== undefined && account.publicKey === publicKey)
  )
}

function isSame(a: Account | undefined, b: Account | undefined): boolean {
  return (
    a?.accountId === b?.accountId && a?.label === b?.label && a?.wallet.id === b?.wallet.id && a?.wallet.name === b?.wallet.name
  )
}
