// What the data side knows about devnets without a file, where services run beside them.
import type { Address, Hex } from 'viem'
import type * as z from 'zod'
import type { ChainData } from '../chain/chain-data.js'
import type { solanaSchema } from './asset-config.js'

/** Settings of the devnets. */
export interface DevnetSettings {
  /** By CAIP-2 id, for those that the data file does not describe. */
  readonly chains: Readonly<Record<string, ChainData>>
  readonly solana: z.output<typeof solanaSchema>
  /** What names end with, where the data file has no zone. */
  readonly zone: string
  /** Signs what the names' gateway answers, where the data file has no key. */
  readonly gatewayKey: Hex
  /** By CAIP-2 id: where names of the Ethereum name service are read. */
  readonly universalResolvers: Readonly<Record<string, Address>>
}
