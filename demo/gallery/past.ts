// What the data service says of the past and the NFTs of an account, in scenes whose state the devnet does not have.
import { createTransactions } from '../../src/state/account/transactions.js'
import type { Nft } from '../../src/state/nfts/nfts.js'
import { coinId } from '../../src/vocabulary/asset.js'
import type { Stage } from './stage.js'

const CHAIN = 'eip155:31337'
const [OWNER, OTHER] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const
const DAY_MS = 86_400_000

const picture = (index: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="hsl(${(index * 47) % 360} 45% 45%)" d="M0 0h8v8H0z"/><path fill="#fff" d="M2 5l2-3 2 3z"/></svg>`)}`

type Direction = 'in' | 'out' | 'self'
/** @param fraud the contract of a token that takes another one's name */
const token = (direction: Direction, numeric: string, symbol: string, value: number | null = null, fraud?: string) => ({
  fungible_info: {
    name: symbol,
    symbol,
    icon: symbol === 'ETH' ? null : { url: picture(symbol.length * 5) },
    ...(fraud === undefined ? {} : { address: `${CHAIN}:${fraud}`, flags: { is_verified: false } }),
  },
  direction,
  quantity: { numeric },
  value,
})
const collectible = (direction: Direction, name: string, is_spam = false) => ({
  nft_info: { name, content: { preview: { url: picture(name.length) } }, flags: { is_spam } },
  direction,
  quantity: { numeric: '1' },
})

interface Past {
  readonly operationType: string
  readonly status?: string
  readonly application?: { readonly name: string; readonly iconUrl: string | null }
  readonly transfers: readonly object[]
}
const past: readonly Past[] = [
  { operationType: 'send', status: 'pending', transfers: [token('out', '0.25', 'ETH', 500)] },
  { operationType: 'receive', transfers: [token('in', '1234.56789', 'USDC', 1234.56)] },
  {
    operationType: 'trade',
    application: { name: 'Harbour Exchange', iconUrl: null },
    transfers: [token('out', '500', 'USDC', 500), token('in', '0.2', 'WETH', 498), token('out', '0.001', 'ETH', 2)],
  },
  { operationType: 'approve', transfers: [token('self', '0', 'USDC')] },
  { operationType: 'revoke', transfers: [token('self', '0', 'USDC')] },
  { operationType: 'send', status: 'failed', transfers: [token('out', '12', 'GRAIN', 30)] },
  {
    operationType: 'mint',
    transfers: [collectible('in', 'House #12'), collectible('in', 'House #13'), collectible('in', 'House #14')],
  },
  { operationType: 'receive', transfers: [collectible('in', 'Claim your prize', true)] },
  { operationType: 'receive', transfers: [token('in', '0.00001', 'ETH', 0.02)] },
  { operationType: 'receive', transfers: [token('in', '9000000', 'FREE MONEY')] },
  { operationType: 'receive', transfers: [token('in', '500', 'USDC', 500, `0x${'66'.repeat(20)}`)] },
  { operationType: 'deposit', transfers: [token('out', '2', 'ETH', 4_000)] },
  { operationType: 'withdraw', transfers: [token('in', '1.5', 'ETH', 3_000)] },
  { operationType: 'repay', transfers: [token('out', '100', 'DAI', 100)] },
  { operationType: 'burn', transfers: [collectible('out', 'The Extraordinarily Long-Named Drawing of a House in the County')] },
  { operationType: '<b>hodl</b>', transfers: [] },
]

const transactionAt = (index: number, stepMs: number) => {
  const { operationType, status = 'confirmed', application = null, transfers } = past[index % past.length] ?? past[0]!
  const isReceived = operationType === 'receive'
  return {
    id: `tx-${index}`,
    metadata: {
      operationType,
      hash: `0x${index.toString(16).padStart(64, '0')}`,
      minedAt: new Date(Date.now() - index * stepMs).toISOString(),
      sentFrom: isReceived ? OTHER : OWNER,
      sentTo: isReceived ? OWNER : OTHER,
      status: index < past.length ? status : 'confirmed',
      application,
      chain: CHAIN,
    },
    transfers,
  }
}

/** One page with everything that a row can show. */
export const history = ({ pathname }: URL, next: string | null = null) =>
  pathname.endsWith('/history') ? { data: past.map((_, index) => transactionAt(index, 5 * DAY_MS)), next } : undefined

/** A page of `size` of `count`, by a cursor that is a number. */
function pageOf<T>({ searchParams }: URL, count: number, size: number, make: (index: number) => T) {
  const from = Number(searchParams.get('cursor') ?? 0)
  const length = Math.max(0, Math.min(size, count - from))
  return { data: Array.from({ length }, (_, at) => make(from + at)), next: from + size < count ? String(from + size) : null }
}

/** A thousand transactions of eight months. */
export const manyTransactions = (url: URL) =>
  url.pathname.endsWith('/history') ? pageOf(url, 1_000, 50, (index) => transactionAt(index, DAY_MS / 4)) : undefined

/** An NFT of the gallery. */
export const nftAt = (index: number): Nft => ({
  id: `${CHAIN}/erc721:${OTHER}/${index}`,
  chainId: CHAIN,
  contract: OTHER,
  tokenId: String(index),
  standard: index % 5 === 0 ? 'erc1155' : 'erc721',
  name: `House #${index}`,
  collection: 'Houses of the County',
  description: `${'A drawing of a house, made with a pencil and little patience. '.repeat(4)}\nSigned by nobody.`,
  image: { url: picture(index), contentType: 'image/svg+xml' },
  amount: index % 5 === 0 ? '12' : '1',
  traits: [
    { name: 'Roof', value: index % 2 === 0 ? 'Slate' : 'Thatch', kind: 'text' },
    { name: 'Windows', value: String(index + 2), kind: 'number' },
    { name: 'Drawn', value: '1714521600', kind: 'date' },
  ],
  spam: index % 20 === 8,
})

/** Five hundred NFTs. */
export const manyNfts = (url: URL) => (url.pathname.endsWith('/nfts') ? pageOf(url, 500, 24, nftAt) : undefined)

/** NFTs with what strangers may write and draw. */
export const brokenNfts = ({ pathname }: URL) =>
  pathname.endsWith('/nfts')
    ? {
        data: [
          { ...nftAt(1), image: null },
          { ...nftAt(2), image: { url: 'https://127.0.0.1:1/none.png', contentType: null } },
          { ...nftAt(3), name: 'Long'.repeat(40), collection: 'Longer'.repeat(40) },
          { ...nftAt(4), name: '\u202e\u200b', collection: '', amount: '9'.repeat(60) },
          { ...nftAt(5), name: 'بيت رقم ٥', collection: 'بيوت' },
        ],
        next: null,
      }
    : undefined

/** An error of the server for paths that end so. */
export const failing = (end: string) => (url: URL) => (url.pathname.endsWith(end) ? new Response('', { status: 500 }) : undefined)

/** What the services refuse, in their shape. */
export const refusal = (status: number, field: string) => () =>
  Response.json({ status: 'FAILED', reasons: [{ field, description: 'refused' }] }, { status })

/** Adds a transaction that was sent here, and that no node knows. */
export function addSent({ core }: Stage): void {
  const account = core.publicState.$account.get()
  if (!account) return
  core.use(createTransactions).add({
    hash: `0x${'5e'.repeat(32)}`,
    chainId: account.chainId,
    account: account.accountId,
    kind: 'send',
    to: OTHER,
    out: { id: coinId(account.chainId), symbol: 'ETH', decimals: 18, amount: '250000000000000000' },
  })
}

/** The same answers, of which the services say that something is missing. */
export const withGaps =
  (answer: (url: URL) => unknown) =>
  (url: URL): unknown => {
    const body = answer(url)
    return body === undefined ? undefined : Response.json(body, { headers: { 'x-incomplete': '1' } })
  }
