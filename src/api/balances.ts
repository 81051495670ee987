// The tokens of an account on one chain, with prices (specification §7, `GET /v1/account/{address}/balance`; wire reference
// §2.11).
import * as z from 'zod/mini'
import { parseUnits } from '../vocabulary/amount.js'
import { type CallOptions, dataGetPartial, segment } from './data-api.js'
import { assertServed } from './gate.js'
import type { Api } from './http.js'
import { isNativeToken, NATIVE_SOLANA_ADDRESS, nativeTokenId } from './native.js'
import {
  accountIdSchema,
  chainIdSchema,
  type Currency,
  currencySchema,
  decimalSchema,
  imageSchema,
  givenText,
  textSchema,
} from './shapes.js'

/** Query of `GET /v1/account/{address}/balance`. */
export const balanceQuerySchema = z.object({
  currency: currencySchema,
  chainId: z.optional(chainIdSchema),
  /** CAIP-10 ids joined by commas: tokens whose amount the services read from the chain. */
  forceUpdate: z.optional(textSchema),
})

/** One token in the answer of `GET /v1/account/{address}/balance`. `value` and `price` are in the currency of the query. */
export const balanceItemSchema = z.object({
  name: givenText(),
  symbol: givenText(),
  chainId: z.nullish(chainIdSchema),
  // Absent for the own coin of an EVM chain; for SOL a pseudo mint that is no CAIP-10 id.
  address: z.nullish(z.union([accountIdSchema, z.literal(NATIVE_SOLANA_ADDRESS)])),
  value: z.nullish(z.number()),
  price: z.nullish(z.number()),
  quantity: z.object({ decimals: z.string().check(z.regex(/^(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/)), numeric: decimalSchema }),
  iconUrl: imageSchema,
})

/** Answer of `GET /v1/account/{address}/balance`. */
export const balancesSchema = z.object({ balances: z.array(balanceItemSchema).check(z.maxLength(10_000)) })

/** What an account holds of one token. */
export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  /** CAIP-2. */
  readonly chainId: string
  /** CAIP-10 id of the token; with a pseudo address of `native.ts` for the chain's own coin. */
  readonly address: string
  readonly isNative: boolean
  /** Base units. */
  readonly amount: bigint
  readonly decimals: number
  /** Of the whole amount, in the currency of the query; `undefined` when no source has a price. */
  readonly value: number | undefined
  /** Of one whole token, in the currency of the query; `undefined` when no source has one. */
  readonly price: number | undefined
  /** As the services sent it: `numeric` is a decimal number of whole tokens. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  /** Safe for `<img src>`. */
  readonly iconUrl: string | null
}

/** The tokens of an account on one chain. */
export interface Balances {
  readonly balances: readonly TokenBalance[]
  /** The services could not read all of their sources: the account may hold more than `balances`. */
  readonly isIncomplete: boolean
}

/** The account and chain that `getBalances` asks about. */
export interface BalanceQuery extends CallOptions {
  /** Plain address in the chain's own form. */
  readonly address: string
  /** CAIP-2. */
  readonly chainId: string
  /** Default `usd`. */
  readonly currency?: Currency | undefined
  /** CAIP-10 ids of tokens that the services read from the chain instead of a cache, such as after a transfer. EVM only. */
  readonly forceUpdate?: readonly string[] | undefined
}

/**
 * The tokens of an account on one chain. Tokens with 0 decimals are left out (specification §5): most are badges or spam.
 * @throws WalletError `BALANCE_UNAVAILABLE` on a chain that the services do not serve; further as `get`, also of the list of chains that they serve
 */
export async function getBalances(api: Api, query: BalanceQuery): Promise<Balances> {
  const { address, chainId, currency = 'usd', forceUpdate, signal } = query
  await assertServed(api, chainId, signal, 'BALANCE_UNAVAILABLE')
  const path = `/v1/account/${segment(address)}/balance` as const
  const call = { path, schema: balancesSchema, query: { currency, chainId, forceUpdate }, signal }
  const { answer, isIncomplete } = await dataGetPartial(api, call)
  const shown = answer.balances.filter((item) => Number(item.quantity.decimals) > 0)
  return { balances: shown.map((item) => toBalance(item, chainId)), isIncomplete }
}

function toBalance(item: z.output<typeof balanceItemSchema>, askedChainId: string): TokenBalance {
  const { name, symbol, price, quantity, iconUrl } = item
  const chainId = item.chainId ?? askedChainId
  const isPseudo = !item.address || item.address === NATIVE_SOLANA_ADDRESS
  const address = isPseudo ? nativeTokenId(chainId) : (item.address ?? '')
  const decimals = Number(quantity.decimals)
  const [whole = '0', fraction = ''] = quantity.numeric.split('.')
  return {
    name,
    symbol,
    chainId,
    address,
    isNative: isPseudo || isNativeToken(address),
    amount: parseUnits(`${whole}.${fraction.slice(0, decimals)}`, decimals), // providers print more digits than the token has
    decimals,
    value: item.value ?? undefined,
    price: price ?? undefined,
    quantity,
    iconUrl,
  }
}
