// The questions to the wallet list service, with the page's include, exclude and featured lists applied. Loaded only when a list is shown.
import { RECOMMENDED_WALLETS_COUNT, SEARCH_RESULTS_COUNT, WALLETS_PER_PAGE_COUNT } from '../constants.js'
import type { WalletEntry } from '../wallet.js'
import { apiOf } from './api.js'
import type { Core } from './core.js'

export interface WalletSource {
  /** In the page's order; those that the directory does not know are missing. */
  featured(signal: AbortSignal): Promise<readonly WalletEntry[]>
  /** Only to learn rdns and names of what is to be hidden. */
  excluded(signal: AbortSignal): Promise<readonly WalletEntry[]>
  /** What it lists of the wallets of last time; those that are hidden here are not asked for. */
  recent(ids: readonly string[], signal: AbortSignal): Promise<readonly WalletEntry[]>
  recommended(signal: AbortSignal): Promise<Page>
  /** 1-based, without the featured ones. */
  page(page: number, options: Filter, signal: AbortSignal): Promise<Page>
  search(text: string, options: Filter, signal: AbortSignal): Promise<Page>
  readonly imageUrl: (imageId: string) => string
}

export interface Page {
  readonly count: number
  readonly data: readonly WalletEntry[]
}

export interface Filter {
  readonly certifiedOnly?: boolean | undefined
}

const nothing: Page = { count: 0, data: [] }

/** @throws WalletError as `getWallets` */
export async function openWalletSource(core: Core): Promise<WalletSource> {
  const { getWallets, walletImageUrl } = await import('../api/wallets.js')
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
    // The service may not know every filter; what the page ruled out never comes through.
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
