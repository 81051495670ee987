// One swap from its review to its end: what it needs is read from the chain, the token is allowed for exactly its amount, and the swap is sent. Each press of
// the visitor asks the wallet once, and nothing is sent twice.
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { type ApprovalTransaction, assertApproval, buildApproval } from '../../api/approvals.js'
import { buildSwap, minimumOut, type Quote, type SwapTransaction } from '../../api/swaps.js'
import { formatUnits } from '../../vocabulary/amount.js'
import type { Asset } from '../../vocabulary/asset.js'
import { SWAP_SLIPPAGE_PERCENT } from '../../vocabulary/constants.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Account, SwapFacts } from '../../vocabulary/events.js'
import { createAssets } from '../account/assets.js'
import { createTransactions, type MovedAsset } from '../account/transactions.js'
import { mayBeSent } from '../account/unsure.js'
import { type Calling, createSigning } from '../connections/signing.js'
import type { Core } from '../core.js'
import { createNotices } from '../interface/notices.js'
import { apiOf } from '../lib/api.js'
import { asWalletError, each, latest, type Operation } from '../lib/operation.js'
import { createSwapDraft, type DraftQuote } from './draft.js'
import { createSwapReads, feeOf } from './reads.js'
import { assertSwapCall, isWrapping } from './swap-call.js'
import { createSwapTokens, swapIdOf } from './swap-tokens.js'

/** What the wallet is asked for next. `reset`: an old token changes an allowance only from zero. */
export type SwapStep = 'reset' | 'approve' | 'swap'
/**
 * `checking`: the chain is asked what the swap needs. `ready`: waits for the visitor. `building`: the transaction is made. `confirming`: the wallet is asked.
 * `pending`: sent. `replaced`: another transaction of the account took its place. `over`: the account has changed.
 */
export type SwapPhase = 'checking' | 'ready' | 'building' | 'confirming' | 'pending' | 'done' | 'replaced' | 'over'

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
  /** Plain address of the contract that the swap is sent to, which an approval allows. */
  readonly spender?: string | undefined
  readonly approval?: ApprovalTransaction | undefined
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
type Swapped = Pick<SwapRun, 'account' | 'from' | 'to' | 'amount'>

/** The swap of one modal. */
export interface Swap {
  readonly $run: ReadableAtom<SwapRun | undefined>
  /** Begins the review of the draft with the quote that is shown, and reads what it needs. Does nothing while the draft has a problem or a swap is under way. */
  review(): void
  /** Reads again what the swap needs, after a failure. */
  check(): void
  /** Agrees to the newer quote. */
  accept(): void
  /** The visitor has looked: the swap whose answer was lost was not sent (`false`), or is unsure again. Does nothing unless one was lost. */
  setUnsure(isUnsure: boolean): void
  /**
   * Asks the wallet for the next step: the approval, or the swap. Does nothing in other phases than `ready`: a second call sends nothing. Resolves when the
   * transaction is on its chain.
   * @throws WalletError as `$run.error`
   */
  readonly proceed: Operation<[], void>
  /** Leaves the swap: what the wallet still sends is followed all the same. The draft stays. */
  leave(): void
}

/** The phases in which the visitor's money may be on its way, or the wallet shows a request. */
export const isUnderWay = (run: SwapRun | undefined): boolean =>
  run !== undefined && ['building', 'confirming', 'pending'].includes(run.phase)

/** A part. */
export function createSwap(core: Core): Swap {
  const draft = core.use(createSwapDraft)
  const transactions = core.use(createTransactions)
  const signing = core.use(createSigning)
  const reads = core.use(createSwapReads)
  const [tokens, assets] = [core.use(createSwapTokens), core.use(createAssets)]
  const { $account } = core.publicState
  const $state = atom<SwapRun | undefined>()
  const $run = computed($state, (run) => run)
  const api = apiOf(core, core.config.services.data)
  /** The swap whose request the wallet has not answered yet; it may no longer be shown. */
  let asking: symbol | undefined
  let key = Symbol('swap')
  /** The swap that the wallet may have sent without an answer. A later review of the same one says so. */
  let unsure: SwapRun | undefined

  /** Changes the run, unless another one has begun. */
  const patch = (of: symbol, change: Partial<SwapRun>) => {
    const run = $state.get()
    if (run && of === key) $state.set({ ...run, ...change })
  }
  const swapOf = ({ from, to, amount, account }: SwapRun) => ({ from, to, amount, user: account.address })
  const build = async (run: SwapRun, signal: AbortSignal): Promise<SwapTransaction> => {
    const { from, to, amount, quote, slippagePercent, account } = run
    const tx = await buildSwap(api, {
      amount,
      from: swapIdOf(from),
      to: swapIdOf(to),
      userAddress: account.accountId,
      quotedAmount: quote.toAmount,
      quoteId: quote.id,
      slippagePercent,
      signal,
    })
    assertSwapCall(tx, swapOf(run), [...(tokens.$tokens.get().value ?? []), ...assets.$assets.get()])
    return tx
  }
  /** Whether the wallet is still with the account that the visitor reviews for. */
  const assertAccount = ({ account }: SwapRun) => {
    if ($account.get()?.accountId !== account.accountId) throw walletError('ACCOUNT_CHANGED')
  }

  /** Finds the next step, and whether the account has what it takes. */
  async function prepare(run: SwapRun, signal: AbortSignal) {
    const tx = await build(run, signal)
    const { from, to, amount, account, quote } = run
    const wraps = isWrapping(tx, swapOf(run))
    const needsAllowance = from.contract !== undefined && !wraps
    const { allowance, coins, isContract, isToken } = await reads.read(run, tx.to, signal)
    if (!isContract) throw walletError('MALFORMED_RESPONSE', { details: { problem: 'the swap: it goes to no contract' } })
    if (isToken && !wraps) throw walletError('MALFORMED_RESPONSE', { details: { problem: 'the swap: it goes to a token' } })
    const approval =
      needsAllowance && allowance < amount
        ? await buildApproval(api, {
            from: swapIdOf(from),
            to: swapIdOf(to),
            userAddress: account.accountId,
            amount,
            spender: tx.to,
            quoteId: quote.id,
            signal,
          })
        : undefined
    const fee = feeOf(tx, approval)
    if (coins < tx.value + fee) throw walletError('INSUFFICIENT_FUNDS', { details: { problem: 'gas' } })
    return { tx, approval, fee, isWrapping: wraps, steps: stepsOf(approval) }
  }

  const checking = latest(core, async (signal) => {
    const [run, of] = [$state.get(), key]
    if (!run) return
    patch(of, { phase: 'checking', error: undefined })
    try {
      const { tx, approval, fee, isWrapping: wraps, steps } = await prepare(run, signal)
      // The steps that are behind stay before those that follow.
      const behind = run.steps.slice(0, Math.max(0, run.steps.length - steps.length))
      patch(of, {
        phase: 'ready',
        step: steps[0],
        steps: [...behind, ...steps],
        spender: tx.to,
        approval,
        fee,
        isWrapping: wraps,
      })
    } catch (thrown) {
      patch(of, { step: undefined, approval: undefined }) // what was to be sent may be sent already
      fail(of, asWalletError(thrown))
    }
  })
  const fail = (of: symbol, error: WalletError) => {
    if (error.code === 'ABORTED' || error.code === 'DESTROYED') return
    if (error.code === 'PRICE_MOVED') draft.refresh()
    patch(of, { phase: error.code === 'ACCOUNT_CHANGED' ? 'over' : 'ready', error })
  }

  /** Asks the wallet once. What it sends is kept, whoever still waits for it. */
  async function ask(of: symbol, run: SwapRun, step: SwapStep, tx: Omit<Calling, 'from'>): Promise<string> {
    if (of !== key) throw walletError('ABORTED') // left before the wallet was asked
    if (asking) throw walletError('REQUEST_PENDING')
    asking = of
    patch(of, { phase: 'confirming' })
    try {
      const hash = await signing.call({ ...tx, from: run.account.accountId }).catch((thrown: unknown) => {
        if (step === 'swap' && mayBeSent(asWalletError(thrown))) {
          unsure = run
          patch(of, { isUnsure: true, step: undefined }) // looks again at the chain before it goes on
        }
        throw thrown
      })
      if (step === 'swap') unsure = undefined
      const { account, from, to, amount, quote } = run
      transactions.add({
        hash,
        chainId: account.chainId,
        account: account.accountId,
        kind: step === 'swap' ? 'swap' : 'approve',
        to: run.spender ?? tx.to,
        ...(step === 'swap' ? { out: moved(from, amount), in: moved(to, quote.toAmount) } : {}),
      })
      patch(of, { phase: 'pending', hash })
      return hash
    } finally {
      asking = undefined
    }
  }

  async function allow(of: symbol, run: SwapRun): Promise<void> {
    const { approval, spender, amount, from } = run
    if (!approval || !spender) throw walletError('MALFORMED_RESPONSE')
    assertApproval(approval.data, { spender, amount: approval.amount })
    if (approval.amount !== 0n && approval.amount !== amount) throw walletError('APPROVAL_UNSAFE')
    const call = { to: from.contract ?? '', data: approval.data, value: 0n }
    const gas = await reads.gasFor(run, { ...call, gas: approval.gas })
    assertAccount(run)
    const hash = await ask(of, run, run.step ?? 'approve', { ...call, gas })
    await transactions.settled(hash)
    patch(of, { phase: 'checking', step: undefined, approval: undefined })
    await reads.untilAllowed(run, spender, approval.amount).catch(() => undefined) // the check asks again, and says what is wrong
    if (of === key) await checking()
  }

  async function send(of: symbol, run: SwapRun): Promise<void> {
    core.emit('event', { name: 'INITIATE_SWAP', ...factsOf(run) })
    patch(of, { phase: 'building' })
    const { tx, approval, fee, steps } = await prepare(run, core.signal)
    // Another contract than the one that was allowed, or the allowance was taken back: the visitor sees that first.
    if (approval) return patch(of, { phase: 'ready', step: steps[0], steps, approval, fee, spender: tx.to })
    const gas = await reads.gasFor(run, tx)
    assertAccount(run)
    const hash = await ask(of, { ...run, spender: tx.to }, 'swap', { to: tx.to, data: tx.data, value: tx.value, gas })
    const { status } = await transactions.settled(hash)
    if (status === 'replaced') return patch(of, { phase: 'replaced' })
    core.emit('event', { name: 'SWAP_SUCCESS', ...factsOf(run) })
    core.use(createNotices).show('success', 'swapped', { from: run.from.symbol, to: run.to.symbol })
    patch(of, { phase: 'done' })
    const { from, to, reading } = draft.$draft.get()
    const isStill = from?.id === run.from.id && to?.id === run.to.id && reading.amount === run.amount
    if (isStill) draft.clearAmount() // the visitor may have prepared another one meanwhile
  }

  const proceed = each(core, async () => {
    const [run, of] = [$state.get(), key]
    if (run?.phase !== 'ready' || run.step === undefined || run.moved || (run.step === 'swap' && run.isUnsure)) return
    patch(of, { error: undefined, phase: 'building' }) // before anything is awaited: a second press finds it so
    try {
      assertAccount(run)
      await (run.step === 'swap' ? send(of, run) : allow(of, run))
    } catch (thrown) {
      const error = asWalletError(thrown)
      fail(of, error)
      if (error.code === 'DESTROYED' || error.code === 'ABORTED') throw error
      const name = run.step === 'swap' ? 'SWAP_ERROR' : 'SWAP_APPROVAL_ERROR'
      core.emit('event', { name, message: error.message, ...factsOf(run) })
      throw error
    }
  })

  const requote = ({ value, updatedAt }: DraftQuote) => {
    const quote = value?.quote
    const run = $state.get()
    if (run?.phase !== 'ready' || !quote || quote === run.quote || quote.fromAmount !== run.amount) return
    if (!isSame(quote.fromAccount, swapIdOf(run.from)) || !isSame(quote.toAccount, swapIdOf(run.to))) return
    const least = minimumOut(run.agreed, Math.min(run.slippagePercent, SWAP_SLIPPAGE_PERCENT))
    $state.set(
      quote.toAmount < least
        ? { ...run, moved: quote, movedAt: updatedAt }
        : { ...run, quote, quotedAt: updatedAt, moved: undefined },
    )
  }
  // While somebody looks at a swap that waits for the visitor, its quote stays fresh.
  onMount($run, () => {
    let stop: (() => void) | undefined
    const unfollow = $state.subscribe((run) => {
      if (run?.phase !== 'ready') stop = void stop?.()
      else if (!stop) {
        stop = draft.$quote.listen(requote)
        requote(draft.$quote.get()) // what came while the chain was asked
      }
    })
    return () => {
      unfollow()
      stop?.()
    }
  })

  core.onEnd(
    $account.listen((account) => {
      const run = $state.get()
      if (!run || account?.accountId === run.account.accountId || !['checking', 'ready'].includes(run.phase)) return
      checking.cancel()
      patch(key, { phase: 'over', error: walletError('ACCOUNT_CHANGED') })
    }),
  )

  return {
    $run,
    review() {
      const { from, to, reading, slippagePercent } = draft.$draft.get()
      const { value: { quote } = {}, updatedAt: quotedAt } = draft.$quote.get()
      const account = $account.get()
      const amount = reading.amount
      if (isUnderWay($state.get()) || draft.$problem.get() !== undefined) return
      if (!from || !to || amount === undefined || !account || !quote || quote.fromAmount !== amount) return
      key = Symbol('swap')
      const begun = { account, from, to, amount, slippagePercent, quote, quotedAt, agreed: quote.toAmount, steps: [] }
      $state.set({ ...begun, phase: 'checking', isUnsure: (unsure && isSameSwap(unsure, begun)) || undefined })
      void checking()
    },
    check() {
      if ($state.get()?.phase === 'ready') void checking()
    },
    accept() {
      const run = $state.get()
      if (!run?.moved || run.phase !== 'ready') return
      const { moved: quote, movedAt: quotedAt } = run
      $state.set({ ...run, quote, quotedAt, agreed: quote.toAmount, moved: undefined, error: undefined })
      void checking()
    },
    setUnsure(isUnsure) {
      const run = $state.get()
      if (!run || run.isUnsure === undefined) return
      unsure = isUnsure ? run : undefined
      patch(key, { isUnsure })
    },
    proceed,
    leave() {
      key = Symbol('swap')
      checking.cancel()
      $state.set(undefined)
    },
  }
}

function stepsOf(approval: ApprovalTransaction | undefined): readonly SwapStep[] {
  if (approval === undefined) return ['swap']
  return approval.amount === 0n ? ['reset', 'approve', 'swap'] : ['approve', 'swap']
}

function isSameSwap(one: Swapped, other: Swapped): boolean {
  const isOfSame = one.account.accountId === other.account.accountId && one.amount === other.amount
  return isOfSame && one.from.id === other.from.id && one.to.id === other.to.id
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function moved({ id, symbol, decimals }: Asset, amount: bigint): MovedAsset {
  return { id, symbol, decimals, amount: String(amount) }
}

/** What the events say of a swap. */
function factsOf({ account, from, to, amount, quote }: SwapRun): SwapFacts {
  return {
    network: account.chainId,
    isSmartAccount: account.type === 'smartAccount',
    swapFromToken: from.symbol,
    swapToToken: to.symbol,
    swapFromAmount: formatUnits(amount, from.decimals),
    swapToAmount: formatUnits(quote.toAmount, to.decimals),
  }
}
