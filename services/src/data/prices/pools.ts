// Prices from the reserves of v2 pools, in US dollars: against the chain's stable token, directly or by way of the wrapped coin.
import { getAddress, zeroAddress, type Address } from 'viem'
import type { Provider } from '../../providers.js'
import { v2Abi } from '../assets/abi.js'
import { NATIVE } from '../assets/ids.js'
import { assetOf, type Asset } from '../assets/metadata.js'
import type { ChainData } from '../chain-data.js'
import type { DataContext } from '../context.js'
import { priceKey, type PriceAnswer, type PriceQuestion } from './source.js'

/** A pool with less than this on its dollar side says what somebody wants it to say. */
export const POOL_DEPTH_MIN_USD = 1000

export function poolPrices(ctx: DataContext): Provider<PriceQuestion, PriceAnswer> {
  const hasPools = (chainId: string) => poolsOf(ctx.data.chains[chainId]) !== undefined
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

interface Pools {
  readonly factory: Address
  readonly stable: Address
  readonly wrapped: Address | undefined
}

function poolsOf(chain: ChainData | undefined): Pools | undefined {
  return chain?.v2 && chain.stable ? { factory: chain.v2.factory, stable: chain.stable, wrapped: chain.wrapped } : undefined
}

interface Pair {
  readonly token: Address
  readonly quote: Address
}

async function pricesOnChain(ctx: DataContext, chainId: string, assets: readonly Asset[]): Promise<PriceAnswer> {
  const pools = poolsOf(ctx.data.chains[chainId])
  const stable = pools && (await assetOf(ctx, chainId, pools.stable))
  if (!pools || !stable) return new Map()
  const wrapped = pools.wrapped && (await assetOf(ctx, chainId, pools.wrapped))
  const contractOf = ({ address }: Asset) => (address === NATIVE ? pools.wrapped : getAddress(address))
  const tokens = new Map(assets.flatMap((asset) => [[contractOf(asset), asset.decimals] as const]))
  if (wrapped) tokens.set(pools.wrapped, wrapped.decimals)
  const pairs = [...tokens.keys()].flatMap((token): Pair[] => {
    if (token === undefined || token === pools.stable) return []
    const viaWrapped = pools.wrapped && token !== pools.wrapped ? [{ token, quote: pools.wrapped }] : []
    return [{ token, quote: pools.stable }, ...viaWrapped]
  })
  const reserves = await readReserves(ctx, chainId, pools.factory, pairs)
  const priceIn = (token: Address, quote: Address, quoteDecimals: number) => {
    const found = reserves.get(`${token} ${quote}`)
    const decimals = tokens.get(token)
    if (!found || decimals === undefined || found.token === 0n) return undefined
    const depth = toNumber(found.quote, quoteDecimals)
    return { price: depth / toNumber(found.token, decimals), depth }
  }
  const coin = pools.wrapped && enough(priceIn(pools.wrapped, pools.stable, stable.decimals))
  const priceOf = (token: Address): number | undefined => {
    if (token === pools.stable) return 1
    const direct = enough(priceIn(token, pools.stable, stable.decimals))
    const inCoin = coin && pools.wrapped && wrapped ? priceIn(token, pools.wrapped, wrapped.decimals) : undefined
    const via = inCoin && coin && enough({ price: inCoin.price * coin.price, depth: inCoin.depth * coin.price })
    // The deeper pool is the harder one to push around.
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

async function readReserves(ctx: DataContext, chainId: string, factory: Address, pairs: readonly Pair[]) {
  const client = ctx.chains.client(chainId)
  const found = await client.multicall({
    contracts: pairs.map(
      ({ token, quote }) => ({ address: factory, abi: v2Abi, functionName: 'getPair', args: [token, quote] }) as const,
    ),
  })
  const existing = pairs.flatMap((pair, index) => {
    const address = found[index]?.result
    return address && address !== zeroAddress ? [{ ...pair, address }] : []
  })
  const reserves = await client.multicall({
    contracts: existing.map(({ address }) => ({ address, abi: v2Abi, functionName: 'getReserves' }) as const),
  })
  return new Map(
    existing.flatMap(({ token, quote }, index) => {
      const result = reserves[index]?.result
      if (!result) return []
      // A pair keeps its tokens in the order of their addresses.
      const [own, other] = BigInt(token) < BigInt(quote) ? [result[0], result[1]] : [result[1], result[0]]
      return [[`${token} ${quote}`, { token: own, quote: other }] as const]
    }),
  )
}
