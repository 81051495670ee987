// Prices of tokens at the time of a transaction, in US dollars: from the pools at its block where a node keeps that state, else from a vendor. An
// unknown price is absent; today's price is not used instead.
import type { Asset } from '../assets/metadata.js'
import { createTtlCache, type TtlCache } from '../assets/ttl-cache.js'
import { StateForgotten } from '../assets/pools.js'
import { withTimeout } from '../../timeout.js'
import type { PricesContext } from '../context.js'
import { defillamaPricesAt } from './defillama.js'
import { pricesOnChain } from './pools.js'
import { priceKey, type PriceAnswer } from './source.js'
import { oncePer } from '../once.js'

/** Past prices do not change, so they are cached for long. */
const KNOWN_MS = 24 * 3_600_000
/** Nodes without an archive are not asked again for this long. */
const FORGOTTEN_MS = 600_000
const PARALLEL = 4

/** Assets that moved in one block. */
export interface Moment {
  readonly chainId: string
  readonly block: number
  /** Unix milliseconds. */
  readonly minedAt: number
  readonly assets: readonly Asset[]
}

/** Prices at the time of transactions, in US dollars. */
export interface PastPrices {
  /** Never rejects; what is not known when the signal aborts is absent. */
  of(moments: readonly Moment[], signal: AbortSignal): Promise<(asset: Asset, block: number) => number | undefined>
}

/** The past prices of a context, made once. */
export const pastPricesOf = oncePer(createPastPrices)

function createPastPrices(ctx: PricesContext): PastPrices {
  const { defillama } = ctx.data.adapters
  const known: TtlCache<number | 'unknown'> = createTtlCache({ now: ctx.now, ttlMs: KNOWN_MS })
  const forgetful: TtlCache<true> = createTtlCache({ now: ctx.now, ttlMs: FORGOTTEN_MS })
  const keyOf = (asset: Asset, block: number) => `${priceKey(asset)} ${block}`

  async function fromPools({ chainId, block }: Moment, assets: readonly Asset[]): Promise<PriceAnswer> {
    if (!chainId.startsWith('eip155:') || forgetful.peek(chainId)) return new Map()
    try {
      return await pricesOnChain(ctx, chainId, assets, BigInt(block))
    } catch (error) {
      if (error instanceof StateForgotten) forgetful.set(chainId, true)
      throw error
    }
  }

  async function read(moment: Moment, signal: AbortSignal): Promise<void> {
    const { block, minedAt } = moment
    let open = moment.assets.filter((asset) => known.peek(keyOf(asset, block)) === undefined)
    const at = Math.floor(minedAt / 1000)
    const sources = [
      () => fromPools(moment, open),
      ...(defillama ? [() => defillamaPricesAt(ctx, { url: defillama.url, at, assets: open, signal })] : []),
    ]
    let hasFailed = false
    for (const ask of sources) {
      if (open.length === 0 || signal.aborted) return
      const found: PriceAnswer = await ask().catch((error: unknown) => {
        hasFailed = true
        ctx.log.debug('past price not read', { error })
        return new Map()
      })
      for (const asset of open) {
        const price = found.get(priceKey(asset))
        if (typeof price === 'number') known.set(keyOf(asset, block), price)
      }
      open = open.filter((asset) => known.peek(keyOf(asset, block)) === undefined)
    }
    if (!hasFailed) for (const asset of open) known.set(keyOf(asset, block), 'unknown')
  }

  return {
    async of(moments, signal) {
      const waiting = [...moments]
      const work = async () => {
        for (let moment = waiting.shift(); moment && !signal.aborted; moment = waiting.shift()) await read(moment, signal)
      }
      await withTimeout(() => Promise.all(Array.from({ length: PARALLEL }, work)), { signal, late: () => undefined })
      return (asset, block) => {
        const price = known.peek(keyOf(asset, block))
        return typeof price === 'number' ? price : undefined
      }
    },
  }
}
