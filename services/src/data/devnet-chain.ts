// What the data side knows about the devnet without being told.
import { chainDataSchema, type ChainData } from './chain-data.js'

export function devnetChain(): ChainData {
  return chainDataSchema.parse({})
}
