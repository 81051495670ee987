// Price services, with answers in the shapes that their documentation shows.
import { getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { KEYLESS_TOKENS_MAX } from '../../../src/data/prices/coingecko.js'
import type { Db } from '../../../src/db/connect.js'
import { openDatabase } from '../../support/engines.js'
import { checkEach } from '../../../../test/support/rows.js'
import { recorded, startData } from '../support/world.js'

const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const token = { address: usdc.slice(9), name: 'USD Coin', symbol: 'USDC', decimals: 6 }

let db: Db
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})
async function ask(dataFile: object, answers: Parameters<typeof recorded>[0], currency = 'usd') {
  await stop?.()
  const recording = recorded(answers)
  const chains = { 'eip155:1': ['http://127.0.0.1:9'] }
  const data = await startData({
    dataFile: {
      chains: { 'eip155:1': { tokens: [token], ...('prices' in dataFile ? { prices: dataFile.prices } : {}) } },
      ...('prices' in dataFile ? {} : dataFile),
    },
    db,
    fetch: recording.fetch,
    chains,
  })
  stop = data.stop
  const answer = await data.post('/v1/fungible/price', { projectId: 'p', currency, addresses: [usdc, coin] })
  return { ...answer, asked: recording.asked, prices: answer.body.fungibles?.map(({ price }: { price: number }) => price) }
}

test('DefiLlama: one call for all, doubtful prices left out', async () => {
  const coins = {
    'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': {
      decimals: 6,
      symbol: 'USDC',
      price: 0.9998,
      timestamp: 1700000000,
      confidence: 0.99,
    },
    'coingecko:ethereum': { symbol: 'ETH', price: 2500.5, timestamp: 1700000000, confidence: 0.99 },
  }
  const dataFile = { adapters: { defillama: { url: 'https://coins.example/' } } }
  const good = await ask(dataFile, { 'coins.example': () => ({ coins }) })
  expect([good.prices, good.headers.get('x-provider'), good.asked.length]).toEqual([[0.9998, 2500.5], 'defillama', 1])
  expect(decodeURIComponent(good.asked[0]?.url.pathname ?? '')).toBe(
    `/prices/current/ethereum:${token.address},coingecko:ethereum`,
  )
  await stop?.()
  const doubtful = { ...coins, 'coingecko:ethereum': { symbol: 'ETH', price: 1, timestamp: 1, confidence: 0.3 } }
  expect((await ask(dataFile, { 'coins.example': () => ({ coins: doubtful }) })).prices).toEqual([0.9998])
})

test('CoinGecko: coins and tokens, in other currencies, with its key', async () => {
  const answer = (url: URL) =>
    url.pathname.endsWith('/simple/price') ? { ethereum: { eur: 2300 } } : { [token.address.toLowerCase()]: { eur: 0.92 } }
  const { prices, asked } = await ask(
    { adapters: { coingecko: { url: 'https://gecko.example/api/v3', key: 'k' } } },
    { 'gecko.example': answer },
    'eur',
  )
  expect(prices).toEqual([0.92, 2300])
  expect(asked.map(({ url }) => url.pathname).sort()).toEqual(['/api/v3/simple/price', '/api/v3/simple/token_price/ethereum'])
  expect(asked[0]?.headers.get('x-cg-demo-api-key')).toBe('k')
})

test('the operator’s table wins, in dollars and by the configured rate', async () => {
  const table = { prices: { native: 3000, [token.address]: 1 } }
  const { prices, headers } = await ask(table, {})
  expect([prices, headers.get('x-provider')]).toEqual([[1, 3000], 'table'])
})

test('a service that is away is 503 when nobody else knows', async () => {
  const { status, body } = await ask(
    { adapters: { defillama: { url: 'https://coins.example' } } },
    { 'coins.example': () => new Response('', { status: 500 }) },
  )
  expect([status, body.status]).toEqual([503, 'FAILED'])
})

test('without a source every token is unknown, and nobody is asked', async () => {
  const { status, prices, asked } = await ask({}, {})
  expect([status, prices, asked]).toEqual([200, [], []])
})

const defillama = { url: 'https://coins.example' }
const coingecko = { url: 'https://pro-gecko.example/api/v3', key: 'k' }

test('a price that is none is unknown, and left out', () =>
  checkEach(
    [
      ['nothing', {}],
      ['0', { [`ethereum:${token.address}`]: { price: 0, confidence: 0.99 } }],
      ['less than nothing', { [`ethereum:${token.address}`]: { price: -1, confidence: 0.99 } }],
    ],
    'a price of %s is unknown, and left out',
    async (_, coins) => {
      const { status, prices } = await ask({ adapters: { defillama } }, { 'coins.example': () => ({ coins }) })
      expect([status, prices]).toEqual([200, []])
    },
  ))

test('so is one of CoinGecko', () =>
  checkEach(
    [
      ['no price', { ethereum: {} }],
      ['null', { ethereum: { usd: null } }],
      ['0', { ethereum: { usd: 0 } }],
    ],
    'CoinGecko’s %s is unknown too',
    async (_, answer) => {
      const { status, prices } = await ask({ adapters: { coingecko } }, { 'pro-gecko.example': () => answer })
      expect([status, prices]).toEqual([200, []])
    },
  ))

test('what one service does not know, or fails to say, the next one is asked for', async () => {
  const answers = (llama: () => unknown) => ({
    'coins.example': llama,
    'pro-gecko.example': (url: URL) =>
      url.pathname.endsWith('/simple/price') ? { ethereum: { usd: 2400 } } : { [token.address.toLowerCase()]: { usd: 1.01 } },
  })
  const adapters = { defillama, coingecko }
  const known = { [`ethereum:${token.address}`]: { price: 0.99, confidence: 0.99 } }
  const some = await ask(
    { adapters },
    answers(() => ({ coins: known })),
  )
  expect([some.prices, some.headers.get('x-provider')]).toEqual([[0.99, 2400], 'defillama,coingecko'])
  expect(some.asked.map(({ url }) => url.pathname)).toEqual([expect.any(String), '/api/v3/simple/price'])
  expect(some.asked.at(-1)?.headers.get('x-cg-pro-api-key')).toBe('k')
  await stop?.()
  for (const broken of [() => new Response('', { status: 429 }), () => ({ coins: { a: { price: 'much' } } }), () => 'hello']) {
    const { prices, headers } = await ask({ adapters }, answers(broken))
    expect([prices, headers.get('x-provider')]).toEqual([[1.01, 2400], 'coingecko'])
    await stop?.()
  }
})

describe('CoinGecko without a key', () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const many = Array.from({ length: 12 }, (_, index) => getAddress(`0x${(index + 1).toString(16).padStart(40, '0')}`))
  const tokens = many.map((address, index) => ({ address, name: `T${index}`, symbol: `T${index}`, decimals: 18 }))
  const tooMany = {
    status: {
      error_code: 10012,
      error_message:
        'The number of contract addresses exceeds the allowed limit. The allowed limit is 1 contract address per request. Kindly subscribe to Demo plan.',
    },
  }

  /** Answers like the service: one address per call, coins at once. */
  async function start(answer: (address: string) => unknown = () => undefined) {
    const clock = { now: Date.now() }
    const recording = recorded({
      'gecko.example': ({ pathname, searchParams }) => {
        if (pathname.endsWith('/simple/price')) return { ethereum: { usd: 2500 }, solana: { usd: 100 } }
        const address = searchParams.get('contract_addresses') ?? ''
        if (address.includes(',')) return Response.json(tooMany, { status: 400 })
        return answer(address) ?? { [address]: { usd: 2 } }
      },
    })
    const data = await startData({
      dataFile: {
        chains: { 'eip155:1': { tokens } },
        solana: { [solana]: { tokens: [{ address: mint, name: 'USD Coin', symbol: 'USDC', decimals: 6 }] } },
        adapters: { coingecko: { url: 'https://gecko.example/api/v3' } },
      },
      db,
      fetch: recording.fetch,
      chains: { 'eip155:1': ['http://127.0.0.1:9'] },
      now: () => clock.now,
    })
    stop = data.stop
    const ask = async (addresses: readonly string[]) => {
      const { status, body } = await data.post('/v1/fungible/price', { projectId: 'p', currency: 'usd', addresses })
      const found = (body.fungibles ?? []) as { address: string; price: number }[]
      return { status, prices: Object.fromEntries(found.map(({ address, price }) => [address, price])) }
    }
    const askedFor = () => recording.asked.map(({ url }) => url.searchParams.get('contract_addresses') ?? 'coins')
    return { ask, askedFor, clock }
  }
  const ids = many.map((address) => `eip155:1:${address}`)

  test('asks for one token per call', async () => {
    const { ask, askedFor } = await start()
    const three = ids.slice(0, 3)
    expect((await ask([coin, ...three])).prices).toEqual({ [coin]: 2500, ...Object.fromEntries(three.map((id) => [id, 2])) })
    expect([...askedFor()].sort()).toEqual([...many.slice(0, 3).map((address) => address.toLowerCase()), 'coins'].sort())
  })

  test('of a long list some now and the others next time, and none of them counts as unknown', async () => {
    const { ask, askedFor } = await start()
    expect(Object.keys((await ask(ids)).prices)).toHaveLength(KEYLESS_TOKENS_MAX)
    expect(Object.keys((await ask(ids)).prices)).toHaveLength(ids.length)
    expect(askedFor()).toHaveLength(ids.length)
  })

  test('keeps what was answered when a token fails, and asks for that one again', async () => {
    let isDown = true
    const { ask } = await start((address) => (isDown && address.endsWith('2') ? new Response('', { status: 500 }) : undefined))
    expect((await ask([coin, ...ids.slice(0, 3)])).prices).toEqual({ [coin]: 2500, [ids[0] ?? '']: 2, [ids[2] ?? '']: 2 })
    isDown = false
    expect((await ask(ids.slice(0, 3))).prices).toMatchObject({ [ids[1] ?? '']: 2 })
  })

  test('asks for no token for a minute when it was too much; coins go on', async () => {
    const { ask, askedFor, clock } = await start(() => new Response('', { status: 429 }))
    expect(await ask([coin, ...ids])).toEqual({ status: 200, prices: { [coin]: 2500 } })
    const before = askedFor().length
    expect(before).toBeLessThanOrEqual(5)
    clock.now += 20_000
    expect(await ask([coin, ...ids])).toEqual({ status: 200, prices: { [coin]: 2500 } })
    expect(askedFor().slice(before)).toEqual(['coins'])
    expect((await ask(ids.slice(0, 1))).status).toBe(503)
    clock.now += 60_000
    await ask(ids.slice(0, 1))
    expect(askedFor().at(-1)).toBe(many[0]?.toLowerCase())
  })

  test('knows mints of Solana, in their own case', async () => {
    const { ask, askedFor } = await start()
    const native = `${solana}:So11111111111111111111111111111111111111111`
    expect((await ask([native, `${solana}:${mint}`])).prices).toEqual({ [native]: 100, [`${solana}:${mint}`]: 2 })
    expect(askedFor()).toContain(mint)
  })
})

test('DefiLlama knows mints of Solana, and does not take one for another that differs in case', async () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const answers = [{ [`solana:${mint}`]: { price: 0.99 } }, { [`solana:${mint.toLowerCase()}`]: { price: 7 } }]
  for (const coins of answers) {
    const { fetch, asked } = recorded({ 'coins.example': () => ({ coins }) })
    const tokens = [{ address: mint, name: 'USD Coin', symbol: 'USDC', decimals: 6 }]
    const data = await startData({ dataFile: { solana: { [chain]: { tokens } }, adapters: { defillama } }, db, fetch })
    const { body } = await data.post('/v1/fungible/price', { projectId: 'p', currency: 'usd', addresses: [`${chain}:${mint}`] })
    expect(asked[0]?.url.pathname).toBe(`/prices/current/solana:${mint}`)
    expect(body.fungibles.map(({ price }: { price: number }) => price)).toEqual(coins === answers[0] ? [0.99] : [])
    await data.stop()
  }
})
