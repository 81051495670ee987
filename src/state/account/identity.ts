// Name and avatar of the connected account, from the data service: requested by the first reader, cached for five minutes (specification §9).
import type { ReadableAtom } from 'nanostores'
import type { Identity } from '../../api/identity.js'
import { IDENTITY_CACHE_MS } from '../../vocabulary/constants.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from './account-query.js'
import { apiOf } from '../lib/api.js'
import type { Core } from '../core.js'
import { createQuery, type QueryState } from '../lib/query.js'

/**
 * A part: name and avatar of the connected account. Elements show the address until there is a name, and show neither the wait nor a failure.
 * `$identity` stays `pending` and `idle` while nothing is connected, without a data service, and in namespaces without names
 * (specification §9: names are on EVM only).
 */
export function createIdentity(core: Core): { readonly $identity: ReadableAtom<QueryState<Identity>> } {
  const { data } = core.config.services
  const $identity = queryForAccount(core.publicState.$account, ({ namespace, address }) =>
    data === undefined || !core.deps.namespaces[namespace]?.hasNames
      ? undefined
      : createQuery(core, {
          key: `identity ${address}`,
          lifetimeMs: IDENTITY_CACHE_MS,
          fetch: async (signal) => {
            const { getIdentity } = await import('../../api/identity.js').catch(unreachable)
            return getIdentity(apiOf(core, data), { address, sender: address, signal })
          },
        }),
  )
  return { $identity }
}
