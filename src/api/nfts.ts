// The collectibles of an account, page by page: `GET /v1/account/{address}/nfts`, a call that only our own services have.
import * as z from 'zod/mini'
import { type CallOptions, dataGet, segment } from './data-api.js'
import { isSupported } from './gate.js'
import type { Api } from './http.js'
import { chainIdSchema, imageSchema, textSchema, unitsSchema } from './shapes.js'

export const nftsQuerySchema = z.object({ chainId: z.optional(chainIdSchema), cursor: z.optional(textSchema) })

export const nftSchema = z.object({
  /** Unique within the account. */
  id: z.string().check(z.minLength(1), z.maxLength(512)),
  chainId: chainIdSchema,
  contract: textSchema,
  tokenId: unitsSchema,
  standard: z.enum(['erc721', 'erc1155']),
  name: textSchema,
  collection: textSchema,
  description: z.nullish(z.string().check(z.maxLength(20_000))),
  // One that `<img>` may not show is no picture.
  image: z.pipe(
    z.nullable(z.object({ url: imageSchema, contentType: z.nullable(textSchema) })),
    z.transform((image) => (image?.url ? { url: image.url, contentType: image.contentType } : null)),
  ),
  /** How many of it: 1 for erc721. */
  amount: unitsSchema,
  spam: z.boolean(),
})

export const nftsSchema = z.object({ data: z.array(nftSchema).check(z.maxLength(1000)), next: z.nullish(textSchema) })

export type Nft = z.output<typeof nftSchema>

export interface NftPage {
  readonly data: readonly Nft[]
  /** Cursor of the next page; absent on the last. */
  readonly next: string | undefined
}

export interface NftQuery extends CallOptions {
  /** Plain address. */
  readonly address: string
  readonly chainId: string
  readonly cursor?: string | undefined
}

/** Empty on a chain that the services do not serve. Spam is flagged, not left out. Errors as in `get`. */
export async function getNfts(api: Api, { address, chainId, cursor, signal }: NftQuery): Promise<NftPage> {
  if (!(await isSupported(api, chainId, signal))) return { data: [], next: undefined }
  const path = `/v1/account/${segment(address)}/nfts` as const
  const answer = await dataGet(api, { path, schema: nftsSchema, query: { chainId, cursor }, signal })
  return { data: answer.data, next: answer.next || undefined }
}
