// The rules of a transfer: what is still missing or wrong, and what the visitor is warned of. Pure.
import type { Asset } from '../../vocabulary/asset.js'
import { type AmountProblem, readAmount, UINT64_MAX, UINT256_MAX } from '../../vocabulary/amount-input.js'
import { parseChainId } from '../../vocabulary/caip.js'
import { FIAT_DIGITS } from '../../vocabulary/constants.js'
import { amountFor, MONEY_DECIMALS, worthOf } from '../../vocabulary/money.js'
import type { TransferCost } from '../../api/transfer-costs.js'
import type { Cost } from './cost.js'
import type { Draft } from './draft.js'
import type { ReceiverHistory } from './former-receivers.js'
import type { Receiver } from './receiver.js'

/**
 * Why an amount cannot be sent, besides `AmountProblem`. `zero`: nothing; `unpriced`: no price to convert by; `maxUnknown`: all, but the balance or the fee
 * is not known; `insufficient`: more than there is; `insufficientFee`: not enough of the coin for the fee; `leavesTooLittle`, `opensTooLittle`: an account of
 * Solana would hold less than it must; `otherDecimals`: the token counts otherwise than the services say, so that the amount would be another one.
 */
export type SendAmountProblem =
  | AmountProblem
  | 'zero'
  | 'unpriced'
  | 'maxUnknown'
  | 'insufficient'
  | 'insufficientFee'
  | 'leavesTooLittle'
  | 'opensTooLittle'
  | 'otherDecimals'

/** Why nothing can be sent to a receiver. `unavailable`: the name could not be asked for. */
export type ReceiverProblem =
  | 'empty'
  | 'invalid'
  | 'looking'
  | 'unresolved'
  | 'unavailable'
  | 'nobody'
  | 'tokenContract'
  | 'tokenAccount'

/** What the visitor is told before sending. */
export type SendWarning =
  | 'lookAlike'
  | 'nameMoved'
  | 'self'
  | 'wouldFail'
  | 'ofEthereum'
  | 'contract'
  | 'unverified'
  | 'feeHigh'
  | 'feeNoted'
  | 'first'

/** From which part of what is sent on the fee is told of, and from which on it is warned of; in hundredths of a percent. */
const [FEE_NOTED, FEE_HIGH] = [100n, 1_000n]

/** What an amount is read as: in base units of the asset, or why it is none. */
export type AmountRead =
  | { readonly amount: bigint; readonly problem?: undefined }
  | { readonly amount?: bigint | undefined; readonly problem: SendAmountProblem }

/** The asset, and the coin that pays for it. */
export interface Means {
  readonly asset: Asset
  /** The coin of the network. */
  readonly coin: Asset
  readonly cost: Cost
}

/** How much of the coin there is: the newest answer. */
const coinBalance = ({ coin, cost }: Means): bigint | undefined => cost.value?.coinBalance ?? coin.amount

/** How much there is of the asset that can be sent: the newest answer. */
export function balanceOf(means: Means): bigint | undefined {
  const { asset, cost } = means
  return asset.contract === undefined ? coinBalance(means) : (cost.value?.tokenBalance ?? asset.amount)
}

/** The most that can be sent for sure: of a token all, of the coin what the fee, and what the wallet may add to it, leave. Undefined while balance or fee are not known. */
function maxAmount(means: Means): bigint | undefined {
  const { asset, cost } = means
  const balance = balanceOf(means)
  if (balance === undefined || asset.contract !== undefined) return balance
  if (cost.value === undefined) return undefined
  const left = balance - spent(cost.value) - (cost.value.keepBack ?? 0n)
  return left > 0n ? left : 0n
}

/** What is known to be paid besides the amount. Of a smart account it is not known whether it pays for itself. */
const spent = ({ fee = 0n, deposit }: TransferCost): bigint => fee + deposit

/** The amount that the draft says, without looking at balances. */
function readDraft({ amount: text, entry, isMax, locale }: Draft, means: Means): AmountRead {
  const { decimals, price, chainId } = means.asset
  if (isMax) {
    const amount = maxAmount(means)
    return amount === undefined ? { problem: 'maxUnknown' } : { amount }
  }
  const max = parseChainId(chainId).namespace === 'solana' ? UINT64_MAX : UINT256_MAX
  if (entry === 'asset') return readAmount(text, decimals, { locale, max })
  const money = readAmount(text, FIAT_DIGITS, { locale })
  if (money.problem) return money
  const amount = amountFor(money.amount * 10n ** BigInt(MONEY_DECIMALS - FIAT_DIGITS), decimals, price)
  if (amount === undefined) return { problem: 'unpriced' }
  return amount > max ? { problem: 'tooLarge' } : { amount }
}

/** The amount that the draft says, if it can be paid. An unknown balance or fee is nobody's fault: the wallet will say. */
export function checkAmount(draft: Draft, means: Means): AmountRead {
  const read = readDraft(draft, means)
  if (read.problem) return read
  const { amount } = read
  const problem = problemOf(amount, draft.isMax, means)
  return problem ? { amount, problem } : { amount }
}

/** Why an amount cannot be paid. @param isMax it is all that there is */
export function problemOf(amount: bigint, isMax: boolean, means: Means): SendAmountProblem | undefined {
  const { asset, cost } = means
  const isCoin = asset.contract === undefined
  const [balance, coins] = [balanceOf(means), coinBalance(means)]
  if (cost.error?.code === 'AMOUNT_INVALID') return 'otherDecimals'
  if (amount === 0n) return isMax && isCoin && balance !== undefined && balance > 0n ? 'insufficientFee' : 'zero'
  if (balance !== undefined && amount > balance) return 'insufficient'
  if (!cost.value || coins === undefined) return undefined
  const left = coins - spent(cost.value) - (isCoin ? amount : 0n)
  if (left < 0n) return 'insufficientFee'
  const { minimum = 0n, opensReceiver = false } = cost.value
  if (left > 0n && left < minimum) return 'leavesTooLittle'
  return isCoin && opensReceiver && amount < minimum ? 'opensTooLittle' : undefined
}

/** Why nothing can be sent to the receiver. */
export function checkReceiver(receiver: Receiver, asset: Asset | undefined): ReceiverProblem | undefined {
  if (receiver.status === 'failed') return receiver.error.code === 'NAME_NOT_RESOLVED' ? 'unresolved' : 'unavailable'
  if (receiver.status !== 'found') return receiver.status
  if (receiver.isNobody) return 'nobody'
  if (asset?.contract !== undefined && isSameAddress(asset, receiver.address)) return 'tokenContract'
  return receiver.kind === 'tokenAccount' ? 'tokenAccount' : undefined
}

function isSameAddress({ contract = '', chainId }: Asset, address: string): boolean {
  return parseChainId(chainId).namespace === 'eip155' ? contract.toLowerCase() === address.toLowerCase() : contract === address
}

/** The network's fee, in hundredths of a percent of what is sent, cut. Undefined where a price or the fee is not known. */
export function feeShareOf({
  amount,
  fee,
  asset,
  coin,
}: Pick<Means, 'asset' | 'coin'> & { readonly amount: bigint; readonly fee: bigint | undefined }): bigint | undefined {
  if (fee === undefined) return undefined
  const isCoin = asset.contract === undefined
  const paid = isCoin ? fee : worthOf(fee, coin.decimals, coin.price)
  const sent = isCoin ? amount : worthOf(amount, asset.decimals, asset.price)
  return paid === undefined || !sent ? undefined : (paid * 10_000n) / sent
}

/**
 * What the visitor is told of a transfer that can be made, the gravest first.
 * @param feeShare of `feeShareOf`
 */
export function warningsOf(
  receiver: Extract<Receiver, { status: 'found' }>,
  { isFirst, looksLike, movedFrom }: ReceiverHistory,
  sender: string,
  { asset, cost }: Means,
  feeShare = 0n,
): readonly SendWarning[] {
  const isSelf = receiver.address === sender
  const all: readonly (SendWarning | false)[] = [
    looksLike !== undefined && 'lookAlike',
    movedFrom !== undefined && 'nameMoved',
    cost.wouldFail === true && 'wouldFail',
    receiver.isOfEthereum === true && !isSelf && 'ofEthereum',
    isSelf && 'self',
    receiver.kind === 'contract' && 'contract',
    asset.contract !== undefined && asset.price === undefined && 'unverified',
    feeShare > FEE_HIGH && 'feeHigh',
    feeShare > FEE_NOTED && feeShare <= FEE_HIGH && 'feeNoted',
    isFirst && !isSelf && 'first',
  ]
  return all.filter((each) => each !== false)
}
