// Which account the page works with: the selected one of the active connection, told to the page whenever it changes.
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { AccountId, ChainId, Namespace } from '../caip.js'
import type { Account } from '../events.js'
import { createConnection, type Connection } from './connection.js'
import type { Core } from './core.js'
import { createNetworks } from './networks.js'

export interface Accounts {
  /** Undefined: nothing is connected. */
  readonly $account: ReadableAtom<Account | undefined>
  /** Of the active connection; the selected one is among them, in the wallet's order. */
  readonly $accounts: ReadableAtom<readonly AccountId[]>
  /** Of one namespace, connected or not. */
  find(namespace: Namespace): Account | undefined
  /** Accounts that the wallet did not share are ignored. */
  select(account: AccountId): void
  /** The chain that the active wallet is on, when it is not a configured one. */
  readonly $unsupportedChain: ReadableAtom<ChainId | undefined>
  /** Page of this account at the network's block explorer. */
  explorerUrl(account: Pick<Account, 'address' | 'chainId'>): string | undefined
}

/** The part of a CAIP-10 id behind the chain. */
export function addressOf(account: AccountId): string {
  return account.slice(account.lastIndexOf(':') + 1)
}

export function createAccounts(core: Core): Accounts {
  const networks = core.use(createNetworks)
  const connection = core.use(createConnection)
  const { $connections, find } = connection
  /** Address per namespace: it outlives a change of chain. */
  const $selected = atom<ReadonlyMap<Namespace, string>>(new Map())
  let before: Account | undefined

  const select = (from: Connection, selected: ReadonlyMap<Namespace, string>): Account | undefined => {
    const { accounts } = from.grant
    const address = selected.get(from.namespace)
    const accountId = accounts.find((account) => addressOf(account) === address) ?? accounts[0]
    return accountId && toAccount(from, accountId)
  }
  const $account = computed([$connections, networks.$network, $selected], (_connections, _network, selected) => {
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
    [$status, $account, $unsupportedChain, connect.$state, disconnect.$state, switchTo.$state],
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
    $account,
    $accounts: computed([$connections, networks.$network], () => find()?.grant.accounts ?? none),
    find(namespace) {
      const found = find(namespace)
      return found && select(found, $selected.get())
    },
    select(account) {
      const owner = $connections.get().find(({ grant }) => grant.accounts.includes(account))
      if (owner) $selected.set(new Map($selected.get()).set(owner.namespace, addressOf(account)))
    },
    $unsupportedChain,
    explorerUrl: ({ chainId, address }) => explorerUrl(networks.find(chainId)?.blockExplorers?.default.url, chainId, address),
  }
}

const none: readonly AccountId[] = []

export function toAccount({ namespace, wallet, grant }: Connection, accountId: AccountId): Account {
  const { id, name, icon } = wallet
  return {
    accountId,
    namespace,
    address: addressOf(accountId),
    chainId: grant.chain,
    wallet: { id, name, ...(icon ? { icon } : {}) },
  } as Account // a connector gives out addresses of its own namespace only
}

function isSame(a: Account | undefined, b: Account | undefined): boolean {
  return a?.accountId === b?.accountId && a?.wallet.id === b?.wallet.id && a?.wallet.name === b?.wallet.name
}

/** A query (`?cluster=devnet`) stays behind the path. */
function explorerUrl(base: string | undefined, chain: ChainId, address: string): string | undefined {
  const url = base !== undefined && URL.canParse(base) ? new URL(base) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  const page = chain.startsWith('polkadot:') ? 'account' : 'address'
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${page}/${encodeURIComponent(address)}`
  return url.href
}
