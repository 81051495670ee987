// One swap from its review to its end: what it needs is read from the chain, the token is allowed for exactly its amount, and the swap is sent. Each press of
// the visitor asks the wallet once, and nothing is sent twice.
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { minimumOut } from '../../api/swaps.js'
import { SWAP_SLIPPAGE_PERCENT } from '../../vocabulary/constants.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createTransactions } from '../account/transactions.js'
import { mayBeSent } from '../account/unsure.js'
import { type Calling, createSigning } from '../connections/signing.js'
import type { Core } from '../core.js'
import { createNotices } from '../interface/notices.js'
import { asWalletError, each, latest, type Operation } from '../lib/operation.js'
import { createSwapDraft, type DraftQuote } from './draft.js'
import { factsOf, isSame, isSameSwap, isUnderWay, moved, type SwapRun, type SwapStep } from './run.js'
import { swapIdOf } from './swap-tokens.js'

/** The swap of one modal. */
export interface Swap {
  readonly $run: ReadableAtom<SwapRun | undefined>
  /** Begins the review of the draft with the quote that is shown, and reads what it needs. Does nothing while the draft has a problem or a swap is under way. */
  review(): void
  /** Reads again what the swap needs, after a failure. */
  check(): void
  /** The token is to be allowed by a transaction, not by a signature. */
  allowByTransaction(): void
  /** Agrees to the newer quote. */
  accept(): void
  /** The visitor has looked: the swap whose answer was lost was not sent (`false`), or is unsure again. Does nothing unless one was lost. */
  setUnsure(isUnsure: boolean): void
  /**
   * Asks the wallet for the next step: the approval or its permit, or the swap. Does nothing in other phases than `ready`: a second call sends nothing. Resolves when the
   * transaction is on its chain.
   * @throws WalletError as `$run.error`
   */
  readonly proceed: Operation<[], void>
  /** Leaves the swap: what the wallet still sends is followed all the same. The draft stays. */
  leave(): void
}

/** A part. */
export function createSwap(core: Core): Swap {
  const draft = core.use(createSwapDraft)
  const transactions = core.use(createTransactions)
  const signing = core.use(createSigning)
  const preparing = async () => {
    const { createSwapPreparing } = await import('./prepare.js').catch(unreachable)
    return core.use(createSwapPreparing)
  }
  const { $account } = core.publicState
  const $state = atom<SwapRun | undefined>()
  const $run = computed($state, (run) => run)
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
  /** Whether the wallet is still with the account that the visitor reviews for. */
  const assertAccount = ({ account }: SwapRun) => {
    if ($account.get()?.accountId !== account.accountId) throw walletError('ACCOUNT_CHANGED')
  }

  const checking = latest(core, async (signal) => {
    const [run, of] = [$state.get(), key]
    if (!run) return
    patch(of, { phase: 'checking', error: undefined })
    try {
      const { prepare } = await preparing()
      const { tx, steps, ...known } = await prepare(run, signal)
      // The steps that are behind stay before those that follow.
      const behind = run.steps.slice(0, Math.max(0, run.steps.length - steps.length))
      patch(of, {
        phase: 'ready',
        step: steps[0],
        steps: [...behind, ...steps],
        spender: tx.to,
        ...known,
      })
    } catch (thrown) {
      patch(of, { step: undefined, approval: undefined, permit: undefined }) // what was to be sent may be sent already
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
    const { approval, spender } = run
    if (!approval || !spender) throw walletError('MALFORMED_RESPONSE')
    const { reads, approvalCall } = await preparing()
    const call = approvalCall(run, approval, spender)
    const gas = await reads.gasFor(run, { ...call, gas: approval.gas })
    assertAccount(run)
    const hash = await ask(of, run, run.step ?? 'approve', { ...call, gas })
    await transactions.settled(hash)
    patch(of, { phase: 'checking', step: undefined, approval: undefined })
    await reads.untilAllowed(run, spender, approval.amount).catch(() => undefined) // the check asks again, and says what is wrong
    if (of === key) await checking()
  }

  async function permit(of: symbol, run: SwapRun): Promise<void> {
    assertAccount(run)
    if (asking) throw walletError('REQUEST_PENDING')
    asking = of
    patch(of, { phase: 'confirming' })
    const signed = await preparing()
      .then(({ permits }) => permits.sign(run))
      .finally(() => (asking = undefined))
    patch(of, { phase: 'checking', signed, permit: undefined, isByTransaction: signed ? undefined : 'failed' })
    if (of === key) await checking()
  }

  /** A swap that would fail because the token no longer takes its permit goes on without it. */
  async function withoutPermit(of: symbol, run: SwapRun, error: WalletError): Promise<void> {
    if (!run.signed || error.details['reverts'] !== true) throw error
    const { permits } = await preparing()
    if (await permits.isGood(run, run.signed)) throw error
    patch(of, { signed: undefined, isByTransaction: 'failed' })
    if (of === key) await checking()
  }

  async function send(of: symbol, run: SwapRun): Promise<void> {
    core.emit('event', { name: 'INITIATE_SWAP', ...factsOf(run) })
    patch(of, { phase: 'building' })
    const { prepare, reads } = await preparing()
    const { tx, steps, ...known } = await prepare(run, core.signal)
    // Another contract than the one that was allowed, or the allowance was taken back, or the permit ends: the visitor sees that first.
    if (steps.length > 1) return patch(of, { phase: 'ready', step: steps[0], steps, spender: tx.to, ...known })
    const gas = await reads.gasFor(run, tx)
    await reads.assertOutcome(run, tx, minimumOut(run.quote.toAmount, run.slippagePercent))
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
      if (run.step === 'swap') await send(of, run).catch((thrown: unknown) => withoutPermit(of, run, asWalletError(thrown)))
      else await (run.step === 'permit' ? permit : allow)(of, run)
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
    allowByTransaction() {
      if ($state.get()?.phase !== 'ready') return
      patch(key, { signed: undefined, isByTransaction: 'chosen', error: undefined })
      void checking()
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
