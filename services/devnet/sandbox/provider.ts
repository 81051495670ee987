// The sandbox's on-ramp provider: a purchase becomes an order, and our own checkout page pays it with devnet money.
import { HttpError } from '../../src/http/errors.js'
import { NATIVE, readAccount, type Account } from '../../src/data/assets/ids.js'
import type { Asset } from '../../src/data/assets/metadata.js'
import type { OnrampContext } from '../../src/data/context.js'
import { pricesOf } from '../../src/data/prices/prices.js'
import { centsFor, centsText } from '../../src/data/onramp/money.js'
import { addOrder } from './orders.js'
import { makeQuote, recallQuote, type Quote } from '../../src/data/onramp/quotes.js'
import { isWanted, type Purchase, type OnrampProvider } from '../../src/data/onramp/providers/provider.js'

/** Spent when the caller names no amount. */
const FIAT_DEFAULT = 100

/** @param assets what the faucets can pay out, each chain's own coin first */
export function createSandboxProvider(ctx: OnrampContext, assets: readonly Asset[]): OnrampProvider {
  async function quoteOf(purchase: Purchase, { namespace }: Account, signal: AbortSignal): Promise<Quote> {
    const isHere = ({ chainId }: Asset) => chainId.startsWith(`${namespace}:`)
    if (purchase.quoteId !== undefined) {
      const quote = await recallQuote(ctx, purchase.quoteId)
      if (isHere(quote.asset)) return quote
      throw new HttpError(400, 'destinationWallets', 'This address is of another family of chains')
    }
    const own = assets.filter(isHere)
    const wished = own.find(({ symbol }) => purchase.assets.some((each) => each.toUpperCase() === symbol.toUpperCase()))
    // Clients name assets of real chains; the devnet's own coin stands for those that it lacks.
    const asset = wished ?? own.find(({ address }) => address === NATIVE)
    if (!asset) throw new HttpError(400, 'asset', 'This is not sold here')
    const currency = purchase.fiatCurrency
    const { cryptoAmount, fiatAmount = FIAT_DEFAULT } = purchase
    if (cryptoAmount === undefined) return makeQuote(ctx, { asset, currency, amount: String(fiatAmount) }, signal)
    const units = BigInt(cryptoAmount) * 10n ** BigInt(asset.decimals)
    const price = (await pricesOf(ctx).of([asset], 'usd', signal)).priceOf(asset)
    if (price === undefined) throw new HttpError(503, 'provider', 'Nobody knows the price of this')
    const amount = centsText(centsFor(units, price, asset.decimals))
    return { ...(await makeQuote(ctx, { asset, currency: 'USD', amount }, signal)), units: String(units) }
  }

  return {
    name: 'sandbox',
    kind: 'sandbox',
    supports: (purchase) => isWanted(purchase, 'sandbox'),
    async ask(purchase, signal) {
      const account = readAccount(purchase.address, undefined, 'destinationWallets')
      const quote = await quoteOf(purchase, account, signal)
      const order = await addOrder(ctx.db, { quote, address: account.address, project: purchase.project }, ctx.now())
      return { url: `${purchase.base}/onramp/checkout/${order.id}`, orderId: order.id }
    },
  }
}
