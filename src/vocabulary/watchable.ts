// The values of `modal.watch` by name. Their code is loaded at the first call.
import type {
  ActivityEntry,
  ApprovalEntry,
  ListState,
  NftEntry,
  PortfolioState,
  Purchase,
  SwapQuestion,
  SwapQuoteState,
} from './account-values.js'
import type { WalletError } from './errors.js'
import type { Account } from './events.js'
import type { SmartSessionEntry } from './smart-session.js'
import type { SignInStatus } from './sign-in.js'
import type { Wallet } from './wallet.js'

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
  /** The transactions of the active account on its chain, what waits for the network first. */
  readonly activity: ListState<ActivityEntry>
  /** The NFTs of the active account on its chain, without spam. */
  readonly nfts: ListState<NftEntry>
  /** Who may take tokens of the active account. */
  readonly approvals: ListState<ApprovalEntry>
  /** The smart sessions of the active account, the newest first. Empty while `features.smartSessions` is off. */
  readonly smartSessions: ListState<SmartSessionEntry>
  /** The purchases that the active account has begun here, the newest first; those under way are asked for while they are watched. */
  readonly purchases: readonly Purchase[]
  /** What a swap would give now; asked again every 10 s while it is watched. */
  readonly swapQuote: SwapQuoteState
  /** Why the last request for the balance has failed; undefined after a success. */
  readonly balanceError: WalletError | undefined
}

/** What some values of `modal.watch` are asked about: its third argument. */
export interface WatchQuestions {
  readonly swapQuote: SwapQuestion
}
