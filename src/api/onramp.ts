// Buying tokens with a card or a bank account: the provider's page, what can be bought, and at what price (specification §7–9;
// wire reference §2.16–2.18).
import * as z from 'zod/mini'
import {
  ONRAMP_BANK_MAX_AMOUNT,
  ONRAMP_BANK_MIN_AMOUNT,
  ONRAMP_CARD_MAX_AMOUNT,
  ONRAMP_CARD_MIN_AMOUNT,
} from '../vocabulary/constants.js'
import { isWebUrl } from '../vocabulary/image-url.js'
import { type CallOptions, dataGet, dataPost, orWhenMissing } from './data-api.js'
import { assertServed, isCallerError, supportedChains } from './gate.js'
import type { Api } from './http.js'
import { decimalSchema, textSchema } from './shapes.js'

const presetSchema = z.int().check(z.positive())

/**
 * Body of `POST /v1/generators/onrampurl`. The preset amounts are whole numbers of the token, and of the payment currency. The last three fields are read
 * by our services alone: the quote that was agreed to, who sells, and the currency of `presetFiatAmount` (default USD).
 */
export const onrampUrlBodySchema = z.object({
  destinationWallets: z
    .array(
      z.object({
        address: z.string().check(z.minLength(1), z.maxLength(128)),
        blockchains: z.optional(z.array(textSchema)),
        assets: z.optional(z.array(textSchema)),
        supported_networks: z.optional(z.array(textSchema)),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
  partnerUserId: z.string().check(z.maxLength(49)),
  defaultNetwork: z.optional(textSchema),
  defaultExperience: z.optional(z.enum(['buy', 'send'])),
  presetCryptoAmount: z.optional(presetSchema),
  presetFiatAmount: z.optional(presetSchema),
  handlingRequestedUrls: z.optional(z.boolean()),
  quoteId: z.optional(z.string().check(z.maxLength(256))),
  provider: z.optional(textSchema),
  paymentCurrency: z.optional(textSchema),
})
/** Answer of `POST /v1/generators/onrampurl`; only our services send `provider` and `orderId`. */
export const onrampUrlSchema = z.object({
  url: textSchema.check(z.refine(isWebUrl, 'a web address is needed')),
  provider: z.nullish(textSchema),
  orderId: z.nullish(textSchema),
})

/** One token that can be bought, in the answer of `GET /v1/onramp/options` and the body of `POST /v1/onramp/quote`. */
export const purchaseCurrencySchema = z.object({
  id: textSchema,
  name: textSchema,
  symbol: textSchema,
  networks: z.array(z.object({ name: textSchema, display_name: textSchema, chain_id: textSchema, contract_address: textSchema })),
})
/** One currency to pay with, in the answer of `GET /v1/onramp/options` and the body of `POST /v1/onramp/quote`. */
export const paymentCurrencySchema = z.object({
  id: textSchema,
  payment_method_limits: z.array(z.object({ id: textSchema, min: decimalSchema, max: decimalSchema })),
})
/** Answer of `GET /v1/onramp/options`. */
export const onrampOptionsSchema = z.object({
  paymentCurrencies: z.array(paymentCurrencySchema).check(z.maxLength(1000)),
  purchaseCurrencies: z.array(purchaseCurrencySchema).check(z.maxLength(1000)),
})

/** Answer of `GET /v1/onramp/providers`: who sells, in the order in which they are asked. */
export const onrampProvidersSchema = z.array(z.object({ name: textSchema })).check(z.maxLength(100))

/** Body of `POST /v1/onramp/quote`. */
export const onrampQuoteBodySchema = z.object({
  purchaseCurrency: purchaseCurrencySchema,
  paymentCurrency: paymentCurrencySchema,
  amount: decimalSchema,
  network: textSchema,
})
const moneySchema = z.object({ amount: decimalSchema, currency: textSchema })
/** Answer of `POST /v1/onramp/quote`. */
export const onrampQuoteSchema = z.object({
  paymentTotal: moneySchema,
  paymentSubtotal: moneySchema,
  purchaseAmount: moneySchema,
  coinbaseFee: moneySchema,
  networkFee: moneySchema,
  quoteId: z.string().check(z.minLength(1), z.maxLength(256)),
})

/** The purchase for which `createOnrampUrl` asks the provider's page, with the field names of the body. */
export type OnrampOrder = z.output<typeof onrampUrlBodySchema>
/**
 * A token that can be bought, with the networks it can be delivered on; `chain_id` is a number in decimal digits on EVM networks.
 */
export type PurchaseCurrency = z.output<typeof purchaseCurrencySchema>
/** A currency to pay with, with the limits of each payment method as decimal strings in that currency. */
export type PaymentCurrency = z.output<typeof paymentCurrencySchema>
/** The price of one purchase; each `amount` is a decimal string in its `currency`. */
export type OnrampQuote = z.output<typeof onrampQuoteSchema>

/** The provider's page for one purchase. */
export interface OnrampPage {
  /** http or https. */
  readonly url: string
  readonly provider: string | undefined
  readonly orderId: string | undefined
}

/** What can be bought and paid with. */
export interface OnrampOptions {
  readonly paymentCurrencies: readonly PaymentCurrency[]
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  /** The services did not answer, and these are the built-in options: a view has to mark them as an estimate. */
  readonly estimate: boolean
}

/** Who makes checkout pages where the services do not list anybody: the public server knows this one alone (wire reference §2.16). */
export const ONRAMP_DEFAULT_PROVIDER = 'coinbase'

interface OnChain extends CallOptions {
  /** The active chain (CAIP-2). */
  readonly chainId: string
}

/**
 * Asks for the provider's page for one purchase. The request is never repeated, since each one may open an order. The body travels
 * as `text/plain`, so that a browser sends no preflight request.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` when the services do not serve the chain; further as `get`
 */
export async function createOnrampUrl(
  api: Api,
  { chainId, order, signal }: OnChain & { readonly order: OnrampOrder },
): Promise<OnrampPage> {
  await assertServed(api, chainId, signal)
  const answer = await dataPost(api, {
    path: '/v1/generators/onrampurl',
    schema: onrampUrlSchema,
    body: order,
    contentType: 'text/plain',
    retries: 0,
    signal,
  })
  return { url: answer.url, provider: answer.provider ?? undefined, orderId: answer.orderId ?? undefined }
}

/**
 * What can be bought and paid with: empty on a chain that the services do not serve, the built-in options when the services fail
 * (specification §8).
 * @throws WalletError `ABORTED`, `NO_SERVICES`, `CONFIG_INVALID`
 */
export async function getOnrampOptions(api: Api, { chainId, signal }: OnChain): Promise<OnrampOptions> {
  try {
    const chains = await supportedChains(api, signal)
    if (!chains.http.includes(chainId)) return { paymentCurrencies: [], purchaseCurrencies: [], estimate: false }
    return { ...(await dataGet(api, { path: '/v1/onramp/options', schema: onrampOptionsSchema, signal })), estimate: false }
  } catch (error) {
    if (isCallerError(error)) throw error
    return { ...builtInOptions, estimate: true } // specification §8: options fall back to built-in defaults
  }
}

/**
 * Names of those who sell, in the order in which the services ask them; none on a chain that the services do not serve. Errors as in `get`, except that a
 * server without the list has `ONRAMP_DEFAULT_PROVIDER`.
 */
export async function getOnrampProviders(api: Api, { chainId, signal }: OnChain): Promise<readonly string[]> {
  const chains = await supportedChains(api, signal)
  if (!chains.http.includes(chainId)) return []
  const asked = dataGet(api, { path: '/v1/onramp/providers', schema: onrampProvidersSchema, signal })
  return (await orWhenMissing(asked, [{ name: ONRAMP_DEFAULT_PROVIDER }])).map(({ name }) => name)
}

/**
 * A preset amount for an order: whole units of the currency. Undefined for a sum with cents, which the wire cannot say; the buyer
 * then enters it at the provider.
 * @param amount a decimal number such as `100.00`
 */
export function presetAmount(amount: string): number | undefined {
  const whole = /^(\d{1,9})(?:\.0*)?$/.exec(amount)?.[1]
  return whole === undefined ? undefined : Number(whole) || undefined
}

/**
 * The price of a purchase. When the services give no price the call rejects; there is no made-up quote as in the specification §8,
 * because people decide by it.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` when the services do not serve the chain; further as `get`
 */
export async function getOnrampQuote(
  api: Api,
  { chainId, request, signal }: OnChain & { readonly request: z.output<typeof onrampQuoteBodySchema> },
): Promise<OnrampQuote> {
  await assertServed(api, chainId, signal)
  const path = '/v1/onramp/quote'
  return dataPost(api, { path, schema: onrampQuoteSchema, body: request, contentType: 'text/plain', signal })
}

const limits = [
  { id: 'card', min: ONRAMP_CARD_MIN_AMOUNT, max: ONRAMP_CARD_MAX_AMOUNT },
  { id: 'ach_bank_account', min: ONRAMP_BANK_MIN_AMOUNT, max: ONRAMP_BANK_MAX_AMOUNT },
]

/**
 * The options when the services do not answer (specification §9). The USDC contracts are Circle's; `''` stands for a chain's own
 * coin.
 */
export const builtInOptions: z.output<typeof onrampOptionsSchema> = {
  paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits })),
  purchaseCurrencies: [
    {
      id: 'usdc',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: networks('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
    },
    {
      id: 'eth',
      name: 'Ether',
      symbol: 'ETH',
      networks: networks('', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'), // on Polygon it is a bridged token
    },
  ],
}

function networks(onEthereum: string, onPolygon: string): PurchaseCurrency['networks'] {
  return [
    { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: onEthereum },
    { name: 'polygon-mainnet', display_name: 'Polygon', chain_id: '137', contract_address: onPolygon },
  ]
}
