// What a Solana node answers about an account's signatures and about one transaction, as far as the history reads it.
import * as z from 'zod/mini'

/** Accounts of one transaction: their index is one byte. */
const KEYS_MAX = 256
const BALANCES_MAX = KEYS_MAX
const INSTRUCTIONS_MAX = 10_000

const key = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/))
const slot = z.int().check(z.nonnegative())
/** Unix seconds; unknown for very old blocks. Up to the year 9999. */
const time = z.nullish(z.int().check(z.nonnegative(), z.maximum(253_402_300_799)))
const lamports = z.number().check(z.nonnegative())

/** The answer of `getSignaturesForAddress`. */
export const signaturesSchema = z.array(z.object({ signature, slot, err: z.unknown(), blockTime: time }))
/** One signature of the list. */
export type Signature = z.output<typeof signaturesSchema>[number]

const tokenBalanceSchema = z.object({
  accountIndex: z.int().check(z.minimum(0), z.maximum(KEYS_MAX - 1)),
  mint: key,
  owner: z.nullish(key),
  uiTokenAmount: z.object({
    amount: z.string().check(z.regex(/^\d{1,20}$/)),
    decimals: z.int().check(z.minimum(0), z.maximum(255)),
  }),
})
/** A token balance before or after a transaction. */
export type TokenBalance = z.output<typeof tokenBalanceSchema>

const tokenBalances = z.nullish(z.array(tokenBalanceSchema).check(z.maxLength(BALANCES_MAX)))
const instructions = z.array(z.looseObject({ programId: z.optional(key) })).check(z.maxLength(INSTRUCTIONS_MAX))

/** `null`: the node does not have it. */
export const transactionSchema = z.nullable(
  z.object({
    slot,
    blockTime: time,
    transaction: z.object({
      signatures: z.array(signature).check(z.minLength(1)),
      message: z.object({
        accountKeys: z.array(z.object({ pubkey: key, signer: z.boolean() })).check(z.minLength(1), z.maxLength(KEYS_MAX)),
        instructions,
      }),
    }),
    meta: z.nullish(
      z.object({
        err: z.unknown(),
        fee: lamports,
        preBalances: z.array(lamports).check(z.maxLength(BALANCES_MAX)),
        postBalances: z.array(lamports).check(z.maxLength(BALANCES_MAX)),
        preTokenBalances: tokenBalances,
        postTokenBalances: tokenBalances,
        innerInstructions: z.nullish(z.array(z.object({ instructions }))),
      }),
    ),
  }),
)
/** A transaction in the encoding `jsonParsed`. */
export type ParsedTransaction = NonNullable<z.output<typeof transactionSchema>>
