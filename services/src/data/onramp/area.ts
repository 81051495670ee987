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
import { ConfigError, DEVNET, publicBy } from '../../config.js'
import { HttpError } from '../../errors.js'
import { clientAddress } from '../../limits.js'
import { assertOrigin } from '../../projects.js'
import { createProviders } from '../../providers.js'
import type { Route } from '../../route.js'
import { answerJson, readBody, readQuery } from '../assets/request.js'
import { sellerNames } from '../config.js'
import type { DataContext } from '../context.js'
import type { Area } from '../data.js'
import { checkoutRoutes } from './checkout.js'
import { findAsset, optionsOf, purchasable } from './options.js'
import { sweepOrders } from './orders.js'
import { createPayout } from './payout.js'
import { keepQuote, makeQuote, quoteAnswer, type QuoteQuestion } from './quotes.js'
import { coinbaseSeller } from './sellers/coinbase.js'
import { meldSeller } from './sellers/meld.js'
import { moonpaySeller } from './sellers/moonpay.js'
import { sandboxSeller } from './sellers/sandbox.js'
import type { Purchase, Seller } from './sellers/seller.js'
import { transakSeller } from './sellers/transak.js'

const SWEEP_MS = 15_000
const PROVIDER = 'orders'

/** With what our own clients may add. */
const urlBodySchema = z.extend(onrampUrlBodySchema, {
  quoteId: z.optional(z.string().check(z.maxLength(64))),
  provider: z.optional(z.enum(sellerNames)),
  paymentCurrency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
})

/** @throws ConfigError when anybody's page could open purchases in the operator's name */
export function onrampArea(ctx: DataContext): Area {
  const { onramp, adapters } = ctx.data
  refuseOpenCoinbase(ctx)
  const hasSandbox = onramp.sandbox === true && onramp.sellers.includes('sandbox') && ctx.chains.has(DEVNET)
  const vendors = onramp.sellers.filter((name) => name !== 'sandbox' && adapters[name] !== undefined)
  const assets = purchasable(ctx, { sandbox: hasSandbox, vendor: vendors.length > 0 })
  const made: Readonly<Record<(typeof sellerNames)[number], () => Seller | undefined>> = {
    sandbox: () => (hasSandbox ? sandboxSeller(ctx, purchasable(ctx, { sandbox: true, vendor: false })) : undefined),
    coinbase: () => adapters.coinbase && coinbaseSeller(ctx, adapters.coinbase),
    meld: () => adapters.meld && meldSeller(ctx, adapters.meld),
    transak: () => adapters.transak && transakSeller(ctx, adapters.transak),
    moonpay: () => adapters.moonpay && moonpaySeller(adapters.moonpay),
  }
  const sellers = onramp.sellers.flatMap((name) => made[name]() ?? [])
  const checkout = createProviders('on-ramp', sellers, ctx)
  const payout = hasSandbox ? createPayout(ctx, DEVNET) : undefined

  function assertAllowed(country: string): void {
    if (onramp.restricted.includes(country)) throw new HttpError(403, 'country', 'Nothing is offered in this region')
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
    assertOrigin(c, ctx.projects.of(c))
    const body = await readBody(c, urlBodySchema)
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
      doc: { summary: 'What can be bought and paid with', answers: onrampOptionsSchema },
      answer(c) {
        ctx.projects.of(c)
        return answerJson(optionsOf(ctx, assets), PROVIDER)
      },
    },
    {
      method: 'GET',
      path: '/v1/onramp/buy/options',
      cost: 1,
      doc: { summary: 'The same, by country', query: buyOptionsQuerySchema, answers: buyOptionsSchema },
      answer(c) {
        ctx.projects.of(c)
        assertAllowed(readQuery(c, buyOptionsQuerySchema).country)
        const { paymentCurrencies, purchaseCurrencies } = optionsOf(ctx, assets)
        const answer = {
          paymentCurrencies: paymentCurrencies.map(({ id, payment_method_limits }) => ({ id, limits: payment_method_limits })),
          purchaseCurrencies: purchaseCurrencies.map(({ networks, ...currency }) => ({
            ...currency,
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
      method: 'POST',
      path: '/v1/onramp/quote',
      cost: 1,
      doc: { summary: 'What a purchase costs', body: onrampQuoteBodySchema, answers: onrampQuoteSchema },
      async answer(c) {
        ctx.projects.of(c)
        const { purchaseCurrency, paymentCurrency, amount, network } = await readBody(c, onrampQuoteBodySchema)
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
        ctx.projects.of(c)
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
    rows: () => (sellers.length > 0 ? checkout.rows() : [{ capability: 'on-ramp', provider: 'none', kind: 'off' }]),
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

/** Coinbase answers only for services that know which pages may ask, and holds their operator liable for the others. */
function refuseOpenCoinbase({ config, data }: DataContext): void {
  const { adapters, onramp } = data
  const shown = publicBy(config)
  if (!adapters.coinbase || !onramp.sellers.includes('coinbase') || shown === undefined) return
  const projects = Object.values(config.projects)
  if (projects.length > 0 && projects.every(({ origins }) => origins.length > 0)) return
  const problem = 'every project in WM_PROJECTS needs its origins, or any page could open purchases in your name'
  throw new ConfigError('WM_DATA_FILE', `adapters.coinbase: refused with ${shown}: ${problem}`)
}

/** Without the prefix under which a socket of both families shows IPv4. */
function addressOf(c: Context, hops: number): string {
  const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), hops)
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
