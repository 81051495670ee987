// Makes rows of the wire from indexed transactions: adds names, decimals, pictures and prices, and at least one transfer to each row.
import { getAddress } from 'viem'
import { formatUnits } from '../../../../src/vocabulary/amount.js'
import { NATIVE, tokenId as idOfToken } from '../assets/ids.js'
import { assetOf, collectionName, listedAsset, type Asset } from '../assets/metadata.js'
import type { Pictures } from '../assets/pictures.js'
import { solanaAsset, solanaToken } from '../balances/solana-assets.js'
import type { HistoryContext } from '../context.js'
import { nftLibraryOf, type NftKey, type NftMetadata } from '../nfts/metadata.js'
import { isSpam } from '../nfts/spam.js'
import { pastPricesOf, type Moment } from '../prices/past.js'
import { isApproval, type IndexedTransaction } from './model.js'
import { operationOf, partiesOf, seenBy, type Seen } from './operation.js'

/** An indexed transaction and the CAIP-2 id of its chain. */
export interface Entry {
  readonly chainId: string
  readonly transaction: IndexedTransaction
}

interface Media {
  readonly url: string
  readonly content_type: string | null
}

/** A transfer of a row; exactly one of `fungible_info` and `nft_info` is set. */
export interface WireTransfer {
  readonly fungible_info: {
    readonly name: string
    readonly symbol: string
    readonly icon: { readonly url: string } | null
    /** Our addition: the token's CAIP-10 id, because it may call itself what it likes. Absent for what was bought at a provider. */
    readonly address?: string
    /** Our addition: whether the operator lists the token. Absent for chains without a list. */
    readonly flags?: { readonly is_verified: boolean }
  } | null
  readonly nft_info: {
    readonly name: string
    readonly content: { readonly preview: Media | null; readonly detail: Media | null } | null
    readonly flags: { readonly is_spam: boolean }
  } | null
  readonly direction: 'in' | 'out' | 'self'
  readonly quantity: { readonly numeric: string }
  /** In US dollars when it was mined; absent: not known. */
  readonly value?: number
  readonly price?: number
}

/** A row of the history as the wire reference has it. */
export interface WireRow {
  readonly id: string
  readonly metadata: {
    readonly operationType: string
    readonly hash: string
    /** RFC 3339. */
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: string
    readonly nonce: number
    readonly application: null
    /** CAIP-2; `null` for a purchase on a chain that is not known here. */
    readonly chain: string | null
  }
  readonly transfers: readonly WireTransfer[]
}

/** How long rows wait for what is added to them. */
export interface RowsOptions {
  /** Ends the wait for names and images of collectibles. */
  readonly signal: AbortSignal
  readonly pictures: Pictures
  /** Absent: prices are not wanted. */
  readonly pricesSignal?: AbortSignal | undefined
}

/** Rows for `entries`, in their order, as `account` sees them. Metadata and prices that do not arrive in time are left out. */
export async function toRows(
  ctx: HistoryContext,
  account: string,
  entries: readonly Entry[],
  { signal, pictures, pricesSignal }: RowsOptions,
): Promise<readonly WireRow[]> {
  const seen = entries.map(({ transaction }) => seenBy(account, transaction))
  const nfts = await nftsOf(ctx, entries, seen, signal)
  const assets = await assetsOf(ctx, entries, seen)
  const collections = await collectionsOf(ctx, entries, seen)
  const priceAt = pricesSignal && (await pastPricesOf(ctx).of(momentsOf(ctx, entries, seen, assets), pricesSignal))
  return entries.map(({ chainId, transaction }, index) => {
    const mine = seen[index] ?? []
    const moved = mine.filter((transfer) => !isApproval(transfer))
    // A call that moved nothing and an approval get one transfer of zero, because lists show transfers.
    const approval = mine.findLast(({ amount }) => amount > 0n) ?? mine[0]
    const shown = (moved.length > 0 ? moved : approval ? [approval] : []).map((transfer) =>
      toTransfer(ctx, { chainId, transaction }, transfer, { nfts, collections, assets, pictures, priceAt }),
    )
    const { from, to } = partiesOf(transaction, mine)
    const coin = coinOf(ctx, chainId)
    return {
      id: `${chainId}:${transaction.hash}`,
      metadata: {
        operationType: operationOf(transaction, mine),
        hash: transaction.hash,
        minedAt: new Date(transaction.minedAt).toISOString(),
        sentFrom: checked(from),
        sentTo: checked(to),
        status: transaction.failed ? 'failed' : 'confirmed',
        nonce: transaction.nonce,
        application: null,
        chain: chainId,
      },
      transfers:
        shown.length > 0 ? shown : [fungible(coin, 0n, 'self', { pictures, which: whichToken(ctx, chainId, NATIVE, coin) })],
    }
  })
}

interface Known {
  readonly nfts: ReadonlyMap<string, NftMetadata>
  /** Names of collections of which all was approved. */
  readonly collections: ReadonlyMap<string, string>
  readonly assets: ReadonlyMap<string, Asset>
  readonly pictures: Pictures
  readonly priceAt: ((asset: Asset, block: number) => number | undefined) | undefined
}

function toTransfer(
  ctx: HistoryContext,
  { chainId, transaction }: Entry,
  transfer: Seen,
  { nfts, collections, assets, pictures, priceAt }: Known,
): WireTransfer {
  const { kind, contract, tokenId, amount, direction } = transfer
  if (kind === 'operator') return ofCollection(ctx, { chainId, contract, name: collections.get(`${chainId} ${contract}`) })
  if (tokenId === undefined) {
    const asset = assetOfTransfer(ctx, chainId, transfer, assets)
    const price = asset && priceAt?.(asset, transaction.block)
    const which = whichToken(ctx, chainId, kind === 'native' ? NATIVE : contract, asset)
    return fungible(asset, kind === 'approval' ? 0n : amount, direction, { pictures, price, which })
  }
  const found = nfts.get(`${chainId} ${contract} ${tokenId}`) ?? {
    name: `#${tokenId}`,
    collection: '',
    description: null,
    image: null,
  }
  const media = found.image && { url: found.image.url, content_type: found.image.contentType }
  const is_spam = isSpam(ctx, { chainId, contract, ...found })
  return {
    fungible_info: null,
    nft_info: { name: found.name, content: media && { preview: media, detail: media }, flags: { is_spam } },
    direction,
    quantity: { numeric: isApproval(transfer) ? '0' : String(amount) },
  }
}

/** All of a collection was approved, or no longer is. */
function ofCollection(
  ctx: HistoryContext,
  { chainId, contract, name }: { readonly chainId: string; readonly contract: string; readonly name: string | undefined },
): WireTransfer {
  const shown = name ?? checked(contract)
  const is_spam = isSpam(ctx, { chainId, contract, name: shown, collection: shown })
  return {
    fungible_info: null,
    nft_info: { name: shown, content: null, flags: { is_spam } },
    direction: 'self',
    quantity: { numeric: '0' },
  }
}

function assetOfTransfer(
  ctx: HistoryContext,
  chainId: string,
  { kind, contract }: Seen,
  assets: ReadonlyMap<string, Asset>,
): Asset | undefined {
  return kind === 'native' ? coinOf(ctx, chainId) : assets.get(`${chainId} ${contract}`)
}

/** The assets that moved in each block, for which prices are wanted. */
function momentsOf(
  ctx: HistoryContext,
  entries: readonly Entry[],
  seen: readonly (readonly Seen[])[],
  assets: ReadonlyMap<string, Asset>,
): readonly Moment[] {
  return entries.flatMap(({ chainId, transaction: { block, minedAt } }, index) => {
    const moved = (seen[index] ?? []).filter(
      (transfer) => !isApproval(transfer) && transfer.tokenId === undefined && transfer.amount > 0n,
    )
    const mine = moved.flatMap((transfer) => assetOfTransfer(ctx, chainId, transfer, assets) ?? [])
    const once = [...new Map(mine.map((asset) => [asset.address, asset])).values()]
    return once.length > 0 ? [{ chainId, block, minedAt, assets: once }] : []
  })
}

type Which = Pick<NonNullable<WireTransfer['fungible_info']>, 'address' | 'flags'>

/** What tells a token from another one under the same name. @param address of the contract or mint, or `native` */
function whichToken({ data }: HistoryContext, chainId: string, address: string, asset: Asset | undefined): Which {
  const list = isSolana(chainId) ? data.solana[chainId]?.tokens : data.chains[chainId]?.tokens
  const isKnown = address === NATIVE || (list?.length ?? 0) > 0
  return {
    address: idOfToken(chainId, checked(address)),
    ...(isKnown && { flags: { is_verified: address === NATIVE || asset?.isListed === true } }),
  }
}

/** A token without metadata is shown in base units, as "Unknown token". */
function fungible(
  asset: Asset | undefined,
  amount: bigint,
  direction: Seen['direction'],
  { pictures, price, which }: { readonly pictures: Pictures; readonly price?: number | undefined; readonly which: Which },
): WireTransfer {
  const { name, symbol, decimals } = asset ?? { name: 'Unknown token', symbol: '?', decimals: 0 }
  const picture = asset && pictures(asset)
  const numeric = formatUnits(amount, decimals)
  return {
    fungible_info: { name, symbol, icon: picture === undefined ? null : { url: picture }, ...which },
    nft_info: null,
    direction,
    quantity: { numeric },
    ...(price === undefined || amount === 0n ? {} : { value: Number(numeric) * price, price }),
  }
}

async function assetsOf(
  ctx: HistoryContext,
  entries: readonly Entry[],
  seen: readonly (readonly Seen[])[],
): Promise<Map<string, Asset>> {
  const wanted = new Map<string, Pick<Seen, 'contract' | 'decimals'> & { readonly chainId: string }>()
  entries.forEach(({ chainId }, index) => {
    for (const { kind, contract, tokenId, decimals } of seen[index] ?? [])
      if (kind !== 'native' && kind !== 'operator' && tokenId === undefined)
        wanted.set(`${chainId} ${contract}`, { chainId, contract, decimals })
  })
  const found = await Promise.all(
    [...wanted].map(async ([key, { chainId, contract, decimals }]) => {
      // Without a node the name is missing, not the row.
      const asset = isSolana(chainId)
        ? solanaToken(ctx, chainId, contract, decimals ?? 0)
        : await assetOf(ctx, chainId, getAddress(contract)).catch(() => undefined)
      return asset ? [[key, asset] as const] : []
    }),
  )
  return new Map(found.flat())
}

async function collectionsOf(ctx: HistoryContext, entries: readonly Entry[], seen: readonly (readonly Seen[])[]) {
  const wanted = new Map<string, readonly [chainId: string, contract: string]>()
  entries.forEach(({ chainId }, index) => {
    for (const { kind, contract } of seen[index] ?? [])
      if (kind === 'operator') wanted.set(`${chainId} ${contract}`, [chainId, contract])
  })
  const names = [...wanted].map(
    async ([key, [chainId, contract]]) => [key, await collectionName(ctx, chainId, getAddress(contract))] as const,
  )
  return new Map(await Promise.all(names))
}

async function nftsOf(ctx: HistoryContext, entries: readonly Entry[], seen: readonly (readonly Seen[])[], signal: AbortSignal) {
  const keys = new Map<string, NftKey>()
  entries.forEach(({ chainId }, index) => {
    for (const { kind, contract, tokenId } of seen[index] ?? []) {
      if (tokenId === undefined || (kind !== 'erc721' && kind !== 'erc1155' && kind !== 'approval')) continue
      // One by one only the collectibles of ERC-721 are approved.
      const standard = kind === 'approval' ? 'erc721' : kind
      keys.set(`${chainId} ${contract} ${tokenId}`, { chainId, contract, tokenId, standard })
    }
  })
  if (keys.size === 0) return new Map<string, NftMetadata>()
  const found = await nftLibraryOf(ctx).of([...keys.values()], signal)
  return new Map([...keys.keys()].flatMap((key, index) => (found[index] ? [[key, found[index]] as const] : [])))
}

function coinOf(ctx: HistoryContext, chainId: string): Asset | undefined {
  return isSolana(chainId) ? solanaAsset(ctx, chainId, NATIVE) : listedAsset(ctx, chainId, NATIVE)
}

function isSolana(chainId: string): boolean {
  return chainId.startsWith('solana:')
}

function checked(address: string): string {
  return /^0x[0-9a-f]{40}$/.test(address) ? getAddress(address) : address
}
