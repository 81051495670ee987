// What all aggregators share: chain numbers, the explanation of refusals, and the check of transactions before they are passed on.
import { isAddressEqual, zeroAddress, type Address } from 'viem'
import { minimumOut } from '../../../../src/api/swaps.js'
import { tokenCallOf } from '../../../../src/api/token-calls.js'
import { AdapterError } from '../../upstream/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import { HttpError } from '../../http/errors.js'
import { Declined } from '../../upstream/providers.js'
import type { SwapsContext } from '../context.js'
import { insufficientLiquidity, type SwapOrder, type SwapPair, type SwapTransaction } from './source.js'

/** The number of an EVM chain, as aggregators take it. */
export function chainNumber({ chainId }: Pick<SwapPair, 'chainId'>): string {
  return chainId.replace('eip155:', '')
}

/**
 * Turns a provider's refusal (an unknown token, no liquidity) into `Declined`, so that the next provider is asked; when all decline, the caller
 * gets the explanation. Its 401, 403 and 429 are our own mistakes and count as failures.
 * @throws Declined, or AdapterError as it came
 */
export async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AdapterError) || ![400, 404, 422].includes(error.status)) throw error
    if (/liquidity|no available quotes|no route/i.test(error.explanation)) throw new Declined(insufficientLiquidity())
    throw new Declined(new HttpError(400, '', `Conversion parameter error: ${descriptionOf(error.explanation)}`))
  }
}

/** The sentence inside the provider's error object, without its ids and urls. */
function descriptionOf(text: string): string {
  const named = /"(?:description|message|reason)"\s*:\s*"([^"\\]{1,200})"/.exec(text)?.[1]
  return named ?? 'the provider refused it'
}

/** @throws HttpError 400 `permit` for an order with a permit, which this provider does not take */
export function refusePermit({ permit }: Pick<SwapOrder, 'permit'>): void {
  if (permit !== undefined) throw new HttpError(400, 'permit', 'This provider takes approvals, no permits')
}

/** Hundredths of a percent, as `minimumOut` counts them. */
export function basisPoints(percent: number): number {
  return Math.round(percent * 100)
}

/**
 * Providers subtract the slippage from what they find now, which may be less than was agreed; they are then asked again with what is left of it.
 * @param ask builds with so many percent off
 */
export async function withinAgreed(
  { agreed, slippagePercent }: SwapOrder,
  ask: (slippagePercent: number) => Promise<SwapTransaction>,
): Promise<SwapTransaction> {
  const minimum = minimumOut(agreed, slippagePercent)
  const tx = await ask(slippagePercent)
  if (tx.least + 1n >= minimum || tx.amountOut < minimum) return tx
  const left = ((tx.amountOut - minimum) * 10_000n) / tx.amountOut
  return ask(Number(left) / 100)
}

/**
 * A transaction of a stranger, of which the user sees next to nothing: it must spend exactly what was ordered, and call the contract that
 * the token was approved for. One that goes to a token of the swap, or calls a method that moves tokens or lets others take them, goes nowhere.
 * Which other contracts are tokens is not asked here; the modal asks the chain.
 * @throws Error a failure of the provider: the next one is asked; Declined where the caller can bring it about, who could put the provider
 * to rest with it
 */
export function checkedTransaction(
  ctx: SwapsContext,
  order: SwapOrder,
  tx: SwapTransaction,
  spender: Address | undefined,
): SwapTransaction {
  const refuse = (problem: string) => new Error(`the transaction ${problem}`)
  if (isAddressEqual(order.user, tx.to))
    throw new Declined(new HttpError(400, 'userAddress', 'This is the contract of the swap itself'))
  if (tx.value !== (order.from === NATIVE ? order.amount : 0n)) throw refuse('sends another amount of coins')
  if (tx.amountOut === 0n) throw refuse('buys nothing')
  if (tx.data.length < 2 + 8) throw refuse('calls no method')
  const call = tokenCallOf(tx.data)
  if (call !== undefined) throw refuse(`calls ${call}`)
  const tokens = [order.from, order.to, ctx.data.chains[order.chainId]?.stable, zeroAddress]
  if (tokens.some((address) => address !== undefined && address !== NATIVE && isAddressEqual(address, tx.to)))
    throw refuse('goes to a token or nobody')
  if (order.from !== NATIVE && (!spender || !isAddressEqual(spender, tx.to)))
    throw refuse('goes to another contract than the one to approve')
  const { spender: quoted } = order.route
  if (order.from !== NATIVE && quoted && spender && !isAddressEqual(quoted, spender))
    throw refuse('needs the approval of another contract than the quote said')
  return tx
}
