// The on-ramp: options and quotes in both spellings of the wire, and a checkout page of the first on-ramp provider that answers.
import * as z from 'zod/mini'
import { buyOptionsQuerySchema, buyOptionsSchema, buyQuotesQuerySchema, buyQuotesSchema } from '../../../../src/api/onramp-buy.js'
import {
  onrampOptionsSchema,
  onrampQuoteBodySchema,
  onrampQuoteSchema,
  onrampUrlBodySchema,
  onrampUrlSchema,
} from '../../../../src/api/onramp.js'
import { jsonBody } from '../../http/body.js'
import { HttpError } from '../../http/errors.js'
import { createProviders } from '../../upstream/providers.js'
import { defineRoute, type Route } from '../../http/route.js'
import { picturesFor } from '../assets/pictures.js'
import { answerJson } from '../assets/answer.js'
import { onrampProviderNames } from '../config.js'
import type { OnrampContext } from '../context.js'
import type { Feature } from '../feature.js'
import { findAsset, optionsOf, purchasable } from './options.js'
import { keepQuote, makeQuote, quoteAnswer, sweepQuotes, type QuoteQuestion } from './quotes.js'
import type { MaybeSandbox } from './sandbox.js'
import type { Purchase } from './providers/provider.js'
import { onrampProvidersOf } from './providers/providers.js'

const SWEEP_MS = 15_000
const PROVIDER = 'orders'

/** ISO 3166-1 alpha-2: the country that the caller names. */
const country = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/)))
/** Queries and bodies of the wire, with parameters that our own clients may add. */
const optionsQuerySchema = z.object({ country })
const quoteBodySchema = z.extend(onrampQuoteBodySchema, { country })
const providersSchema = z.array(z.object({ serviceProvider: z.string(), name: z.string(), categories: z.array(z.string()) }))
const urlBodySchema = z.extend(onrampUrlBodySchema, {
  country,
  quoteId: z.optional(z.string().check(z.maxLength(64))),
  provider: z.optional(z.enum(onrampProviderNames)),
  paymentCurrency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
})

/** The routes of the on-ramp, and a job that settles sandbox orders and deletes old quotes. @throws ConfigError as `onrampProvidersOf` */
export function onrampFeature(ctx: OnrampContext & MaybeSandbox): Feature {
  const { onramp } = ctx.data
  const providers = onrampProvidersOf(ctx)
  const assets = purchasable(ctx, { sandbox: providers.sandbox !== undefined, vendor: providers.hasVendor })
  const checkout = createProviders('on-ramp', providers.list, ctx)

  function assertAllowed(country: string | undefined): void {
    if (country !== undefined && onramp.restricted.includes(country))
      throw new HttpError(403, 'country', 'Nothing is offered in this region')
  }

  async function quote(
    question: Omit<QuoteQuestion, 'asset'> & { readonly symbol: string; readonly network: string | undefined },
    signal: AbortSignal,
  ) {
    const asset = findAsset(ctx, assets, question)
    if (!asset) throw new HttpError(400, 'asset', 'This is not sold here')
    const made = await makeQuote(ctx, { ...question, asset }, signal)
    await keepQuote(ctx, made)
    return made
  }

  const url = defineRoute({
    method: 'POST',
    path: '/v1/generators/onrampurl',
    summary: 'A page where one pays',
    cost: 2,
    project: 'required',
    body: jsonBody(urlBodySchema),
    answers: { 200: onrampUrlSchema },
    async handle({ body, request, projectId, address, signal }) {
      assertAllowed(body.country)
      const [wallet] = body.destinationWallets
      if (!wallet) throw new HttpError(400, 'destinationWallets', 'This parameter is needed')
      const purchase: Purchase = {
        address: wallet.address,
        assets: wallet.assets ?? [],
        networks: wallet.blockchains ?? wallet.supported_networks ?? [],
        defaultNetwork: body.defaultNetwork,
        experience: body.defaultExperience ?? 'buy',
        fiatAmount: body.presetFiatAmount,
        fiatCurrency: body.paymentCurrency ?? 'USD',
        cryptoAmount: body.presetCryptoAmount,
        quoteId: body.quoteId,
        customer: body.partnerUserId,
        project: projectId || undefined,
        provider: body.provider,
        clientIp: plainAddress(address),
        base: (ctx.config.publicUrl ?? new URL(request.url).origin).replace(/\/+$/, ''),
      }
      const { answer, provider } = await checkout.ask(purchase, signal)
      return answerJson({ ...answer, provider }, provider)
    },
  })

  const routes: readonly Route[] = [
    defineRoute({
      method: 'GET',
      path: '/v1/onramp/options',
      cost: 1,
      summary: 'What can be bought and paid with',
      project: 'required',
      query: optionsQuerySchema,
      answers: { 200: onrampOptionsSchema },
      handle({ query }) {
        assertAllowed(query.country)
        return answerJson(optionsOf(ctx, assets), PROVIDER)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/onramp/buy/options',
      cost: 1,
      summary: 'The same, by country',
      project: 'required',
      query: buyOptionsQuerySchema,
      answers: { 200: buyOptionsSchema },
      handle({ query, request }) {
        assertAllowed(query.country)
        const { paymentCurrencies, purchaseCurrencies } = optionsOf(ctx, assets)
        const pictures = picturesFor(ctx, request)
        const answer = {
          paymentCurrencies: paymentCurrencies.map(({ id, payment_method_limits }) => ({ id, limits: payment_method_limits })),
          purchaseCurrencies: purchaseCurrencies.map(({ networks, ...currency }) => ({
            ...currency,
            iconUrl: pictures({ symbol: currency.symbol, isListed: true }) ?? null,
            networks: networks.map(({ name, display_name, chain_id, contract_address }) => ({
              name,
              displayName: display_name,
              chainId: chain_id,
              contractAddress: contract_address,
            })),
          })),
        }
        return answerJson(answer, PROVIDER)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/onramp/providers',
      cost: 1,
      summary: 'Who sells here, in the order in which they are asked',
      project: 'required',
      answers: { 200: providersSchema },
      handle: () =>
        answerJson(
          providers.list.map(({ name }) => ({ serviceProvider: name.toUpperCase(), name, categories: ['CRYPTO_ONRAMP'] })),
          PROVIDER,
        ),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/onramp/quote',
      cost: 3,
      summary: 'What a purchase costs',
      project: 'required',
      body: jsonBody(quoteBodySchema),
      answers: { 200: onrampQuoteSchema },
      async handle({ body, signal }) {
        const { purchaseCurrency, paymentCurrency, amount, network, country } = body
        assertAllowed(country)
        const { symbol, networks } = purchaseCurrency
        const isOne = networks.length === 1 && !networks.some(({ name }) => name === network)
        const asked = { symbol, network: isOne ? networks[0]?.chain_id : network, currency: paymentCurrency.id, amount }
        return answerJson(quoteAnswer(await quote(asked, signal), 'amount'), PROVIDER)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/onramp/buy/quotes',
      cost: 3,
      summary: 'The same, by country',
      project: 'required',
      query: buyQuotesQuerySchema,
      answers: { 200: buyQuotesSchema },
      async handle({ query, signal }) {
        assertAllowed(query.country)
        const asked = {
          symbol: query.purchaseCurrency,
          network: query.purchaseNetwork,
          currency: query.paymentCurrency,
          amount: query.paymentAmount,
          method: query.paymentMethod,
        }
        return answerJson(quoteAnswer(await quote(asked, signal), 'value'), PROVIDER)
      },
    }),
    url,
    ...(providers.sandbox?.routes ?? []),
  ]
  return {
    routes,
    rows: () =>
      providers.list.length > 0
        ? [...checkout.rows(), ...providers.rows()]
        : [{ capability: 'on-ramp', provider: 'none', kind: 'off' }],
    jobs: [
      {
        name: 'on-ramp orders',
        everyMs: SWEEP_MS,
        async run() {
          await providers.sandbox?.work()
          await sweepQuotes(ctx)
        },
      },
    ],
  }
}

/** An IPv4 address without the prefix of its IPv6-mapped form. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
