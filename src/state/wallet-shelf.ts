// What the directory offers for the Connect view, asked once and kept a while. Loaded only where a directory is configured.
import type { Wallet, WalletEntry } from '../wallet.js'
import type { Core } from './core.js'
import { createQuery, type Query } from './lib/query.js'
import { fromEntry } from './wallet-list.js'
import { openWalletSource } from './wallet-directory.js'

/** The directory changes slowly, and a page is rarely open for long. */
export const DIRECTORY_LIFETIME_MS = 300_000

export interface Shelf {
  readonly featured: readonly Wallet[]
  readonly recommended: readonly Wallet[]
  /** Only to learn rdns and names of what is to be hidden. */
  readonly excluded: readonly WalletEntry[]
  readonly total: number
}

export function createShelf(core: Core): Query<Shelf> {
  return createQuery(core, {
    key: 'wallet shelf',
    lifetimeMs: DIRECTORY_LIFETIME_MS,
    fetch: (signal) => fetchShelf(core, signal),
  })
}

async function fetchShelf(core: Core, signal: AbortSignal): Promise<Shelf> {
  const source = await openWalletSource(core)
  const [featured, excluded, recommended] = await Promise.all([
    source.featured(signal),
    source.excluded(signal),
    source.recommended(signal),
  ])
  const row = (entry: WalletEntry) => fromEntry(entry, source.imageUrl)
  return {
    featured: featured.map(row),
    recommended: recommended.data.map(row),
    excluded,
    total: recommended.count + featured.length,
  }
}
