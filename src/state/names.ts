// The names that the connected account has in the services' registry: kept for five minutes (specification §9).
import type { ReadableAtom } from 'nanostores'
import type { NameRecord } from '../api/names.js'
import { ENS_CACHE_MS } from '../constants.js'
import type { Account } from '../events.js'
import { ofAccount } from './account-query.js'
import { apiOf } from './api.js'
import type { Core } from './core.js'
import { createQuery, type Query, type QueryState } from './lib/query.js'

export interface Names {
  /** `pending` and `idle` while nothing is connected, and where accounts have no names; without a data service it fails with `NO_SERVICES`. */
  readonly $names: ReadableAtom<QueryState<readonly NameRecord[]>>
  /** For when one was registered or changed. */
  refresh(): Promise<void>
}

export function createNames(core: Core): Names {
  const { $account } = core.session
  const queryOf = ({ accountId, namespace, address, chainId }: Account): Query<readonly NameRecord[]> | undefined =>
    core.deps.namespaces[namespace]?.hasNames
      ? createQuery(core, {
          key: `names ${accountId}`,
          lifetimeMs: ENS_CACHE_MS,
          fetch: async (signal) => {
            const { getNamesOf } = await import('../api/names.js')
            return getNamesOf(apiOf(core, core.config.services.data), { address, sender: address, chainId, signal })
          },
        })
      : undefined
  return {
    $names: ofAccount($account, queryOf),
    async refresh() {
      const account = $account.get()
      if (account) await queryOf(account)?.refresh()
    },
  }
}
