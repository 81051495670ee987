// Routes from one token to another through pools: which tokens lie between, and which fees are paid.
import { concat, encodePacked, isAddressEqual, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import type { PairPools } from '../assets/pools.js'
import { wireEvmAddress } from './shapes.js'

const path = z.array(wireEvmAddress).check(z.minLength(2))
const routeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('v2'), path }),
  z.object({ kind: z.literal('v3'), path, fees: z.array(z.int()) }),
])
/** A route through v2 or v3 pools. */
export type Route = z.output<typeof routeSchema>

/** The route that `via` of a `SwapRoute` of the pools holds. @param via a route as JSON */
export function readRoute(via: string): Route {
  return routeSchema.parse(JSON.parse(via))
}

/** Most pools of a v3 route: a third costs more gas than it saves. */
const V3_POOLS_MAX = 2

/** Token paths: direct, over each stop, and over both stops in either order; no token twice. */
export function pathsBetween(
  from: Address,
  to: Address,
  stops: readonly (Address | undefined)[],
): readonly (readonly Address[])[] {
  const between = stops
    .filter((stop) => stop !== undefined)
    .filter((stop) => !isAddressEqual(stop, from) && !isAddressEqual(stop, to))
  const [first, second] = between
  const both =
    first && second && !isAddressEqual(first, second)
      ? [
          [first, second],
          [second, first],
        ]
      : []
  return [[], ...between.map((stop) => [stop]), ...both].map((middle) => [from, ...middle, to])
}

/** The pairs of neighbouring tokens on a path. */
export function pairsAlong(tokens: readonly Address[]): readonly (readonly [Address, Address])[] {
  return tokens.slice(1).map((token, index) => [tokens[index] ?? token, token])
}

/** Every route along a path of tokens that has a pool for each step. @param pools the pools of each step */
export function routesAlong(tokens: readonly Address[], pools: readonly PairPools[]): readonly Route[] {
  const v2: readonly Route[] = pools.every((step) => step.v2 !== undefined) ? [{ kind: 'v2', path: [...tokens] }] : []
  const fees = pools.length > V3_POOLS_MAX ? [] : combinations(pools.map((step) => step.v3.map(({ fee }) => fee)))
  return [...v2, ...fees.map((chosen): Route => ({ kind: 'v3', path: [...tokens], fees: [...chosen] }))]
}

function combinations(choices: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return choices.reduce<readonly (readonly number[])[]>(
    (begun, next) => begun.flatMap((start) => next.map((fee) => [...start, fee])),
    [[]],
  )
}

/** The path bytes of a v3 router: token, fee (3 bytes), token, … */
export function encodeV3Path(tokens: readonly Address[], fees: readonly number[]): Hex {
  return concat(
    tokens.map((token, index) => {
      const fee = fees[index]
      return fee === undefined ? token : encodePacked(['address', 'uint24'], [token, fee])
    }),
  )
}
