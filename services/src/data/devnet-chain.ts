// What the data side knows about the devnet without being told.
import { STABLE, TOKENS, V2_FACTORY, V2_ROUTER, WRAPPED } from '../devnet/manifest.js'
import { chainDataSchema, type ChainData } from './chain-data.js'

export function devnetChain(): ChainData {
  return chainDataSchema.parse({
    tokens: TOKENS,
    wrapped: WRAPPED.address,
    stable: STABLE.address,
    v2: { factory: V2_FACTORY, router: V2_ROUTER },
    startBlock: 0,
    scanBlocks: 100_000,
  })
}
