// The Data API as far as an account asks it, for an account with as many tokens, transactions and NFTs as are wanted.
import { createServer } from 'node:http'
import { listen } from '../../demo/server/static-server.mjs'

const CHAIN = 'eip155:1'
/** Items of a page of the history, and of NFTs. */
const PAGE_COUNT = 50
/** Between two transactions, ms: eight a day. */
const STEP_MS = 3 * 60 * 60 * 1000
const NEWEST = Date.parse('2026-06-30T12:00:00Z')
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const hex = (number, length) => `0x${number.toString(16).padStart(length, '0')}`
const addressOf = (index) => hex(index + 1, 40)

const tokenOf = (index, url) => ({
  name: `Token ${index}`,
  symbol: `T${index}`,
  chainId: CHAIN,
  address: `${CHAIN}:${addressOf(index)}`,
  value: 20_000 - index,
  price: 20_000 - index,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: `${url}/picture/${index % 40}`,
})

const transactionOf = (index) => ({
  id: `tx-${index}`,
  metadata: {
    operationType: ['send', 'receive', 'trade', 'approve'][index % 4],
    hash: hex(index + 1, 64),
    minedAt: new Date(NEWEST - index * STEP_MS).toISOString(),
    sentFrom: addressOf(index % 7),
    sentTo: addressOf(index),
    status: 'confirmed',
    nonce: index,
    chain: CHAIN,
  },
  transfers: [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
      direction: index % 4 === 1 ? 'in' : 'out',
      quantity: { numeric: `0.${index + 1}` },
      value: 12.5,
      price: 2500,
    },
  ],
})

const nftOf = (index, url) => ({
  id: `nft-${index}`,
  chainId: CHAIN,
  contract: addressOf(index % 20),
  tokenId: String(index),
  standard: 'erc721',
  name: `Piece ${index}`,
  collection: `Collection ${index % 20}`,
  description: null,
  image: { url: `${url}/picture/${index % 40}`, contentType: 'image/png' },
  amount: '1',
  spam: false,
})

const pageOf = (count, cursor, itemOf) => {
  const from = Number(cursor ?? 0)
  const end = Math.min(count, from + PAGE_COUNT)
  return { data: Array.from({ length: end - from }, (_, index) => itemOf(from + index)), next: end < count ? String(end) : null }
}

/** What a node says: one coin. */
const answerOf = ({ id, method }) => ({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x1' : hex(10n ** 18n, 1) })

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/**
 * @param {{ tokens: number, history: number, nfts: number }} counts
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function openServices(counts) {
  let url = ''
  const answers = {
    '/v1/supported-chains': () => ({ http: [CHAIN], ws: [] }),
    '/getWallets': () => ({ count: 0, data: [] }),
    balance: () => ({ balances: Array.from({ length: counts.tokens }, (_, index) => tokenOf(index, url)) }),
    history: (query) => pageOf(counts.history, query.get('cursor'), transactionOf),
    nfts: (query) => pageOf(counts.nfts, query.get('cursor'), (index) => nftOf(index, url)),
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    if (pathname.startsWith('/picture/')) return response.setHeader('content-type', 'image/png').end(PIXEL)
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') {
      const asked = await bodyOf(request)
      return response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answerOf) : answerOf(asked)))
    }
    const answer = answers[pathname] ?? answers[pathname.split('/').at(-1)]
    if (!answer) return response.writeHead(404).end('{}')
    return response.end(JSON.stringify(answer(searchParams)))
  })
  url = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`
  return {
    url,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
