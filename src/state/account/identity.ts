// Name and avatar of the connected account, from the data service: requested by the first reader, cached for five minutes (specification §9).
import type { ReadableAtom } from 'nanostores'
import type { Identity } from '../../api/identity.js'
import { IDENTITY_CACHE_MS } from '../../vocabulary/constants.js'
import type { Account } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from './account-query.js'
import { apiOf } from '../lib/api.js'
import type { Core } from '../core.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'

/** Name and avatar of the connected account. */
export interface IdentityPart {
  /**
   * Elements show the address until there is a name, and show neither the wait nor a failure. Stays `pending` and `idle` while nothing is connected,
   * without a data service, and in namespaces without names (specification §9: names are on EVM only).
   */
  readonly $identity: ReadableAtom<QueryState<Identity>>
  /**
   * Asks the services again about an account, whatever is cached here and in the browser: to be called when its name has changed. A failure is in
   * `$identity`.
   */
  refresh(account: Account): Promise<void>
}

/** A part. */
export function createIdentity(core: Core): IdentityPart {
  const { data } = core.config.services
  /** Addresses whose next answer must not come out of the browser's cache, where names are kept for a day. */
  const changed = new Set<string>()
  const queryOf = ({ namespace, address }: Account): Query<Identity> | undefined =>
    data === undefined || !core.deps.namespaces[namespace]?.hasNames
      ? undefined
      : createQuery(core, {
          key: `identity ${address}`,
          lifetimeMs: IDENTITY_CACHE_MS,
          fetch: async (signal) => {
            const { getIdentity } = await import('../../api/identity.js').catch(unreachable)
            const fresh = changed.has(address)
            const identity = await getIdentity(apiOf(core, data), { address, sender: address, fresh, signal })
            changed.delete(address)
            return identity
          },
        })
  return {
    $identity: queryForAccount(core.publicState.$account, queryOf),
    async refresh(account) {
      const query = queryOf(account)
      changed.add(account.address)
      query?.cancel() // what is under way was asked before the change
      await query?.refresh()
    },
  }
}
