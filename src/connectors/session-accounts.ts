// A relay session as an `AccountsWallet` of one namespace: its accounts are those that the session grants.
import type { GrantedAccount } from '../vocabulary/account.js'
import type { ChainId, Namespace } from '../vocabulary/caip.js'
import { walletError } from '../vocabulary/errors.js'
import type { AccountsWallet } from './accounts-connector.js'
import { listOf, textAt } from './foreign-calls.js'
import type { RequestArguments, WalletSession } from './connector.js'

/** The accounts of a session, and its requests. */
export interface SessionAccounts extends Pick<AccountsWallet, 'accounts' | 'onAccounts' | 'disconnect' | 'release'> {
  readonly transport: 'relay' | 'embedded'
  /**
   * Sends a request to the wallet. Rejects as `WalletSession.request`.
   * @throws WalletError UNSUPPORTED_METHOD when the session does not grant the method
   */
  ask(chain: ChainId, args: RequestArguments): Promise<unknown>
  /** Whether the session grants a method. */
  grants(method: string): boolean
}

/**
 * The accounts that `session` grants in `namespace`. An `accountsChanged` event of the wallet selects among them, or one
 * such as `bip122_addressesChanged` (wire reference §6): it changes their order and removes none.
 * @param describe adds what an address says of itself: type, purpose, public key
 */
export function createSessionAccounts(
  session: WalletSession,
  namespace: Namespace,
  describe: (address: string) => Partial<GrantedAccount> = () => ({}),
): SessionAccounts {
  /** Addresses that the wallet has selected, the last one first. */
  let selected: readonly string[] = []
  const accounts = (): readonly GrantedAccount[] =>
    [...(session.granted(namespace)?.accounts ?? [])].flatMap(([chain, addresses]) =>
      [...addresses].sort((a, b) => rank(a) - rank(b)).map((address) => ({ chain, address, ...describe(address) })),
    )
  const rank = (address: string) => (selected.includes(address) ? selected.indexOf(address) : selected.length)
  const grants = (method: string) => session.granted(namespace)?.methods.has(method) ?? false
  return {
    transport: session.transport ?? 'relay',
    accounts: () => Promise.resolve(accounts()),
    onAccounts(listener) {
      const tell = () => {
        const now = accounts()
        if (now.length === 0) session.leave(namespace)
        listener(now)
      }
      const stops = [
        session.onGrant(tell),
        session.onEnd(() => listener(undefined)),
        session.onEvent(({ name, data, chain }) => {
          const isSelection = name === 'accountsChanged' || name === `${namespace}_addressesChanged`
          if (!isSelection || !chain.startsWith(`${namespace}:`)) return
          const named = listOf(data).flatMap((item) => {
            const account = typeof item === 'string' ? item : textAt(item, 'address')
            return account?.split(':').at(-1) ?? []
          })
          const known = new Set(accounts().map(({ address }) => address))
          selected = [...new Set([...named.filter((address) => known.has(address)), ...selected])]
          tell()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    async ask(chain, args) {
      if (!grants(args.method)) throw walletError('UNSUPPORTED_METHOD', { details: { method: args.method } })
      return session.request(chain, args)
    },
    grants,
    disconnect: () => session.close(),
    release: () => session.release(),
  }
}
