// Answers of the Data API about an account's past and its NFTs, with everything that the views show.
import type { NftPage } from '../../src/api/nfts.js'

export const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const NEWEST = Date.UTC(2026, 0, 2, 3, 4, 5)
const HOUR_MS = 3_600_000

const picture = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="${colour}" d="M0 0h8v8H0z"/></svg>`)}`

/** One transfer as the service writes it. */
export const token = (direction: 'in' | 'out' | 'self', numeric: string, symbol = 'ETH', value: number | null = null) => ({
  fungible_info: { name: `${symbol} coin`, symbol, icon: symbol === 'ETH' ? null : { url: picture('#36a') } },
  nft_info: null,
  direction,
  quantity: { numeric },
  value,
  price: null,
})
export const collectible = (direction: 'in' | 'out', name: string, is_spam = false) => ({
  fungible_info: null,
  nft_info: { name, content: { preview: { url: picture('#a63'), content_type: null }, detail: null }, flags: { is_spam } },
  direction,
  quantity: { numeric: '1' },
})

/** Fields of a transaction that differ from those of a plain one. */
export interface PastOptions {
  readonly type?: string
  readonly status?: string
  readonly chain?: string | null
  readonly minedAt?: string
  readonly hash?: string
  readonly application?: { readonly name: string | null; readonly iconUrl: string | null } | null
  readonly transfers?: readonly unknown[] | null
}

/** The transaction `index`, from 0 for the newest; each is `stepMs` older than the one before. */
export const transactionOf = (index: number, options: PastOptions = {}, stepMs = 36 * HOUR_MS) => ({
  id: `tx-${index}`,
  metadata: {
    operationType: options.type ?? 'send',
    hash: options.hash ?? `0x${index.toString(16).padStart(64, '0')}`,
    minedAt: options.minedAt ?? new Date(NEWEST - index * stepMs).toISOString(),
    sentFrom: options.type === 'receive' ? OTHER : OWNER,
    sentTo: options.type === 'receive' ? OWNER : OTHER,
    status: options.status ?? 'confirmed',
    nonce: index,
    application: options.application ?? null,
    chain: options.chain === undefined ? 'eip155:1' : options.chain,
  },
  transfers: options.transfers === undefined ? [token('out', '0.25', 'ETH', 500)] : options.transfers,
})

const kinds: readonly PastOptions[] = [
  {},
  { type: 'receive', transfers: [token('in', '1234.5678', 'USDC', 1234.56)] },
  {
    type: 'trade',
    transfers: [token('out', '500', 'USDC', 500), token('in', '0.2', 'WETH', 498), token('out', '0.0009', 'ETH', 2)],
    application: { name: 'Some Exchange', iconUrl: null },
  },
  { type: 'approve', transfers: [token('self', '0', 'USDC')] },
  { type: 'send', status: 'failed' },
  { type: 'mint', transfers: [collectible('in', 'Drawing #7')] },
  { type: 'hodl', transfers: [] },
]

/** A page of `count` transactions of different kinds, beginning with number `from`. */
export const historyOf = (count: number, { from = 0, next = null as string | null, stepMs = 36 * HOUR_MS } = {}) => ({
  data: Array.from({ length: count }, (_, at) => transactionOf(from + at, kinds[(from + at) % kinds.length], stepMs)),
  next,
})

/** The NFT of a number: each fifth is an edition, each ninth is probably spam. */
export const nftOf = (index: number): NftPage['data'][number] => ({
  id: `eip155:1/erc721:${OTHER}/${index}`,
  chainId: 'eip155:1',
  contract: OTHER,
  tokenId: String(index),
  standard: index % 5 === 0 ? 'erc1155' : 'erc721',
  name: `Drawing #${index}`,
  collection: 'Drawings of houses',
  description: `${'A drawing of a house, made with a pencil. '.repeat(6)}\nThe end.`,
  image: { url: picture(`hsl(${(index * 47) % 360} 50% 50%)`), contentType: 'image/svg+xml' },
  amount: index % 5 === 0 ? '12' : '1',
  traits: [
    { name: 'Roof', value: 'Slate', kind: 'text' },
    { name: 'Windows', value: '1200', kind: 'number' },
    { name: '', value: '1714521600', kind: 'date' },
  ],
  spam: index % 9 === 8,
})

/** A page of `count` NFTs, beginning with number `from`. */
export const nftsOf = (count: number, { from = 0, next = null as string | null } = {}) => ({
  data: Array.from({ length: count }, (_, at) => nftOf(from + at)),
  next,
})
