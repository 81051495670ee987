// Name and picture of the connected account, from the data service: asked for by the first reader, kept for five minutes (specification §9).
import type { ReadableAtom } from 'nanostores'
import type { Identity } from '../api/identity.js'
import { IDENTITY_CACHE_MS } from '../constants.js'
import { ofAccount } from './account-query.js'
import { apiOf } from './api.js'
import type { Core } from './core.js'
import { createQuery, type QueryState } from './lib/query.js'

/**
 * `pending` and `idle` while nothing is connected, without a data service, and where accounts have no names (specification §9: names are for EVM only).
 * Whoever shows an account shows its address until there is a name: neither waiting nor a failure is worth a word.
 */
export function createIdentity(core: Core): { readonly $identity: ReadableAtom<QueryState<Identity>> } {
  const { data } = core.config.services
  const $identity = ofAccount(core.session.$account, ({ namespace, address }) =>
    data === undefined || !core.deps.namespaces[namespace]?.hasNames
      ? undefined
      : createQuery(core, {
          key: `identity ${address}`,
          lifetimeMs: IDENTITY_CACHE_MS,
          fetch: async (signal) => {
            const { getIdentity } = await import('../api/identity.js')
            return getIdentity(apiOf(core, data), { address, sender: address, signal })
          },
        }),
  )
  return { $identity }
}
