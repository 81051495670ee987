// What a quote means: what both sides are worth, how far it is from the market, the least that comes of it, and the fee. All of it in whole numbers.
import { minimumOut, type Quote } from '../../api/swaps.js'
import type { Asset } from '../../vocabulary/asset.js'
import { type Money, worthOf } from '../../vocabulary/money.js'
import { swapIdOf } from './swap-tokens.js'

/** From this impact on the visitor is warned, in hundredths of a percent. */
export const IMPACT_WARNING = 500n
/** From this impact on the visitor confirms it apart, in hundredths of a percent. */
export const IMPACT_DANGER = 1_500n
/** Above this slippage the visitor is warned, in percent. */
export const SLIPPAGE_WARNING_PERCENT = 5
/** Units of gas that a swap is taken to need before its transaction is known. */
export const SWAP_GAS = 150_000n
/** Units of gas of an approval of which there is no estimate. */
export const APPROVAL_GAS = 60_000n
/** Units of gas of a permit within a swap: a signature is checked, and an allowance and a nonce are written. */
export const PERMIT_GAS = 80_000n

/** What a quote means. Undefined is unknown, which is not zero. */
export interface SwapDetails {
  /** Base units of the bought token for one whole sold token, cut. */
  readonly rate: bigint
  /** The least that the swap may give, in base units. */
  readonly minimum: bigint
  /** How much less the bought amount is worth than the sold one, in hundredths of a percent, cut; 0 when it is worth more. */
  readonly impact: bigint | undefined
  readonly fromWorth: Money | undefined
  readonly toWorth: Money | undefined
}

/** Prices by CAIP-10 id in lower case, in US dollars. */
export type Prices = ReadonlyMap<string, number> | undefined

/** What an amount of a token is worth; the price of the swap's own question goes before that of the balance. */
export function worthIn(prices: Prices, token: Asset, amount: bigint): Money | undefined {
  return worthOf(amount, token.decimals, prices?.get(swapIdOf(token).toLowerCase()) ?? token.price)
}

/** Whether a token may have any name: nobody here knows a price for it. Never the chain's own coin. */
export function isUnpriced(prices: Prices, token: Asset): boolean {
  return token.contract !== undefined && (prices?.get(swapIdOf(token).toLowerCase()) ?? token.price) === undefined
}

/** @throws WalletError AMOUNT_INVALID for a slippage outside 0 to 50 */
export function detailsOf(
  quote: Quote,
  {
    from,
    to,
    prices,
    slippagePercent,
  }: { readonly from: Asset; readonly to: Asset; readonly prices: Prices; readonly slippagePercent: number },
): SwapDetails {
  const fromWorth = worthIn(prices, from, quote.fromAmount)
  const toWorth = worthIn(prices, to, quote.toAmount)
  return {
    rate: (quote.toAmount * 10n ** BigInt(from.decimals)) / quote.fromAmount,
    minimum: minimumOut(quote.toAmount, slippagePercent),
    impact: impactOf(fromWorth, toWorth),
    fromWorth,
    toWorth,
  }
}

/** Unknown where a price is, and where the sold amount is worth nothing. */
function impactOf(sold: Money | undefined, bought: Money | undefined): bigint | undefined {
  if (sold === undefined || bought === undefined || sold === 0n) return undefined
  return bought >= sold ? 0n : ((sold - bought) * 10_000n) / sold
}
