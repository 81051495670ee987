// The wallets that were connected last, and how they are placed among the other rows. `recents.ts` fills this store, `wallets.ts` reads it.
import { atom, type WritableAtom } from 'nanostores'
import type { Config } from '../../config/types.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import type { ListedWallets } from './listed-wallets.js'

/** What `RecentRows.place` needs to know besides the rows. */
export interface RecentRules {
  readonly config: Config
  /** The answer of the wallet list service; undefined before it, and without such a service. */
  readonly listed: ListedWallets | undefined
  /** `Wallets.arrange`: one row per wallet, without those that the page excludes. */
  arrange(wallets: readonly Wallet[]): readonly Wallet[]
}

/** The recent wallets and the function that places them. */
export interface RecentRows {
  /** The recent wallets as they were stored. */
  readonly recents: readonly Wallet[]
  /** Puts `recents` in front of `rows`; pure. `recents.ts` sets it, so that its code is loaded only for visitors who have connected before. */
  place(rows: readonly Wallet[], recents: readonly Wallet[], rules: RecentRules): readonly Wallet[]
}

/** A part. Until `recents.ts` is loaded there are no recent wallets, and `place` changes nothing. */
export function createRecentRows(_core: Core): WritableAtom<RecentRows> {
  return atom<RecentRows>({ recents: [], place: (rows) => rows })
}
