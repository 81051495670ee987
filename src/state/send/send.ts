// Sending an asset: the draft is checked, reviewed as it is then, sent once by the wallet, and followed on its chain.
import { atom, computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { Asset } from '../../vocabulary/asset.js'
import { formatUnits } from '../../vocabulary/amount.js'
import { type AccountId, type AssetId, parseAccountId, parseChainId } from '../../vocabulary/caip.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Account, SentAmount } from '../../vocabulary/events.js'
import type { Core } from '../core.js'
import { createAssets } from '../account/assets.js'
import { createTransactions } from '../account/transactions.js'
import { createConnection } from '../connections/connection.js'
import { createSigning } from '../connections/signing.js'
import { createModal } from '../interface/modal.js'
import { createNotices } from '../interface/notices.js'
import { createRouter } from '../interface/router.js'
import { asWalletError, once, type OperationState } from '../lib/operation.js'
import { createNetworks } from '../networks/networks.js'
import {
  type AmountRead,
  checkAmount,
  checkReceiver,
  feeShareOf,
  type Means,
  problemOf,
  type ReceiverProblem,
  type SendAmountProblem,
  type SendWarning,
  warningsOf,
} from './check.js'
import { createCost } from './cost.js'
import { createDraft, type Draft } from './draft.js'
import { createFormerReceivers } from './former-receivers.js'
import { createReceiver, type ReceiverFound } from './receiver.js'

/** What the draft is, as far as it is known. */
export interface DraftCheck {
  /** The account cannot send here: none is connected, its ecosystem is not one in which is sent, or its network is not known. */
  readonly isUnable: boolean
  readonly means: Means | undefined
  /** Absent while there is no asset. */
  readonly amount: AmountRead | undefined
  readonly receiver: ReceiverProblem | undefined
  /** The first thing that is missing or wrong; undefined: it can be reviewed. */
  readonly problem: 'unable' | 'token' | 'both' | SendAmountProblem | ReceiverProblem | undefined
  /** Of which field `problem` is. */
  readonly field: 'token' | 'amount' | 'to' | undefined
}

/** A transfer as the visitor looks at it. Sender, asset, amount and receiver never change; what it costs and what is warned of may still become known. */
export interface Review {
  readonly account: AccountId
  readonly asset: Asset
  readonly coin: Asset
  /** Base units. */
  readonly amount: bigint
  readonly to: ReceiverFound
  /** Name of the wallet that is asked. */
  readonly wallet: string
  /** Base units of the coin; undefined while not known. */
  readonly fee: bigint | undefined
  readonly deposit: bigint | undefined
  /** Why this amount can no longer be sent, such as that the fee has become known, and is too high. */
  readonly problem: SendAmountProblem | undefined
  /** Why nothing can be sent to this receiver, such as that a node has said what is at its address. */
  readonly receiverProblem: ReceiverProblem | undefined
  readonly warnings: readonly SendWarning[]
  /** The former receiver that looks alike; the address that the name had. */
  readonly other: string | undefined
}

/** Sending. The draft itself is `createDraft`. */
export interface Send {
  readonly $check: ReadableAtom<DraftCheck>
  readonly $review: ReadableAtom<Review | undefined>
  readonly $state: ReadableAtom<OperationState<string>>
  /** Fills in what is reviewed; false while the draft has a problem. Does nothing while a transfer waits for the wallet. */
  review(): boolean
  /**
   * Asks the wallet to send what is reviewed; a second call joins the first. Resolves with the transaction's hash, which is kept by then.
   * @throws WalletError AMOUNT_AND_RECEIVER_REQUIRED without a review of a draft that lacks both; ACCOUNT_CHANGED; INSUFFICIENT_FUNDS or AMOUNT_INVALID
   * where the review has a problem, ADDRESS_INVALID where it has one with the receiver; ABORTED after `stopWaiting`; and as `Signing.send`. The draft
   * stays.
   */
  submit(): Promise<string>
  /** Waits no longer for the wallet, which may answer all the same: a hash that comes later is kept. */
  stopWaiting(): void
  /** Puts the draft of a transfer that has failed on its chain back, unless the visitor has begun another one. */
  restore(hash: string): void
}

const namespacesThatSend: readonly string[] = ['eip155', 'solana']

/** A part. */
export function createSend(core: Core): Send {
  const { $account } = core.publicState
  const { $assets } = core.use(createAssets)
  const { $draft, $asset, ...draft } = core.use(createDraft)
  const { $receiver } = core.use(createReceiver)
  const { $cost, ask } = core.use(createCost)
  const former = core.use(createFormerReceivers)
  const transactions = core.use(createTransactions)
  const router = core.use(createRouter)
  const { $connections } = core.use(createConnection)
  const $review = atom<Review | undefined>()
  const drafts = new Map<string, Draft>() // by the hash of what was made of them
  /** What the review was made of; another object for each. */
  let basis: { readonly draft: Draft } = { draft: $draft.get() }
  let runs = 0
  /** The connection whose wallet was asked last. */
  let askedId = ''

  const $check = computed(
    [$draft, $asset, $assets, $receiver, $cost, $account],
    (entered, asset, [coin], receiver, cost, account): DraftCheck => {
      const isUnable = !account || !coin || !namespacesThatSend.includes(account.namespace)
      const means = asset && coin ? { asset, coin, cost } : undefined
      const amount = means && checkAmount(entered, means)
      const receiverProblem = checkReceiver(receiver, asset)
      const check = { isUnable, means, amount, receiver: receiverProblem }
      if (isUnable) return { ...check, problem: 'unable', field: undefined }
      if (!amount) return { ...check, problem: 'token', field: 'token' }
      if (amount.problem === 'empty' && receiverProblem === 'empty') return { ...check, problem: 'both', field: 'amount' }
      if (amount.problem) return { ...check, problem: amount.problem, field: 'amount' }
      return { ...check, problem: receiverProblem, field: receiverProblem && 'to' }
    },
  )

  /** Asks what the draft would cost. The amount matters only where it can be paid: nodes refuse to estimate others. */
  const askCost = () => {
    const [account, asset, receiver] = [$account.get(), $asset.get(), $receiver.get()]
    const network = account && core.use(createNetworks).find(account.chainId)
    if (!account || !asset || !network || !namespacesThatSend.includes(account.namespace)) return ask(undefined)
    const { amount, problem } = $check.get().amount ?? {}
    const isPayable = amount !== undefined && amount > 0n && !$draft.get().isMax && (!problem || problem === 'insufficientFee')
    const to = receiver.status === 'found' ? receiver.address : account.address
    // On Solana the amount changes nothing.
    const counted = isPayable && account.namespace === 'eip155' && !(problem && asset.contract === undefined) ? amount : 1n
    const isSmartAccount = account.type === 'smartAccount'
    ask({ network, from: account.address, to, asset: asset.id, amount: counted, decimals: asset.decimals, isSmartAccount })
  }

  const emit = (name: 'SEND_INITIATED' | 'SEND_SUCCESS' | 'SEND_REJECTED', review: Review) =>
    core.emit('event', { name, ...amountOf(core, review) })
  const emitError = (review: Review, error: unknown) =>
    core.emit('event', { name: 'SEND_ERROR', message: asWalletError(error).message, ...amountOf(core, review) })

  const operation = once(core, async () => {
    const review = $review.get()
    if (!review) throw walletError($check.get().problem === 'both' ? 'AMOUNT_AND_RECEIVER_REQUIRED' : 'ACCOUNT_CHANGED')
    if (review.problem) throw walletError(review.problem === 'otherDecimals' ? 'AMOUNT_INVALID' : 'INSUFFICIENT_FUNDS')
    if (review.receiverProblem) throw walletError('ADDRESS_INVALID')
    const [run, reviewed] = [++runs, basis]
    const { namespace } = parseChainId(parseAccountId(review.account).chainId)
    askedId = $connections.get().find((each) => each.namespace === namespace)?.id ?? ''
    const isNewest = () => run === runs && basis === reviewed
    emit('SEND_INITIATED', review)
    try {
      return await core.use(createSigning).send({
        to: review.to.address,
        amount: review.amount,
        asset: review.asset.id,
        decimals: review.asset.decimals,
        from: review.account,
        // In the same moment, so that a page that is closed now still knows of it.
        onSent: (hash) => {
          keep(review, hash)
          drafts.set(hash, reviewed.draft)
          // What has been entered since nobody waits for it any more is another transfer.
          if (isNewest() && $review.get() && (isPending() || $draft.get() === reviewed.draft)) finish(hash)
        },
      })
    } catch (error) {
      if (isWalletError(error, 'USER_REJECTED')) emit('SEND_REJECTED', review)
      else emitError(review, error)
      if (isWalletError(error, 'ACCOUNT_CHANGED') && isNewest()) leaveReview()
      throw error
    }
  })

  function keep(review: Review, hash: string) {
    const { account, asset, amount, to } = review
    const { chainId } = parseAccountId(account)
    transactions.add({ hash, chainId, account, kind: 'send', to: to.address, out: movedOf(asset, amount) })
    former.remember({ address: to.address, name: to.name })
    transactions.settled(hash).then(
      ({ status }) => status === 'confirmed' && emit('SEND_SUCCESS', review),
      (error: unknown) => {
        if (!core.signal.aborted) emitError(review, error)
      },
    )
  }

  /** The transfer is shown, and there is no way back to what was reviewed. */
  function finish(hash: string) {
    draft.clear()
    $review.set(undefined)
    if (core.signal.aborted) return
    const steps = router.$history.get().map((view) => core.deps.views.find(view)?.task === 'send')
    if (core.use(createModal).$open.get() && steps.includes(true))
      router.reset({ name: 'WalletSendConfirmed', hash, closes: steps[0] === true })
  }

  /** Adds what has become known of the transfer since its review was opened. */
  function completeReview() {
    const review = $review.get()
    const { means } = $check.get()
    const [to, account] = [$receiver.get(), $account.get()]
    const isSame = means?.asset.id === review?.asset.id && to.status === 'found' && to.address === review?.to.address
    if (!review || !means || !account || !isSame || isPending()) return
    const next = {
      ...review,
      to,
      ...judge(to, means, account, review),
      // Of what was reviewed: the draft of Max, or of dollars, may be another amount by now.
      problem: problemOf(review.amount, false, means),
      receiverProblem: checkReceiver(to, means.asset),
    }
    // The fee stays the one that was seen first.
    if (review.fee !== undefined) Object.assign(next, { fee: review.fee, deposit: review.deposit })
    if (JSON.stringify(next, digits) !== JSON.stringify(review, digits)) $review.set(next)
  }
  const judge = (to: ReceiverFound, means: Means, { namespace, address }: Account, seen: Pick<Review, 'amount' | 'fee'>) => {
    const history = former.look(namespace, to, address)
    const { fee, deposit } = means.cost.value ?? {}
    const share = feeShareOf({ ...means, amount: seen.amount, fee: seen.fee ?? fee })
    const warnings = warningsOf(to, history, address, means, share)
    return { fee, deposit, warnings, other: history.looksLike ?? history.movedFrom }
  }

  /** What was reviewed is no longer what would be sent. */
  function leaveReview() {
    if (!$review.get()) return
    $review.set(undefined)
    core.use(createNotices).show('info', 'ACCOUNT_CHANGED')
  }
  const isPending = () => operation.$state.get().status === 'pending'

  // What a wallet has been asked for already is its own account's: it is not taken back.
  // But a wallet whose connection has ended may never answer.
  const look = () => {
    if (isPending() && !$connections.get().some(({ id }) => id === askedId)) operation.cancel()
    if (!isPending() && $account.get()?.accountId !== $review.get()?.account) leaveReview()
  }
  const stops = [$account.listen(look), $connections.listen(look)]
  core.onEnd(() => stops.forEach((stop) => stop()))
  onMount($check, () => {
    // Not to itself: it would have a reader for ever, and the nodes would be asked for ever.
    const stops = [$asset, $assets, $receiver, $draft, $cost, $account].map((store: ReadableAtom) =>
      store.listen(() => {
        askCost()
        completeReview()
      }),
    )
    askCost()
    return () => stops.forEach((each) => each())
  })

  return {
    $check,
    $review: readonlyType($review),
    $state: operation.$state,
    review() {
      const { problem, means, amount } = $check.get()
      const [account, to] = [$account.get(), $receiver.get()]
      if (isPending()) return true
      if (problem !== undefined || !means || amount?.amount === undefined || !account || to.status !== 'found') return false
      operation.reset()
      basis = { draft: $draft.get() }
      $review.set({
        account: account.accountId,
        asset: means.asset,
        coin: means.coin,
        amount: amount.amount,
        to,
        wallet: account.wallet.name,
        problem: undefined,
        receiverProblem: undefined,
        ...judge(to, means, account, { amount: amount.amount, fee: undefined }),
      })
      return true
    },
    submit: () => operation(),
    stopWaiting: operation.cancel,
    restore(hash) {
      const kept = drafts.get(hash)
      const { amount, to, isMax } = $draft.get()
      if (kept && amount === '' && to === '' && !isMax) draft.change(kept)
    },
  }
}

/** For `JSON.stringify`, which knows no bigint. */
const digits = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

function movedOf({ id, symbol, decimals }: Asset, amount: bigint) {
  return { id: id satisfies AssetId, symbol, decimals, amount: amount.toString() }
}

function amountOf(core: Core, { account, asset, amount }: Review): SentAmount {
  const sender = core.publicState.$account.get()
  return {
    isSmartAccount: sender?.accountId === account && sender.type === 'smartAccount',
    network: parseAccountId(account).chainId,
    token: asset.symbol,
    amount: formatUnits(amount, asset.decimals),
  }
}
