// Finds the v2 and v3 pools that the settings' factories know, and remembers for a minute which exist.
import {
  zeroAddress,
  type Address,
  type ContractFunctionParameters,
  type MulticallParameters,
  type MulticallReturnType,
} from 'viem'
import type { AssetsContext } from '../context.js'
import { v2Abi, v3Abi } from './abi.js'
import { createTtlCache } from './ttl-cache.js'
import { oncePer } from '../once.js'

/** The fees of v3, in hundredths of a basis point. */
const V3_FEES = [100, 500, 3000, 10_000] as const
/** Pools come rarely, and never go. */
const POOLS_TTL_MS = 60_000
/** Bytes of call data in one `eth_call`. */
const BATCH_BYTES = 8192

export interface PairPools {
  readonly v2?: Address | undefined
  readonly v3: readonly { readonly fee: number; readonly address: Address }[]
}

const cacheOf = oncePer(({ now }: AssetsContext) => createTtlCache<PairPools>({ now, ttlMs: POOLS_TTL_MS }))

/** The pools of each pair, in the order of the pairs. Rejects when the chain does not answer. */
export async function poolsOf(
  ctx: AssetsContext,
  chainId: string,
  pairs: readonly (readonly [Address, Address])[],
): Promise<readonly PairPools[]> {
  const cache = cacheOf(ctx)
  const keyOf = ([a, b]: readonly [Address, Address]) => `${chainId} ${[a, b].sort().join(' ')}`
  const missing = pairs.filter((pair) => cache.peek(keyOf(pair)) === undefined)
  const found = missing.length > 0 ? await readPools(ctx, chainId, missing) : []
  missing.forEach((pair, index) => cache.set(keyOf(pair), found[index] ?? { v3: [] }))
  const fresh = new Map(missing.map((pair, index) => [keyOf(pair), found[index]]))
  return pairs.map((pair) => fresh.get(keyOf(pair)) ?? cache.peek(keyOf(pair)) ?? { v3: [] })
}

async function readPools(
  ctx: AssetsContext,
  chainId: string,
  pairs: readonly (readonly [Address, Address])[],
): Promise<readonly PairPools[]> {
  const { v2, v3 } = ctx.data.chains[chainId] ?? {}
  const inV2 = pairs.map(
    (pair) => ({ address: v2?.factory ?? zeroAddress, abi: v2Abi, functionName: 'getPair', args: pair }) as const,
  )
  const inV3 = pairs.flatMap(([a, b]) =>
    V3_FEES.map(
      (fee) => ({ address: v3?.factory ?? zeroAddress, abi: v3Abi, functionName: 'getPool', args: [a, b, fee] }) as const,
    ),
  )
  const [two, three] = await Promise.all([
    v2 ? readAll(ctx, chainId, inV2) : Promise.resolve([]),
    v3 ? readAll(ctx, chainId, inV3) : Promise.resolve([]),
  ])
  const existing = (result: { readonly result?: Address | undefined } | undefined) =>
    result?.result === zeroAddress ? undefined : result?.result
  return pairs.map((_, index) => ({
    v2: existing(two[index]),
    v3: V3_FEES.flatMap((fee, step) => {
      const address = existing(three[index * V3_FEES.length + step])
      return address === undefined ? [] : [{ fee, address }]
    }),
  }))
}

/** The nodes do not know any more how the chain was then: only archive nodes do. */
export class StateForgotten extends Error {
  override readonly name = 'StateForgotten'
}
const forgotten = /missing trie node|archive|pruned|historical state|state (?:is |at )?.*not available|header not found/i

/** Many reads, each of which may fail by itself; `blockNumber` for how it was then. @throws Error when the chain answered none of them. */
export async function readAll<const contracts extends readonly ContractFunctionParameters[]>(
  ctx: AssetsContext,
  chainId: string,
  contracts: contracts,
  blockNumber?: bigint,
): Promise<MulticallReturnType<contracts>> {
  // viem's type of these parameters does not follow ours through the generics; both are the same list.
  const at = blockNumber === undefined ? {} : { blockNumber }
  const parameters = { contracts, batchSize: BATCH_BYTES, ...at } as unknown as MulticallParameters<ContractFunctionParameters[]>
  const results = await ctx.chains.client(chainId).multicall(parameters)
  const errors = results.map(({ error }) => error)
  const isUnheard = (error: Error | undefined) =>
    error?.name === 'HttpRequestError' ||
    error?.name === 'TimeoutError' ||
    /HTTP request failed|took too long/.test(error?.message ?? '')
  if (errors.length > 0 && errors.every(isUnheard)) throw new Error(`no node of ${chainId} answered`)
  if (errors.length > 0 && errors.every((error) => forgotten.test(error?.message ?? '')))
    throw new StateForgotten(`the nodes of ${chainId} keep no state of this block`)
  return results as unknown as MulticallReturnType<contracts>
}
