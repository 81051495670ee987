// Prices from CoinGecko (`/simple/price` for coins, `/simple/token_price/{platform}` for tokens), in every currency of the Data API.
// Without a key it takes one token per call and few calls per minute: then a question is cut into small ones, and the rest waits.
import * as z from 'zod/mini'
import type { Provider } from '../../upstream/providers.js'
import { AdapterError, fetchJson } from '../../upstream/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import type { Asset } from '../assets/metadata.js'
import type { PricesContext } from '../context.js'
import { coinIds, slugs } from './chain-slugs.js'
import { priceKey, type PriceAnswer, type PriceQuestion } from './source.js'
import { signalAfter } from '../../timeout.js'

const answerSchema = z.record(z.string(), z.record(z.string(), z.nullable(z.number())))

/** What is not there by then is not waited for: the prices that came must not be lost to the question's own time limit. */
const ANSWER_MS = 4000
const PARALLEL = 4
/** Tokens of one question that are asked for without a key. */
export const KEYLESS_TOKENS_MAX = 8
/** After it said that it was asked too often, no token is asked for. */
const QUIET_MS = 60_000

/** `adapters.coingecko` of the data file. */
export interface CoingeckoOptions {
  readonly url: string
  readonly key?: string | undefined
}

/** One call, and what it can answer. */
interface Part {
  readonly assets: readonly Asset[]
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Under which name the answer has an asset. */
  readonly nameOf: (asset: Asset) => string
}

/** The source CoinGecko, in every currency. */
export function coingeckoPrices(
  { fetch, now }: PricesContext,
  { url, key }: CoingeckoOptions,
): Provider<PriceQuestion, PriceAnswer> {
  const base = url.replace(/\/+$/, '')
  // The two tiers of the service have hosts and header names of their own.
  const header = new URL(url).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
  const headers = key === undefined ? {} : { [header]: key }
  let quietUntil = -Infinity

  function tokenParts(tokens: readonly Asset[]): readonly Part[] {
    if (key === undefined) return now() < quietUntil ? [] : tokens.slice(0, KEYLESS_TOKENS_MAX).map((token) => tokenPart([token]))
    const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))]
    return chainIds.map((chainId) => tokenPart(tokens.filter((token) => token.chainId === chainId)))
  }

  return {
    name: 'coingecko',
    kind: 'adapter',
    supports: ({ assets }) => assets.some(isKnown),
    async ask({ assets, currency }, signal) {
      const known = assets.filter(isKnown)
      const coins = known.filter(({ address }) => address === NATIVE)
      const waiting = [...coinParts(coins), ...tokenParts(known.filter(({ address }) => address !== NATIVE))]
      const answer = new Map<string, number | 'unasked'>(known.map((asset) => [priceKey(asset), 'unasked']))
      let failure: unknown = new AdapterError(429, 'asked too often a moment ago')
      let answers = 0
      const limit = signalAfter(ANSWER_MS, signal)
      const settle = ({ assets, nameOf }: Part, prices: z.output<typeof answerSchema>) => {
        for (const asset of assets) {
          const price = prices[nameOf(asset)]?.[currency]
          if (typeof price === 'number' && price > 0) answer.set(priceKey(asset), price)
          else answer.delete(priceKey(asset))
        }
      }
      async function work(): Promise<void> {
        for (let part = waiting.shift(); part; part = waiting.shift()) {
          const query = new URLSearchParams({ ...part.query, vs_currencies: currency }).toString()
          try {
            settle(part, await fetchJson(fetch, `${base}${part.path}?${query}`, { schema: answerSchema, headers, signal: limit }))
            answers += 1
          } catch (error) {
            failure = error
            if (!(error instanceof AdapterError) || error.status !== 429) continue
            waiting.length = 0
            quietUntil = now() + QUIET_MS
          }
        }
      }
      await Promise.all(Array.from({ length: PARALLEL }, work))
      if (answers === 0) throw failure
      return answer
    },
  }
}

function coinParts(coins: readonly Asset[]): readonly Part[] {
  if (coins.length === 0) return []
  const nameOf = ({ chainId }: Asset) => coinIds[chainId] ?? ''
  return [{ assets: coins, path: '/simple/price', query: { ids: [...new Set(coins.map(nameOf))].join(',') }, nameOf }]
}

/** Tokens of one chain. */
function tokenPart(tokens: readonly Asset[]): Part {
  const path = `/simple/token_price/${slugs[tokens[0]?.chainId ?? '']?.coingecko ?? ''}`
  return { assets: tokens, path, query: { contract_addresses: tokens.map(addressOf).join(',') }, nameOf: addressOf }
}

/** As the answer writes it. Mints of Solana tell upper case from lower. */
function addressOf({ chainId, address }: Asset): string {
  return chainId.startsWith('eip155:') ? address.toLowerCase() : address
}

function isKnown({ chainId, address }: Asset): boolean {
  return address === NATIVE ? chainId in coinIds : chainId in slugs
}
