// The names that the connected account has registered with the services, cached for five minutes (specification §9).
import type { ReadableAtom } from 'nanostores'
import type { NameRecord } from '../../api/names.js'
import { ENS_CACHE_MS } from '../../vocabulary/constants.js'
import type { Account } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from './account-query.js'
import { apiOf } from '../lib/api.js'
import type { Core } from '../core.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'

/** The registered names of the connected account. */
export interface Names {
  /**
   * `pending` and `idle` while nothing is connected, and in namespaces without names; without a data service it fails with `NO_SERVICES`.
   */
  readonly $names: ReadableAtom<QueryState<readonly NameRecord[]>>
  /** Asks again, whatever the cache lifetime: to be called after a name was registered or changed. A failure is in `$names`. */
  refresh(): Promise<void>
}

/** A part. The first reader of `$names` starts the request. */
export function createNames(core: Core): Names {
  const { $account } = core.publicState
  const queryOf = ({ accountId, namespace, address, chainId }: Account): Query<readonly NameRecord[]> | undefined =>
    core.deps.namespaces[namespace]?.hasNames
      ? createQuery(core, {
          key: `names ${accountId}`,
          lifetimeMs: ENS_CACHE_MS,
          fetch: async (signal) => {
            const { getNamesOf } = await import('../../api/names.js').catch(unreachable)
            return getNamesOf(apiOf(core, core.config.services.data), { address, sender: address, chainId, signal })
          },
        })
      : undefined
  return {
    $names: queryForAccount($account, queryOf),
    async refresh() {
      const account = $account.get()
      if (account) await queryOf(account)?.refresh()
    },
  }
}
