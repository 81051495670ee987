// What a source of swaps is asked and answers. Amounts are base units; a chain's own coin is `native`.
import type { Address, Hex } from 'viem'
import { NATIVE_EVM_ADDRESS } from '../../../../src/api/native.js'
import { minimumOut } from '../../../../src/api/swaps.js'
import { HttpError } from '../../errors.js'
import { Declined, type Provider } from '../../providers.js'
import { NATIVE, type EvmToken } from '../assets/ids.js'

/** What is swapped for what; `to` may be unknown when only an allowance is asked for. */
export interface SwapPair {
  readonly chainId: string
  readonly from: EvmToken['address']
  readonly to?: EvmToken['address'] | undefined
}

export interface SwapQuestion extends SwapPair {
  readonly to: EvmToken['address']
  readonly amount: bigint
  readonly user?: Address | undefined
  /** Wei that a unit of gas costs the asker; default: what it costs now. */
  readonly gasPrice?: bigint | undefined
}

export interface SwapRoute {
  /** Name of the source that knows what `via` means. */
  readonly source: string
  readonly amountOut: bigint
  /** Who must be allowed to take the token; absent: nobody, as for a coin. */
  readonly spender?: Address | undefined
  /** The source's own note of the way. */
  readonly via: string
}

export interface SwapOrder extends SwapQuestion {
  readonly user: Address
  /** 1 is one percent. */
  readonly slippagePercent: number
  /** Signed EIP-2612 permit: ABI of (owner, spender, value, deadline, v, r, s), seven words. */
  readonly permit?: Hex | undefined
  /** What was quoted; its `via` is there only for the source that wrote it. */
  readonly route: SwapRoute
  /** What the user was promised: base units of `to`. Nothing that may bring less than this by more than the slippage is a transaction of his. */
  readonly agreed: bigint
  /** Unix seconds. */
  readonly deadline: bigint
}

export interface SwapTransaction {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** Expected. */
  readonly amountOut: bigint
  /** With less than this the transaction reverts on chain. */
  readonly least: bigint
  /** The source's own guess, for when nothing is estimated. */
  readonly gas: bigint
}

export interface SwapSource {
  readonly name: string
  readonly kind: Provider<unknown, unknown>['kind']
  supports(pair: SwapPair): boolean
  /** Quotes only for somebody: who does not say for whom is sent to the next source. */
  readonly needsUser?: true
  /**
   * Best first; empty: no way from one to the other.
   * @throws Declined when the next source may know better; HttpError 400 for what the caller did wrong
   */
  quote(question: SwapQuestion, signal: AbortSignal): Promise<readonly SwapRoute[]>
  build(order: SwapOrder, signal: AbortSignal): Promise<SwapTransaction>
  /** Who must be allowed to take tokens, while no route says so. */
  spender(chainId: string, signal: AbortSignal): Promise<Address | undefined>
}

/**
 * Others round the least amount down where we round it up: one unit between the two is no worse price.
 * @throws Declined when a transaction may bring less than the user agreed to
 */
export function assertAgreed({ amountOut, least }: SwapTransaction, { agreed, slippagePercent }: SwapOrder): void {
  const minimum = minimumOut(agreed, slippagePercent)
  if (amountOut < minimum || least + 1n < minimum)
    throw new Declined(new HttpError(400, 'price', 'Conversion parameter error: the price has moved; ask for a new quote'))
}

export function quoteExpired(): HttpError {
  return new HttpError(400, 'quoteId', 'Conversion parameter error: the quote has expired; ask for a new quote')
}

export function insufficientLiquidity(): HttpError {
  return new HttpError(400, '', 'Conversion parameter error: insufficient liquidity')
}

/** As the aggregators write a token. */
export function wireAddress(address: EvmToken['address']): string {
  return address === NATIVE ? NATIVE_EVM_ADDRESS : address
}
