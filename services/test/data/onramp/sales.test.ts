// What an account bought at a vendor, asked of a server that answers in the vendor's documented shape.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { historySchema } from '../../../../src/api/history.js'
import { json, serve, type TestServer } from '../../../../test/api/server.js'
import type { Db } from '../../../src/db/connect.js'
import { openDatabase } from '../../support/engines.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startData } from '../support/world.js'
import type { ServicesOptions } from '../../support/services.js'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const PATH = `/v1/account/${ADDRESS}/history?onramp=coinbase`
const NEXT = 'eyJndF9za2lwIjowLCJvdF9za2lwIjoxfQ=='
const HASH = '0x31814ba2fef2a400a9816767370be09ca12d9e9753b972198fe330a0ecedcbf6'

/** The example of the documentation (Onramp transaction status), and what the reference adds to it. */
const recorded = {
  status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  purchase_currency: 'USDC',
  purchase_network: 'base',
  purchase_amount: { value: '5', currency: 'USDC' },
  payment_total: { value: '5.07', currency: 'USD' },
  payment_subtotal: { value: '5', currency: 'USD' },
  coinbase_fee: { value: '0', currency: 'USD' },
  network_fee: { value: '0.07', currency: 'USD' },
  exchange_rate: { value: '1', currency: 'USDC' },
  tx_hash: HASH,
  created_at: '2023-09-26T20:06:07.076Z',
  country: 'US',
  user_id: '9f86d081884c7d659a2feaa0c55ad01',
  payment_method: 'CARD',
  transaction_id: '1ee7a7ec-fdd1-6032-ad91-0e2bacb520d3',
}

let vendor: TestServer
let db: Db
let key: string
let answer: { status?: number; body: unknown }
let data: Awaited<ReturnType<typeof startData>> | undefined
beforeAll(async () => {
  db = await openDatabase()
  vendor = await serve((response, { url }) => {
    if (url.pathname === '/onramp/v1/token') return void json(response, { token: 'session-1' }, 200)
    json(response, answer.body, answer.status ?? 200)
  })
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  key = Buffer.concat([Buffer.from(String(jwk.d), 'base64url'), Buffer.from(String(jwk.x), 'base64url')]).toString('base64')
})
beforeEach(() => {
  vendor.asked.length = 0
  answer = { body: { transactions: [recorded], next_page_key: '', total_count: '1' } }
})
afterEach(async () => {
  await data?.stop()
  data = undefined
})
afterAll(async () => {
  await vendor.stop()
  await db.close()
})

const coinbase = () => ({ keyId: 'organizations/o/apiKeys/k', key, url: vendor.url })
async function start(adapters: object = { coinbase: coinbase() }, options: ServicesOptions = {}) {
  await data?.stop()
  data = await startData({ dataFile: { adapters }, db, ...options })
  return data
}

test('stand in the history, in the words that clients wait for', async () => {
  const { get } = await start()
  const { status, body, headers } = await get(PATH)
  expect([status, headers.get('x-provider'), headers.get('x-incomplete')]).toEqual([200, 'orders,coinbase', null])
  const row = {
    id: recorded.transaction_id,
    metadata: {
      operationType: 'buy',
      hash: HASH,
      minedAt: recorded.created_at,
      sentFrom: 'Coinbase',
      sentTo: ADDRESS,
      status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      nonce: 0,
      application: null,
      chain: 'eip155:8453',
    },
    transfers: [
      {
        fungible_info: { name: 'USDC', symbol: 'USDC', icon: { url: expect.stringMatching(/getTokenImage.USDC$/) as string } },
        nft_info: null,
        direction: 'in',
        quantity: { numeric: '5' },
        value: 5.07,
      },
    ],
  }
  expect(body).toEqual({ data: [row], next: null })
  expect(historySchema.safeParse(body).success).toBe(true)
  const [asked] = vendor.asked
  expect(asked?.url.pathname).toBe(`/onramp/v1/buy/user/${ADDRESS}/transactions`)
  expect(asked?.url.search).toBe('?page_size=50')
  const [, claims = ''] = asked?.headers.authorization?.replace('Bearer ', '').split('.') ?? []
  const { uris } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { uris: string[] }
  expect(uris).toEqual([`GET ${new URL(vendor.url).host}/onramp/v1/buy/user/${ADDRESS}/transactions`])
})

test('are asked for under the name with which the page was opened, in whatever case that came', async () => {
  const { get, post } = await start()
  const wallets = [{ address: ADDRESS.toLowerCase(), assets: ['USDC'] }]
  const order = { destinationWallets: wallets, partnerUserId: ADDRESS.toLowerCase(), defaultNetwork: 'base' }
  const { body } = await post('/v1/generators/onrampurl?projectId=shop', order)
  expect(new URL(body.url as string).searchParams.get('partnerUserRef')).toBe(ADDRESS)
  await get(PATH.replace(ADDRESS, ADDRESS.toLowerCase()))
  expect(vendor.asked.at(-1)?.url.pathname).toContain(ADDRESS)
})

test('what is over is said so', () =>
  checkEach(
    [
      ['under way', { status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', tx_hash: '' }, 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS'],
      ['failed', { status: 'ONRAMP_TRANSACTION_STATUS_FAILED', tx_hash: null }, 'ONRAMP_TRANSACTION_STATUS_FAILED'],
      [
        'done',
        { completed_at: '2023-09-26T20:09:00Z', wallet_address: ADDRESS.toLowerCase() },
        'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      ],
    ],
    'what is %s is said so',
    async (_, change, status) => {
      answer.body = { transactions: [{ ...recorded, ...change }] }
      const { body } = await (await start()).get(PATH)
      const { metadata } = body.data[0]
      expect([metadata.status, metadata.hash]).toEqual([status, 'tx_hash' in change ? '' : HASH])
      if ('completed_at' in change) expect(metadata.minedAt).toBe('2023-09-26T20:09:00.000Z')
    },
  ))

test('what is wrong is left out, and nothing else', () =>
  checkEach(
    [
      ['not paid for yet', { status: 'ONRAMP_TRANSACTION_STATUS_CREATED' }],
      ['in a state that nobody knows', { status: 'ONRAMP_TRANSACTION_STATUS_UNSPECIFIED' }],
      ['sent to somebody else', { wallet_address: OTHER }],
      ['without an amount', { purchase_amount: { value: 'much', currency: 'USDC' } }],
      ['without a time', { created_at: 'soon' }],
    ],
    'what is %s is left out, and nothing else',
    async (_, change) => {
      answer.body = { transactions: [{ ...recorded, ...change, transaction_id: 'x' }, recorded] }
      const { body } = await (await start()).get(PATH)
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([recorded.transaction_id])
    },
  ))

test('on a chain that is not known here the chain is left open, and money that is no dollar is no dollar', async () => {
  const change = { purchase_network: 'bitcoin', payment_total: { value: '4.80', currency: 'EUR' } }
  answer.body = { transactions: [{ ...recorded, ...change }] }
  const { body } = await (await start()).get(PATH)
  expect([body.data[0].metadata.chain, body.data[0].transfers[0].value]).toEqual([null, undefined])
  answer.body = { transactions: [{ ...recorded, ...change, payment_total_usd: { value: '5.20', currency: 'USD' } }] }
  expect((await data?.get(PATH))?.body.data[0].transfers[0].value).toBe(5.2)
})

test('come in pages, with cursors of ours', async () => {
  answer.body = { transactions: [recorded], next_page_key: NEXT, total_count: '3' }
  const { get } = await start()
  const first = await get(PATH)
  expect(first.body.next).toEqual(expect.any(String))
  answer.body = { transactions: [{ ...recorded, transaction_id: 'older' }] }
  const second = await get(`${PATH}&cursor=${first.body.next as string}`)
  expect([second.body.data.length, second.body.data[0].id, second.body.next]).toEqual([1, 'older', null])
  expect(vendor.asked.at(-1)?.url.searchParams.get('page_key')).toBe(NEXT)
  const foreign = await get(`${PATH.replace(ADDRESS, OTHER)}&cursor=${first.body.next as string}`)
  expect([foreign.status, foreign.body.reasons[0].field]).toEqual([400, 'cursor'])
})

test('when the vendor fails, the answer is no empty list', () =>
  checkEach(
    [
      ['is away', { status: 500, body: {} }],
      ['refuses the key', { status: 401, body: { message: 'Unauthorized' } }],
      ['says something else', { body: { transactions: [{ ...recorded, purchase_amount: 5 }] } }],
    ],
    'when the vendor %s, the answer is no empty list',
    async (_, broken) => {
      answer = broken
      const { status, body } = await (await start()).get(PATH)
      expect([status, body.reasons[0].field]).toEqual([503, 'provider'])
    },
  ))

test('beside a sandbox, a vendor that is away leaves a part, which is said', async () => {
  answer = { status: 500, body: {} }
  const { get } = await start({ coinbase: coinbase() }, { evmUrl: 'http://127.0.0.1:9' })
  const { status, body, headers } = await get(PATH)
  expect([status, body, headers.get('x-incomplete')]).toEqual([200, { data: [], next: null }, '1'])
})

const silent = {
  meld: { key: 'k' },
  transak: { key: 'k', secretKey: 's', referrerDomain: 'shop.example' },
  moonpay: { key: 'pk', secretKey: 'sk' },
}

test('providers without a list of purchases: the question is refused, and the start-up table says so', async () => {
  const { get, services } = await start(silent)
  const { status, body } = await get(PATH)
  expect([status, body.reasons[0].field]).toEqual([400, 'onramp'])
  expect(services.parts?.rows()).toContainEqual({ capability: 'purchases', provider: 'none', kind: 'off' })
})

test('beside one that tells they are counted as missing', async () => {
  const { get, services } = await start({ ...silent, coinbase: coinbase() })
  const { status, body, headers } = await get(PATH)
  expect([status, body.data.length, headers.get('x-incomplete')]).toEqual([200, 1, '3'])
  expect(services.parts?.rows()).toContainEqual({ capability: 'purchases', provider: 'coinbase', kind: 'adapter' })
})

test('where nothing is sold, nothing was bought', async () => {
  expect(await (await start({})).get(PATH)).toMatchObject({ status: 200, body: { data: [], next: null } })
})

test("a page of a stranger does not ask the vendor in a project's name", async () => {
  const projects = { shop: { origins: ['https://shop.example'], analytics: false } }
  const { get } = await start({ coinbase: coinbase() }, { projects })
  const from = (origin: string) => get(`${PATH}&projectId=shop`, { headers: { origin } })
  expect((await from('https://evil.example')).status).toBe(403)
  expect(vendor.asked).toEqual([])
  expect((await from('https://shop.example')).status).toBe(200)
})
