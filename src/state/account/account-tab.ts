// Which tab of the account is open, per chain, for the life of the instance (specification §3, "currentTab").
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ChainId } from '../../vocabulary/caip.js'
import type { Core } from '../core.js'

/** A tab of the account. */
export type AccountTab = 'tokens' | 'nfts' | 'activity'

/** The chosen tab. */
export interface AccountTabPart {
  /** That of the active account's chain; `tokens` before one was chosen there. */
  readonly $tab: ReadableAtom<AccountTab>
  /** Chooses a tab on the active account's chain; does nothing while nothing is connected. */
  choose(tab: AccountTab): void
}

/** A part. */
export function createAccountTab(core: Core): AccountTabPart {
  const { $account } = core.publicState
  const $chosen = atom<ReadonlyMap<ChainId, AccountTab>>(new Map())
  return {
    $tab: computed([$account, $chosen], (account, chosen) => (account && chosen.get(account.chainId)) ?? 'tokens'),
    choose(tab) {
      const account = $account.get()
      if (account) $chosen.set(new Map($chosen.get()).set(account.chainId, tab))
    },
  }
}
