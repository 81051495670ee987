// The price of gas on a chain: from the fees of the last 20 blocks, or the node's own price on chains without a base fee.
import type { SwapsContext } from '../context.js'
import { createTtlCache } from '../assets/ttl-cache.js'
import { oncePer } from '../once.js'

const GAS_TTL_MS = 5000
const BLOCKS = 20
/** Of the tips in a block, for `standard`, `fast`, `instant`. */
const PERCENTILES = [25, 50, 90]
/** Without a base fee, percent of the node's price. */
const LEGACY_PERCENT = [100n, 115n, 130n] as const

/** Wei for one unit of gas, never decreasing from left to right. */
export interface GasPrice {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

const cacheOf = oncePer(({ now }: SwapsContext) => createTtlCache<GasPrice>({ now, ttlMs: GAS_TTL_MS }))

/** The gas price of a chain, cached for 5 s. Rejects when no node answers. */
export function gasPriceOf(ctx: SwapsContext, chainId: string): Promise<GasPrice> {
  return cacheOf(ctx).get(chainId, () => read(ctx, chainId))
}

async function read(ctx: SwapsContext, chainId: string): Promise<GasPrice> {
  const client = ctx.chains.client(chainId)
  const history = await client
    .getFeeHistory({ blockCount: BLOCKS, blockTag: 'latest', rewardPercentiles: PERCENTILES })
    .catch(() => undefined) // some nodes of chains without a base fee do not know the method
  const base = history?.baseFeePerGas.at(-1) // that of the block to come
  if (!history || !base) return legacy(await client.getGasPrice())
  const tips = PERCENTILES.map((_, index) => median((history.reward ?? []).map((block) => block[index] ?? 0n)))
  return rising(tips.map((tip) => 2n * base + tip))
}

function legacy(price: bigint): GasPrice {
  return rising(LEGACY_PERCENT.map((percent) => (price * percent) / 100n))
}

function rising([standard = 0n, fast = 0n, instant = 0n]: readonly bigint[]): GasPrice {
  const second = fast > standard ? fast : standard
  return { standard, fast: second, instant: instant > second ? instant : second }
}

function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}
