// Name, collection and picture of collectibles: from the table, else from the contract and the url that it names, under guard.
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import { type NftTrait, traitsSchema } from '../../../../src/api/nfts.js'
import { isImageUrl } from '../../../../src/vocabulary/image-url.js'
import { toFetchable, type GuardedFetch } from '../../upstream/guarded-fetch.js'
import { ownHosts } from '../../http/loop.js'
import { nftAbi } from '../assets/abi.js'
import { clean } from '../assets/metadata.js'
import { withTimeout } from '../../timeout.js'
import type { NftsContext } from '../context.js'
import { oncePer } from '../once.js'
import { traitsOf } from './traits.js'

/** What was found is asked again after a day, what failed after ten minutes. */
const FOUND_MS = 24 * 3_600_000
const FAILED_MS = 10 * 60_000
const METADATA_BYTES = 1_000_000
const TOGETHER = 8
/** What nobody has asked for in this time is deleted: what is asked for is read anew every day. */
const FORGET_MS = 30 * 24 * 3_600_000
/** Collectibles that are kept: anyone can make more, and ask for them. */
const ROWS_MAX = 100_000
/** Rows that are deleted at once. */
const BATCH = 500
const DESCRIPTION_CHARS = 2000
/** A picture inside the answer; a longer one is no picture for a list. */
const IMAGE_CHARS = 200_000

/** One collectible. */
export interface NftKey {
  readonly chainId: string
  /** In any case. */
  readonly contract: string
  readonly tokenId: bigint
  readonly standard: 'erc721' | 'erc1155'
}

/** What is known about a collectible. */
export interface NftMetadata {
  readonly name: string
  readonly collection: string
  readonly description: string | null
  readonly image: { readonly url: string; readonly contentType: string | null } | null
  readonly traits: readonly NftTrait[]
}

/** What is known of one whose metadata cannot be had: its number. */
export const unread = (tokenId: string): NftMetadata => ({
  name: `#${tokenId}`,
  collection: '',
  description: null,
  image: null,
  traits: [],
})

/** Metadata of collectibles, cached in the database. */
export interface NftLibrary {
  /** In the order of the keys. What cannot be had in time is named by its number. */
  of(keys: readonly NftKey[], signal: AbortSignal): Promise<readonly NftMetadata[]>
  /** Deletes, in small batches, what nobody has asked for in thirty days, and the oldest of more than are kept. */
  forgetOld(signal: AbortSignal): Promise<void>
}

const documentSchema = z.object({
  name: z.catch(z.optional(z.union([z.string(), z.number()])), undefined),
  description: z.catch(z.optional(z.nullable(z.string())), undefined),
  image: z.catch(z.optional(z.nullable(z.string())), undefined),
  image_url: z.catch(z.optional(z.nullable(z.string())), undefined),
  image_data: z.catch(z.optional(z.nullable(z.string())), undefined),
  attributes: z.optional(z.unknown()),
})

/** The library of a context, made once. */
export const nftLibraryOf = oncePer((ctx: NftsContext) => {
  const { ipfsGateway } = ctx.data
  const guardedFetch = ctx.createGuardedFetch({ ipfsGateway, ownHosts: ownHosts(ctx.config), maxBytes: METADATA_BYTES })
  return createNftLibrary(ctx, guardedFetch)
})

interface Row {
  readonly contract: string
  readonly token_id: string
  readonly name: string | null
  readonly collection: string | null
  readonly description: string | null
  readonly image: string | null
  readonly image_type: string | null
  /** JSON. */
  readonly traits: string | null
}

/** A library that fetches strangers’ urls through `guardedFetch`. @param rowsMax collectibles that are kept */
export function createNftLibrary(ctx: NftsContext, guardedFetch: GuardedFetch, rowsMax = ROWS_MAX): NftLibrary {
  async function held(chainId: string, keys: readonly NftKey[]): Promise<Map<string, NftMetadata>> {
    const contracts = [...new Set(keys.map(({ contract }) => contract.toLowerCase()))]
    const ids = [...new Set(keys.map(({ tokenId }) => String(tokenId)))]
    const rows = await ctx.db.query<Row>(
      `select contract, token_id, name, collection, description, image, image_type, traits from nft_metadata
       where chain = $1 and contract = any($2) and token_id = any($3) and again_at > $4`,
      [chainId, contracts, ids, ctx.now()],
    )
    return new Map(
      rows.map((row) => {
        const image = row.image === null ? null : { url: row.image, contentType: row.image_type }
        const metadata = {
          name: row.name ?? `#${row.token_id}`,
          collection: row.collection ?? '',
          description: row.description,
          image,
          traits: storedTraits(row.traits),
        }
        return [`${row.contract} ${row.token_id}`, metadata]
      }),
    )
  }

  async function read(chainId: string, keys: readonly NftKey[], signal: AbortSignal): Promise<void> {
    const answers = await ctx.chains.client(chainId).multicall({
      contracts: keys.flatMap(({ contract, tokenId, standard }) => {
        const address = getAddress(contract)
        const functionName = standard === 'erc721' ? 'tokenURI' : 'uri'
        return [
          { address, abi: nftAbi, functionName: 'name' } as const,
          { address, abi: nftAbi, functionName, args: [tokenId] } as const,
        ]
      }),
    })
    const jobs = keys.map((key, index) => async () => {
      const [name, uri] = [answers[2 * index]?.result, answers[2 * index + 1]?.result]
      const collection = typeof name === 'string' ? clean(name) : ''
      const document = typeof uri === 'string' ? await readDocument(guardedFetch, withId(uri, key.tokenId), signal) : undefined
      if (!signal.aborted || document) await write(key, collection, document)
    })
    for (let start = 0; start < jobs.length; start += TOGETHER)
      await Promise.all(jobs.slice(start, start + TOGETHER).map((job) => job()))
  }

  async function write(
    { chainId, contract, tokenId }: NftKey,
    collection: string,
    document: Document | undefined,
  ): Promise<void> {
    const image = document && imageOf(document, ctx.data.ipfsGateway)
    const title = clean(String(document?.name ?? ''))
    await ctx.db.query(
      `insert into nft_metadata (chain, contract, token_id, state, name, collection, description, image, image_type, traits, again_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (chain, contract, token_id) do update set state = excluded.state, name = excluded.name, collection = excluded.collection,
         description = excluded.description, image = excluded.image, image_type = excluded.image_type,
         traits = excluded.traits, again_at = excluded.again_at`,
      [
        chainId,
        contract.toLowerCase(),
        String(tokenId),
        document ? 'found' : 'failed',
        title || null,
        collection || null,
        document?.description ? storable(document.description).slice(0, DESCRIPTION_CHARS) : null,
        image?.url ?? null,
        image?.contentType ?? null,
        document ? JSON.stringify(traitsOf(document.attributes)) : null,
        ctx.now() + (document ? FOUND_MS : FAILED_MS),
      ],
    )
  }

  return {
    async of(keys, signal) {
      const chainIds = [...new Set(keys.map(({ chainId }) => chainId))]
      const found = new Map<string, NftMetadata>()
      const idOf = ({ chainId, contract, tokenId }: NftKey) => `${chainId} ${contract.toLowerCase()} ${tokenId}`
      await Promise.all(
        chainIds.map(async (chainId) => {
          const wanted = keys.filter((key) => key.chainId === chainId)
          const before = await held(chainId, wanted)
          const missing = wanted.filter(({ contract, tokenId }) => !before.has(`${contract.toLowerCase()} ${tokenId}`))
          if (missing.length > 0)
            await withTimeout(() => read(chainId, missing, signal), { signal, late: () => undefined }).catch((error: unknown) =>
              ctx.log.warn('collectibles unread', { chain: chainId, error }),
            )
          for (const [key, metadata] of missing.length > 0 ? await held(chainId, wanted) : before)
            found.set(`${chainId} ${key}`, metadata)
        }),
      )
      return keys.map((key) => found.get(idOf(key)) ?? unread(String(key.tokenId)))
    },
    async forgetOld(signal) {
      const [beyond] = await ctx.db.query<{ again_at: number }>(
        'select again_at from nft_metadata order by again_at desc offset $1 limit 1',
        [rowsMax],
      )
      const before = Math.max(ctx.now() - FORGET_MS, (beyond?.again_at ?? -1) + 1)
      for (let count = BATCH; count === BATCH && !signal.aborted;) {
        const gone = await ctx.db.query(
          `delete from nft_metadata using (select chain, contract, token_id from nft_metadata where again_at < $1 limit $2) old
           where nft_metadata.chain = old.chain and nft_metadata.contract = old.contract and nft_metadata.token_id = old.token_id
           returning 1`,
          [before, BATCH],
        )
        count = gone.length
      }
    },
  }
}

type Document = z.output<typeof documentSchema>

function storedTraits(text: string | null): readonly NftTrait[] {
  const parsed = text === null ? undefined : traitsSchema.safeParse(JSON.parse(text))
  return parsed?.success ? parsed.data : []
}

async function readDocument(guardedFetch: GuardedFetch, uri: string, signal: AbortSignal): Promise<Document | undefined> {
  try {
    const { bytes } = await guardedFetch(uri, { signal })
    const parsed = documentSchema.safeParse(JSON.parse(bytes.toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined // a stranger's url that does not answer well is an everyday thing
  }
}

/** EIP-1155: `{id}` stands for the number, in 64 hex digits of lower case. */
export function withId(uri: string, tokenId: bigint): string {
  return uri.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'))
}

/** Only what an `<img>` may show, and no address that clients would have to resolve. */
function imageOf(document: Document, ipfsGateway: string | undefined): NftMetadata['image'] {
  const text = document.image || document.image_url || (document.image_data ? svgUrl(document.image_data) : '')
  if (!text || text.length > IMAGE_CHARS) return null
  try {
    const url = toFetchable(storable(text), ipfsGateway)
    return isImageUrl(url) ? { url, contentType: typeOf(url) } : null
  } catch {
    return null
  }
}

function svgUrl(markup: string): string {
  return markup.trimStart().startsWith('<svg') ? `data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}` : markup
}

function typeOf(url: string): string | null {
  const carried = /^data:([^;,]+)/.exec(url)?.[1]
  if (carried) return carried
  const extension = /\.(png|jpe?g|gif|webp|avif|svg)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  const named: Readonly<Record<string, string>> = { jpg: 'image/jpeg', svg: 'image/svg+xml' }
  return extension === undefined ? null : (named[extension] ?? `image/${extension}`)
}

/** Postgres stores no zero character. */
function storable(text: string): string {
  return text.replaceAll('\0', '')
}
