// The names that the connected account has registered with the services, cached for five minutes (specification §9).
import { computed, type ReadableAtom } from 'nanostores'
import type { NameRecord } from '../../api/names.js'
import { ENS_CACHE_MS } from '../../vocabulary/constants.js'
import type { Account } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createAccounts } from '../connections/accounts.js'
import { queryForAccount } from './account-query.js'
import { apiOf } from '../lib/api.js'
import type { Core } from '../core.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'

/** The registered names of the connected account. */
export interface Names {
  /** The account whose names these are: the active one, or, where that is of an ecosystem without names, the connected one of an ecosystem that has them. */
  readonly $account: ReadableAtom<Account | undefined>
  /** `pending` and `idle` while there is no such account; without a data service it fails with `NO_SERVICES`. */
  readonly $names: ReadableAtom<QueryState<readonly NameRecord[]>>
  /** Asks again, whatever the cache lifetime: to be called after a name was registered or changed. A failure is in `$names`. */
  refresh(): Promise<void>
}

/** A part. The first reader of `$names` starts the request. */
export function createNames(core: Core): Names {
  const accounts = core.use(createAccounts)
  const { namespaces } = core.deps
  const $account = computed([accounts.$account, accounts.$all], (active): Account | undefined =>
    active && !namespaces[active.namespace]?.hasNames
      ? core.config.namespaces
          .filter((each) => namespaces[each]?.hasNames)
          .map((each) => accounts.find(each))
          .find((each) => each !== undefined)
      : active,
  )
  const queryOf = ({ accountId, address, chainId }: Account): Query<readonly NameRecord[]> =>
    createQuery(core, {
      key: `names ${accountId}`,
      lifetimeMs: ENS_CACHE_MS,
      fetch: async (signal) => {
        const { getNamesOf } = await import('../../api/names.js').catch(unreachable)
        return getNamesOf(apiOf(core, core.config.services.data), { address, sender: address, chainId, signal })
      },
    })
  return {
    $account,
    $names: queryForAccount($account, queryOf),
    async refresh() {
      const account = $account.get()
      const query = account && queryOf(account)
      query?.cancel() // what is under way was asked before the change
      await query?.refresh()
    },
  }
}
