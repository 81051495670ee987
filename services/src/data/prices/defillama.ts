// Prices from DefiLlama's coins interface (`GET /prices/current/{ids}`, `GET /prices/historical/{time}/{ids}`), which needs no key. US
// dollars only.
import * as z from 'zod/mini'
import type { Provider } from '../../upstream/providers.js'
import { fetchJson } from '../../upstream/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import type { Asset } from '../assets/metadata.js'
import type { PricesContext } from '../context.js'
import { coinIds, slugs } from './chain-slugs.js'
import { priceKey, type PriceAnswer, type PriceQuestion } from './source.js'

const answerSchema = z.object({
  coins: z.record(z.string(), z.object({ price: z.number(), confidence: z.optional(z.number()) })),
})
/** Below it the service itself doubts the price. */
const CONFIDENCE_MIN = 0.8
const SOLANA = 'solana:'

type World = Pick<PricesContext, 'fetch'>

/** The source DefiLlama: present prices in US dollars. */
export function defillamaPrices(world: World, url: string): Provider<PriceQuestion, PriceAnswer> {
  return {
    name: 'defillama',
    kind: 'adapter',
    supports: ({ assets, currency }) => currency === 'usd' && assets.some((asset) => idOf(asset) !== undefined),
    ask: ({ assets }, signal) => read(world, { url, when: 'current', assets, signal }),
  }
}

/** What they cost then, in unix seconds. */
export function defillamaPricesAt(
  world: World,
  { url, at, assets, signal }: { url: string; at: number; assets: readonly Asset[]; signal: AbortSignal },
): Promise<PriceAnswer> {
  return read(world, { url, when: `historical/${at}`, assets, signal })
}

interface Reading {
  readonly url: string
  readonly when: 'current' | `historical/${number}`
  readonly assets: readonly Asset[]
  readonly signal: AbortSignal
}

async function read({ fetch }: World, { url, when, assets, signal }: Reading): Promise<PriceAnswer> {
  const ids = new Map(assets.flatMap((asset) => [[idOf(asset), asset] as const]).filter(([id]) => id !== undefined))
  if (ids.size === 0) return new Map()
  const address = `${url.replace(/\/+$/, '')}/prices/${when}/${[...ids.keys()].map(String).join(',')}`
  const { coins } = await fetchJson(fetch, address, { schema: answerSchema, signal })
  const prices = new Map(Object.entries(coins).map(([id, coin]) => [keyOf(id), coin]))
  return new Map(
    [...ids].flatMap(([id, asset]) => {
      const coin = prices.get(keyOf(String(id)))
      const isGood = coin && coin.price > 0 && (coin.confidence ?? 1) >= CONFIDENCE_MIN
      return isGood ? [[priceKey(asset), coin.price] as const] : []
    }),
  )
}

function idOf({ chainId, address }: Asset): string | undefined {
  const coin = coinIds[chainId]
  if (address === NATIVE) return coin && `coingecko:${coin}`
  const slug = slugs[chainId]?.defillama
  return slug && `${slug}:${address}`
}

/** Addresses of EVM chains may come back in another case; mints of Solana that differ in case are two. */
function keyOf(id: string): string {
  return id.startsWith(SOLANA) ? id : id.toLowerCase()
}
