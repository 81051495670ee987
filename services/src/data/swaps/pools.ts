// Swaps through v2 and v3 pools that the settings name: directly, by way of the wrapped coin, the stable token, or both.
import { decodeAbiParameters, encodeFunctionData, encodePacked, isAddressEqual, type Address, type Hex } from 'viem'
import { HttpError } from '../../errors.js'
import { v2Abi, v3Abi, wrappedAbi } from '../assets/abi.js'
import { NATIVE } from '../assets/ids.js'
import type { DataContext } from '../context.js'
import {
  insufficientLiquidity,
  minimumOut,
  type SwapOrder,
  type SwapQuestion,
  type SwapRoute,
  type SwapSource,
  type SwapTransaction,
} from './source.js'

/** Hundredths of a basis point. */
const FEES = [100, 500, 3000, 10_000] as const
const GAS_BASE = 120_000n
const GAS_PER_POOL = 80_000n
const ROUTES_MAX = 3

type Via =
  | { readonly kind: 'v2'; readonly path: readonly Address[] }
  | { readonly kind: 'v3'; readonly path: readonly Address[]; readonly fees: readonly number[] }
  | { readonly kind: 'wrap' }

export function poolSwaps(ctx: DataContext): SwapSource {
  const chainOf = (chainId: string) => ctx.data.chains[chainId]

  async function quote(question: SwapQuestion): Promise<readonly SwapRoute[]> {
    const chain = chainOf(question.chainId)
    const { wrapped } = chain ?? {}
    const contract = (address: SwapQuestion['from']) => (address === NATIVE ? wrapped : address)
    const from = contract(question.from)
    const to = contract(question.to)
    if (!chain || !from || !to) return []
    if (isAddressEqual(from, to)) return question.from === NATIVE ? [route({ kind: 'wrap' }, question.amount, to)] : []
    const paths = pathsBetween(from, to, [wrapped, chain.stable])
    const client = ctx.chains.client(question.chainId)
    const { v2, v3 } = chain
    const viaV2 = v2 ? paths.map((path) => ({ kind: 'v2', path }) as const) : []
    const viaV3 = v3 ? paths.filter(({ length }) => length < 4).flatMap(withFees) : []
    const [two, three] = await Promise.all([
      client.multicall({
        contracts: viaV2.map(
          ({ path }) =>
            ({ address: v2?.router ?? from, abi: v2Abi, functionName: 'getAmountsOut', args: [question.amount, path] }) as const,
        ),
      }),
      client.multicall({
        contracts: viaV3.map(
          ({ path, fees }) =>
            ({
              address: v3?.quoter ?? from,
              abi: v3Abi,
              functionName: 'quoteExactInput',
              args: [encodeV3Path(path, fees), question.amount],
            }) as const,
        ),
      }),
    ])
    const found = [
      ...viaV2.flatMap((via, index) => {
        const out = two[index]?.result?.at(-1)
        return out === undefined || !v2 ? [] : [route(via, out, v2.router)]
      }),
      ...viaV3.flatMap((via, index) => {
        const out = three[index]?.result?.[0]
        return out === undefined || !v3 ? [] : [route(via, out, v3.router)]
      }),
    ]
    const results = [...two, ...three]
    // A call that could not be made at all fails for every path alike; a missing pool fails for some.
    if (
      results.length > 0 &&
      results.every(({ error }) => error?.name === 'HttpRequestError' || /HTTP request failed/.test(error?.message ?? ''))
    )
      throw new Error(`no node of ${question.chainId} answered`)
    const useful = found.filter(({ amountOut }) => amountOut > 0n)
    // A pool that is there says why it cannot: too little in it, or too little asked of it. One that is not there says something else, or nothing.
    const isDry = results.some(({ error }) => /liquidity|insufficient|nothing (?:goes in|comes out)/i.test(error?.message ?? ''))
    if (useful.length === 0 && (found.length > 0 || isDry)) throw insufficientLiquidity()
    return useful.sort((a, b) => (a.amountOut < b.amountOut ? 1 : a.amountOut > b.amountOut ? -1 : 0)).slice(0, ROUTES_MAX)
  }

  async function build(order: SwapOrder): Promise<SwapTransaction> {
    const best = order.route ?? (await quote(order))[0]
    if (!best) throw insufficientLiquidity()
    const via = JSON.parse(best.via) as Via // our own note
    if (order.permit !== undefined && via.kind !== 'v3')
      throw new HttpError(400, 'permit', 'This route cannot use a permit: send an approval instead')
    const gas = GAS_BASE + GAS_PER_POOL * BigInt(via.kind === 'wrap' ? 0 : via.path.length - 1)
    const value = order.from === NATIVE ? order.amount : 0n
    return { to: best.spender, data: encode(order, best, via), value, amountOut: best.amountOut, gas }
  }

  return {
    name: 'pools',
    kind: 'embedded',
    supports: (chainId) => chainOf(chainId)?.v2 !== undefined || chainOf(chainId)?.v3 !== undefined,
    quote,
    build,
    spender(chainId) {
      const chain = chainOf(chainId)
      const router = chain?.v2?.router ?? chain?.v3?.router
      if (!router) return Promise.reject(new HttpError(400, 'chainId', 'There are no swaps on this chain'))
      return Promise.resolve(router)
    },
  }
}

function route(via: Via, amountOut: bigint, spender: Address): SwapRoute {
  return { source: 'pools', amountOut, spender, via: JSON.stringify(via) }
}

/** Direct, over each stop, and over both in either order; no token twice. */
export function pathsBetween(
  from: Address,
  to: Address,
  stops: readonly (Address | undefined)[],
): readonly (readonly Address[])[] {
  const between = stops
    .filter((stop) => stop !== undefined)
    .filter((stop) => !isAddressEqual(stop, from) && !isAddressEqual(stop, to))
  const [first, second] = between
  const inner: readonly (readonly Address[])[] = [
    [],
    ...between.map((stop) => [stop]),
    ...(first && second
      ? [
          [first, second],
          [second, first],
        ]
      : []),
  ]
  return inner.map((middle) => [from, ...middle, to])
}

function withFees(path: readonly Address[]): readonly Extract<Via, { kind: 'v3' }>[] {
  const combinations = path.length === 2 ? FEES.map((fee) => [fee]) : FEES.flatMap((one) => FEES.map((two) => [one, two]))
  return combinations.map((fees) => ({ kind: 'v3', path, fees }))
}

/** Token, fee (3 bytes), token, … */
export function encodeV3Path(path: readonly Address[], fees: readonly number[]): Hex {
  const parts = path.map((token, index) => {
    const fee = fees[index]
    return fee === undefined
      ? encodePacked(['address'], [token]).slice(2)
      : encodePacked(['address', 'uint24'], [token, fee]).slice(2)
  })
  return `0x${parts.join('')}`
}

function encode(order: SwapOrder, best: SwapRoute, via: Via): Hex {
  const { amount, user, deadline, slippagePercent } = order
  if (via.kind === 'wrap') return encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
  const least = minimumOut(best.amountOut, slippagePercent)
  if (via.kind === 'v2') {
    const rest = [via.path, user, deadline] as const
    if (order.from === NATIVE)
      return encodeFunctionData({ abi: v2Abi, functionName: 'swapExactETHForTokens', args: [least, ...rest] })
    const functionName = order.to === NATIVE ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
    return encodeFunctionData({ abi: v2Abi, functionName, args: [amount, least, ...rest] })
  }
  // For a coin the router keeps the wrapped token for a moment: recipient zero means the router itself.
  const recipient: Address = order.to === NATIVE ? '0x0000000000000000000000000000000000000000' : user
  const params = { path: encodeV3Path(via.path, via.fees), recipient, deadline, amountIn: amount, amountOutMinimum: least }
  const swap = encodeFunctionData({ abi: v3Abi, functionName: 'exactInput', args: [params] })
  const unwrap = encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [least, user] })
  const calls = [...(order.permit ? [encodePermit(order, best)] : []), swap, ...(order.to === NATIVE ? [unwrap] : [])]
  return calls.length === 1 ? swap : encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [calls] })
}

function encodePermit({ permit = '0x', from, user, amount }: SwapOrder, { spender }: SwapRoute): Hex {
  const refuse = (problem: string) => new HttpError(400, 'permit', problem)
  if (from === NATIVE) throw refuse('A chain’s own coin takes no permit')
  if (permit.length !== 2 + 7 * 64) throw refuse('A permit has seven words: owner, spender, value, deadline, v, r, s')
  const words = [
    { type: 'address' },
    { type: 'address' },
    { type: 'uint256' },
    { type: 'uint256' },
    { type: 'uint8' },
    { type: 'bytes32' },
    { type: 'bytes32' },
  ] as const
  const [owner, allowed, value, deadline, v, r, s] = decodePermit()
  if (!isAddressEqual(owner, user) || !isAddressEqual(allowed, spender) || value < amount)
    throw refuse('The permit is of another owner, spender or amount')
  return encodeFunctionData({ abi: v3Abi, functionName: 'selfPermit', args: [from, value, deadline, v, r, s] })

  function decodePermit() {
    try {
      return decodeAbiParameters(words, permit)
    } catch {
      throw refuse('The permit cannot be read')
    }
  }
}
