// The balances of all assets that the connected account holds on its chain, with prices, from the data service: cached for 30 s. After a failure
// there is no new request for 30 s (specification §9).
import type { ReadableAtom } from 'nanostores'
import type { Balances } from '../../api/balances.js'
import { BALANCE_RETRY_GATE_MS, PORTFOLIO_CACHE_MS } from '../../vocabulary/constants.js'
import type { Account } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from './account-query.js'
import { apiOf } from '../lib/api.js'
import type { Core } from '../core.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'

/** The asset balances of the connected account. */
export interface Portfolio {
  /** `pending` and `idle` while nothing is connected; without a data service it fails with `NO_SERVICES`. */
  readonly $balances: ReadableAtom<QueryState<Balances>>
  /** Asks again, whatever the cache lifetime; does nothing within 30 s of a failure. A failure is in `$balances`. */
  refresh(): Promise<void>
}

/** A part. The first reader of `$balances` starts the request. */
export function createPortfolio(core: Core): Portfolio {
  const { $account } = core.publicState
  const queryOf = ({ accountId, address, chainId }: Account): Query<Balances> =>
    createQuery(core, {
      key: `balances ${accountId}`,
      lifetimeMs: PORTFOLIO_CACHE_MS,
      retryGateMs: BALANCE_RETRY_GATE_MS,
      fetch: async (signal) => {
        const { getBalances } = await import('../../api/balances.js').catch(unreachable)
        return getBalances(apiOf(core, core.config.services.data), { address, chainId, signal })
      },
    })
  return {
    $balances: queryForAccount($account, queryOf),
    async refresh() {
      const account = $account.get()
      if (account) await queryOf(account).refresh()
    },
  }
}
