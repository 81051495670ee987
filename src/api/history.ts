// The transactions of an account, newest first, in pages (specification §7, `GET /v1/account/{account}/history`; wire reference
// §2.3).
import * as z from 'zod/mini'
import { type CallOptions, dataGetPartial, segment } from './data-api.js'
import { isServed } from './gate.js'
import type { Api } from './http.js'
import { chainIdSchema, decimalSchema, givenText, imageSchema, instantSchema, optionalImageSchema, textSchema } from './shapes.js'

/** Query of `GET /v1/account/{account}/history`. */
export const historyQuerySchema = z.object({
  cursor: z.optional(textSchema),
  /** Ask for the purchases at this provider instead of the transactions on the chain. */
  onramp: z.optional(z.literal('coinbase')),
  /** CAIP-2, or the bare number of an EVM chain. */
  chainId: z.optional(z.union([chainIdSchema, z.string().check(z.regex(/^\d{1,20}$/))])),
  currency: z.optional(textSchema),
})

const mediumSchema = z.object({ url: imageSchema, content_type: z.nullish(textSchema) })

/** One transfer of a transaction in the answer of `GET /v1/account/{account}/history`: of a token, or of an NFT. */
export const transferSchema = z.object({
  fungible_info: z.nullish(
    z.object({
      name: z.nullish(givenText()),
      symbol: z.nullish(givenText()),
      icon: z.nullish(z.object({ url: imageSchema })),
      /**
       * Which token it is, whatever it calls itself: its CAIP-10 id, the pseudo address of `native.ts` for the chain's own coin. Public servers send
       * neither this nor `flags`.
       */
      address: z.nullish(textSchema),
      /** Whether the operator lists the token. Absent where nobody has listed any. */
      flags: z.nullish(z.object({ is_verified: z.nullish(z.boolean()) })),
    }),
  ),
  nft_info: z.nullish(
    z.object({
      name: z.nullish(givenText()),
      content: z.nullish(z.object({ preview: z.nullish(mediumSchema), detail: z.nullish(mediumSchema) })),
      flags: z.nullish(z.object({ is_spam: z.nullish(z.boolean()) })),
    }),
  ),
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.object({ numeric: decimalSchema }),
  value: z.nullish(z.number()),
  price: z.nullish(z.number()),
})

/** One transaction in the answer of `GET /v1/account/{account}/history`. `transfers: null` becomes an empty list. */
export const transactionSchema = z.object({
  id: textSchema,
  metadata: z.object({
    /**
     * `send`, `receive`, `trade` and so on; providers have words that the views do not know, so that any text is valid (wire.md
     * §2.3).
     */
    operationType: textSchema,
    hash: textSchema,
    minedAt: instantSchema,
    sentFrom: textSchema,
    sentTo: textSchema,
    /** `confirmed`, `failed`, `pending`; `ONRAMP_TRANSACTION_STATUS_…` for a purchase. */
    status: textSchema,
    nonce: z.nullish(z.number()),
    application: z.nullish(z.object({ name: z.nullish(givenText()), iconUrl: optionalImageSchema })),
    chain: z.nullish(chainIdSchema),
  }),
  // `null` for plain contract calls on the public server.
  transfers: z.pipe(
    z.nullable(z.array(transferSchema)),
    z.transform((transfers) => transfers ?? []),
  ),
})

/** Answer of `GET /v1/account/{account}/history`. */
export const historySchema = z.object({ data: z.array(transactionSchema).check(z.maxLength(1000)), next: z.nullish(textSchema) })

/**
 * One transaction, with the field names of the answer. Amounts are decimal strings of whole tokens, `minedAt` is an RFC 3339
 * instant, pictures are safe for `<img src>`.
 */
export type Transaction = z.output<typeof transactionSchema>
/** One movement of a token or an NFT within a `Transaction`; `direction` is seen from the account of the query. */
export type Transfer = z.output<typeof transferSchema>

/** One page of the transactions of an account. */
export interface HistoryPage {
  readonly data: readonly Transaction[]
  /** Cursor of the next page; absent on the last. */
  readonly next: string | undefined
  /** The services could not read all of their sources: `data` may lack transactions. */
  readonly isIncomplete: boolean
}

/** The account, chain and page that `getHistory` asks about. */
export interface HistoryQuery extends CallOptions {
  /** Plain address. */
  readonly account: string
  /** CAIP-2. */
  readonly chainId: string
  /** `next` of the previous page; absent for the first. */
  readonly cursor?: string | undefined
  /** Ask for purchases, on any chain. `chainId` is then not sent; it only decides whether the services are asked. */
  readonly onramp?: 'coinbase' | undefined
}

/**
 * One page of the transactions of an account; empty on a chain that the services do not serve. Spam is marked
 * (`nft_info.flags.is_spam`), not left out. Errors as in `get`, also those of the list of chains that they serve.
 */
export async function getHistory(api: Api, query: HistoryQuery): Promise<HistoryPage> {
  const { account, chainId, cursor, onramp, signal } = query
  if (!(await isServed(api, chainId, signal))) return { data: [], next: undefined, isIncomplete: false }
  const { answer, isIncomplete } = await dataGetPartial(api, {
    path: `/v1/account/${segment(account)}/history`,
    schema: historySchema,
    query: { cursor, onramp, chainId: onramp ? undefined : chainId },
    signal,
  })
  return { data: answer.data, next: answer.next || undefined, isIncomplete }
}
