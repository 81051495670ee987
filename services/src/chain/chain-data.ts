// The data file's settings of one EVM chain: its coin, its tokens, and the contracts from which quotes and balances are read.
import { getAddress, isAddress, zeroAddress, type Address } from 'viem'
import * as z from 'zod'

/** Address of Multicall3 on nearly every chain. */
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** An EVM address in any case; the output is checksummed (EIP-55). */
export const addressSchema = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'an address of 0x and 40 hex digits is needed')
  .transform((text) => getAddress(text))

const decimals = z.int().min(0).max(77)
const name = z.string().min(1).max(64)
const symbol = z.string().min(1).max(32)

const tokenSchema = z.strictObject({
  address: addressSchema,
  name,
  symbol,
  decimals,
  logoUri: z.url({ protocol: /^https?$/ }).optional(),
  /** Takes a signed permit (EIP-2612) instead of an approval. */
  eip2612: z.boolean().optional(),
})

/** One entry of `chains` in the data file. */
export const chainDataSchema = z.strictObject({
  tokens: z.array(tokenSchema).max(10_000).default([]),
  native: z.strictObject({ name, symbol, decimals }).default({ name: 'Ether', symbol: 'ETH', decimals: 18 }),
  /** The wrapped native token. */
  wrapped: addressSchema.optional(),
  /** A token worth one US dollar: prices are read against it. */
  stable: addressSchema.optional(),
  multicall3: addressSchema.default(MULTICALL3),
  v2: z.strictObject({ factory: addressSchema, router: addressSchema }).optional(),
  /** The quoter is a QuoterV2, the router a SwapRouter02. */
  v3: z.strictObject({ factory: addressSchema, quoter: addressSchema, router: addressSchema }).optional(),
  /** The indexer begins here. */
  startBlock: z.int().min(0).optional(),
  /** Of this many recent blocks the indexer reads every transaction, for coins that move without a log. Default: none. */
  scanBlocks: z.int().min(0).max(100_000).default(0),
  /** Blocks that one log query of the nodes may span. */
  logBlocks: z.int().min(1).max(1_000_000).default(2000),
  /** US dollars per token, by address in any case or `native`: for what no pool knows. */
  prices: z
    .record(
      z.string().transform((key) => key.toLowerCase()),
      z.number().positive(),
    )
    .optional(),
  /** ERC-4337: takes user operations (`eth_sendUserOperation` …) of smart accounts. */
  bundler: z.url({ protocol: /^https?$/ }).optional(),
  /** ERC-7677: pays for them (`pm_getPaymasterData` …). */
  paymaster: z.url({ protocol: /^https?$/ }).optional(),
  /** Paymaster contracts that ask nothing of the account for the gas they pay: it counts against no allowance of a session. */
  sponsors: z
    // The entry point takes the address of zero for none, and has the account pay.
    .array(addressSchema.refine((address) => address !== zeroAddress, 'the address of a contract is needed'))
    .max(100)
    .default([]),
  /** A block explorer with a Blockscout or Etherscan-compatible interface. */
  explorer: z
    .strictObject({ kind: z.enum(['blockscout', 'etherscan']), url: z.url({ protocol: /^https?$/ }), key: z.string().optional() })
    .optional(),
})

/** The settings of one EVM chain. */
export type ChainData = z.output<typeof chainDataSchema>
