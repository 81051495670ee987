// Settings of balances and prices beyond the EVM chains, and of what counts as spam.
import * as z from 'zod'
import { currencySchema } from '../../../src/api/shapes.js'

const httpUrl = z.url({ protocol: /^https?$/, error: 'an http(s) url is needed' })
const name = z.string().min(1).max(64)
const symbol = z.string().min(1).max(32)

/** Per chain, `solana:…`: what is known about its tokens. Its node is that of WM_RPC_SOLANA_… unless `url` says another. */
export const solanaSchema = z.record(
  z.string().regex(/^solana:[-_a-zA-Z0-9]{1,32}$/, 'a solana chain id is needed'),
  z.strictObject({
    url: httpUrl.optional(),
    tokens: z
      .array(
        z.strictObject({
          address: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'a mint is needed'),
          name,
          symbol,
          decimals: z.int().min(0).max(18),
          logoUri: httpUrl.optional(),
        }),
      )
      .max(10_000)
      .default([]),
    /** US dollars per token, by mint or `native`. */
    prices: z.record(z.string(), z.number().positive()).optional(),
  }),
)

/**
 * Per chain of the other families: an HTTP interface that knows balances. bip122: Esplora (`/address/{address}`), polkadot: a node's
 * JSON-RPC, cosmos: the chain's REST server (`/cosmos/bank/v1beta1/balances/{address}/by_denom`).
 */
export const ledgersSchema = z
  .record(
    z.string().regex(/^(?:bip122|polkadot|cosmos):[-_a-zA-Z0-9]{1,32}$/, 'a bip122, polkadot or cosmos chain id is needed'),
    z.strictObject({
      url: httpUrl,
      name,
      symbol,
      decimals: z.int().min(0).max(30),
      /** polkadot: `url` is that of Substrate API Sidecar (`/accounts/{address}/balance-info`) instead of a node. */
      kind: z.literal('sidecar').optional(),
      /** cosmos: the coin's name in the bank module, such as `uatom`. */
      denom: z.string().min(1).max(128).optional(),
      /** US dollars per coin. */
      price: z.number().positive().optional(),
    }),
  )
  .check(({ value, issues }) => {
    for (const [chainId, { denom, kind }] of Object.entries(value)) {
      const refuse = (field: string, message: string) =>
        issues.push({ code: 'custom', path: [chainId, field], message, input: value })
      if (chainId.startsWith('cosmos:') && denom === undefined) refuse('denom', "the coin's name in the bank module is needed")
      if (!chainId.startsWith('polkadot:') && kind !== undefined) refuse('kind', 'this is for polkadot chains')
    }
  })

/** How many of each currency one US dollar buys: for sources that count in dollars. */
export const ratesSchema = z.partialRecord(z.enum(currencySchema.options), z.number().positive())

/** The operator's lists of spam. */
export const spamSchema = z.strictObject({
  /** Contracts whose tokens are always spam, `eip155:1:0x…` in any case. */
  contracts: z
    .array(z.string().transform((id) => id.toLowerCase()))
    .max(100_000)
    .default([]),
  /** And those that never are. */
  trusted: z
    .array(z.string().transform((id) => id.toLowerCase()))
    .max(100_000)
    .default([]),
})
