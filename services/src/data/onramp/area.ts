// Buying: options and quotes in both spellings, and a page where one pays, of the first seller that is configured.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { buyOptionsQuerySchema, buyOptionsSchema, buyQuotesQuerySchema, buyQuotesSchema } from '../../../../src/api/onramp-buy.js'
import {
  onrampOptionsSchema,
  onrampQuoteBodySchema,
  onrampQuoteSchema,
  onrampUrlBodySchema,
  onrampUrlSchema,
} from '../../../../src/api/onramp.js'
import { DEVNET } from '../../config.js'
import { HttpError } from '../../errors.js'
import { clientAddress } from '../../limits.js'
import { createProviders } from '../../providers.js'
import type { Route } from '../../route.js'
import { picturesFor } from '../assets/pictures.js'
import { answerJson, readBody, readQuery } from '../assets/request.js'
import { sellerNames } from '../config.js'
import type { DataContext } from '../context.js'
import type { Area } from '../data.js'
import { checkoutRoutes } from './checkout.js'
import { findAsset, optionsOf, purchasable } from './options.js'
import { sweepOrders } from './orders.js'
import { createPayout } from './payout.js'
import { keepQuote, makeQuote, quoteAnswer, type QuoteQuestion } from './quotes.js'
import type { Purchase } from './sellers/seller.js'
import { sellersOf } from './sellers/sellers.js'

const SWEEP_MS = 15_000
const PROVIDER = 'orders'

/** ISO 3166-1 alpha-2: where the buyer says that he is. */
const country = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/)))
/** These three with what our own clients may add. */
const optionsQuerySchema = z.object({ country })
const quoteBodySchema = z.extend(onrampQuoteBodySchema, { country })
const providersSchema = z.array(z.object({ serviceProvider: z.string(), name: z.string(), categories: z.array(z.string()) }))
const urlBodySchema = z.extend(onrampUrlBodySchema, {
  country,
  quoteId: z.optional(z.string().check(z.maxLength(64))),
  provider: z.optional(z.enum(sellerNames)),
  paymentCurrency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
})

/** @throws ConfigError as `sellersOf` */
export function onrampArea(ctx: DataContext): Area {
  const { onramp } = ctx.data
  const sellers = sellersOf(ctx)
  const assets = purchasable(ctx, { sandbox: sellers.hasSandbox, vendor: sellers.hasVendor })
  const checkout = createProviders('on-ramp', sellers.list, ctx)
  const payout = sellers.hasSandbox ? createPayout(ctx, DEVNET) : undefined

  function assertAllowed(country: string | undefined): void {
    if (country !== undefined && onramp.restricted.includes(country))
      throw new HttpError(403, 'country', 'Nothing is offered in this region')
  }

  async function quote(
    question: Omit<QuoteQuestion, 'asset'> & { readonly symbol: string; readonly network: string | undefined },
    signal: AbortSignal,
  ) {
    const asset = findAsset(assets, question.symbol, question.network)
    if (!asset) throw new HttpError(400, 'asset', 'This is not sold here')
    const made = await makeQuote(ctx, { ...question, asset }, signal)
    await keepQuote(ctx, made)
    return made
  }

  async function url(c: Context): Promise<Response> {
    const body = await readBody(c, urlBodySchema)
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
      project: c.req.query('projectId'),
      seller: body.provider,
      clientIp: addressOf(c, ctx.config.trustedProxies),
      base: (ctx.config.publicUrl ?? new URL(c.req.url).origin).replace(/\/+$/, ''),
    }
    const { answer, provider } = await checkout.ask(purchase, c.req.raw.signal)
    return answerJson({ ...answer, provider }, provider)
  }

  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: '/v1/onramp/options',
      cost: 1,
      doc: { summary: 'What can be bought and paid with', query: optionsQuerySchema, answers: onrampOptionsSchema },
      answer(c) {
        assertAllowed(readQuery(c, optionsQuerySchema).country)
        return answerJson(optionsOf(ctx, assets), PROVIDER)
      },
    },
    {
      method: 'GET',
      path: '/v1/onramp/buy/options',
      cost: 1,
      doc: { summary: 'The same, by country', query: buyOptionsQuerySchema, answers: buyOptionsSchema },
      answer(c) {
        assertAllowed(readQuery(c, buyOptionsQuerySchema).country)
        const { paymentCurrencies, purchaseCurrencies } = optionsOf(ctx, assets)
        const pictures = picturesFor(ctx, c)
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
    },
    {
      method: 'GET',
      path: '/v1/onramp/providers',
      cost: 1,
      doc: { summary: 'Who sells here, in the order in which they are asked', answers: providersSchema },
      answer: () =>
        answerJson(
          sellers.list.map(({ name }) => ({ serviceProvider: name.toUpperCase(), name, categories: ['CRYPTO_ONRAMP'] })),
          PROVIDER,
        ),
    },
    {
      method: 'POST',
      path: '/v1/onramp/quote',
      cost: 1,
      doc: { summary: 'What a purchase costs', body: quoteBodySchema, answers: onrampQuoteSchema },
      async answer(c) {
        const { purchaseCurrency, paymentCurrency, amount, network, country } = await readBody(c, quoteBodySchema)
        assertAllowed(country)
        const { symbol, networks } = purchaseCurrency
        const isOne = networks.length === 1 && !networks.some(({ name }) => name === network)
        const asked = { symbol, network: isOne ? networks[0]?.chain_id : network, currency: paymentCurrency.id, amount }
        return answerJson(quoteAnswer(await quote(asked, c.req.raw.signal), 'amount'), PROVIDER)
      },
    },
    {
      method: 'GET',
      path: '/v1/onramp/buy/quotes',
      cost: 1,
      doc: { summary: 'The same, by country', query: buyQuotesQuerySchema, answers: buyQuotesSchema },
      async answer(c) {
        const query = readQuery(c, buyQuotesQuerySchema)
        assertAllowed(query.country)
        const asked = {
          symbol: query.purchaseCurrency,
          network: query.purchaseNetwork,
          currency: query.paymentCurrency,
          amount: query.paymentAmount,
          method: query.paymentMethod,
        }
        return answerJson(quoteAnswer(await quote(asked, c.req.raw.signal), 'value'), PROVIDER)
      },
    },
    {
      method: 'POST',
      path: '/v1/generators/onrampurl',
      cost: 2,
      doc: { summary: 'A page where one pays', body: urlBodySchema, answers: onrampUrlSchema },
      answer: url,
    },
    ...(payout ? checkoutRoutes(ctx, payout) : []),
  ]
  return {
    routes,
    rows: () =>
      sellers.list.length > 0
        ? [...checkout.rows(), ...sellers.rows()]
        : [{ capability: 'on-ramp', provider: 'none', kind: 'off' }],
    jobs: [
      {
        name: 'on-ramp orders',
        everyMs: SWEEP_MS,
        async run() {
          await payout?.resume()
          await sweepOrders(ctx.db, ctx.now())
        },
      },
    ],
  }
}

/** Without the prefix under which a socket of both families shows IPv4. */
function addressOf(c: Context, hops: number): string {
  const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), hops)
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
