// What a source of prices is asked and answers. Sources are asked one after another, each for what is still unknown.
import type { Currency } from '../../../../src/api/shapes.js'
import type { Asset } from '../assets/metadata.js'

/** Which prices are wanted, and in which currency. */
export interface PriceQuestion {
  readonly assets: readonly Asset[]
  readonly currency: Currency
}

/**
 * `chainId:address` → price of one whole token in the currency. What is unknown is absent, never 0; `unasked` is what the source might
 * know and did not say this time.
 */
export type PriceAnswer = ReadonlyMap<string, number | 'unasked'>

/** The key of an asset in `PriceAnswer`. */
export function priceKey({ chainId, address }: Pick<Asset, 'chainId' | 'address'>): string {
  return `${chainId}:${address}`
}
