// What the data side knows about the devnets without being told.
import { STABLE, TOKENS, V2_FACTORY, V2_ROUTER, V3_FACTORY, V3_QUOTER, V3_ROUTER, WRAPPED } from './manifest.js'
import { SOLANA_GRAIN, SOLANA_SALT, SOLANA_STABLE, SOLANA_TOKENS } from './solana/manifest.js'
import { NATIVE } from '../src/data/assets/ids.js'
import { chainDataSchema, type ChainData } from '../src/chain/chain-data.js'

export function devnetChain(): ChainData {
  return chainDataSchema.parse({
    tokens: TOKENS,
    wrapped: WRAPPED.address,
    stable: STABLE.address,
    v2: { factory: V2_FACTORY, router: V2_ROUTER },
    v3: { factory: V3_FACTORY, quoter: V3_QUOTER, router: V3_ROUTER },
    startBlock: 0,
    scanBlocks: 100_000,
  })
}

/** There are no pools on Solana's devnet: its prices, in US dollars, are a table. */
export function devnetSolana() {
  return {
    tokens: SOLANA_TOKENS.map(({ mint: address, name, symbol, decimals }) => ({ address, name, symbol, decimals })),
    prices: { [NATIVE]: 150, [SOLANA_STABLE.mint]: 1, [SOLANA_GRAIN.mint]: 0.5, [SOLANA_SALT.mint]: 0.02 },
  }
}
