// The aggregators, with answers in the shapes that their documentation shows. Nothing is asked without a key.
import { encodeFunctionResult, multicall3Abi, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildTransactionSchema, quotesSchema } from '../../../../src/api/swaps.js'
import { devnetChain } from '../../../src/data/devnet-chain.js'
import { GRAIN, STABLE, V3_ROUTER, WRAPPED } from '../../../src/devnet/manifest.js'
import type { Db } from '../../../src/db/connect.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { openEmbedded } from '../../support/embedded.js'
import { recorded, startData } from '../support/world.js'

const user = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const router = '0x111111125421cA6dc452d289314280a0f8842A65'
const holder = '0x0000000000001fF3684f28c67538d4D072C22734'
const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

/** What Multicall3 answers when it was asked for one allowance. */
const noAllowance = encodeFunctionResult({
  abi: multicall3Abi,
  functionName: 'aggregate3',
  result: [{ success: true, returnData: numberToHex(0, { size: 32 }) }],
})

/** A node that knows prices of gas, and that nobody was allowed anything. */
const node = (_: URL, init: RequestInit | undefined) => {
  const calls: unknown = JSON.parse(init?.body as string)
  const answer = ({ id, method }: { id: number; method: string }) => {
    if (method === 'eth_feeHistory')
      return {
        jsonrpc: '2.0',
        id,
        result: {
          oldestBlock: '0x1',
          baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'],
          gasUsedRatio: [0.5],
          reward: [['0x1', '0x2', '0x3']],
        },
      }
    if (method === 'eth_call') return { jsonrpc: '2.0', id, result: noAllowance }
    return { jsonrpc: '2.0', id, result: '0x1' }
  }
  return Array.isArray(calls) ? calls.map(answer) : answer(calls as never)
}

const zeroxPrice = {
  allowanceTarget: holder,
  blockNumber: '20114676',
  buyAmount: '2500000000',
  buyToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  fees: { integratorFee: null, zeroExFee: null, gasFee: null },
  gas: '288079',
  gasPrice: '7062490000',
  issues: { allowance: null, balance: null, simulationIncomplete: false, invalidSourcesPassed: [] },
  liquidityAvailable: true,
  minBuyAmount: '2475000000',
  sellAmount: '1000000000000000000',
  zid: '0x111111111111111111111111',
}
const zeroxQuote = {
  ...zeroxPrice,
  transaction: { to: holder, data: '0x2213bc0b', gas: '288079', gasPrice: '4837860000', value: '1000000000000000000' },
}
const oneinchSwap = {
  dstAmount: '2510000000',
  tx: { from: user, to: router, data: '0x12aa3caf', value: '1000000000000000000', gas: 235000, gasPrice: '7062490000' },
}
const lifiQuote = {
  id: '0b1f',
  type: 'lifi',
  tool: '1inch',
  estimate: {
    fromAmount: '1',
    toAmount: '2490000000',
    toAmountMin: '2465100000',
    approvalAddress: diamond,
    executionDuration: 30,
  },
  transactionRequest: {
    from: user,
    to: diamond,
    chainId: 1,
    data: '0x4630a0d8',
    value: '0x0de0b6b3a7640000',
    gasPrice: '0x1a5',
    gasLimit: '0x3d090',
  },
}

let db: Db
let now = Date.now()
beforeAll(async () => {
  db = await openEmbedded()
})
afterAll(() => db.close())

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

/** One database for all; an hour later nobody remembers what was quoted. */
function shared() {
  now += 3_600_000
  return { db, now: () => now }
}

async function start(adapters: object, answers: Parameters<typeof recorded>[0]) {
  const recording = recorded({ 'node.example': node, ...answers })
  const data = await startData({
    dataFile: { adapters },
    ...shared(),
    fetch: recording.fetch,
    chains: { 'eip155:1': ['https://node.example/'] },
  })
  stop = data.stop
  const asked = () => recording.asked.filter(({ url }) => url.host !== 'node.example')
  return { ...data, asked }
}
const quotePath = `/v1/convert/quotes?projectId=p&amount=1000000000000000000&userAddress=${user}&from=${coin}&to=${usdc}`
const order = {
  projectId: 'p',
  amount: '1000000000000000000',
  from: coin,
  to: usdc,
  userAddress: `eip155:1:${user}`,
  eip155: { slippage: 1 },
  disableEstimate: true,
}

describe('0x', () => {
  const answers = { 'api.0x.org': (url: URL) => (url.pathname.endsWith('/price') ? zeroxPrice : zeroxQuote) }

  test('quotes and builds', async () => {
    const { get, post, asked } = await start({ zerox: { key: 'k1' } }, answers)
    const quoted = await get(quotePath)
    expect([quoted.status, quoted.headers.get('x-provider'), quotesSchema.safeParse(quoted.body).success]).toEqual([
      200,
      '0x',
      true,
    ])
    expect(quoted.body.quotes).toMatchObject([{ toAmount: '2500000000', fromAccount: coin, toAccount: usdc }])
    const built = await post('/v1/convert/build-transaction', order)
    expect(buildTransactionSchema.safeParse(built.body).success).toBe(true)
    expect(built.body.tx).toMatchObject({
      to: `eip155:1:${holder}`,
      data: '0x2213bc0b',
      value: '1000000000000000000',
      amount: '2500000000',
      eip155: { gas: '288079' },
    })
    const [first, second] = asked()
    expect(first?.url.pathname).toBe('/swap/allowance-holder/price')
    expect([first?.headers.get('0x-api-key'), first?.headers.get('0x-version')]).toEqual(['k1', 'v2'])
    expect(Object.fromEntries(second?.url.searchParams ?? [])).toMatchObject({
      chainId: '1',
      taker: user,
      slippageBps: '100',
      sellAmount: order.amount,
    })
  })

  test('no liquidity, and a refusal of the question', async () => {
    const dry = await start({ zerox: { key: 'k1' } }, { 'api.0x.org': () => ({ liquidityAvailable: false, zid: '0x1' }) })
    const { status, body } = await dry.get(quotePath)
    expect([status, body.reasons[0].description]).toEqual([400, expect.stringContaining('insufficient liquidity')])
    await dry.stop()
    const refused = { name: 'INPUT_INVALID', message: 'The input is invalid', data: { zid: '0x1' } }
    const wrong = await start({ zerox: { key: 'k1' } }, { 'api.0x.org': () => Response.json(refused, { status: 400 }) })
    expect((await wrong.get(quotePath)).body.reasons[0].description).toContain('The input is invalid')
  })
})

test('1inch quotes, allows and builds', async () => {
  const { get, post, asked } = await start(
    { oneinch: { key: 'k2' } },
    {
      'api.1inch.com': (url: URL) =>
        url.pathname.endsWith('spender')
          ? { address: router }
          : url.pathname.endsWith('swap')
            ? oneinchSwap
            : { dstAmount: '2510000000' },
    },
  )
  expect((await get(quotePath)).body.quotes[0].toAmount).toBe('2510000000')
  const approval = await get(`/v1/convert/build-approve?projectId=p&userAddress=${user}&from=${usdc}&to=${coin}&amount=5`)
  expect(approval.body.tx.data).toContain(router.slice(2).toLowerCase())
  expect([approval.body.tx.from, approval.body.tx.to]).toEqual([usdc, usdc])
  const { body } = await post('/v1/convert/build-transaction', order)
  expect(body.tx).toMatchObject({ to: `eip155:1:${router}`, data: '0x12aa3caf', eip155: { gas: '235000' } })
  expect(asked().map(({ url }) => url.pathname)).toEqual(
    ['quote', 'approve/spender', 'swap'].map((path) => `/swap/v6.1/1/${path}`),
  )
  expect(asked().every(({ headers }) => headers.get('authorization') === 'Bearer k2')).toBe(true)
})

test('LI.FI quotes and builds', async () => {
  const { get, post, asked } = await start({ lifi: { url: 'https://li.quest/v1' } }, { 'li.quest': () => lifiQuote })
  expect((await get(quotePath)).body.quotes[0].toAmount).toBe('2490000000')
  const { body } = await post('/v1/convert/build-transaction', order)
  expect(body.tx).toMatchObject({ to: `eip155:1:${diamond}`, value: '1000000000000000000', eip155: { gas: '250000' } })
  expect(Object.fromEntries(asked()[1]?.url.searchParams ?? [])).toMatchObject({
    fromChain: '1',
    toChain: '1',
    fromToken: '0x0000000000000000000000000000000000000000',
    toToken: usdc.slice(9),
    slippage: '0.01',
    fromAddress: user,
  })
})

test('the next one answers when one fails, and 503 when all do', async () => {
  const answers = {
    'api.0x.org': () => new Response('down', { status: 502 }),
    'api.1inch.com': (url: URL) => (url.pathname.endsWith('spender') ? { address: router } : { dstAmount: '7' }),
  }
  const some = await start({ zerox: { key: 'k1' }, oneinch: { key: 'k2' } }, answers)
  const { headers, body } = await some.get(quotePath)
  expect([headers.get('x-provider'), body.quotes[0].toAmount]).toEqual(['1inch', '7'])
  await some.stop()
  const none = await start({ zerox: { key: 'k1' } }, answers)
  expect((await none.get(quotePath)).status).toBe(503)
  await none.stop()
  const odd = await start({ zerox: { key: 'k1' } }, { 'api.0x.org': () => ({ liquidityAvailable: true, buyAmount: 'a lot' }) })
  expect((await odd.get(quotePath)).status).toBe(503)
})

test('without a key nobody is asked, and there are no swaps', async () => {
  const { get, asked } = await start({}, {})
  const { status, body } = await get(quotePath)
  expect([status, body.reasons[0].field, asked()]).toEqual([400, 'chainId', []])
})

describe('a transaction that is not what was ordered is refused, and so is its provider', () => {
  const sale = { ...order, from: usdc, to: coin, amount: '1000000' }
  const tokenTx = { ...zeroxQuote.transaction, value: '0' }
  test.each([
    ['sends other coins along', order, { ...zeroxQuote.transaction, value: '1000000000000000001' }],
    ['sends coins for a token', sale, { ...tokenTx, value: '1' }],
    ['goes to the token', sale, { ...tokenTx, to: usdc.slice(9) }],
    ['goes to the user', order, { ...zeroxQuote.transaction, to: user }],
    ['goes to another contract than the one to approve', sale, { ...tokenTx, to: router }],
    ['calls nothing', order, { ...zeroxQuote.transaction, data: '0x00' }],
    ['has data that are not hex', order, { ...zeroxQuote.transaction, data: 'transfer' }],
    ['goes to no address', order, { ...zeroxQuote.transaction, to: '0x1234' }],
  ])('%s', async (_, body, transaction) => {
    const answers = {
      'api.0x.org': (url: URL) => (url.pathname.endsWith('/price') ? zeroxPrice : { ...zeroxQuote, transaction }),
    }
    const { post } = await start({ zerox: { key: 'k1' } }, answers)
    expect((await post('/v1/convert/build-transaction', body)).status).toBe(503)
  })

  test('is for another user or chain', async () => {
    for (const change of [{ from: holder }, { chainId: 10 }]) {
      const transactionRequest = { ...lifiQuote.transactionRequest, ...change }
      const { post } = await start(
        { lifi: { url: 'https://li.quest/v1' } },
        { 'li.quest': () => ({ ...lifiQuote, transactionRequest }) },
      )
      expect((await post('/v1/convert/build-transaction', order)).status).toBe(503)
      await stop?.()
    }
  })

  test('buys much less than was quoted', async () => {
    const answers = {
      'api.0x.org': (url: URL) =>
        url.pathname.endsWith('/price') ? zeroxPrice : { ...zeroxQuote, buyAmount: String(2_500_000_000 * 0.98) },
    }
    const { get, post } = await start({ zerox: { key: 'k1' } }, answers)
    await get(quotePath)
    const { status, body } = await post('/v1/convert/build-transaction', order)
    expect([status, body.reasons[0].description]).toEqual([400, expect.stringContaining('the price has moved')])
    expect((await post('/v1/convert/build-transaction', { ...order, eip155: { slippage: 3 } })).status).toBe(200)
  })
})

describe('beside pools of one’s own', () => {
  const devnet = useSeededDevnet()
  const own = ({ address }: { readonly address: string }) => `eip155:1:${address}`
  const down = () => new Response('down', { status: 502 })
  /** The devnet's contracts, as if they stood on a chain that the aggregators know. */
  async function startBoth(answers: Parameters<typeof recorded>[0]) {
    const { wrapped, stable, tokens, v2, v3 } = devnetChain()
    const recording = recorded(answers)
    const data = await startData({
      dataFile: {
        chains: { 'eip155:1': { wrapped, stable, tokens, v2, v3 } },
        adapters: { zerox: { key: 'k1' }, oneinch: { key: 'k2' } },
      },
      ...shared(),
      fetch: recording.fetch,
      chains: { 'eip155:1': [devnet().url] },
    })
    stop = data.stop
    return { ...data, asked: recording.asked }
  }
  const sale = { ...order, from: own(GRAIN), to: own(STABLE), amount: String(10n ** 18n) }
  const query = `amount=${sale.amount}&userAddress=${user}&from=${sale.from}&to=${sale.to}`

  test('they answer when the aggregators fail, from the quote to the transaction', async () => {
    const { get, post, asked } = await startBoth({ 'api.0x.org': down, 'api.1inch.com': down })
    const quoted = await get(`/v1/convert/quotes?${query}`)
    expect([quoted.headers.get('x-provider'), quoted.body.quotes.length]).toEqual(['pools', 2])
    expect(asked.map(({ url }) => url.host)).toEqual(['api.0x.org', 'api.1inch.com'])
    const approval = await get(`/v1/convert/build-approve?${query}`)
    expect(approval.body.tx.data).toContain(V3_ROUTER.slice(2).toLowerCase())
    const built = await post('/v1/convert/build-transaction', sale)
    expect(built.body.tx).toMatchObject({ to: own({ address: V3_ROUTER }), amount: quoted.body.quotes[0].toAmount })
  })

  test('a token that was quoted by one is built by that one only; a coin by any', async () => {
    let isDown = false
    const answer = (url: URL) =>
      isDown ? down() : url.pathname.endsWith('/price') ? { ...zeroxPrice, buyAmount: '250000' } : zeroxQuote
    const { get, post } = await startBoth({ 'api.0x.org': answer, 'api.1inch.com': down })
    expect((await get(`/v1/convert/quotes?${query}`)).headers.get('x-provider')).toBe('0x')
    const coins = { ...order, to: own(STABLE), amount: '100' + '0'.repeat(12) }
    const coinQuery = `amount=${coins.amount}&userAddress=${user}&from=${coin}&to=${coins.to}`
    expect((await get(`/v1/convert/quotes?${coinQuery}`)).headers.get('x-provider')).toBe('0x')
    isDown = true
    expect((await post('/v1/convert/build-transaction', sale)).status).toBe(503)
    expect((await get(`/v1/convert/quotes?${query}`)).headers.get('x-provider')).toBe('pools')
    expect((await post('/v1/convert/build-transaction', sale)).headers.get('x-provider')).toBe('pools')
    const built = await post('/v1/convert/build-transaction', { ...coins, eip155: { slippage: 50 } })
    expect([built.status, built.headers.get('x-provider')]).toEqual([200, 'pools'])
  })

  test('wrapping asks nobody', async () => {
    const { get, asked } = await startBoth({ 'api.0x.org': down, 'api.1inch.com': down })
    const { headers, body } = await get(`/v1/convert/quotes?amount=5&from=${coin}&to=${own(WRAPPED)}`)
    expect([headers.get('x-provider'), body.quotes[0].toAmount, asked.length]).toEqual(['wrap', '5', 0])
  })
})
