// What the connected account holds on its chain, with prices, from the data service: kept for 30 s, and not asked again for 30 s after a failure.
import type { ReadableAtom } from 'nanostores'
import type { Balances } from '../api/balances.js'
import { BALANCE_RETRY_GATE_MS, PORTFOLIO_CACHE_MS } from '../constants.js'
import type { Account } from '../events.js'
import { ofAccount } from './account-query.js'
import { apiOf } from './api.js'
import type { Core } from './core.js'
import { createQuery, type Query, type QueryState } from './lib/query.js'

export interface BalancesPart {
  /** `pending` and `idle` while nothing is connected; without a data service it fails with `NO_SERVICES`. */
  readonly $balances: ReadableAtom<QueryState<Balances>>
  refresh(): Promise<void>
}

export function createBalances(core: Core): BalancesPart {
  const { $account } = core.session
  const queryOf = ({ accountId, address, chainId }: Account): Query<Balances> =>
    createQuery(core, {
      key: `balances ${accountId}`,
      lifetimeMs: PORTFOLIO_CACHE_MS,
      retryGateMs: BALANCE_RETRY_GATE_MS,
      fetch: async (signal) => {
        const { getBalances } = await import('../api/balances.js')
        return getBalances(apiOf(core, core.config.services.data), { address, chainId, signal })
      },
    })
  return {
    $balances: ofAccount($account, queryOf),
    async refresh() {
      const account = $account.get()
      if (account) await queryOf(account).refresh()
    },
  }
}
