// Swaps: the tokens, the quotes, and the transaction (specification §7, `/v1/convert/…`; wire reference §2.4–2.9). approvals.ts
// has the approval before it.
import * as z from 'zod/mini'
import { isAddress, parseAccountId } from '../vocabulary/caip.js'
import { SWAP_SLIPPAGE_PERCENT } from '../vocabulary/constants.js'
import { isWalletError, walletError, type WalletError } from '../vocabulary/errors.js'
import { SLIPPAGE_MAX_PERCENT } from '../vocabulary/slippage.js'
import { type CallOptions, dataGet, dataPost } from './data-api.js'
import { assertSupported, isSupported } from './gate.js'
import type { Api } from './http.js'
import { isNativeToken } from './native.js'
import { accountIdSchema, chainIdSchema, givenText, hexSchema, optionalImageSchema, textSchema, unitsSchema } from './shapes.js'

/** Query of `GET /v1/convert/quotes`. */
export const quotesQuerySchema = z.object({
  amount: unitsSchema,
  userAddress: z.optional(textSchema),
  from: accountIdSchema,
  to: accountIdSchema,
  gasPrice: z.optional(unitsSchema),
})
/** One quote in the answer of `GET /v1/convert/quotes`. */
export const quoteSchema = z.object({
  id: z.nullish(textSchema),
  fromAmount: unitsSchema,
  fromAccount: accountIdSchema,
  toAmount: unitsSchema,
  toAccount: accountIdSchema,
})
/** Answer of `GET /v1/convert/quotes`. */
export const quotesSchema = z.object({ quotes: z.array(quoteSchema).check(z.maxLength(100)) })

/** Query of `GET /v1/convert/tokens`; `address` limits the answer to one token. */
export const swapTokensQuerySchema = z.object({ chainId: chainIdSchema, address: z.optional(accountIdSchema) })
/** One token in the answer of `GET /v1/convert/tokens`. */
export const swapTokenSchema = z.object({
  name: givenText(),
  symbol: givenText(),
  address: accountIdSchema,
  decimals: z.int().check(z.minimum(0), z.maximum(255)),
  logoUri: optionalImageSchema,
  eip2612: z.nullish(z.boolean()),
})
/** Answer of `GET /v1/convert/tokens`. */
export const swapTokensSchema = z.object({ tokens: z.array(swapTokenSchema).check(z.maxLength(20_000)) })

/** Query of `GET /v1/convert/allowance`. */
export const allowanceQuerySchema = z.object({ tokenAddress: accountIdSchema, userAddress: accountIdSchema })
/** Answer of `GET /v1/convert/allowance`. */
export const allowanceSchema = z.object({ allowance: unitsSchema })

/** Query of `GET /v1/convert/gas-price`. */
export const gasPriceQuerySchema = z.object({ chainId: chainIdSchema })
/** Answer of `GET /v1/convert/gas-price`, in wei per unit of gas. */
export const gasPriceSchema = z.object({ standard: unitsSchema, fast: unitsSchema, instant: unitsSchema })

/** Body of `POST /v1/convert/build-transaction`. `slippage` is in percent; `permit` is a signed EIP-2612 permit. */
export const buildTransactionBodySchema = z.object({
  projectId: z.optional(textSchema),
  amount: unitsSchema,
  eip155: z.object({ slippage: z.number().check(z.minimum(0), z.maximum(SLIPPAGE_MAX_PERCENT)), permit: z.optional(hexSchema) }),
  from: accountIdSchema,
  to: accountIdSchema,
  userAddress: accountIdSchema,
  disableEstimate: z.optional(z.boolean()),
  /** The quote that the person was shown, in base units of `to`. Public servers know neither `quotedAmount` nor `quoteId`. */
  quotedAmount: z.optional(unitsSchema),
  quoteId: z.optional(textSchema),
})
/** Answer of `POST /v1/convert/build-transaction`. */
export const buildTransactionSchema = z.object({
  tx: z.object({
    from: accountIdSchema,
    to: accountIdSchema,
    data: hexSchema,
    /** What the swap is expected to give, in base units of `to`. */
    amount: unitsSchema,
    value: z.nullish(unitsSchema),
    /** `takesPermit`: a signed permit can be built into this swap. Public servers do not say so. */
    eip155: z.object({ gas: unitsSchema, gasPrice: unitsSchema, takesPermit: z.nullish(z.boolean()) }),
  }),
})

/** What a swap gives. Amounts are in base units, `fromAccount` and `toAccount` are CAIP-10 token ids. */
export interface Quote {
  /** The route, for `SwapOrder.quoteId`; our services remember it for 60 s. `undefined` on servers without such ids. */
  readonly id: string | undefined
  readonly fromAmount: bigint
  readonly fromAccount: string
  readonly toAmount: bigint
  readonly toAccount: string
}

/**
 * A token that can be swapped, with the field names of the answer; `address` is its CAIP-10 id, `logoUri` is safe for `<img
 * src>`.
 */
export type SwapToken = z.output<typeof swapTokenSchema>

/** Gas prices in wei per unit of gas, by how soon the transaction should be mined. */
export interface GasPrice {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

/** A checked swap, ready for `eth_sendTransaction` once the numbers are in hex. */
export interface SwapTransaction {
  readonly to: string
  readonly data: `0x${string}`
  /** Wei: the whole amount when the chain's own coin is sold, otherwise 0. */
  readonly value: bigint
  /** What the swap is expected to give, in base units of the bought token. */
  readonly amount: bigint
  /** Units of gas; 0n when the services made no estimate. */
  readonly gas: bigint
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
  /** A signed EIP-2612 permit can be built into it, instead of an approval before it: see `SwapOrder.permit`. */
  readonly takesPermit: boolean
}

/** The swap that `getQuotes` asks about. */
export interface QuoteQuery extends CallOptions {
  /** Base units of `from`. */
  readonly amount: bigint
  /** Plain address. */
  readonly userAddress?: string | undefined
  /** CAIP-10 id of the sold token; the chain's own coin by its pseudo address of `native.ts`. */
  readonly from: string
  /** CAIP-10 id of the bought token, on the same chain. */
  readonly to: string
  /** Wei per unit of gas. */
  readonly gasPrice?: bigint | undefined
}

/**
 * The quotes for a swap, best first. Empty when there is no route, and on a chain that the services do not serve.
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

/** The tokens that can be swapped on a chain (CAIP-2); empty on a chain that the services do not serve. Errors as in `get`. */
export async function getSwapTokens(
  api: Api,
  { chainId, signal }: CallOptions & { readonly chainId: string },
): Promise<readonly SwapToken[]> {
  if (!(await isSupported(api, chainId, signal))) return []
  const answer = await dataGet(api, { path: '/v1/convert/tokens', schema: swapTokensSchema, query: { chainId }, signal })
  return answer.tokens
}

/**
 * How much of a token (CAIP-10) the swap's contract may take from the user (CAIP-10), in base units. 0 on a chain that the
 * services do not serve.
 * @throws WalletError `CAIP_INVALID`; further as `get`
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

/**
 * The gas prices of a chain (CAIP-2).
 * @throws WalletError `GAS_PRICE_NOT_SUPPORTED` on a chain that the services do not serve; further as `get`
 */
export async function getGasPrice(api: Api, { chainId, signal }: CallOptions & { readonly chainId: string }): Promise<GasPrice> {
  await assertSupported(api, chainId, 'GAS_PRICE_NOT_SUPPORTED', signal)
  const answer = await dataGet(api, { path: '/v1/convert/gas-price', schema: gasPriceSchema, query: { chainId }, signal })
  return { standard: BigInt(answer.standard), fast: BigInt(answer.fast), instant: BigInt(answer.instant) }
}

/** The swap that `buildSwap` makes a transaction for. */
export interface SwapOrder extends CallOptions {
  /** Base units of `from`. */
  readonly amount: bigint
  /** CAIP-10 id of the sold token. */
  readonly from: string
  /** CAIP-10 id of the bought token, on the same chain. */
  readonly to: string
  /** CAIP-10. */
  readonly userAddress: string
  /**
   * `Quote.toAmount` that the person was shown, in base units of `to`. The swap is refused when it gives less than this minus the
   * slippage.
   */
  readonly quotedAmount: bigint
  /** `Quote.id` of that quote. When it is absent or no longer remembered, the services choose the best route. */
  readonly quoteId?: string | undefined
  /** In percent. Default 1 (specification §9), at most 50. */
  readonly slippagePercent?: number | undefined
  /** A signed EIP-2612 permit for the contract of the swap, as `encodePermit` makes it; it replaces the approval. */
  readonly permit?: string | undefined
}

/**
 * Asks the services for the transaction of a swap. The value to pay comes from the order, not from the answer, and an answer that
 * gives less than quoted is refused. The services are told not to estimate its gas (`disableEstimate`), so that it can be built
 * before its approval is mined.
 * @throws WalletError `PRICE_MOVED` when the swap gives less than the slippage allows (show a new quote); `MALFORMED_RESPONSE`
 * when it goes to another chain; `SWAPS_NOT_SUPPORTED` on a chain that the services do not serve; `INSUFFICIENT_LIQUIDITY`,
 * `AMOUNT_INVALID`, `CAIP_INVALID`; further as `get`
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
  if (expected < least) throw walletError('PRICE_MOVED', { details: { least: String(least), expected: String(expected) } })
  return {
    to: target.address,
    data: tx.data as `0x${string}`, // the schema asked for 0x
    value: isNativeToken(from) ? amount : 0n,
    amount: expected,
    gas: BigInt(tx.eip155.gas),
    gasPrice: BigInt(tx.eip155.gasPrice),
    takesPermit: tx.eip155.takesPermit === true,
  }
}

/**
 * The least that a swap may give: the quoted amount minus the slippage, rounded up, in base units.
 * @throws WalletError `AMOUNT_INVALID` for an amount of 0 or less, and for a slippage outside 0 to 50 percent
 */
export function minimumOut(quotedAmount: bigint, slippagePercent: number = SWAP_SLIPPAGE_PERCENT): bigint {
  if (quotedAmount <= 0n || !(slippagePercent >= 0 && slippagePercent <= SLIPPAGE_MAX_PERCENT))
    throw walletError('AMOUNT_INVALID', { details: { quotedAmount: String(quotedAmount), slippagePercent } })
  const parts = 10_000n - BigInt(Math.round(slippagePercent * 100))
  return (quotedAmount * parts + 9999n) / 10_000n
}

function unfit(problem: string): WalletError {
  return walletError('MALFORMED_RESPONSE', { details: { problem } })
}

/**
 * Turns a failure of the services into `PRICE_MOVED` or `INSUFFICIENT_LIQUIDITY`. The latter is known only by the text of the
 * provider.
 */
function explain(error: unknown): never {
  if (isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 400 && error.details['field'] === 'price')
    throw walletError('PRICE_MOVED', { cause: error })
  if (isWalletError(error, 'HTTP_STATUS') && /insufficient liquidity/i.test(String(error.details['reasons'])))
    throw walletError('INSUFFICIENT_LIQUIDITY', { cause: error })
  throw error
}
