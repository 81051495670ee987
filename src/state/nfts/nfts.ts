// The NFTs of the active account on its chain, page by page. Spam is counted, and shown apart.
import { computed, readonlyType, type ReadableAtom } from 'nanostores'
import type { Nft } from '../../api/nfts.js'
import type { Account } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from '../account/account-query.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createPagedQuery, type Paged, type PagedQuery } from '../lib/paged-query.js'
import type { QueryState } from '../lib/query.js'

export type { Nft, NftTrait } from '../../api/nfts.js'

/** After this time a new reader asks again, in ms. */
const LIFETIME_MS = 60_000

/** The NFTs that are loaded. */
export interface NftList {
  /** Without spam, in the order of the services. */
  readonly nfts: readonly Nft[]
  readonly spam: readonly Nft[]
  readonly more: Paged<unknown>['more']
  /** A service could not read all of its sources: the lists may have gaps. */
  readonly isIncomplete: boolean
}

/** The NFTs of the active account. */
export interface Nfts {
  /** Accounts of this ecosystem have NFTs, and there are services that know them. */
  readonly $hasNfts: ReadableAtom<boolean>
  /** The states and `error` are those of the first page. Asked for by the first reader. */
  readonly $nfts: ReadableAtom<QueryState<NftList>>
  /** Loads the next page, or again the one that has failed; joins a pending request. */
  loadMore(): void
  /** Asks for the first page again. */
  refresh(): void
}

/** A part. `$nfts` stays `pending` and `idle` while `$hasNfts` is false. */
export function createNfts(core: Core): Nfts {
  const { data } = core.config.services
  const { $account } = core.publicState
  const hasNfts = (account: Account | undefined) =>
    data !== undefined && account !== undefined && core.deps.namespaces[account.namespace]?.hasNfts === true

  const queryOf = (account: Account): PagedQuery<Nft> | undefined => {
    const { accountId, address, chainId } = account
    if (!hasNfts(account)) return undefined
    return createPagedQuery<Nft>(core, {
      key: `nfts ${accountId}`,
      lifetimeMs: LIFETIME_MS,
      idOf: ({ id }) => id,
      async fetch(cursor, signal) {
        const { getNfts } = await import('../../api/nfts.js').catch(unreachable)
        return getNfts(apiOf(core, data), { address, chainId, cursor, signal })
      },
    })
  }
  const current = () => {
    const account = $account.get()
    return account && queryOf(account)
  }
  return {
    $hasNfts: computed($account, hasNfts),
    $nfts: readonlyType(
      computed([queryForAccount($account, queryOf), $account], ({ value, ...states }, account): QueryState<NftList> => {
        if (!value) return states
        const here = value.items.filter(({ chainId }) => chainId === account?.chainId)
        return {
          ...states,
          value: {
            nfts: here.filter(({ spam }) => !spam),
            spam: here.filter(({ spam }) => spam),
            more: value.more,
            isIncomplete: value.isIncomplete,
          },
        }
      }),
    ),
    loadMore: () => void current()?.loadMore(),
    refresh: () => void current()?.refresh(),
  }
}
