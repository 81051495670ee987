// Which account the page works with: the selected one of the active connection, told to the page whenever it changes.
import { atom, computed, type ReadableAtom } from 'nanostores'
import { accountIdOf, type GrantedAccount } from '../account.js'
import type { AccountId, ChainId, Namespace } from '../caip.js'
import type { Account } from '../events.js'
import { createConnection, type Connection } from './connection.js'
import type { Core } from './core.js'
import { createNetworks } from './networks.js'

export interface Accounts {
  /** The public one (`session.$account`). Undefined: nothing is connected. */
  readonly $account: ReadableAtom<Account | undefined>
  /** Of the active connection; the selected one is among them, in the wallet's order. */
  readonly $accounts: ReadableAtom<readonly GrantedAccount[]>
  /** Of one namespace, connected or not. */
  find(namespace: Namespace): Account | undefined
  /** Accounts that the wallet did not share are ignored. */
  select(account: AccountId): void
  /** The chain that the active wallet is on, when it is not a configured one. */
  readonly $unsupportedChain: ReadableAtom<ChainId | undefined>
  /** Page of this account at the network's block explorer. */
  explorerUrl(account: Pick<Account, 'address' | 'chainId'>): string | undefined
}

export function createAccounts(core: Core): Accounts {
  const networks = core.use(createNetworks)
  const connection = core.use(createConnection)
  const { $connections, find } = connection
  /** By connection: it outlives a change of chain. */
  const $selected = atom<ReadonlyMap<string, GrantedAccount>>(new Map())
  let before: Account | undefined

  const select = (from: Connection, selected: ReadonlyMap<string, GrantedAccount>): Account | undefined => {
    const account = counterpartOf(selected.get(from.id), from.accounts) ?? from.accounts[0]
    return account && toAccount(from, account)
  }
  const $selectedAccount = computed([$connections, networks.$network, $selected], (_connections, _network, selected) => {
    const found = find()
    const account = found && select(found, selected)
    return (before = isSame(before, account) ? before : account) // the same fact stays the same object, so that nobody is told twice
  })

  const $unsupportedChain = computed([$connections, networks.$network], () => {
    const chain = find()?.grant.chain
    return chain && !networks.find(chain) ? chain : undefined
  })

  // One store of everything, so that the page never sees "connected" without the account.
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
  const stop = $facts.subscribe((facts) => core.session.publish(facts))
  core.onEnd(stop)

  return {
    $account: core.session.$account,
    $accounts: computed([$connections, networks.$network], () => find()?.accounts ?? none),
    find(namespace) {
      const found = find(namespace)
      return found && select(found, $selected.get())
    },
    select(account) {
      for (const owner of $connections.get()) {
        const granted = owner.accounts.find((each) => accountIdOf(each) === account)
        if (granted) return $selected.set(new Map($selected.get()).set(owner.id, granted))
      }
    },
    $unsupportedChain,
    explorerUrl({ chainId, address }) {
      const network = networks.find(chainId)
      const path = network && core.deps.namespaces[network.chainNamespace]?.explorerPath
      return explorerUrl(network?.blockExplorers?.default.url, path ?? 'address', address)
    },
  }
}

const none: readonly GrantedAccount[] = []

function toAccount({ namespace, wallet }: Connection, { chain, address }: GrantedAccount): Account {
  const { id, name, icon } = wallet
  return {
    accountId: accountIdOf({ chain, address }),
    namespace,
    address,
    chainId: chain,
    wallet: { id, name, ...(icon ? { icon } : {}) },
  } as Account // a connector gives out addresses of its own namespace only
}

/** The same account on another chain: of one address; or, where a family has an address per chain, of one key. */
function counterpartOf(selected: GrantedAccount | undefined, accounts: readonly GrantedAccount[]): GrantedAccount | undefined {
  if (!selected) return undefined
  const { address, publicKey } = selected
  return (
    accounts.find((account) => account.address === address) ??
    accounts.find((account) => publicKey !== undefined && account.publicKey === publicKey)
  )
}

function isSame(a: Account | undefined, b: Account | undefined): boolean {
  return a?.accountId === b?.accountId && a?.wallet.id === b?.wallet.id && a?.wallet.name === b?.wallet.name
}

/** A query (`?cluster=devnet`) stays behind the path. */
function explorerUrl(base: string | undefined, path: string, address: string): string | undefined {
  const url = base !== undefined && URL.canParse(base) ? new URL(base) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}/${encodeURIComponent(address)}`
  return url.href
}
