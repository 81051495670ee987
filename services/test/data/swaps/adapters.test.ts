// The aggregators, with answers in the shapes that their documentation shows. Nothing is asked without a key.
import { describe, expect, test } from 'vitest'
import { buildTransactionSchema, quotesSchema } from '../../../../src/api/swaps.js'
import { devnetChain } from '../../../devnet/chains.js'
import { GRAIN, STABLE, V3_ROUTER, WRAPPED } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import {
  coin,
  diamond,
  holder,
  lifiQuote,
  oneinchSwap,
  order,
  quotePath,
  router,
  usdc,
  useAggregators,
  user,
  zeroxPrice,
  zeroxQuote,
} from './aggregators.js'
import { checkEach } from '../../../../test/support/rows.js'

const { start, startWith } = useAggregators()

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

  test('no liquidity, and a refusal of the question, when there is nobody else', async () => {
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
  expect(body.tx).toMatchObject({ to: `eip155:1:${router}`, data: '0x12aa3caf', eip155: { gas: '350000' } })
  expect(asked().map(({ url }) => url.pathname)).toEqual(
    ['quote', 'approve/spender', 'swap'].map((path) => `/swap/v6.1/1/${path}`),
  )
  expect(asked().every(({ headers }) => headers.get('authorization') === 'Bearer k2')).toBe(true)
})

test('an approval is for the contract of the quote that it names, also after a later quote goes another way', async () => {
  let isDown = false
  const { get } = await start(
    { zerox: { key: 'k1' }, oneinch: { key: 'k2' } },
    {
      'api.0x.org': () => (isDown ? new Response('down', { status: 502 }) : zeroxPrice),
      'api.1inch.com': (url: URL) => (url.pathname.endsWith('spender') ? { address: router } : { dstAmount: '7' }),
    },
  )
  const query = `projectId=p&userAddress=${user}&from=${usdc}&to=${coin}&amount=5`
  const first = await get(`/v1/convert/quotes?${query}`)
  isDown = true
  expect((await get(`/v1/convert/quotes?${query}`)).headers.get('x-provider')).toBe('1inch')
  const allows = async (more: string) => (await get(`/v1/convert/build-approve?${query}${more}`)).body.tx.data as string
  expect(await allows('')).toContain(router.slice(2).toLowerCase())
  expect(await allows(`&quoteId=${first.body.quotes[0].id}`)).toContain(holder.slice(2).toLowerCase())
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
  const purchase = { ...order, quotedAmount: '1' }
  const sale = { ...purchase, from: usdc, to: coin, amount: '1000000' }
  const tokenTx = { ...zeroxQuote.transaction, value: '0' }
  test('each difference', () =>
    checkEach(
      [
        ['sends other coins along', purchase, { ...zeroxQuote.transaction, value: '1000000000000000001' }],
        ['sends coins for a token', sale, { ...tokenTx, value: '1' }],
        ['goes to the token', sale, { ...tokenTx, to: usdc.slice(9) }],
        ['goes to another contract than the one to approve', sale, { ...tokenTx, to: router }],
        ['lets others take a token', purchase, { ...zeroxQuote.transaction, data: `0xcae9ca51${'0'.repeat(128)}` }],
        ['calls nothing', purchase, { ...zeroxQuote.transaction, data: '0x00' }],
        ['has data that are not hex', purchase, { ...zeroxQuote.transaction, data: 'transfer' }],
        ['goes to no address', purchase, { ...zeroxQuote.transaction, to: '0x1234' }],
      ],
      '%s',
      async (_, body, transaction) => {
        const answers = {
          'api.0x.org': (url: URL) => (url.pathname.endsWith('/price') ? zeroxPrice : { ...zeroxQuote, transaction }),
        }
        const { post } = await start({ zerox: { key: 'k1' } }, answers)
        expect((await post('/v1/convert/build-transaction', body)).status).toBe(503)
      },
    ))

  test('is for another user or chain', async () => {
    for (const change of [{ from: holder }, { chainId: 10 }]) {
      const transactionRequest = { ...lifiQuote.transactionRequest, ...change }
      const { post, stop } = await start(
        { lifi: { url: 'https://li.quest/v1' } },
        { 'li.quest': () => ({ ...lifiQuote, transactionRequest }) },
      )
      expect((await post('/v1/convert/build-transaction', purchase)).status).toBe(503)
      await stop()
    }
  })

  test('goes to the user, who may have named the contract himself: nobody can put a provider to rest with that', async () => {
    const answers = {
      'api.0x.org': (url: URL) => (url.pathname.endsWith('/price') ? zeroxPrice : zeroxQuote),
      'api.1inch.com': (url: URL) => (url.pathname.endsWith('spender') ? { address: router } : oneinchSwap),
    }
    const { post } = await start({ zerox: { key: 'k1' }, oneinch: { key: 'k2' } }, answers)
    const build = (address: string) => post('/v1/convert/build-transaction', { ...purchase, userAddress: `eip155:1:${address}` })
    for (let times = 0; times < 3; times += 1) expect((await build(holder)).headers.get('x-provider')).toBe('1inch')
    expect((await build(user)).headers.get('x-provider')).toBe('0x')
  })
})

describe('beside pools of one’s own', () => {
  const devnet = useSeededDevnet()
  const own = ({ address }: { readonly address: string }) => `eip155:1:${address}`
  const down = () => new Response('down', { status: 502 })
  const aggregators = { zerox: { key: 'k1' }, oneinch: { key: 'k2' } }
  /** The devnet's contracts, as if they stood on a chain that the aggregators know. */
  async function startBoth(answers: Parameters<typeof startWith>[1], adapters: object = aggregators) {
    const { wrapped, stable, tokens, v2, v3 } = devnetChain()
    const dataFile = {
      chains: { 'eip155:1': { wrapped, stable, tokens, v2, v3 } },
      adapters,
    }
    const { recording, ...data } = await startWith({ dataFile, chains: { 'eip155:1': [devnet().url] } }, answers)
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

  test('they answer when an aggregator does not, as often as it likes', () =>
    checkEach(
      [
        ['has no liquidity', () => ({ liquidityAvailable: false, zid: '0x1' })],
        ['knows no route', () => Response.json({ message: 'No available quotes for the requested transfer' }, { status: 404 })],
        ['does not know the token', () => Response.json({ name: 'INPUT_INVALID', message: 'Unknown token' }, { status: 400 })],
      ],
      'they answer when an aggregator %s, as often as it likes',
      async (_, none) => {
        let known = false
        const answer = () => (known ? { ...zeroxPrice, buyAmount: '250000' } : none())
        const { get } = await startBoth({ 'api.0x.org': answer, 'api.1inch.com': none })
        for (let times = 0; times < 4; times += 1) {
          const { status, headers, body } = await get(`/v1/convert/quotes?${query}`)
          expect([status, headers.get('x-provider'), body.quotes.length]).toEqual([200, 'pools', 2])
        }
        known = true // it was never put to rest
        expect((await get(`/v1/convert/quotes?${query}`)).headers.get('x-provider')).toBe('0x')
      },
    ))

  test('they answer who asks for nobody, without LI.FI being put to rest for those who ask for somebody', async () => {
    const { get } = await startBoth({ 'li.quest': () => lifiQuote }, { lifi: { url: 'https://li.quest/v1' } })
    const nobody = query.replace(`&userAddress=${user}`, '')
    for (let times = 0; times < 4; times += 1)
      expect((await get(`/v1/convert/quotes?${nobody}`)).headers.get('x-provider')).toBe('pools')
    expect((await get(`/v1/convert/quotes?${query}`)).headers.get('x-provider')).toBe('lifi')
  })

  test('a coin whose price has fallen at one is swapped by another', async () => {
    let amount = '2500000000'
    const answer = (url: URL) => {
      const price = url.pathname.endsWith('/price') ? zeroxPrice : zeroxQuote
      return { ...price, buyAmount: amount, minBuyAmount: amount }
    }
    const { get, post } = await startBoth({ 'api.0x.org': answer, 'api.1inch.com': down })
    const coins = { ...order, to: own(STABLE), quotedAmount: '2400000000' }
    expect((await get(`/v1/convert/quotes?amount=${coins.amount}&from=${coin}&to=${coins.to}`)).body.quotes[0].toAmount).toBe(
      amount,
    )
    amount = '2000000000'
    const built = await post('/v1/convert/build-transaction', coins)
    expect([built.status, built.headers.get('x-provider')]).toEqual([200, 'pools'])
  })

  test('wrapping asks nobody', async () => {
    const { get, post, asked } = await startBoth({ 'api.0x.org': down, 'api.1inch.com': down })
    const { headers, body } = await get(`/v1/convert/quotes?amount=5&from=${coin}&to=${own(WRAPPED)}`)
    expect([headers.get('x-provider'), body.quotes[0].toAmount, asked.length]).toEqual(['wrap', '5', 0])
    // Nor does it need a quote: one to one has no price that moves.
    const built = await post('/v1/convert/build-transaction', { ...order, to: own(WRAPPED), amount: '6' })
    expect([built.status, built.body.tx.amount]).toEqual([200, '6'])
  })
})
