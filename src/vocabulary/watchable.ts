// The values of `modal.watch` by name. Their code is loaded at the first call.
import type { WalletError } from './errors.js'
import type { Account } from './events.js'
import type { Wallet } from './wallet.js'

/** Whether the active account has signed in (the setting `siwx`). */
export interface SignInStatus {
  /**
   * `off`: nobody has to sign in, because the page does not ask for it, nothing is connected, or the wallet is on a network that is not of the page.
   * `checking`: the store has not answered yet.
   */
  readonly status: 'off' | 'checking' | 'needed' | 'signedIn'
  /** The active account; undefined with `off`. */
  readonly account?: Account | undefined
  /** With `signedIn`: the text that was signed. */
  readonly message?: string | undefined
  /** With `signedIn`: its signature, in the namespace's usual encoding. */
  readonly signature?: string | undefined
  /** With `signedIn`: until when it holds (RFC 3339). */
  readonly expirationTime?: string | undefined
  /** With `needed`: why the store could not be asked. */
  readonly error?: WalletError | undefined
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
  /** Why the last request for the balance has failed; undefined after a success. */
  readonly balanceError: WalletError | undefined
}
