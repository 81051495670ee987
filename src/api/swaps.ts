// Swaps: what can be swapped, at what rate, and the transaction that does it (specification §7, `/v1/convert/…`).
import * as z from 'zod/mini'
import { isAddress, parseAccountId } from '../caip.js'
import { SWAP_SLIPPAGE_PERCENT } from '../constants.js'
import { isWalletError, WalletError } from '../errors.js'
import { type CallOptions, dataGet, dataPost } from './data-api.js'
import { assertSupported, isSupported } from './gate.js'
import type { Api } from './http.js'
import { isNativeToken } from './native.js'
import { accountIdSchema, chainIdSchema, hexSchema, optionalImageSchema, textSchema, unitsSchema } from './shapes.js'

const SLIPPAGE_MAX_PERCENT = 50

export const quotesQuerySchema = z.object({
  amount: unitsSchema,
  userAddress: z.optional(textSchema),
  from: accountIdSchema,
  to: accountIdSchema,
  gasPrice: z.optional(unitsSchema),
})
export const quoteSchema = z.object({
  id: z.nullish(textSchema),
  fromAmount: unitsSchema,
  fromAccount: accountIdSchema,
  toAmount: unitsSchema,
  toAccount: accountIdSchema,
})
export const quotesSchema = z.object({ quotes: z.array(quoteSchema).check(z.maxLength(100)) })

export const swapTokensQuerySchema = z.object({ chainId: chainIdSchema, address: z.optional(accountIdSchema) })
export const swapTokenSchema = z.object({
  name: textSchema,
  symbol: textSchema,
  address: accountIdSchema,
  decimals: z.int().check(z.minimum(0), z.maximum(255)),
  logoUri: optionalImageSchema,
  eip2612: z.nullish(z.boolean()),
})
export const swapTokensSchema = z.object({ tokens: z.array(swapTokenSchema).check(z.maxLength(20_000)) })

export const allowanceQuerySchema = z.object({ tokenAddress: accountIdSchema, userAddress: accountIdSchema })
export const allowanceSchema = z.object({ allowance: unitsSchema })

export const gasPriceQuerySchema = z.object({ chainId: chainIdSchema })
export const gasPriceSchema = z.object({ standard: unitsSchema, fast: unitsSchema, instant: unitsSchema })

export const buildTransactionBodySchema = z.object({
  projectId: z.optional(textSchema),
  amount: unitsSchema,
  eip155: z.object({ slippage: z.number().check(z.minimum(0), z.maximum(SLIPPAGE_MAX_PERCENT)), permit: z.optional(hexSchema) }),
  from: accountIdSchema,
  to: accountIdSchema,
  userAddress: accountIdSchema,
  disableEstimate: z.optional(z.boolean()),
  /** What the user was shown; public servers know neither this nor the next. */
  quotedAmount: z.optional(unitsSchema),
  quoteId: z.optional(textSchema),
})
export const buildTransactionSchema = z.object({
  tx: z.object({
    from: accountIdSchema,
    to: accountIdSchema,
    data: hexSchema,
    /** Expected, in base units of the token that comes in. */
    amount: unitsSchema,
    value: z.nullish(unitsSchema),
    eip155: z.object({ gas: unitsSchema, gasPrice: unitsSchema }),
  }),
})

/** Amounts in base units. */
export interface Quote {
  /** Names the route for `buildSwap`, for a minute; absent: any will do. */
  readonly id: string | undefined
  readonly fromAmount: bigint
  readonly fromAccount: string
  readonly toAmount: bigint
  readonly toAccount: string
}

/** Of the field's wire; `logoUri` is safe for `<img src>`. */
export type SwapToken = z.output<typeof swapTokenSchema>

/** Wei for one unit of gas. */
export interface GasPrice {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

/** Ready for `eth_sendTransaction`, once the numbers are in hex. */
export interface SwapTransaction {
  readonly to: string
  readonly data: `0x${string}`
  /** Wei: the whole amount when the chain's own coin is swapped, else 0. */
  readonly value: bigint
  /** Expected, in base units of the token that comes in. */
  readonly amount: bigint
  readonly gas: bigint
  readonly gasPrice: bigint
}

export interface QuoteQuery extends CallOptions {
  /** Base units of `from`. */
  readonly amount: bigint
  /** Plain address. */
  readonly userAddress?: string | undefined
  /** CAIP-10 token ids on one chain; see `native.ts` for its own coin. */
  readonly from: string
  readonly to: string
  /** Wei. */
  readonly gasPrice?: bigint | undefined
}

/**
 * Best first; none: no route, or a chain that the services do not serve.
 * @throws WalletError `INSUFFICIENT_LIQUIDITY`, `CAIP_INVALID`; further as `get`
 */
export async function getQuotes(
  api: Api,
  { signal, amount, userAddress, from, to, gasPrice }: QuoteQuery,
): Promise<readonly Quote[]> {
  if (!(await isSupported(api, parseAccountId(from).chainId, signal))) return []
  const query = { amount: String(amount), userAddress, from, to, gasPrice: gasPrice?.toString() }
  const { quotes } = await dataGet(api, { path: '/v1/convert/quotes', schema: quotesSchema, query, signal }).catch(explain)
  return quotes.map((quote) => ({
    ...quote,
    id: quote.id ?? undefined,
    fromAmount: BigInt(quote.fromAmount),
    toAmount: BigInt(quote.toAmount),
  }))
}

/** What can be swapped on a chain (CAIP-2); nothing on one that the services do not serve. Errors as in `get`. */
export async function getSwapTokens(
  api: Api,
  { chainId, signal }: CallOptions & { readonly chainId: string },
): Promise<readonly SwapToken[]> {
  if (!(await isSupported(api, chainId, signal))) return []
  const answer = await dataGet(api, { path: '/v1/convert/tokens', schema: swapTokensSchema, query: { chainId }, signal })
  return answer.tokens
}

/**
 * How much of the token (CAIP-10) the swap's contract may take from the user (CAIP-10), in base units.
 * 0 on a chain that the services do not serve. Errors as in `get`.
 */
export async function getAllowance(
  api: Api,
  { tokenAddress, userAddress, signal }: CallOptions & { readonly tokenAddress: string; readonly userAddress: string },
): Promise<bigint> {
  if (!(await isSupported(api, parseAccountId(tokenAddress).chainId, signal))) return 0n
  const query = { tokenAddress, userAddress }
  const answer = await dataGet(api, { path: '/v1/convert/allowance', schema: allowanceSchema, query, signal })
  return BigInt(answer.allowance)
}

/** @throws WalletError `GAS_PRICE_NOT_SUPPORTED` on a chain that the services do not serve; further as `get` */
export async function getGasPrice(api: Api, { chainId, signal }: CallOptions & { readonly chainId: string }): Promise<GasPrice> {
  await assertSupported(api, chainId, 'GAS_PRICE_NOT_SUPPORTED', signal)
  const answer = await dataGet(api, { path: '/v1/convert/gas-price', schema: gasPriceSchema, query: { chainId }, signal })
  return { standard: BigInt(answer.standard), fast: BigInt(answer.fast), instant: BigInt(answer.instant) }
}

export interface SwapOrder extends CallOptions {
  /** Base units of `from`. */
  readonly amount: bigint
  /** CAIP-10 token ids on one chain. */
  readonly from: string
  readonly to: string
  /** CAIP-10. */
  readonly userAddress: string
  /** What the user was shown, `Quote.toAmount`: base units of `to`. What gives less than this by more than the slippage is refused. */
  readonly quotedAmount: bigint
  /** `Quote.id`: the way that was shown; absent, or when it is over: whichever is best. */
  readonly quoteId?: string | undefined
  /** Default 1 (specification §9), at most 50. */
  readonly slippagePercent?: number | undefined
  /** A signed EIP-2612 permit. */
  readonly permit?: string | undefined
}

/**
 * The transaction of a swap, with its gas not estimated, so that it can be built before its approval is mined.
 * What the wallet is asked to pay is the amount that was ordered, and what comes in is what was agreed, whatever the server says.
 * @throws WalletError `PRICE_MOVED` when it has got worse than the slippage allows: show a new quote; `SWAPS_NOT_SUPPORTED` on a chain that
 * the services do not serve, `INSUFFICIENT_LIQUIDITY`, `AMOUNT_INVALID`, `CAIP_INVALID`; further as `get`
 */
export async function buildSwap(api: Api, order: SwapOrder): Promise<SwapTransaction> {
  const { amount, from, to, userAddress, quotedAmount, quoteId, slippagePercent = SWAP_SLIPPAGE_PERCENT, permit, signal } = order
  const least = minimumOut(quotedAmount, slippagePercent)
  const { chainId } = parseAccountId(from)
  await assertSupported(api, chainId, 'SWAPS_NOT_SUPPORTED', signal)
  const path = '/v1/convert/build-transaction'
  const body = {
    projectId: api.projectId,
    amount: String(amount),
    eip155: { slippage: slippagePercent, permit },
    from,
    to,
    userAddress,
    disableEstimate: true,
    quotedAmount: String(quotedAmount),
    quoteId,
  }
  const { tx } = await dataPost(api, { path, schema: buildTransactionSchema, body, signal }).catch(explain)
  const target = parseAccountId(tx.to)
  if (target.chainId !== chainId || !isAddress('eip155', target.address))
    throw unfit('tx.to: not a contract on the chain of the swap')
  const expected = BigInt(tx.amount)
  if (expected < least) throw new WalletError('PRICE_MOVED', { details: { least: String(least), expected: String(expected) } })
  return {
    to: target.address,
    data: tx.data as `0x${string}`, // the schema asked for 0x
    value: isNativeToken(from) ? amount : 0n,
    amount: expected,
    gas: BigInt(tx.eip155.gas),
    gasPrice: BigInt(tx.eip155.gasPrice),
  }
}

/**
 * What is left of a quoted amount when the whole slippage is lost, rounded in the user's favour. Base units; 1 is one percent.
 * @throws WalletError `AMOUNT_INVALID` for an amount of nothing, and a slippage outside 0 to 50
 */
export function minimumOut(quotedAmount: bigint, slippagePercent: number = SWAP_SLIPPAGE_PERCENT): bigint {
  if (quotedAmount <= 0n || !(slippagePercent >= 0 && slippagePercent <= SLIPPAGE_MAX_PERCENT))
    throw new WalletError('AMOUNT_INVALID', { details: { quotedAmount: String(quotedAmount), slippagePercent } })
  const parts = 10_000n - BigInt(Math.round(slippagePercent * 100))
  return (quotedAmount * parts + 9999n) / 10_000n
}

function unfit(problem: string): WalletError {
  return new WalletError('MALFORMED_RESPONSE', { details: { problem } })
}

/** Public servers and the providers have no codes, only words. */
function explain(error: unknown): never {
  if (isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 400 && error.details['field'] === 'price')
    throw new WalletError('PRICE_MOVED', { cause: error })
  if (isWalletError(error, 'HTTP_STATUS') && /insufficient liquidity/i.test(String(error.details['reasons'])))
    throw new WalletError('INSUFFICIENT_LIQUIDITY', { cause: error })
  throw error
}
