// Balance of the active account in its network's own coin: asked for by the first reader, kept for 30 s, and not asked again for 30 s after a failure.
import type { ReadableAtom } from 'nanostores'
import { BALANCE_RETRY_GATE_MS, NATIVE_BALANCE_CACHE_MS, RPC_TIMEOUT_MS } from '../constants.js'
import { WalletError } from '../errors.js'
import type { Account } from '../events.js'
import { withTimeout } from '../timeout.js'
import { ofAccount } from './account-query.js'
import { createAccounts } from './accounts.js'
import { createConnection } from './connection.js'
import type { Core } from './core.js'
import { createQuery, type Query, type QueryState } from './lib/query.js'
import { createNetworks } from './networks.js'
import { rpcWorld } from './reads.js'

export interface NativeBalance {
  /** In the coin's smallest unit. */
  readonly amount: bigint
  readonly decimals: number
  readonly symbol: string
}

export interface Balance {
  /** `pending` and `idle` while nothing is connected. */
  readonly $balance: ReadableAtom<QueryState<NativeBalance>>
  refresh(): Promise<void>
}

export function createBalance(core: Core): Balance {
  const { find } = core.use(createNetworks)
  const { $account } = core.use(createAccounts)

  const queryOf = (account: Account): Query<NativeBalance> =>
    createQuery(core, {
      key: `balance ${account.accountId}`,
      lifetimeMs: NATIVE_BALANCE_CACHE_MS,
      retryGateMs: BALANCE_RETRY_GATE_MS,
      attempts: 1, // the nodes are asked several times over already
      fetch: async (signal) => {
        const network = find(account.chainId)
        if (!network) throw new WalletError('UNSUPPORTED_CHAIN', { details: { chain: account.chainId } })
        const loadBalance = core.deps.namespaces[network.chainNamespace]?.loadBalance
        if (!loadBalance) throw new WalletError('CHAIN_NOT_SUPPORTED', { details: { chain: account.chainId } })
        const { getNativeBalance } = await loadBalance()
        const amount = await getNativeBalance({
          ...rpcWorld(core, network),
          address: account.address,
          wallet: (call) =>
            withTimeout(
              () => core.use(createConnection).active(account.namespace).connector.request(network.caipNetworkId, call),
              { ms: RPC_TIMEOUT_MS, signal },
            ),
          signal,
        })
        const { decimals, symbol } = network.nativeCurrency
        return { amount, decimals, symbol }
      },
    })

  return {
    $balance: ofAccount($account, queryOf),
    async refresh() {
      const account = $account.get()
      if (account) await queryOf(account).refresh()
    },
  }
}
