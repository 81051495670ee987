// What the wallet list service offers for the Connect view, asked once and kept a while. Loaded only where one is configured.
import type { Wallet, WalletEntry } from '../wallet.js'
import type { Core } from './core.js'
import { createQuery, type Query } from './lib/query.js'
import { fromEntry } from './wallet-list.js'
import { openWalletSource } from './wallet-directory.js'

/** The list changes slowly, and a page is rarely open for long. */
const LISTED_LIFETIME_MS = 300_000

export interface ListedWallets {
  readonly featured: readonly Wallet[]
  readonly recommended: readonly Wallet[]
  /** Only to learn rdns and names of what is to be hidden. */
  readonly excluded: readonly WalletEntry[]
  /** The wallets of last time as the service lists them today; undefined: not any more. Those that it was not asked for are missing. */
  readonly recent: ReadonlyMap<string, Wallet | undefined>
  readonly total: number
}

/** @param recentIds of the wallets of last time that may be listed; awaited before the service is asked */
export function createListedWallets(core: Core, recentIds: () => Promise<readonly string[]>): Query<ListedWallets> {
  return createQuery(core, {
    key: 'listed wallets',
    lifetimeMs: LISTED_LIFETIME_MS,
    fetch: (signal) => fetchListed(core, recentIds, signal),
  })
}

async function fetchListed(core: Core, recentIds: () => Promise<readonly string[]>, signal: AbortSignal): Promise<ListedWallets> {
  const [source, ids] = await Promise.all([openWalletSource(core), recentIds()])
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
