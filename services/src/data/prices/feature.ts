// `POST /v1/fungible/price`: prices of up to 100 tokens in the order of the question; unknown tokens are left out.
import { NATIVE_SOLANA_ADDRESS } from '../../../../src/api/native.js'
import { pricesBodySchema, pricesSchema } from '../../../../src/api/prices.js'
import { isAccountId, parseAccountId } from '../../../../src/vocabulary/caip.js'
import { jsonBody } from '../../http/body.js'
import { HttpError } from '../../http/errors.js'
import { wrongParameter } from '../../http/parse.js'
import { defineRoute } from '../../http/route.js'
import { NATIVE, readEvmToken } from '../assets/ids.js'
import { assetOf, type Asset } from '../assets/metadata.js'
import { picturesFor } from '../assets/pictures.js'
import { answerJson } from '../assets/answer.js'
import { solanaAsset } from '../balances/solana-assets.js'
import type { PicturesContext, PricesContext } from '../context.js'
import type { Feature } from '../feature.js'
import { pricesOf } from './prices.js'

/** Tokens of the rate limit for each asset after the first. */
const PRICE_COST = 0.05

/** The route of prices, and one row per source. */
export function pricesFeature(ctx: PricesContext & PicturesContext): Feature {
  const prices = pricesOf(ctx)
  return {
    rows: prices.rows,
    routes: [
      defineRoute({
        method: 'POST',
        path: '/v1/fungible/price',
        summary: 'Prices of tokens',
        cost: 1,
        project: 'in-body',
        // Who sent a list that is empty, too long or malformed is told as in the wire reference; any other shape cannot be read.
        body: jsonBody(pricesBodySchema, { refusal: wrongParameter((field) => (field === 'addresses' ? 400 : 422)) }),
        extraCost: ({ body }) => (body.addresses.length - 1) * PRICE_COST,
        answers: { 200: pricesSchema },
        async handle({ body, request, signal }) {
          const assets = await Promise.all(body.addresses.map((id) => readAsset(ctx, id)))
          const known = assets.flatMap((asset, index) => (asset ? [{ asset, id: body.addresses[index] ?? '' }] : []))
          const found = await prices.of(
            known.map(({ asset }) => asset),
            body.currency,
            signal,
          )
          const pictures = picturesFor(ctx, request)
          const fungibles = known.flatMap(({ asset, id }) => {
            const price = found.priceOf(asset)
            if (price === undefined) return []
            const { name, symbol, decimals } = asset
            return [{ address: id, name, symbol, iconUrl: pictures(asset) ?? '', price, decimals }]
          })
          return answerJson({ fungibles }, found.provider)
        },
      }),
    ],
  }
}

/** Undefined: it has the form of a token's id, but there is no token. */
async function readAsset(ctx: PricesContext, id: string): Promise<Asset | undefined> {
  if (isAccountId(id) && parseAccountId(id).namespace === 'solana') {
    const { chainId, address } = parseAccountId(id)
    return solanaAsset(ctx, chainId, address === NATIVE_SOLANA_ADDRESS ? NATIVE : address)
  }
  const { chainId, address } = readEvmToken(id, 'addresses')
  if (!ctx.chains.has(chainId)) throw new HttpError(400, 'chainId', 'This chain is not served here')
  return assetOf(ctx, chainId, address).catch(() => {
    throw new HttpError(503, 'chainId', 'No node of this chain answered')
  })
}
