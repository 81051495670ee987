// What strangers sell is held to what the user was shown; and who cannot answer is passed over, not put to rest.
import { describe, expect, test } from 'vitest'
import { lifiQuote, oneinchSwap, order, quotePath, router, useAggregators, user, zeroxPrice, zeroxQuote } from './aggregators.js'
import { checkEach } from '../../../../test/support/rows.js'

const { start } = useAggregators()

describe('less than was agreed is never passed on', () => {
  /** Quoted at 2 500 000 000, with one percent of slippage: at least 2 475 000 000. */
  const agreed = { ...order, quotedAmount: '2500000000' }
  const leastOf = (amount: number, percent: number) =>
    String(Math.floor((amount * (10_000 - Math.round(percent * 100))) / 10_000))
  const providers = {
    '0x': {
      adapters: { zerox: { key: 'k1' } },
      host: 'api.0x.org',
      answer: (url: URL, amount: number) => {
        const percent = Number(url.searchParams.get('slippageBps')) / 100
        return url.pathname.endsWith('/price')
          ? zeroxPrice
          : { ...zeroxQuote, buyAmount: String(amount), minBuyAmount: leastOf(amount, percent) }
      },
      slippage: (url: URL) => Number(url.searchParams.get('slippageBps') ?? Number.NaN) / 100,
    },
    '1inch': {
      adapters: { oneinch: { key: 'k2' } },
      host: 'api.1inch.com',
      answer: (url: URL, amount: number) =>
        url.pathname.endsWith('spender')
          ? { address: router }
          : url.pathname.endsWith('swap')
            ? { ...oneinchSwap, dstAmount: String(amount) }
            : { dstAmount: '2500000000' },
      slippage: (url: URL) => Number(url.searchParams.get('slippage') ?? Number.NaN),
    },
    'LI.FI': {
      adapters: { lifi: { url: 'https://li.quest/v1' } },
      host: 'li.quest',
      answer: (url: URL, amount: number) => {
        const toAmountMin = leastOf(amount, Number(url.searchParams.get('slippage')) * 100)
        return { ...lifiQuote, estimate: { ...lifiQuote.estimate, toAmount: String(amount), toAmountMin } }
      },
      slippage: (url: URL) => Number((Number(url.searchParams.get('slippage') ?? Number.NaN) * 100).toFixed(2)),
    },
  }

  test('by none of the providers', () =>
    checkEach(Object.entries(providers), 'by %s', async (_, { adapters, host, answer, slippage }) => {
      let amount = 2_500_000_000
      const { get, post, asked } = await start(adapters, { [host]: (url: URL) => answer(url, amount) })
      await get(quotePath)
      const build = async (body: object = agreed) => {
        const from = asked().length
        const built = await post('/v1/convert/build-transaction', body)
        const slippages = asked()
          .slice(from)
          .map(({ url }) => slippage(url))
        return { built, slippages: slippages.filter((percent) => !Number.isNaN(percent)) }
      }
      expect(await build()).toMatchObject({ built: { status: 200 }, slippages: [1] })
      // Half a percent is lost already, so half a percent is left to lose.
      amount = 2_487_500_000
      expect(await build()).toMatchObject({ built: { status: 200, body: { tx: { amount: '2487500000' } } }, slippages: [1, 0.5] })
      amount = 2_475_000_000
      expect(await build()).toMatchObject({ built: { status: 200 }, slippages: [1, 0] })
      amount = 2_474_000_000
      const { built, slippages } = await build()
      expect([built.status, built.body.reasons[0], slippages]).toEqual([
        400,
        { field: 'price', description: expect.stringContaining('the price has moved') as string },
        [1],
      ])
      // Who wants to lose more says so.
      expect((await build({ ...agreed, eip155: { slippage: 3 } })).built.status).toBe(200)
    }))

  test('not even when the provider takes more off than it was allowed', async () => {
    const answers = {
      'api.0x.org': (url: URL) => (url.pathname.endsWith('/price') ? zeroxPrice : { ...zeroxQuote, minBuyAmount: '2474000000' }),
    }
    const { post } = await start({ zerox: { key: 'k1' } }, answers)
    const { status, body } = await post('/v1/convert/build-transaction', agreed)
    expect([status, body.reasons[0].field]).toEqual([400, 'price'])
  })
})

test('LI.FI quotes for somebody only: where it is alone, who asks for nobody is told what is missing', async () => {
  const { get, asked } = await start({ lifi: { url: 'https://li.quest/v1' } }, { 'li.quest': () => lifiQuote })
  for (let times = 0; times < 3; times += 1) {
    const { status, body } = await get(quotePath.replace(`&userAddress=${user}`, ''))
    expect([status, body.reasons[0].field]).toEqual([400, 'userAddress'])
  }
  expect(asked()).toEqual([])
  expect((await get(quotePath)).headers.get('x-provider')).toBe('lifi')
})
