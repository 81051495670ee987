// What a source of swaps is asked and answers. Amounts are base units; a chain's own coin is `native`.
import type { Address, Hex } from 'viem'
import { NATIVE_EVM_ADDRESS } from '../../../../src/api/native.js'
import { minimumOut } from '../../../../src/api/swaps.js'
import { HttpError } from '../../http/errors.js'
import { Declined, type Provider } from '../../upstream/providers.js'
import { NATIVE, type EvmToken } from '../assets/ids.js'

/** What is swapped for what; `to` may be unknown when only an allowance is asked for. */
export interface SwapPair {
  readonly chainId: string
  readonly from: EvmToken['address']
  readonly to?: EvmToken['address'] | undefined
}

/** How much of what is to be swapped. */
export interface SwapQuestion extends SwapPair {
  readonly to: EvmToken['address']
  readonly amount: bigint
  readonly user?: Address | undefined
  /** Wei that a unit of gas costs the asker; default: what it costs now. */
  readonly gasPrice?: bigint | undefined
}

/** A quoted route. */
export interface SwapRoute {
  /** Name of the source that knows what `via` means. */
  readonly source: string
  readonly amountOut: bigint
  /** The contract that must be allowed to take the token; absent for a coin. */
  readonly spender?: Address | undefined
  /** The source's own note of the route. */
  readonly via: string
}

/** A swap to build. */
export interface SwapOrder extends SwapQuestion {
  readonly user: Address
  /** 1 is one percent. */
  readonly slippagePercent: number
  /** Signed EIP-2612 permit: ABI of (owner, spender, value, deadline, v, r, s), seven words. */
  readonly permit?: Hex | undefined
  /** What was quoted; its `via` is there only for the source that wrote it. */
  readonly route: SwapRoute
  /** The amount that the user was promised, in base units of `to`. No transaction is built that may bring less than this minus the slippage. */
  readonly agreed: bigint
  /** Unix seconds. */
  readonly deadline: bigint
}

/** The transaction of a swap; amounts are base units. */
export interface SwapTransaction {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** Expected. */
  readonly amountOut: bigint
  /** With less than this the transaction reverts on chain. */
  readonly least: bigint
  /** The source's own estimate, for when the node estimates nothing; 0n where it has none. */
  readonly gas: bigint
  /** The swap can be built with a signed permit for `to`. */
  readonly takesPermit?: boolean | undefined
}

/** One source of swaps: pools, wrapping, or an aggregator. */
export interface SwapSource {
  readonly name: string
  readonly kind: Provider<unknown, unknown>['kind']
  supports(pair: SwapPair): boolean
  /** True: it quotes for a known user only, and other questions go to the next source. */
  readonly needsUser?: true
  /**
   * Routes, best first; empty when there is none.
   * @throws Declined when the next source may know better; HttpError 400 for what the caller did wrong
   */
  quote(question: SwapQuestion, signal: AbortSignal): Promise<readonly SwapRoute[]>
  build(order: SwapOrder, signal: AbortSignal): Promise<SwapTransaction>
  /** The contract that must be allowed to take tokens, for when no route names one. */
  spender(chainId: string, signal: AbortSignal): Promise<Address | undefined>
}

/**
 * Holds a transaction to the agreed amount minus the slippage. One base unit less is accepted, because sources round the least amount down.
 * @throws Declined when a transaction may bring less than the user agreed to
 */
export function assertAgreed({ amountOut, least }: SwapTransaction, { agreed, slippagePercent }: SwapOrder): void {
  const minimum = minimumOut(agreed, slippagePercent)
  if (amountOut < minimum || least + 1n < minimum)
    throw new Declined(new HttpError(400, 'price', 'Conversion parameter error: the price has moved; ask for a new quote'))
}

/** The refusal of an order without a valid quote: 400 `quoteId`. */
export function quoteExpired(): HttpError {
  return new HttpError(400, 'quoteId', 'Conversion parameter error: the quote has expired; ask for a new quote')
}

/** The refusal of a swap that pools or providers cannot fill: 400, in the words that clients look for. */
export function insufficientLiquidity(): HttpError {
  return new HttpError(400, '', 'Conversion parameter error: insufficient liquidity')
}

/** A token as the aggregators write it: the chain's own coin is 0xEeee…. */
export function wireAddress(address: EvmToken['address']): string {
  return address === NATIVE ? NATIVE_EVM_ADDRESS : address
}
