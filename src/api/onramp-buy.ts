// On-ramp options and quotes by country, in the form of the public server (`GET /v1/onramp/buy/…`; wire reference §2.17, §2.18):
// for pages that use that server. Our services answer both forms; the modal itself uses onramp.ts.
import * as z from 'zod/mini'
import { type CallOptions, dataGet } from './data-api.js'
import { isSupported } from './gate.js'
import type { Api } from './http.js'
import { decimalSchema, optionalImageSchema, textSchema } from './shapes.js'

/** ISO 3166-1 alpha-2. */
const countrySchema = z.string().check(z.regex(/^[A-Z]{2}$/))

/** Query of `GET /v1/onramp/buy/options`: country (ISO 3166-1 alpha-2) and, where it matters, its subdivision. */
export const buyOptionsQuerySchema = z.object({ country: countrySchema, subdivision: z.optional(textSchema) })

/** Answer of `GET /v1/onramp/buy/options`. Limits are decimal strings in the payment currency. */
export const buyOptionsSchema = z.object({
  paymentCurrencies: z.array(
    z.object({ id: textSchema, limits: z.array(z.object({ id: textSchema, min: decimalSchema, max: decimalSchema })) }),
  ),
  purchaseCurrencies: z.array(
    z.object({
      id: textSchema,
      name: textSchema,
      symbol: textSchema,
      iconUrl: optionalImageSchema,
      networks: z.array(
        z.object({
          name: textSchema,
          displayName: textSchema,
          contractAddress: z.nullish(textSchema),
          chainId: z.nullish(textSchema),
        }),
      ),
    }),
  ),
})

/** Query of `GET /v1/onramp/buy/quotes`. */
export const buyQuotesQuerySchema = z.object({
  purchaseCurrency: textSchema,
  purchaseNetwork: z.optional(textSchema),
  paymentAmount: decimalSchema,
  paymentCurrency: textSchema,
  paymentMethod: textSchema,
  country: countrySchema,
  subdivision: z.optional(textSchema),
})

const moneySchema = z.object({ value: decimalSchema, currency: textSchema })
/** Answer of `GET /v1/onramp/buy/quotes`. */
export const buyQuotesSchema = z.object({
  paymentTotal: moneySchema,
  paymentSubTotal: moneySchema,
  purchaseAmount: moneySchema,
  coinbaseFee: moneySchema,
  networkFee: moneySchema,
  quoteId: z.string().check(z.minLength(1), z.maxLength(256)),
})

/** What can be bought and paid with in a country, with the field names of the answer. */
export type BuyOptions = z.output<typeof buyOptionsSchema>
/** The price of one purchase; each `value` is a decimal string in its `currency`. */
export type BuyQuote = z.output<typeof buyQuotesSchema>

interface OnChain extends CallOptions {
  /** The active chain (CAIP-2). */
  readonly chainId: string
}

/**
 * What can be bought and paid with in a country; both lists are empty on a chain that the services do not serve. Errors as in
 * `get`.
 */
export async function getBuyOptions(
  api: Api,
  { chainId, signal, ...query }: OnChain & z.output<typeof buyOptionsQuerySchema>,
): Promise<BuyOptions> {
  if (!(await isSupported(api, chainId, signal))) return { paymentCurrencies: [], purchaseCurrencies: [] }
  return dataGet(api, { path: '/v1/onramp/buy/options', schema: buyOptionsSchema, query, signal })
}

/** The price of a purchase; `undefined` on a chain that the services do not serve. Errors as in `get`. */
export async function getBuyQuote(
  api: Api,
  { chainId, signal, ...query }: OnChain & z.output<typeof buyQuotesQuerySchema>,
): Promise<BuyQuote | undefined> {
  if (!(await isSupported(api, chainId, signal))) return undefined
  return dataGet(api, { path: '/v1/onramp/buy/quotes', schema: buyQuotesSchema, query, signal })
}
