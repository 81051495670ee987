// Quotes of purchases: the asset's price, our fee and the fee of the network. A quote is kept for a minute under its id.
import { randomBytes } from 'node:crypto'
import { ONRAMP_BANK_MAX_AMOUNT, ONRAMP_BANK_MIN_AMOUNT, ONRAMP_CARD_MAX_AMOUNT } from '../../../../src/vocabulary/constants.js'
import { formatUnits } from '../../../../src/vocabulary/amount.js'
import { currencySchema } from '../../../../src/api/shapes.js'
import { HttpError } from '../../http/errors.js'
import { NATIVE } from '../assets/ids.js'
import type { Asset } from '../assets/metadata.js'
import type { OnrampContext } from '../context.js'
import { pricesOf } from '../prices/prices.js'
import { centsText, readCents, unitsFor } from './money.js'
import { currenciesOf, isSolana, soldAsset } from './options.js'

const QUOTE_VALID_MS = 60_000
const GAS_NATIVE = 21_000n
const GAS_TOKEN = 65_000n
/** Lamports. */
const SOLANA_FEE = 5_000n
const SOLANA_TOKEN_DEPOSIT = 2_039_280n

/** The price of one purchase; `total` = `fee` + `networkFee` + `subtotal`. */
export interface Quote {
  readonly id: string
  readonly asset: Asset
  /** ISO 4217, upper case. */
  readonly currency: string
  /** Cents, as the three sums below. */
  readonly total: number
  readonly fee: number
  readonly networkFee: number
  readonly subtotal: number
  /** Base units of the asset, in decimal digits. */
  readonly units: string
}

/** What is to be bought, and for how much. */
export interface QuoteQuestion {
  readonly asset: Asset
  readonly currency: string
  /** Decimal amount of the currency, such as `10.50`. */
  readonly amount: string
  /** `ach_bank_account`, `card`; absent: whatever takes the amount. */
  readonly method?: string | undefined
}

/**
 * Makes a quote, without keeping it.
 * @throws HttpError 400 `amount` outside the limits or below the fees, 400 `currency`, 503 `provider` when no price is known, 503 `chainId`
 * when no node answers for the network's fee
 */
export async function makeQuote(ctx: OnrampContext, question: QuoteQuestion, signal?: AbortSignal): Promise<Quote> {
  const { asset, currency } = question
  const code = currencySchema.safeParse(currency.toLowerCase())
  if (!code.success || !currenciesOf(ctx).includes(currency.toUpperCase()))
    throw new HttpError(400, 'currency', 'Nothing is sold for this currency here')
  const total = readTotal(question)
  const coin = soldAsset(ctx, asset.chainId, NATIVE)
  const found = await pricesOf(ctx).of(coin ? [asset, coin] : [asset], code.data, signal)
  const price = found.priceOf(asset)
  if (price === undefined) throw new HttpError(503, 'provider', 'Nobody knows the price of this')
  const fee = Math.round((total * ctx.data.onramp.feePercent) / 100)
  const networkFee = await networkCents(ctx, asset, coin, coin && found.priceOf(coin))
  const subtotal = total - fee - networkFee
  const units = subtotal > 0 ? unitsFor(subtotal, price, asset.decimals) : 0n
  if (units === 0n) throw new HttpError(400, 'amount', 'The fees are more than the amount')
  const quote = {
    id: `q_${randomBytes(16).toString('hex')}`,
    asset,
    currency: currency.toUpperCase(),
    total,
    fee,
    networkFee,
    subtotal,
  }
  return { ...quote, units: String(units) }
}

function readTotal({ amount, method }: QuoteQuestion): number {
  const total = readCents(amount)
  const most = readCents(method === 'card' ? ONRAMP_CARD_MAX_AMOUNT : ONRAMP_BANK_MAX_AMOUNT) ?? 0
  const least = readCents(ONRAMP_BANK_MIN_AMOUNT) ?? 0
  if (total === undefined) throw new HttpError(400, 'amount', 'An amount with at most two digits behind the point is needed')
  if (total < least || total > most)
    throw new HttpError(400, 'amount', `From ${centsText(least)} to ${centsText(most)} can be spent`)
  return total
}

/** Cents of the network's fee, rounded up. */
async function networkCents(
  ctx: OnrampContext,
  asset: Asset,
  coin: Asset | undefined,
  coinPrice: number | undefined,
): Promise<number> {
  if (!coin || coinPrice === undefined) throw new HttpError(503, 'provider', 'Nobody knows what the network costs')
  const inCents = (units: bigint) => Math.ceil(Number(formatUnits(units, coin.decimals)) * coinPrice * 100)
  // One signature; and the deposit of the token account, which most buyers do not have yet.
  if (isSolana(asset.chainId)) return inCents(SOLANA_FEE + (asset.address === NATIVE ? 0n : SOLANA_TOKEN_DEPOSIT))
  const gasPrice = await ctx.chains
    .client(asset.chainId)
    .getGasPrice()
    .catch(() => {
      throw new HttpError(503, 'chainId', 'No node of this chain answered')
    })
  return inCents(gasPrice * (asset.address === NATIVE ? GAS_NATIVE : GAS_TOKEN))
}

/** Stores a quote for a minute, for all instances. */
export async function keepQuote({ db, now }: OnrampContext, quote: Quote): Promise<void> {
  await db.query('insert into onramp_quotes (id, quote, expires_at) values ($1, $2, $3)', [
    quote.id,
    JSON.stringify(quote),
    now() + QUOTE_VALID_MS,
  ])
}

/** Deletes expired quotes. */
export async function sweepQuotes({ db, now }: OnrampContext): Promise<void> {
  await db.query('delete from onramp_quotes where expires_at < $1', [now()])
}

/** A stored quote. @throws HttpError 400 `quoteId` when it has expired or never existed */
export async function recallQuote({ db, now }: OnrampContext, id: string): Promise<Quote> {
  const [row] = await db.query<{ quote: string }>('select quote from onramp_quotes where id = $1 and expires_at > $2', [
    id,
    now(),
  ])
  if (!row) throw new HttpError(400, 'quoteId', 'This quote is not valid any more')
  return JSON.parse(row.quote) as Quote // written above
}

/** The quote on the wire. @param key `amount` in the spelling of clients, `value` in that of the public server */
export function quoteAnswer(quote: Quote, key: 'amount' | 'value') {
  const money = (cents: number) => ({ [key]: centsText(cents), currency: quote.currency })
  const { asset } = quote
  return {
    paymentTotal: money(quote.total),
    [key === 'amount' ? 'paymentSubtotal' : 'paymentSubTotal']: money(quote.subtotal),
    purchaseAmount: { [key]: formatUnits(BigInt(quote.units), asset.decimals), currency: asset.symbol },
    coinbaseFee: money(quote.fee),
    networkFee: money(quote.networkFee),
    quoteId: quote.id,
  }
}
