// Swaps through the v2 and v3 pools of the settings: directly, over the wrapped coin, over the stable token, or over both.
import { isAddressEqual, type Address } from 'viem'
import { minimumOut } from '../../../../src/api/swaps.js'
import { HttpError } from '../../http/errors.js'
import { Declined } from '../../upstream/providers.js'
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
import { encodeV3Path, pairsAlong, pathsBetween, readRoute, routesAlong, type Route } from './routes.js'

const NAME = 'pools'
const GAS_BASE = 120_000n
const GAS_PER_POOL = 80_000n
const ROUTES_MAX = 3

/** The source `pools`, computed here from the chain. */
export function poolSwaps(ctx: SwapsContext): SwapSource {
  /** All routes that bring something, the one that leaves most after its gas first. @throws Declined when there are pools but nothing comes out */
  async function search(question: SwapQuestion): Promise<readonly SwapRoute[]> {
    const { chainId, from, to, amount } = question
    const chain = ctx.data.chains[chainId]
    const contract = (address: SwapQuestion['from']) => (address === NATIVE ? chain?.wrapped : address)
    const [first, last] = [contract(from), contract(to)]
    if (!chain || !first || !last || isAddressEqual(first, last)) return []
    const routes = await routesBetween(chainId, chain, first, last)
    const [amounts, perPool] = await Promise.all([
      amountsOut(chainId, chain, routes, amount),
      costOfPool(question, chain, last).catch(() => 0n),
    ])
    const priced = routes.flatMap((route, index) => {
      const amountOut = amounts[index] ?? 0n
      const spender = from === NATIVE ? undefined : routerOf(chain, route)
      const found: SwapRoute = { source: NAME, amountOut, spender, via: JSON.stringify(route) }
      return amountOut > 0n ? [{ found, net: amountOut - perPool * BigInt(route.path.length - 1) }] : []
    })
    // Pools are there, but nothing comes out: too little in them, or too much or too little asked of them.
    if (routes.length > 0 && priced.length === 0) throw new Declined(insufficientLiquidity())
    return priced.sort((a, b) => compare(b.net, a.net)).map(({ found }) => found)
  }

  async function routesBetween(chainId: string, chain: ChainData, first: Address, last: Address): Promise<readonly Route[]> {
    const paths = pathsBetween(first, last, [chain.wrapped, chain.stable])
    const steps = paths.map(pairsAlong)
    const pools = await poolsOf(ctx, chainId, steps.flat())
    let taken = 0
    return paths.flatMap((path, index) => {
      const count = steps[index]?.length ?? 0
      return routesAlong(path, pools.slice(taken, (taken += count)))
    })
  }

  /** Cost of the gas of one more pool, in base units of the token that comes in; 0 where no pool trades coins for it. */
  async function costOfPool(question: SwapQuestion, chain: ChainData, last: Address): Promise<bigint> {
    const { standard, instant } = await gasPriceOf(ctx, question.chainId)
    // Bounded, because quotes are stored under the user's address: a caller must not worsen another user's route by inventing a gas price.
    const wei = GAS_PER_POOL * smaller(question.gasPrice ?? standard, instant)
    if (!chain.wrapped || wei === 0n) return 0n
    if (isAddressEqual(chain.wrapped, last)) return wei
    const routes = await routesBetween(question.chainId, chain, chain.wrapped, last)
    const amounts = await amountsOut(question.chainId, chain, routes, wei)
    return amounts.reduce<bigint>((best, amount = 0n) => (amount > best ? amount : best), 0n)
  }

  /** Undefined where a pool refuses. Rejects when the chain does not answer. */
  async function amountsOut(
    chainId: string,
    { v2, v3 }: ChainData,
    routes: readonly Route[],
    amount: bigint,
  ): Promise<readonly (bigint | undefined)[]> {
    const inV2 = routes.filter((route) => route.kind === 'v2')
    const inV3 = routes.filter((route) => route.kind === 'v3')
    const two = inV2.map(
      ({ path }) => ({ address: needed(v2).router, abi: v2Abi, functionName: 'getAmountsOut', args: [amount, path] }) as const,
    )
    const three = inV3.map(({ path, fees }) => {
      const args = [encodeV3Path(path, fees), amount] as const
      return { address: needed(v3).quoter, abi: v3Abi, functionName: 'quoteExactInput', args } as const
    })
    const [amounts, quotes] = await Promise.all([readAll(ctx, chainId, two), readAll(ctx, chainId, three)])
    const found = new Map<Route, bigint | undefined>([
      ...inV2.map((route, index) => [route, amounts[index]?.result?.at(-1)] as const),
      ...inV3.map((route, index) => [route, quotes[index]?.result?.[0]] as const),
    ])
    return routes.map((route) => found.get(route))
  }

  /** The quoted route, unless another source quoted or a permit is to be used, which v2 routers cannot. */
  async function routeOf(order: SwapOrder): Promise<Route> {
    const quoted = order.route.via === '' ? undefined : readRoute(order.route.via)
    if (quoted && (order.permit === undefined || quoted.kind === 'v3')) return quoted
    const routes = (await search(order)).map(({ via }) => readRoute(via))
    const best = (order.permit === undefined ? undefined : routes.find(({ kind }) => kind === 'v3')) ?? quoted ?? routes[0]
    if (!best) throw new Declined(insufficientLiquidity())
    return best
  }

  async function build(order: SwapOrder): Promise<SwapTransaction> {
    const chain = ctx.data.chains[order.chainId]
    if (!chain) throw new HttpError(400, 'chainId', 'There are no swaps on this chain')
    const route = await routeOf(order)
    const [amountOut = 0n] = await amountsOut(order.chainId, chain, [route], order.amount)
    if (amountOut === 0n) throw new Declined(insufficientLiquidity())
    // A price that is better than what was agreed is the user's, all of it but the slippage.
    const expected = amountOut > order.agreed ? amountOut : order.agreed
    const to = routerOf(chain, route)
    const least = minimumOut(expected, order.slippagePercent)
    return {
      to,
      data: encodeSwap(order, route, to, least),
      value: order.from === NATIVE ? order.amount : 0n,
      amountOut,
      least,
      gas: GAS_BASE + GAS_PER_POOL * BigInt(route.path.length - 1),
      takesPermit: route.kind === 'v3' && order.from !== NATIVE,
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

function routerOf({ v2, v3 }: ChainData, route: Route): Address {
  return route.kind === 'v2' ? needed(v2).router : needed(v3).router
}

/** The settings of a version; they may be gone since the route was quoted. @throws HttpError 400 */
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
