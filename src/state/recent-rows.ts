// The wallets that were connected last, as rows among the others: a plain store below those that fill it (`recents.ts`) and read it (`wallets.ts`).
import { atom, type WritableAtom } from 'nanostores'
import type { Config } from '../config/types.js'
import type { Wallet } from '../wallet.js'
import type { Core } from './core.js'
import type { ListedWallets } from './listed-wallets.js'

/** What decides how remembered wallets stand among the rows of today. */
export interface RecentRules {
  readonly config: Config
  readonly listed: ListedWallets | undefined
  /** The page's rules for any list: one row per wallet, without what is excluded. */
  arrange(wallets: readonly Wallet[]): readonly Wallet[]
}

export interface RecentRows {
  /** As they were stored. */
  readonly recents: readonly Wallet[]
  /** Pure: puts `recents` in front of `rows`. It comes with the code that reads the storage, so that only who has connected before pays for it. */
  place(rows: readonly Wallet[], recents: readonly Wallet[], rules: RecentRules): readonly Wallet[]
}

/** A part. */
export function createRecentRows(_core: Core): WritableAtom<RecentRows> {
  return atom<RecentRows>({ recents: [], place: (rows) => rows })
}
