// What an account did, newest first, page by page (specification §7, `GET /v1/account/{account}/history`).
import * as z from 'zod/mini'
import { type CallOptions, dataGetPart, segment } from './data-api.js'
import { isSupported } from './gate.js'
import type { Api } from './http.js'
import { chainIdSchema, decimalSchema, imageSchema, instantSchema, optionalImageSchema, textSchema } from './shapes.js'

export const historyQuerySchema = z.object({
  cursor: z.optional(textSchema),
  /** Purchases of this provider, instead of what is on the chain. */
  onramp: z.optional(z.literal('coinbase')),
  /** CAIP-2, or the bare number of an EVM chain. */
  chainId: z.optional(z.union([chainIdSchema, z.string().check(z.regex(/^\d{1,20}$/))])),
  currency: z.optional(textSchema),
})

const mediumSchema = z.object({ url: imageSchema, content_type: z.nullish(textSchema) })

export const transferSchema = z.object({
  fungible_info: z.nullish(
    z.object({ name: z.nullish(textSchema), symbol: z.nullish(textSchema), icon: z.nullish(z.object({ url: imageSchema })) }),
  ),
  nft_info: z.nullish(
    z.object({
      name: z.nullish(textSchema),
      content: z.nullish(z.object({ preview: z.nullish(mediumSchema), detail: z.nullish(mediumSchema) })),
      flags: z.nullish(z.object({ is_spam: z.nullish(z.boolean()) })),
    }),
  ),
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.object({ numeric: decimalSchema }),
  value: z.nullish(z.number()),
  price: z.nullish(z.number()),
})

export const transactionSchema = z.object({
  id: textSchema,
  metadata: z.object({
    /** Any word: the providers know more than the views do. */
    operationType: textSchema,
    hash: textSchema,
    minedAt: instantSchema,
    sentFrom: textSchema,
    sentTo: textSchema,
    /** `confirmed`, `failed`, `pending`; `ONRAMP_TRANSACTION_STATUS_…` for a purchase. */
    status: textSchema,
    nonce: z.nullish(z.number()),
    application: z.nullish(z.object({ name: z.nullish(textSchema), iconUrl: optionalImageSchema })),
    chain: z.nullish(chainIdSchema),
  }),
  // `null` for plain contract calls on the public server.
  transfers: z.pipe(
    z.nullable(z.array(transferSchema)),
    z.transform((transfers) => transfers ?? []),
  ),
})

export const historySchema = z.object({ data: z.array(transactionSchema).check(z.maxLength(1000)), next: z.nullish(textSchema) })

/** In the wire's own names. Amounts are decimal strings, `minedAt` is an RFC 3339 instant, pictures are safe for `<img src>`. */
export type Transaction = z.output<typeof transactionSchema>
export type Transfer = z.output<typeof transferSchema>

export interface HistoryPage {
  readonly data: readonly Transaction[]
  /** Cursor of the next page; absent on the last. */
  readonly next: string | undefined
  /** Not everything could be read: there may be more than this. */
  readonly isIncomplete: boolean
}

export interface HistoryQuery extends CallOptions {
  /** Plain address. */
  readonly account: string
  readonly chainId: string
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  /** Purchases on any chain; the chain then only decides whether anything is asked. */
  readonly onramp?: 'coinbase' | undefined
}

/** Empty on a chain that the services do not serve. Spam is flagged, not left out. Errors as in `get`. */
export async function getHistory(api: Api, query: HistoryQuery): Promise<HistoryPage> {
  const { account, chainId, cursor, onramp, signal } = query
  if (!(await isSupported(api, chainId, signal))) return { data: [], next: undefined, isIncomplete: false }
  const { answer, isIncomplete } = await dataGetPart(api, {
    path: `/v1/account/${segment(account)}/history`,
    schema: historySchema,
    query: { cursor, onramp, chainId: onramp ? undefined : chainId },
    signal,
  })
  return { data: answer.data, next: answer.next || undefined, isIncomplete }
}
