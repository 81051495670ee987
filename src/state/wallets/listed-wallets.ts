// The wallets of the wallet list service for the Connect view. Loaded only where such a service is configured.
import type { Wallet, WalletEntry } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { createQuery, type Query } from '../lib/query.js'
import { fromEntry } from './merge-wallets.js'
import { openWalletSource } from './wallet-source.js'

/** How long the list is cached, in ms. It changes slowly. */
const LISTED_LIFETIME_MS = 300_000

/** What the wallet list service has answered for the Connect view. */
export interface ListedWallets {
  readonly featured: readonly Wallet[]
  readonly recommended: readonly Wallet[]
  /** The entries of `excludeWalletIds`: their rdns and names also hide the installed wallets of these entries. */
  readonly excluded: readonly WalletEntry[]
  /** The recent wallets by id, as the service lists them now; undefined: it does not any more. Ids that it was not asked for are missing. */
  readonly recent: ReadonlyMap<string, Wallet | undefined>
  /** Number of wallets in the list, the featured ones included. */
  readonly total: number
}

/**
 * The query for the wallets of the list service.
 * @param recentIds reads the ids of the recent wallets that may be listed
 */
export function createListedWallets(core: Core, recentIds: () => readonly string[]): Query<ListedWallets> {
  return createQuery(core, {
    key: 'listed wallets',
    lifetimeMs: LISTED_LIFETIME_MS,
    fetch: (signal) => fetchListed(core, recentIds, signal),
  })
}

async function fetchListed(core: Core, recentIds: () => readonly string[], signal: AbortSignal): Promise<ListedWallets> {
  const source = await openWalletSource(core)
  const ids = recentIds()
  const [featured, excluded, recommended, recent] = await Promise.all([
    source.featured(signal),
    source.excluded(signal),
    source.recommended(signal),
    source.recent(ids, signal),
  ])
  const row = (entry: WalletEntry) => fromEntry(entry, source.imageUrl)
  return {
    featured: featured.map(row),
    recommended: recommended.data.map(row),
    excluded,
    recent: new Map(ids.map((id) => [id, recent.map(row).find((wallet) => wallet.id === id)])),
    total: recommended.count + featured.length,
  }
}
