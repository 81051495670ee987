// The requests to the wallet list service, with the page's include, exclude and featured lists applied. Loaded only when a list is shown.
import { RECOMMENDED_WALLETS_COUNT, SEARCH_RESULTS_COUNT, WALLETS_PER_PAGE_COUNT } from '../../vocabulary/constants.js'
import type { WalletEntry } from '../../vocabulary/wallet.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { apiOf } from '../lib/api.js'
import type { Core } from '../core.js'

/** The wallet list service, as this page's settings filter it. Every request rejects as `getWallets` and when its signal aborts. */
export interface WalletSource {
  /** The entries of `featuredWalletIds`, in the order of the setting; those that the service does not list are missing. */
  featured(signal: AbortSignal): Promise<readonly WalletEntry[]>
  /** The entries of `excludeWalletIds`, for their rdns and names. */
  excluded(signal: AbortSignal): Promise<readonly WalletEntry[]>
  /** The entries of `ids` that the service lists; excluded ids are not asked for. */
  recent(ids: readonly string[], signal: AbortSignal): Promise<readonly WalletEntry[]>
  /** The first four entries without the featured ones (specification §9). */
  recommended(signal: AbortSignal): Promise<Page>
  /** A page of 40 entries (specification §9), counted from 1, without the featured ones. */
  page(page: number, options: Filter, signal: AbortSignal): Promise<Page>
  /** At most 100 entries that match `text` (specification §9). */
  search(text: string, options: Filter, signal: AbortSignal): Promise<Page>
  /** Url of the service's image with an `image_id`. */
  readonly imageUrl: (imageId: string) => string
}

/** One page of the wallet list. */
export interface Page {
  /** Number of entries on all pages of the request. */
  readonly count: number
  readonly data: readonly WalletEntry[]
}

/** A filter of the wallet list. */
export interface Filter {
  readonly certifiedOnly?: boolean | undefined
}

const nothing: Page = { count: 0, data: [] }

/** Makes the source, and loads `api/wallets.ts` for it. */
export async function openWalletSource(core: Core): Promise<WalletSource> {
  const { getWallets, walletImageUrl } = await import('../../api/wallets.js').catch(unreachable)
  const { config } = core
  const { featuredWalletIds: featured, includeWalletIds: include, excludeWalletIds: exclude } = config
  const api = apiOf(core, config.services.wallets)
  const chains = config.networks.map((network) => network.caipNetworkId)
  const isKept = (id: string) => !exclude.includes(id)

  const ask = async (
    query: { page?: number; entries: number; search?: string },
    hidden: readonly string[],
    filter: Filter,
    signal: AbortSignal,
  ): Promise<Page> => {
    const included = include.filter((id) => !hidden.includes(id))
    if (include.length > 0 && included.length === 0) return nothing
    const { count, data } = await getWallets(api, {
      page: 1,
      ...query,
      chains,
      include: included,
      exclude: hidden,
      badge_type: filter.certifiedOnly ? 'certified' : undefined,
      signal,
    })
    // Filter again: the service may not support every filter.
    return {
      count,
      data: data.filter((entry) => !hidden.includes(entry.id) && (include.length === 0 || included.includes(entry.id))),
    }
  }
  const named = async (ids: readonly string[], signal: AbortSignal): Promise<readonly WalletEntry[]> => {
    if (ids.length === 0) return []
    const { data } = await getWallets(api, { page: 1, entries: Math.min(ids.length, SEARCH_RESULTS_COUNT), include: ids, signal })
    return ids.flatMap((id) => data.find((entry) => entry.id === id) ?? [])
  }
  return {
    featured: (signal) => named(featured.filter(isKept), signal),
    excluded: (signal) => named(exclude, signal),
    recent: (ids, signal) => named(ids.filter(isKept), signal),
    recommended: (signal) => ask({ entries: RECOMMENDED_WALLETS_COUNT }, [...featured, ...exclude], {}, signal),
    page: (page, filter, signal) => ask({ page, entries: WALLETS_PER_PAGE_COUNT }, [...featured, ...exclude], filter, signal),
    search(text, filter, signal) {
      const withFeatured = include.length === 0 ? exclude : exclude.filter((id) => !featured.includes(id))
      return ask({ entries: SEARCH_RESULTS_COUNT, search: text }, withFeatured, filter, signal)
    },
    imageUrl: (imageId) => walletImageUrl(config.services.wallets ?? '', imageId),
  }
}
