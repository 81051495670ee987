// Prices from v2 and v3 pools, in US dollars: against the chain's stable token, directly or by way of the wrapped coin. The deepest pool
// counts; it is its present price, not an average, so what depends on it must bear that somebody moves it for a block.
import { getAddress, type Address } from 'viem'
import type { Provider } from '../../upstream/providers.js'
import { erc20Abi, v2Abi, v3Abi } from '../assets/abi.js'
import { NATIVE } from '../assets/ids.js'
import { assetOf, type Asset } from '../assets/metadata.js'
import { poolsOf, readAll } from '../assets/pools.js'
import type { ChainData } from '../../chain/chain-data.js'
import type { PricesContext } from '../context.js'
import { priceKey, type PriceAnswer, type PriceQuestion } from './source.js'

/** Pools with less than this on their dollar side are ignored: their price is easily moved. */
const POOL_DEPTH_MIN_USD = 1000

/** The source `pools`: present prices, computed from the chain. */
export function poolPrices(ctx: PricesContext): Provider<PriceQuestion, PriceAnswer> {
  const hasPools = (chainId: string) => marketOf(ctx.data.chains[chainId]) !== undefined
  return {
    name: 'pools',
    kind: 'embedded',
    supports: ({ assets, currency }) => currency === 'usd' && assets.some(({ chainId }) => hasPools(chainId)),
    async ask({ assets }) {
      const chainIds = [...new Set(assets.map(({ chainId }) => chainId))].filter(hasPools)
      const answers = await Promise.all(
        chainIds.map((chainId) =>
          pricesOnChain(
            ctx,
            chainId,
            assets.filter((asset) => asset.chainId === chainId),
          ),
        ),
      )
      return new Map(answers.flatMap((answer) => [...answer]))
    },
  }
}

interface Market {
  readonly stable: Address
  readonly wrapped: Address | undefined
}

function marketOf(chain: ChainData | undefined): Market | undefined {
  return (chain?.v2 ?? chain?.v3) && chain?.stable ? { stable: chain.stable, wrapped: chain.wrapped } : undefined
}

interface Pair {
  readonly token: Address
  readonly quote: Address
}

/** Now, or how it was at a block. @throws StateForgotten */
export async function pricesOnChain(
  ctx: PricesContext,
  chainId: string,
  assets: readonly Asset[],
  block?: bigint,
): Promise<PriceAnswer> {
  const market = marketOf(ctx.data.chains[chainId])
  const stable = market && (await assetOf(ctx, chainId, market.stable))
  if (!market || !stable) return new Map()
  const wrapped = market.wrapped && (await assetOf(ctx, chainId, market.wrapped))
  const contractOf = ({ address }: Asset) => (address === NATIVE ? market.wrapped : getAddress(address))
  const tokens = new Map(assets.flatMap((asset) => [[contractOf(asset), asset.decimals] as const]))
  if (wrapped) tokens.set(market.wrapped, wrapped.decimals)
  const pairs = [...tokens.keys()].flatMap((token): Pair[] => {
    if (token === undefined || token === market.stable) return []
    const viaWrapped = market.wrapped && token !== market.wrapped ? [{ token, quote: market.wrapped }] : []
    return [{ token, quote: market.stable }, ...viaWrapped]
  })
  const deepest = await readDeepest(ctx, chainId, pairs, block)
  const priceIn = (token: Address, quote: Address, quoteDecimals: number) => {
    const found = deepest.get(`${token} ${quote}`)
    const decimals = tokens.get(token)
    if (!found || decimals === undefined) return undefined
    return { price: found.price * 10 ** (decimals - quoteDecimals), depth: toNumber(found.depth, quoteDecimals) }
  }
  const coin = market.wrapped && enough(priceIn(market.wrapped, market.stable, stable.decimals))
  const priceOf = (token: Address): number | undefined => {
    if (token === market.stable) return 1
    const direct = enough(priceIn(token, market.stable, stable.decimals))
    const inCoin = coin && market.wrapped && wrapped ? priceIn(token, market.wrapped, wrapped.decimals) : undefined
    const via = inCoin && coin && enough({ price: inCoin.price * coin.price, depth: inCoin.depth * coin.price })
    // The price of a deeper pool is harder to move.
    return via && via.depth > (direct?.depth ?? 0) ? via.price : direct?.price
  }
  return new Map(
    assets.flatMap((asset) => {
      const contract = contractOf(asset)
      const price = contract === undefined ? undefined : priceOf(contract)
      return price !== undefined && Number.isFinite(price) && price > 0 ? [[priceKey(asset), price] as const] : []
    }),
  )
}

interface Depth {
  readonly price: number
  /** US dollars on the other side of the pool. */
  readonly depth: number
}

function enough(found: Depth | undefined): Depth | undefined {
  return found && found.depth >= POOL_DEPTH_MIN_USD ? found : undefined
}

/** Prices are JSON numbers on the wire: sixteen digits are all they have. */
function toNumber(amount: bigint, decimals: number): number {
  return Number(amount) / 10 ** decimals
}

interface PoolPrice {
  /** Smallest units of `quote` for one of `token`. */
  readonly price: number
  /** Smallest units of `quote` in the pool. */
  readonly depth: bigint
}

/** Of each pair the pool with the most of `quote` in it, by `token quote`. */
async function readDeepest(
  ctx: PricesContext,
  chainId: string,
  pairs: readonly Pair[],
  block: bigint | undefined,
): Promise<ReadonlyMap<string, PoolPrice>> {
  const found = await poolsOf(
    ctx,
    chainId,
    pairs.map(({ token, quote }) => [token, quote]),
  )
  const two = pairs.flatMap((pair, index) => {
    const address = found[index]?.v2
    return address === undefined ? [] : [{ ...pair, address }]
  })
  const three = pairs.flatMap((pair, index) => (found[index]?.v3 ?? []).map(({ address }) => ({ ...pair, address })))
  const [reserves, prices, balances] = await Promise.all([
    readAll(
      ctx,
      chainId,
      two.map(({ address }) => ({ address, abi: v2Abi, functionName: 'getReserves' }) as const),
      block,
    ),
    readAll(
      ctx,
      chainId,
      three.map(({ address }) => ({ address, abi: v3Abi, functionName: 'slot0' }) as const),
      block,
    ),
    readAll(
      ctx,
      chainId,
      three.map(({ address, quote }) => ({ address: quote, abi: erc20Abi, functionName: 'balanceOf', args: [address] }) as const),
      block,
    ),
  ])
  const all = [
    ...two.map((pair, index) => ({ pair, found: fromReserves(pair, reserves[index]?.result) })),
    ...three.map((pair, index) => ({ pair, found: fromRoot(pair, prices[index]?.result, balances[index]?.result) })),
  ]
  const deepest = new Map<string, PoolPrice>()
  for (const { pair, found } of all) {
    const key = `${pair.token} ${pair.quote}`
    if (found && found.depth > (deepest.get(key)?.depth ?? 0n)) deepest.set(key, found)
  }
  return deepest
}

/** A pool keeps its tokens in the order of their addresses. */
const isAscending = ({ token, quote }: Pair) => BigInt(token) < BigInt(quote)

function fromReserves(pair: Pair, result: readonly [bigint, bigint, number] | undefined): PoolPrice | undefined {
  if (!result) return undefined
  const [own, other] = isAscending(pair) ? [result[0], result[1]] : [result[1], result[0]]
  return own === 0n ? undefined : { price: Number(other) / Number(own), depth: other }
}

/** A v3 pool keeps the square root of what one of its first token costs in the second, times 2⁹⁶. */
function fromRoot(pair: Pair, slot: readonly [bigint, ...unknown[]] | undefined, depth = 0n): PoolPrice | undefined {
  if (!slot || slot[0] === 0n) return undefined
  const first = (Number(slot[0]) / 2 ** 96) ** 2
  return { price: isAscending(pair) ? first : 1 / first, depth }
}
