// Swaps through v2 and v3 pools that the settings name: directly, by way of the wrapped coin, the stable token, or both.
import { isAddressEqual, type Address } from 'viem'
import { minimumOut } from '../../../../src/api/swaps.js'
import { HttpError } from '../../errors.js'
import { Declined } from '../../providers.js'
import type { ChainData } from '../../chain/chain-data.js'
import { v2Abi, v3Abi } from '../assets/abi.js'
import { NATIVE } from '../assets/ids.js'
import { poolsOf, readAll } from '../assets/pools.js'
import type { SwapsContext } from '../context.js'
import { encodeSwap } from './calls.js'
import { gasPriceOf } from './gas-price.js'
import {
  insufficientLiquidity,
  type SwapOrder,
  type SwapQuestion,
  type SwapRoute,
  type SwapSource,
  type SwapTransaction,
} from './source.js'
import { encodeV3Path, pairsAlong, pathsBetween, readWay, waysAlong, type Way } from './ways.js'

const NAME = 'pools'
const GAS_BASE = 120_000n
const GAS_PER_POOL = 80_000n
const ROUTES_MAX = 3

export function poolSwaps(ctx: SwapsContext): SwapSource {
  /** All ways that lead there; first the one that leaves most when its gas is paid. */
  async function search(question: SwapQuestion): Promise<readonly SwapRoute[]> {
    const { chainId, from, to, amount } = question
    const chain = ctx.data.chains[chainId]
    const contract = (address: SwapQuestion['from']) => (address === NATIVE ? chain?.wrapped : address)
    const [first, last] = [contract(from), contract(to)]
    if (!chain || !first || !last || isAddressEqual(first, last)) return []
    const ways = await waysBetween(chainId, chain, first, last)
    const [amounts, perPool] = await Promise.all([
      amountsOut(chainId, chain, ways, amount),
      costOfPool(question, chain, last).catch(() => 0n),
    ])
    const found = ways.flatMap((way, index) => {
      const amountOut = amounts[index] ?? 0n
      const spender = from === NATIVE ? undefined : routerOf(chain, way)
      const route: SwapRoute = { source: NAME, amountOut, spender, via: JSON.stringify(way) }
      return amountOut > 0n ? [{ route, net: amountOut - perPool * BigInt(way.path.length - 1) }] : []
    })
    // Pools are there, but nothing comes out: too little in them, or too much or too little asked of them.
    if (ways.length > 0 && found.length === 0) throw new Declined(insufficientLiquidity())
    return found.sort((a, b) => compare(b.net, a.net)).map(({ route }) => route)
  }

  async function waysBetween(chainId: string, chain: ChainData, first: Address, last: Address): Promise<readonly Way[]> {
    const paths = pathsBetween(first, last, [chain.wrapped, chain.stable])
    const steps = paths.map(pairsAlong)
    const pools = await poolsOf(ctx, chainId, steps.flat())
    let taken = 0
    return paths.flatMap((path, index) => {
      const count = steps[index]?.length ?? 0
      return waysAlong(path, pools.slice(taken, (taken += count)))
    })
  }

  /** What the gas of one pool more on the way costs, in the token that comes in; 0 where nobody trades coins for it. */
  async function costOfPool(question: SwapQuestion, chain: ChainData, last: Address): Promise<bigint> {
    const { standard, instant } = await gasPriceOf(ctx, question.chainId)
    // Quotes are remembered in the name of whom they are for: nobody makes his way a bad one by inventing a price.
    const wei = GAS_PER_POOL * smaller(question.gasPrice ?? standard, instant)
    if (!chain.wrapped || wei === 0n) return 0n
    if (isAddressEqual(chain.wrapped, last)) return wei
    const ways = await waysBetween(question.chainId, chain, chain.wrapped, last)
    const amounts = await amountsOut(question.chainId, chain, ways, wei)
    return amounts.reduce<bigint>((best, amount = 0n) => (amount > best ? amount : best), 0n)
  }

  /** Undefined where a pool refuses. Rejects when the chain does not answer. */
  async function amountsOut(
    chainId: string,
    { v2, v3 }: ChainData,
    ways: readonly Way[],
    amount: bigint,
  ): Promise<readonly (bigint | undefined)[]> {
    const inV2 = ways.filter((way) => way.kind === 'v2')
    const inV3 = ways.filter((way) => way.kind === 'v3')
    const two = inV2.map(
      ({ path }) => ({ address: needed(v2).router, abi: v2Abi, functionName: 'getAmountsOut', args: [amount, path] }) as const,
    )
    const three = inV3.map(({ path, fees }) => {
      const args = [encodeV3Path(path, fees), amount] as const
      return { address: needed(v3).quoter, abi: v3Abi, functionName: 'quoteExactInput', args } as const
    })
    const [amounts, quotes] = await Promise.all([readAll(ctx, chainId, two), readAll(ctx, chainId, three)])
    const found = new Map<Way, bigint | undefined>([
      ...inV2.map((way, index) => [way, amounts[index]?.result?.at(-1)] as const),
      ...inV3.map((way, index) => [way, quotes[index]?.result?.[0]] as const),
    ])
    return ways.map((way) => found.get(way))
  }

  /** As quoted, unless somebody else quoted, or a permit is to be used, which v2 cannot. */
  async function wayOf(order: SwapOrder): Promise<Way> {
    const quoted = order.route.via === '' ? undefined : readWay(order.route.via)
    if (quoted && (order.permit === undefined || quoted.kind === 'v3')) return quoted
    const ways = (await search(order)).map(({ via }) => readWay(via))
    const best = (order.permit === undefined ? undefined : ways.find(({ kind }) => kind === 'v3')) ?? quoted ?? ways[0]
    if (!best) throw new Declined(insufficientLiquidity())
    return best
  }

  async function build(order: SwapOrder): Promise<SwapTransaction> {
    const chain = ctx.data.chains[order.chainId]
    if (!chain) throw new HttpError(400, 'chainId', 'There are no swaps on this chain')
    const way = await wayOf(order)
    const [amountOut = 0n] = await amountsOut(order.chainId, chain, [way], order.amount)
    if (amountOut === 0n) throw new Declined(insufficientLiquidity())
    // A price that is better than what was agreed is the user's, all of it but the slippage.
    const expected = amountOut > order.agreed ? amountOut : order.agreed
    const to = routerOf(chain, way)
    const least = minimumOut(expected, order.slippagePercent)
    return {
      to,
      data: encodeSwap(order, way, to, least),
      value: order.from === NATIVE ? order.amount : 0n,
      amountOut,
      least,
      gas: GAS_BASE + GAS_PER_POOL * BigInt(way.path.length - 1),
    }
  }

  return {
    name: NAME,
    kind: 'embedded',
    supports({ chainId }) {
      const { v2, v3 } = ctx.data.chains[chainId] ?? {}
      return v2 !== undefined || v3 !== undefined
    },
    quote: async (question) => (await search(question)).slice(0, ROUTES_MAX),
    build,
    spender(chainId) {
      const { v2, v3 } = ctx.data.chains[chainId] ?? {}
      return Promise.resolve(v2?.router ?? v3?.router)
    },
  }
}

function routerOf({ v2, v3 }: ChainData, way: Way): Address {
  return way.kind === 'v2' ? needed(v2).router : needed(v3).router
}

/** A way was found with it, or was found while the settings had it. */
function needed<T>(version: T | undefined): T {
  if (version === undefined) throw new HttpError(400, '', 'Conversion parameter error: ask for a new quote')
  return version
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
