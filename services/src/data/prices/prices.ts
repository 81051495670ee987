// Prices of tokens from all sources in order: each is asked for what the ones before it did not know. Cached for 15 s.
import type { Currency } from '../../../../src/api/shapes.js'
import { HttpError } from '../../http/errors.js'
import { createProviders, type Providers, type ProviderRow } from '../../upstream/providers.js'
import type { Asset } from '../assets/metadata.js'
import { createTtlCache } from '../assets/ttl-cache.js'
import type { PricesContext } from '../context.js'
import { coingeckoPrices } from './coingecko.js'
import { defillamaPrices } from './defillama.js'
import { poolPrices } from './pools.js'
import { priceKey, type PriceAnswer, type PriceQuestion } from './source.js'
import { staticPrices } from './static.js'
import { oncePer } from '../once.js'

const PRICE_TTL_MS = 15_000
const BUDGET_MS = 5000

/** Prices over all sources. */
export interface Prices {
  /** @throws HttpError 503 when something is unknown and every source that could know it failed */
  of(assets: readonly Asset[], currency: Currency, signal?: AbortSignal): Promise<PricesFound>
  rows(): readonly ProviderRow[]
}

/** The prices that were found. */
export interface PricesFound {
  /** Price of one whole token; undefined when no source knows it. */
  priceOf(asset: Pick<Asset, 'chainId' | 'address'>): number | undefined
  /** Names of the sources that answered, such as `table,pools`. */
  readonly provider: string
}

/** The prices of a context, made once so that all features share the cache. */
export const pricesOf = oncePer(createPrices)

function createPrices(ctx: PricesContext): Prices {
  const { defillama, coingecko } = ctx.data.adapters
  const sources = [
    staticPrices(ctx),
    poolPrices(ctx),
    ...(defillama ? [defillamaPrices(ctx, defillama.url)] : []),
    ...(coingecko ? [coingeckoPrices(ctx, coingecko)] : []),
  ].map((source) => ({ source, asked: createProviders('prices', [source], { ...ctx, budgetMs: BUDGET_MS }) }))
  const cache = createTtlCache<{ readonly price: number; readonly provider: string } | 'unknown'>({
    now: ctx.now,
    ttlMs: PRICE_TTL_MS,
  })
  const keyOf = (asset: Pick<Asset, 'chainId' | 'address'>, currency: Currency) => `${currency} ${priceKey(asset)}`

  return {
    of,
    rows: () => sources.flatMap(({ asked }) => asked.rows()),
  }

  async function of(assets: readonly Asset[], currency: Currency, signal?: AbortSignal): Promise<PricesFound> {
    const rate = currency === 'usd' ? undefined : ctx.data.rates[currency]
    if (rate !== undefined) {
      const dollars = await of(assets, 'usd', signal)
      const priceOf = (asset: Pick<Asset, 'chainId' | 'address'>) => {
        const price = dollars.priceOf(asset)
        return price === undefined ? undefined : price * rate
      }
      return { priceOf, provider: dollars.provider }
    }
    const held = new Map<string, { readonly price: number; readonly provider: string }>()
    let open: Asset[] = []
    for (const asset of assets) {
      const known = cache.peek(keyOf(asset, currency))
      if (known === undefined) open.push(asset)
      else if (known !== 'unknown') held.set(priceKey(asset), known)
    }
    const failures: HttpError[] = []
    let hasAnswer = held.size > 0
    const unasked = new Set<Asset>()
    for (const { source, asked } of sources) {
      const question = { assets: open, currency }
      if (open.length === 0 || !source.supports(question)) continue
      const found = await ask(asked, question, signal)
      if (found instanceof HttpError) {
        failures.push(found)
        continue
      }
      hasAnswer = true
      for (const asset of open) {
        const price = found.get(priceKey(asset))
        if (price === 'unasked') unasked.add(asset)
        if (price === undefined || price === 'unasked') continue
        const entry = { price, provider: source.name }
        held.set(priceKey(asset), entry)
        cache.set(keyOf(asset, currency), entry)
      }
      open = open.filter((asset) => !held.has(priceKey(asset)))
    }
    const [failure] = failures
    if (open.length > 0 && failure && !hasAnswer) throw failure
    // A token that no source knows is cached as unknown, unless a source failed or was not asked.
    if (!failure) for (const asset of open) if (!unasked.has(asset)) cache.set(keyOf(asset, currency), 'unknown')
    const providers = [...new Set([...held.values()].map(({ provider }) => provider))]
    return { priceOf: (asset) => held.get(priceKey(asset))?.price, provider: providers.join(',') || 'none' }
  }
}

async function ask(
  asked: Providers<PriceQuestion, PriceAnswer>,
  question: PriceQuestion,
  signal: AbortSignal | undefined,
): Promise<PriceAnswer | HttpError> {
  try {
    return (await asked.ask(question, signal)).answer
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}
