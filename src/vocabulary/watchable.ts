// The values of `modal.watch` by name. Their code is loaded at the first call.
import type { Asset } from './asset.js'
import type { WalletError } from './errors.js'
import type { Account } from './events.js'
import type { SignInStatus } from './sign-in.js'
import type { Wallet } from './wallet.js'

/** What the active account holds. */
export interface PortfolioState {
  /** Of the last request. `pending`: there was no answer yet, or nothing is connected. */
  readonly status: 'pending' | 'success' | 'error'
  /** The network's own coin first, then the tokens, the most valuable first. `amount` is in base units. */
  readonly assets: readonly Asset[]
  /** What they are worth in US dollars as far as prices are known: decimal digits, cut after the second place. Undefined while no price is known. */
  readonly worth: string | undefined
  /** The services could not read all of their sources: there may be more. */
  readonly isIncomplete: boolean
  /** Unix ms of the last answer. */
  readonly updatedAt: number | undefined
  /** Why the last request has failed; `assets` are then the last that were known. */
  readonly error: WalletError | undefined
}

/** The values that `modal.watch` calls its listener with. */
export interface Watchable {
  /** Balance of the active account in its network's native coin; `amount` in base units. Undefined while unknown. */
  readonly balance: { readonly amount: bigint; readonly decimals: number; readonly symbol: string } | undefined
  /** The selected account of each connected wallet: the active one first, then the others, the newest connection first. */
  readonly accounts: readonly Account[]
  /** Whether the active account has signed in. */
  readonly signIn: SignInStatus
  /** Wallets of the Connect view, the installed ones first. */
  readonly wallets: readonly Wallet[]
  /** What the active account holds, with prices; kept fresh while it is watched. Without a data service only the network's coin. */
  readonly portfolio: PortfolioState
  /** Why the last request for the balance has failed; undefined after a success. */
  readonly balanceError: WalletError | undefined
}
