// A swap that is under way: what is known of it, and its steps.
import type { ApprovalTransaction } from '../../api/approvals.js'
import type { PermitToken } from '../../api/permits.js'
import type { Quote } from '../../api/swaps.js'
import { formatUnits } from '../../vocabulary/amount.js'
import type { Asset } from '../../vocabulary/asset.js'
import type { Hex } from '../../vocabulary/eip1193.js'
import type { WalletError } from '../../vocabulary/errors.js'
import type { Account, SwapFacts } from '../../vocabulary/events.js'
import type { MovedAsset } from '../account/transactions.js'

/** What the wallet is asked for next. `reset`: an old token changes an allowance only from zero. `permit`: a signature in place of an approval (EIP-2612). */
export type SwapStep = 'reset' | 'approve' | 'permit' | 'swap'
/**
 * `checking`: the chain is asked what the swap needs. `ready`: waits for the visitor. `building`: the transaction is made. `confirming`: the wallet is asked.
 * `pending`: sent. `replaced`: another transaction of the account took its place. `over`: the account has changed.
 */
export type SwapPhase = 'checking' | 'ready' | 'building' | 'confirming' | 'pending' | 'done' | 'replaced' | 'over'

/** A permit that the visitor has signed. */
export interface SignedPermit {
  /** Plain address of the contract that may take the token. */
  readonly spender: string
  /** Base units. */
  readonly amount: bigint
  /** Unix ms, until when the token takes it. */
  readonly deadline: number
  /** As `encodePermit` makes it. */
  readonly data: Hex
}

/** A swap that is under way. */
export interface SwapRun {
  readonly account: Account
  readonly from: Asset
  readonly to: Asset
  readonly amount: bigint
  readonly slippagePercent: number
  /** The quote that is shown: the swap gives no less than this minus the slippage. */
  readonly quote: Quote
  /** When that quote came, in Unix ms. */
  readonly quotedAt?: number | undefined
  /** What the visitor has agreed to, in base units of `to`: quotes that give much less are asked about. */
  readonly agreed: bigint
  /** A newer quote that gives less than was agreed to: nothing is sent before the visitor agrees to it. */
  readonly moved?: Quote | undefined
  readonly movedAt?: number | undefined
  /** It wraps or unwraps coins, one to one: nothing depends on a price. */
  readonly isWrapping?: boolean | undefined
  readonly phase: SwapPhase
  /** Undefined before it is known. */
  readonly step?: SwapStep | undefined
  /** All steps since the beginning. */
  readonly steps: readonly SwapStep[]
  /** Plain address of the contract that the swap is sent to, which an approval or a permit allows. */
  readonly spender?: string | undefined
  readonly approval?: ApprovalTransaction | undefined
  /** With what a permit is signed, where the step is `permit`. */
  readonly permit?: PermitToken | undefined
  /** The permit that was signed. */
  readonly signed?: SignedPermit | undefined
  /** No permit: the visitor wants a transaction instead, or the wallet has signed none that the token takes. */
  readonly isByTransaction?: 'chosen' | 'failed' | undefined
  /** What is still to be sent costs at most so many wei. */
  readonly fee?: bigint | undefined
  /** Of the transaction that was sent last. */
  readonly hash?: string | undefined
  /** Why the last attempt failed; the run goes on. */
  readonly error?: WalletError | undefined
  /** The wallet may have sent this swap, although its answer was lost: it is not asked again before the visitor says that it has not. */
  readonly isUnsure?: boolean | undefined
}

/** What is swapped for what, and by whom. */
export type Swapped = Pick<SwapRun, 'account' | 'from' | 'to' | 'amount'>

/** The phases in which the visitor's money may be on its way, or the wallet shows a request. */
export const isUnderWay = (run: SwapRun | undefined): boolean =>
  run !== undefined && ['building', 'confirming', 'pending'].includes(run.phase)

/** What is left to do. */
export function stepsOf({ approval, permit }: Pick<SwapRun, 'approval' | 'permit'>): readonly SwapStep[] {
  if (permit) return ['permit', 'swap']
  if (!approval) return ['swap']
  return approval.amount === 0n ? ['reset', 'approve', 'swap'] : ['approve', 'swap']
}

/** Whether both are the same swap of the same account, for the same amount. */
export function isSameSwap(one: Swapped, other: Swapped): boolean {
  const isOfSame = one.account.accountId === other.account.accountId && one.amount === other.amount
  return isOfSame && one.from.id === other.from.id && one.to.id === other.to.id
}

/** Whether two addresses or ids are the same one. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** An amount of an asset, as it is kept with a transaction. */
export function moved({ id, symbol, decimals }: Asset, amount: bigint): MovedAsset {
  return { id, symbol, decimals, amount: String(amount) }
}

/** What the events say of a swap. */
export function factsOf({ account, from, to, amount, quote }: SwapRun): SwapFacts {
  return {
    network: account.chainId,
    isSmartAccount: account.type === 'smartAccount',
    swapFromToken: from.symbol,
    swapToToken: to.symbol,
    swapFromAmount: formatUnits(amount, from.decimals),
    swapToAmount: formatUnits(quote.toAmount, to.decimals),
  }
}
