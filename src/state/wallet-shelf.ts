// What the directory offers for the Connect view, asked once and kept a while. Loaded only where a directory is configured.
import type { Wallet, WalletEntry } from '../wallet.js'
import type { Core } from './core.js'
import { createQuery, type Query } from './lib/query.js'
import { fromEntry } from './wallet-list.js'
import { openWalletSource } from './wallet-directory.js'
import { createWallets } from './wallets.js'

/** The directory changes slowly, and a page is rarely open for long. */
export const DIRECTORY_LIFETIME_MS = 300_000

export interface Shelf {
  readonly featured: readonly Wallet[]
  readonly recommended: readonly Wallet[]
  /** Only to learn rdns and names of what is to be hidden. */
  readonly excluded: readonly WalletEntry[]
  /** The wallets of last time as the directory lists them today; undefined: not any more. Those that it was not asked for are missing. */
  readonly recent: ReadonlyMap<string, Wallet | undefined>
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
  const { $recents, recalled, custom } = core.use(createWallets)
  await recalled
  const ids = $recents.get().flatMap(({ id, entry }) => (entry && !custom.some((own) => own.id === id) ? [id] : []))
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
