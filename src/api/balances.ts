// What an account holds on one chain, with prices (specification §7, `GET /v1/account/{address}/balance`).
import * as z from 'zod/mini'
import { parseUnits } from '../amount.js'
import { type CallOptions, dataGetPart, segment } from './data-api.js'
import { assertSupported } from './gate.js'
import type { Api } from './http.js'
import { isNativeToken, NATIVE_SOLANA_ADDRESS, nativeTokenId } from './native.js'
import {
  accountIdSchema,
  chainIdSchema,
  type Currency,
  currencySchema,
  decimalSchema,
  imageSchema,
  textSchema,
} from './shapes.js'

export const balanceQuerySchema = z.object({
  currency: currencySchema,
  chainId: z.optional(chainIdSchema),
  /** CAIP-10 ids, joined by commas. */
  forceUpdate: z.optional(textSchema),
})

export const balanceItemSchema = z.object({
  name: textSchema,
  symbol: textSchema,
  chainId: z.nullish(chainIdSchema),
  // Absent for the chain's own coin; Solana's own comes as a bare pseudo mint.
  address: z.nullish(z.union([accountIdSchema, z.literal(NATIVE_SOLANA_ADDRESS)])),
  value: z.nullish(z.number()),
  price: z.nullish(z.number()),
  quantity: z.object({ decimals: z.string().check(z.regex(/^(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/)), numeric: decimalSchema }),
  iconUrl: imageSchema,
})

export const balancesSchema = z.object({ balances: z.array(balanceItemSchema).check(z.maxLength(10_000)) })

export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  /** CAIP-2. */
  readonly chainId: string
  /** CAIP-10 of the token; the pseudo address of `native.ts` for the chain's own coin. */
  readonly address: string
  readonly isNative: boolean
  /** Base units. */
  readonly amount: bigint
  readonly decimals: number
  /** In the currency that was asked for; absent: nobody knows. */
  readonly value: number | undefined
  /** Of one whole token; absent: nobody knows. */
  readonly price: number | undefined
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  /** Safe for `<img src>`. */
  readonly iconUrl: string | null
}

export interface Balances {
  readonly balances: readonly TokenBalance[]
  /** Not all of it could be read: the account may hold more than this. */
  readonly isIncomplete: boolean
}

export interface BalanceQuery extends CallOptions {
  /** Plain, as the chain writes it. */
  readonly address: string
  readonly chainId: string
  /** Default `usd`. */
  readonly currency?: Currency | undefined
  /** CAIP-10 token ids that are read from the chain, past every cache. */
  readonly forceUpdate?: readonly string[] | undefined
}

/**
 * Tokens without decimals are left out: they are mostly badges and baits (specification §5).
 * @throws WalletError `BALANCE_UNAVAILABLE` on a chain that the services do not serve; further as `get`
 */
export async function getBalances(api: Api, query: BalanceQuery): Promise<Balances> {
  const { address, chainId, currency = 'usd', forceUpdate, signal } = query
  await assertSupported(api, chainId, 'BALANCE_UNAVAILABLE', signal)
  const path = `/v1/account/${segment(address)}/balance` as const
  const call = { path, schema: balancesSchema, query: { currency, chainId, forceUpdate }, signal }
  const { answer, isIncomplete } = await dataGetPart(api, call)
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
