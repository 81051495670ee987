// What a swap needs before the wallet is asked: its transaction, what the chain says, and whether the token has to be allowed first, and how.
import { type ApprovalTransaction, assertApproval, buildApproval } from '../../api/approvals.js'
import type { PermitToken } from '../../api/permits.js'
import { buildSwap, type SwapTransaction } from '../../api/swaps.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import { createAssets } from '../account/assets.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createSwapPermits, type SwapPermits } from './permits.js'
import { createSwapReads, feeOf, type SwapReads } from './reads.js'
import { stepsOf, type SwapRun, type SwapStep } from './run.js'
import { assertSwapCall, isWrapping } from './swap-call.js'
import { createSwapTokens, swapIdOf } from './swap-tokens.js'

/** What is known of a swap that can go on. */
export interface Prepared {
  readonly tx: SwapTransaction
  /** The transaction that comes before, if one has to. */
  readonly approval: ApprovalTransaction | undefined
  /** With what a signature is made that comes before, if one has to. */
  readonly permit: PermitToken | undefined
  /** All that is still to be sent, in wei, at most. */
  readonly fee: bigint
  readonly isWrapping: boolean
  /** What is left to do, the first one next. */
  readonly steps: readonly SwapStep[]
}

/** What a swap is reviewed and sent with. It is fetched with the first review: a visitor who looks at quotes needs none of it. */
export interface SwapPreparing {
  /**
   * The call of an approval, checked once more.
   * @throws WalletError APPROVAL_UNSAFE when it is not for exactly the amount, or zero, to the contract
   */
  readonly approvalCall: (
    run: Pick<SwapRun, 'from' | 'amount'>,
    approval: ApprovalTransaction,
    spender: string,
  ) => Pick<SwapTransaction, 'to' | 'data' | 'value'>
  readonly reads: SwapReads
  readonly permits: SwapPermits
  /**
   * Finds the next step of a swap, and whether the account has what it takes: asks the services for the transaction, and the chain for all the rest.
   * @throws WalletError as `buildSwap`, `buildApproval` and `SwapReads.read`; INSUFFICIENT_FUNDS (`details.problem`: `gas`); MALFORMED_RESPONSE for a
   * transaction that cannot be this swap
   */
  readonly prepare: (run: SwapRun, signal: AbortSignal) => Promise<Prepared>
}

/** A part. */
export function createSwapPreparing(core: Core): SwapPreparing {
  const reads = core.use(createSwapReads)
  const permits = core.use(createSwapPermits)
  const [tokens, assets] = [core.use(createSwapTokens), core.use(createAssets)]
  const api = apiOf(core, core.config.services.data)
  const swapOf = ({ from, to, amount, account }: SwapRun) => ({ from, to, amount, user: account.address })

  async function build(run: SwapRun, signal: AbortSignal): Promise<SwapTransaction> {
    const { from, to, amount, quote, slippagePercent, account } = run
    const tx = await buildSwap(api, {
      amount,
      from: swapIdOf(from),
      to: swapIdOf(to),
      userAddress: account.accountId,
      quotedAmount: quote.toAmount,
      quoteId: quote.id,
      slippagePercent,
      permit: permits.usable(run)?.data,
      signal,
    })
    assertSwapCall(tx, swapOf(run), [...(tokens.$tokens.get().value ?? []), ...assets.$assets.get()])
    return tx
  }

  /** The approval, or with what a permit is signed instead. */
  async function allowing(
    run: SwapRun,
    tx: SwapTransaction,
    signal: AbortSignal,
  ): Promise<Pick<Prepared, 'approval' | 'permit'>> {
    const { from, to, amount, account, quote } = run
    const permit = tx.takesPermit && !run.isByTransaction ? await permits.find(run, signal) : undefined
    if (permit) return { permit, approval: undefined }
    const approval = await buildApproval(api, {
      from: swapIdOf(from),
      to: swapIdOf(to),
      userAddress: account.accountId,
      amount,
      spender: tx.to,
      quoteId: quote.id,
      signal,
    })
    return { approval, permit }
  }

  async function prepare(run: SwapRun, signal: AbortSignal): Promise<Prepared> {
    const tx = await build(run, signal)
    const { from, amount } = run
    const wraps = isWrapping(tx, swapOf(run))
    const { allowance, coins, isContract, isToken } = await reads.read(run, tx.to, signal)
    if (!isContract) throw walletError('MALFORMED_RESPONSE', { details: { problem: 'the swap: it goes to no contract' } })
    if (isToken && !wraps) throw walletError('MALFORMED_RESPONSE', { details: { problem: 'the swap: it goes to a token' } })
    const isAllowed = from.contract === undefined || wraps || allowance >= amount
    const signed = isAllowed ? undefined : permits.usable(run, tx.to)
    const before = isAllowed || signed ? { approval: undefined, permit: undefined } : await allowing(run, tx, signal)
    const fee = feeOf(tx, before.approval, Boolean(signed ?? before.permit))
    if (coins < tx.value + fee) throw walletError('INSUFFICIENT_FUNDS', { details: { problem: 'gas' } })
    return { tx, ...before, fee, isWrapping: wraps, steps: stepsOf(before) }
  }

  return {
    reads,
    permits,
    approvalCall({ from, amount }, approval, spender) {
      assertApproval(approval.data, { spender, amount: approval.amount })
      if (approval.amount !== 0n && approval.amount !== amount) throw walletError('APPROVAL_UNSAFE')
      return { to: from.contract ?? '', data: approval.data, value: 0n }
    },
    prepare: (run, signal) =>
      prepare(run, signal).catch((error: unknown) => {
        // The services refuse the permit, such as for a route that takes none any more: the swap goes on without it.
        if (!run.signed || !isWalletError(error, 'HTTP_STATUS') || error.details['field'] !== 'permit') throw error
        return prepare({ ...run, signed: undefined, isByTransaction: 'failed' }, signal)
      }),
  }
}
