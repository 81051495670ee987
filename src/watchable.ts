// What a page can follow beyond the session: values whose code is loaded with the first who asks.
import type { WalletError } from './errors.js'
import type { Wallet } from './wallet.js'

export interface Watchable {
  /** Balance of the active account in its network's own coin; `amount` in the smallest unit. Undefined while unknown. */
  readonly balance: { readonly amount: bigint; readonly decimals: number; readonly symbol: string } | undefined
  /** Wallets of the Connect view: those in this browser first. */
  readonly wallets: readonly Wallet[]
  /** Why the balance could not be had; undefined while it can. */
  readonly balanceError: WalletError | undefined
}
