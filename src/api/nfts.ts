// The NFTs of an account, in pages: `GET /v1/account/{address}/nfts`. Only our services have this call; it is not part of the
// specification.
import * as z from 'zod/mini'
import { type CallOptions, dataGetPartial, segment } from './data-api.js'
import { isServed } from './gate.js'
import type { Api } from './http.js'
import { chainIdSchema, evmAddressSchema, givenText, imageSchema, textSchema, unitsSchema } from './shapes.js'

/** Query of `GET /v1/account/{address}/nfts`. */
export const nftsQuerySchema = z.object({ chainId: z.optional(chainIdSchema), cursor: z.optional(textSchema) })

/** Traits of an NFT in the answer of `GET /v1/account/{address}/nfts`. */
export const traitsSchema = z
  .array(z.object({ name: givenText(), value: givenText(), kind: z.enum(['text', 'number', 'date']) }))
  .check(z.maxLength(100))

/** One NFT in the answer of `GET /v1/account/{address}/nfts`. */
export const nftSchema = z.object({
  /** Unique within the account. */
  id: z.string().check(z.minLength(1), z.maxLength(512)),
  chainId: chainIdSchema,
  contract: evmAddressSchema,
  tokenId: unitsSchema,
  standard: z.enum(['erc721', 'erc1155']),
  name: givenText(),
  collection: givenText(),
  description: z.nullish(givenText(20_000)),
  // `null` when `<img>` may not show the url.
  image: z.pipe(
    z.nullable(z.object({ url: imageSchema, contentType: z.nullable(textSchema) })),
    z.transform((image) => (image?.url ? { url: image.url, contentType: image.contentType } : null)),
  ),
  /** How many of this token the account holds: 1 for erc721. */
  amount: unitsSchema,
  traits: z.optional(traitsSchema),
  spam: z.boolean(),
})

/** Answer of `GET /v1/account/{address}/nfts`. */
export const nftsSchema = z.object({ data: z.array(nftSchema).check(z.maxLength(1000)), next: z.nullish(textSchema) })

/** One NFT. `tokenId` and `amount` are decimal strings; `name`, `collection` and `description` are text from strangers. */
export type Nft = z.output<typeof nftSchema>

/**
 * One trait, as the NFT's document has it: text from strangers. `name` may be empty. A `number` is a whole number in decimal
 * digits; a `date` is one in Unix seconds.
 */
export type NftTrait = z.output<typeof traitsSchema>[number]

/** One page of the NFTs of an account. */
export interface NftPage {
  readonly data: readonly Nft[]
  /** Cursor of the next page; absent on the last. */
  readonly next: string | undefined
  /** The services could not read all of their sources, so that NFTs may be missing. */
  readonly isIncomplete: boolean
}

/** The account, chain and page that `getNfts` asks about. */
export interface NftQuery extends CallOptions {
  /** Plain address. */
  readonly address: string
  /** CAIP-2. */
  readonly chainId: string
  /** `next` of the previous page; absent for the first. */
  readonly cursor?: string | undefined
}

/**
 * One page of the NFTs of an account; empty on a chain that the services do not serve. Spam is marked, not left out. Errors as in
 * `get`, also those of the list of chains that they serve.
 */
export async function getNfts(api: Api, { address, chainId, cursor, signal }: NftQuery): Promise<NftPage> {
  if (!(await isServed(api, chainId, signal))) return { data: [], next: undefined, isIncomplete: false }
  const path = `/v1/account/${segment(address)}/nfts` as const
  const { answer, isIncomplete } = await dataGetPartial(api, { path, schema: nftsSchema, query: { chainId, cursor }, signal })
  return { data: answer.data, next: answer.next || undefined, isIncomplete }
}
