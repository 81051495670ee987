// The aggregators, with answers in the shapes that their documentation shows. Nothing is asked without a key.
import { afterEach, describe, expect, test } from 'vitest'
import { buildTransactionSchema, quotesSchema } from '../../../../src/api/swaps.js'
import { recorded, startData } from '../support/world.js'

const user = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const router = '0x111111125421cA6dc452d289314280a0f8842A65'
const holder = '0x0000000000001fF3684f28c67538d4D072C22734'
const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

/** A node that knows prices of gas, and nothing else. */
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

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

async function start(adapters: object, answers: Parameters<typeof recorded>[0]) {
  const recording = recorded({ 'node.example': node, ...answers })
  const data = await startData({
    dataFile: { adapters },
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
      'api.1inch.dev': (url: URL) =>
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
  expect(asked().at(-1)?.url.pathname).toBe('/swap/v6.0/1/swap')
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
    slippage: '0.01',
    fromAddress: user,
  })
})

test('the next one answers when one fails, and 503 when all do', async () => {
  const answers = {
    'api.0x.org': () => new Response('down', { status: 502 }),
    'api.1inch.dev': (url: URL) => (url.pathname.endsWith('spender') ? { address: router } : { dstAmount: '7' }),
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
