// The balances of all assets that the connected account holds on its chain, with prices, from the data service: cached for 30 s. After a failure
// there is no new request for 30 s (specification §9).
import type { ReadableAtom } from 'nanostores'
import type { Balances } from '../../api/balances.js'
import { nativeTokenId } from '../../api/native.js'
import { type AssetId, parseAssetId } from '../../vocabulary/caip.js'
import { BALANCE_RETRY_GATE_MS, PORTFOLIO_CACHE_MS } from '../../vocabulary/constants.js'
import type { Account } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from './account-query.js'
import { apiOf } from '../lib/api.js'
import type { Core } from '../core.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'

/** Most tokens that one request may have read from the chain; the services refuse more. */
const FORCED_MAX_COUNT = 100

/** The asset balances of the connected account. */
export interface Portfolio {
  /** `pending` and `idle` while nothing is connected; without a data service it fails with `NO_SERVICES`. */
  readonly $balances: ReadableAtom<QueryState<Balances>>
  /**
   * Asks again, whatever the cache lifetime; does nothing within 30 s of a failure. A failure is in `$balances`.
   * @param fresh assets (CAIP-19) that the services read from the chain, because a transaction has just moved them
   */
  refresh(fresh?: readonly AssetId[]): Promise<void>
}

/** A part. The first reader of `$balances` starts the request. */
export function createPortfolio(core: Core): Portfolio {
  const { $account } = core.publicState
  let wanted: readonly AssetId[] = [] // until a request has asked for them
  const queryOf = ({ accountId, address, chainId }: Account): Query<Balances> =>
    createQuery(core, {
      key: `balances ${accountId}`,
      lifetimeMs: PORTFOLIO_CACHE_MS,
      retryGateMs: BALANCE_RETRY_GATE_MS,
      fetch: async (signal) => {
        const { getBalances } = await import('../../api/balances.js').catch(unreachable)
        const asked = wanted.filter((id) => tokenOf(id, chainId) !== undefined).slice(0, FORCED_MAX_COUNT)
        const forceUpdate = asked.flatMap((id) => tokenOf(id, chainId) ?? [])
        const balances = await getBalances(apiOf(core, core.config.services.data), { address, chainId, forceUpdate, signal })
        wanted = wanted.filter((id) => !asked.includes(id)) // others may have been named since
        return balances
      },
    })
  return {
    $balances: queryForAccount($account, queryOf),
    async refresh(fresh = []) {
      const account = $account.get()
      if (!account) return
      wanted = [...new Set([...wanted, ...fresh])]
      const query = queryOf(account)
      if (fresh.length > 0) query.cancel() // a pending request does not know of them
      await query.refresh()
    },
  }
}

/** An asset as the Data API names it; undefined for other chains, and outside EVM, where the services read nothing anew. */
function tokenOf(id: AssetId, chainId: string): string | undefined {
  const asset = parseAssetId(id)
  if (asset.chainId !== chainId || !chainId.startsWith('eip155:')) return undefined
  return asset.assetNamespace === 'slip44' ? nativeTokenId(chainId) : `${chainId}:${asset.reference}`
}
