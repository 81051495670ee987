// Buying with a card or a bank account: the seller's page, what can be bought, and at what price (specification §7, §9).
import * as z from 'zod/mini'
import { ONRAMP_BANK_MAX_AMOUNT, ONRAMP_BANK_MIN_AMOUNT, ONRAMP_CARD_MAX_AMOUNT, ONRAMP_CARD_MIN_AMOUNT } from '../constants.js'
import { type ErrorCode, isWalletError } from '../errors.js'
import { isWebUrl } from '../image-url.js'
import { type CallOptions, dataGet, dataPost } from './data-api.js'
import { isSupported, supportedChains } from './gate.js'
import type { Api } from './http.js'
import { decimalSchema, textSchema } from './shapes.js'

const presetSchema = z.int().check(z.positive())

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
})
export const onrampUrlSchema = z.object({
  url: textSchema.check(z.refine(isWebUrl, 'a web address is needed')),
  provider: z.nullish(textSchema),
  orderId: z.nullish(textSchema),
})

export const purchaseCurrencySchema = z.object({
  id: textSchema,
  name: textSchema,
  symbol: textSchema,
  networks: z.array(z.object({ name: textSchema, display_name: textSchema, chain_id: textSchema, contract_address: textSchema })),
})
export const paymentCurrencySchema = z.object({
  id: textSchema,
  payment_method_limits: z.array(z.object({ id: textSchema, min: decimalSchema, max: decimalSchema })),
})
export const onrampOptionsSchema = z.object({
  paymentCurrencies: z.array(paymentCurrencySchema).check(z.maxLength(1000)),
  purchaseCurrencies: z.array(purchaseCurrencySchema).check(z.maxLength(1000)),
})

export const onrampQuoteBodySchema = z.object({
  purchaseCurrency: purchaseCurrencySchema,
  paymentCurrency: paymentCurrencySchema,
  amount: decimalSchema,
  network: textSchema,
})
const moneySchema = z.object({ amount: decimalSchema, currency: textSchema })
export const onrampQuoteSchema = z.object({
  paymentTotal: moneySchema,
  paymentSubtotal: moneySchema,
  purchaseAmount: moneySchema,
  coinbaseFee: moneySchema,
  networkFee: moneySchema,
  quoteId: z.string().check(z.minLength(1), z.maxLength(256)),
})

export type OnrampOrder = z.output<typeof onrampUrlBodySchema>
export type PurchaseCurrency = z.output<typeof purchaseCurrencySchema>
export type PaymentCurrency = z.output<typeof paymentCurrencySchema>
/** Amounts are decimal strings. */
export type OnrampQuote = z.output<typeof onrampQuoteSchema>

/** The seller's page for one purchase. */
export interface OnrampPage {
  /** http or https. */
  readonly url: string
  readonly provider: string | undefined
  readonly orderId: string | undefined
}

export interface OnrampOptions {
  readonly paymentCurrencies: readonly PaymentCurrency[]
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  /** Built in, because the services did not say: a view must call them an estimate. */
  readonly estimate: boolean
}

interface OnChain extends CallOptions {
  /** The active chain (CAIP-2). */
  readonly chainId: string
}

/**
 * Nothing on a chain that the services do not serve. Asked once, because each try may open an order. The body travels as plain text, which
 * saves the preflight. Errors as in `get`.
 */
export async function createOnrampUrl(
  api: Api,
  { chainId, order, signal }: OnChain & { readonly order: OnrampOrder },
): Promise<OnrampPage | undefined> {
  if (!(await isSupported(api, chainId, signal))) return undefined
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

/** These no answer can replace. */
const lasting: readonly ErrorCode[] = ['ABORTED', 'NO_SERVICES', 'CONFIG_INVALID']

/**
 * What can be bought and paid with; empty on a chain that the services do not serve, and the built-in table when they do not answer.
 * @throws WalletError `ABORTED`, `NO_SERVICES`, `CONFIG_INVALID`
 */
export async function getOnrampOptions(api: Api, { chainId, signal }: OnChain): Promise<OnrampOptions> {
  try {
    const chains = await supportedChains(api, signal)
    if (!chains.http.includes(chainId)) return { paymentCurrencies: [], purchaseCurrencies: [], estimate: false }
    return { ...(await dataGet(api, { path: '/v1/onramp/options', schema: onrampOptionsSchema, signal })), estimate: false }
  } catch (error) {
    if (isWalletError(error) && lasting.includes(error.code)) throw error
    return { ...builtInOptions, estimate: true } // specification §8: options fall back to built-in defaults
  }
}

/** `undefined` on a chain that the services do not serve. A price that nobody gave is an error, never invented. Errors as in `get`. */
export async function getOnrampQuote(
  api: Api,
  { chainId, request, signal }: OnChain & { readonly request: z.output<typeof onrampQuoteBodySchema> },
): Promise<OnrampQuote | undefined> {
  if (!(await isSupported(api, chainId, signal))) return undefined
  const path = '/v1/onramp/quote'
  return dataPost(api, { path, schema: onrampQuoteSchema, body: request, contentType: 'text/plain', signal })
}

const limits = [
  { id: 'card', min: ONRAMP_CARD_MIN_AMOUNT, max: ONRAMP_CARD_MAX_AMOUNT },
  { id: 'ach_bank_account', min: ONRAMP_BANK_MIN_AMOUNT, max: ONRAMP_BANK_MAX_AMOUNT },
]

/** Contracts are those of Circle's own USDC on each chain; a chain's own coin has none. */
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
