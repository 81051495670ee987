// Prices of tokens (specification §7, `POST /v1/fungible/price`; wire reference §2.6).
import * as z from 'zod/mini'
import { parseAccountId } from '../vocabulary/caip.js'
import { type CallOptions, dataPost } from './data-api.js'
import { isSupported } from './gate.js'
import type { Api } from './http.js'
import { accountIdSchema, type Currency, currencySchema, imageSchema, textSchema } from './shapes.js'

/** Most addresses that the services accept in one call. */
export const PRICES_PER_CALL_MAX = 100

/** Body of `POST /v1/fungible/price`. */
export const pricesBodySchema = z.object({
  projectId: z.optional(textSchema),
  currency: currencySchema,
  addresses: z.array(accountIdSchema).check(z.minLength(1), z.maxLength(PRICES_PER_CALL_MAX)),
})

/** One token in the answer of `POST /v1/fungible/price`. */
export const fungibleSchema = z.object({
  address: z.nullish(accountIdSchema),
  name: textSchema,
  symbol: textSchema,
  iconUrl: imageSchema,
  price: z.number().check(z.nonnegative()),
  decimals: z.int().check(z.minimum(0), z.maximum(255)),
})

/** Answer of `POST /v1/fungible/price`. */
export const pricesSchema = z.object({ fungibles: z.array(fungibleSchema).check(z.maxLength(PRICES_PER_CALL_MAX)) })

/**
 * A token with the price of one whole token in the currency of the query. `address` (CAIP-10) is absent on public servers that
 * answer only for the first address of a call: match by `symbol` there.
 */
export type Fungible = z.output<typeof fungibleSchema>

/** The tokens that `getPrices` asks about. */
export interface PriceQuery extends CallOptions {
  /** CAIP-10 token ids, also of several chains; a chain's own coin by its pseudo address of `native.ts`. */
  readonly addresses: readonly string[]
  /** Default `usd`. */
  readonly currency?: Currency | undefined
}

/**
 * Prices of tokens in the order of the query, 100 tokens per request. Tokens without a known price are left out, and so are
 * tokens on a chain that the services do not serve.
 * @throws WalletError `CAIP_INVALID`; further as `get`
 */
export async function getPrices(api: Api, query: PriceQuery): Promise<readonly Fungible[]> {
  const { currency = 'usd', signal } = query
  const served = await Promise.all(query.addresses.map((id) => isSupported(api, parseAccountId(id).chainId, signal)))
  const addresses = query.addresses.filter((_, index) => served[index])
  const pages: Promise<z.output<typeof pricesSchema>>[] = []
  for (let start = 0; start < addresses.length; start += PRICES_PER_CALL_MAX) {
    const body = { projectId: api.projectId, currency, addresses: addresses.slice(start, start + PRICES_PER_CALL_MAX) }
    pages.push(dataPost(api, { path: '/v1/fungible/price', schema: pricesSchema, body, signal }))
  }
  return (await Promise.all(pages)).flatMap((page) => page.fungibles)
}
