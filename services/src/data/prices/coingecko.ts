// Prices from CoinGecko (`/simple/price` for coins, `/simple/token_price/{platform}` for tokens), in every currency of the Data API.
import * as z from 'zod/mini'
import type { Provider } from '../../providers.js'
import { fetchJson } from '../assets/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import type { Asset } from '../assets/metadata.js'
import type { DataContext } from '../context.js'
import { coinIds, slugs } from './chain-slugs.js'
import { priceKey, type PriceAnswer, type PriceQuestion } from './source.js'

const answerSchema = z.record(z.string(), z.record(z.string(), z.nullable(z.number())))

export interface CoingeckoOptions {
  readonly url: string
  readonly key?: string | undefined
}

export function coingeckoPrices({ fetch }: DataContext, { url, key }: CoingeckoOptions): Provider<PriceQuestion, PriceAnswer> {
  const base = url.replace(/\/+$/, '')
  // The two tiers of the service have hosts and header names of their own.
  const header = new URL(url).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
  const headers = key === undefined ? {} : { [header]: key }
  const get = (path: string, query: Record<string, string>, signal: AbortSignal) =>
    fetchJson(fetch, `${base}${path}?${new URLSearchParams(query).toString()}`, { schema: answerSchema, headers, signal })
  return {
    name: 'coingecko',
    kind: 'adapter',
    supports: ({ assets }) => assets.some(isKnown),
    async ask({ assets, currency }, signal) {
      const natives = assets.filter((asset) => asset.address === NATIVE && isKnown(asset))
      const tokens = assets.filter((asset) => asset.address !== NATIVE && isKnown(asset))
      const coins = natives.length > 0 ? askCoins(natives) : Promise.resolve(new Map<string, number>())
      async function askCoins(wanted: readonly Asset[]): Promise<Map<string, number>> {
        const ids = [...new Set(wanted.map(({ chainId }) => coinIds[chainId] ?? ''))].join(',')
        const answer = await get('/simple/price', { ids, vs_currencies: currency }, signal)
        return found(wanted, (asset) => answer[coinIds[asset.chainId] ?? '']?.[currency])
      }
      const perChain = [...new Set(tokens.map(({ chainId }) => chainId))].map(async (chainId) => {
        const wanted = tokens.filter((asset) => asset.chainId === chainId)
        const contracts = wanted.map(({ address }) => address.toLowerCase()).join(',')
        const path = `/simple/token_price/${slugs[chainId]?.coingecko ?? ''}`
        const answer = await get(path, { contract_addresses: contracts, vs_currencies: currency }, signal)
        return found(wanted, (asset) => answer[asset.address.toLowerCase()]?.[currency])
      })
      return new Map((await Promise.all([coins, ...perChain])).flatMap((part) => [...part]))
    },
  }
}

function isKnown({ chainId, address }: Asset): boolean {
  return address === NATIVE ? chainId in coinIds : chainId in slugs
}

function found(assets: readonly Asset[], priceOf: (asset: Asset) => number | null | undefined): Map<string, number> {
  return new Map(
    assets.flatMap((asset) => {
      const price = priceOf(asset)
      return typeof price === 'number' && price > 0 ? [[priceKey(asset), price] as const] : []
    }),
  )
}
