// Balance of the active account in its network's native coin: requested by the first reader, cached for 30 s. After a failure there is no new
// request for 30 s (specification §9).
import type { ReadableAtom } from 'nanostores'
import { BALANCE_RETRY_GATE_MS, NATIVE_BALANCE_CACHE_MS, RPC_TIMEOUT_MS } from '../../vocabulary/constants.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from './account-query.js'
import { createAccounts } from '../connections/accounts.js'
import { createConnection } from '../connections/connection.js'
import type { Core } from '../core.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'
import { createNetworks } from '../networks/networks.js'
import { rpcWorld } from '../networks/reads.js'

/** An amount of a network's native coin. */
export interface NativeBalance {
  /** In base units (wei on EVM chains). */
  readonly amount: bigint
  readonly decimals: number
  readonly symbol: string
}

/** The native balance of the active account. */
export interface NativeBalancePart {
  /** `pending` and `idle` while nothing is connected. */
  readonly $balance: ReadableAtom<QueryState<NativeBalance>>
  /** Asks again, whatever the cache lifetime; does nothing within 30 s of a failure. A failure is in `$balance`. */
  refresh(): Promise<void>
}

/**
 * A part. `$balance` fails with UNSUPPORTED_CHAIN when the account's chain is not configured, with CHAIN_NOT_SUPPORTED when its namespace
 * has no balance reader, and as `BalanceReader.getNativeBalance`.
 */
export function createNativeBalance(core: Core): NativeBalancePart {
  const { find } = core.use(createNetworks)
  const { $account } = core.use(createAccounts)

  const queryOf = (account: Account): Query<NativeBalance> =>
    createQuery(core, {
      key: `balance ${account.accountId}`,
      lifetimeMs: NATIVE_BALANCE_CACHE_MS,
      retryGateMs: BALANCE_RETRY_GATE_MS,
      attempts: 1, // `api/rpc.ts` retries by itself
      fetch: async (signal) => {
        const network = find(account.chainId)
        if (!network) throw walletError('UNSUPPORTED_CHAIN', { details: { chain: account.chainId } })
        const loadBalance = core.deps.namespaces[network.chainNamespace]?.loadBalance
        if (!loadBalance) throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: account.chainId } })
        const { getNativeBalance } = await loadBalance().catch(unreachable)
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
    $balance: queryForAccount($account, queryOf),
    async refresh() {
      const account = $account.get()
      if (account) await queryOf(account).refresh()
    },
  }
}
