// The draft of a swap: which token is meant, what is missing, and that a late quote never stands for a newer question.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Features } from '../../../src/config/setting-types.js'
import { accountWatches } from '../../../src/root/account-watch.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createSwapDraft } from '../../../src/state/swap/draft.js'
import { presetQuote } from '../../../src/state/swap/preset-quote.js'
import { createSwapTokens, findToken, groupTokens, searchTokens } from '../../../src/state/swap/swap-tokens.js'
import { createMockPort } from '../../../src/connectors/mock/port.js'
import type { SwapQuoteState } from '../../../src/vocabulary/account-values.js'
import { createTestCore } from '../../support/core.js'
import { createSwapWorld, GRAIN, refusal, USDC, type SwapWorld } from '../../support/swap-world.js'
import { createTestWindow, type TestWindow } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

let world: SwapWorld
let page: TestWindow
function renew(): void {
  vi.useFakeTimers()
  world = createSwapWorld()
  page = createTestWindow()
}
beforeEach(renew)
afterEach(() => vi.useRealTimers())

const settle = (ms = 600) => vi.advanceTimersByTimeAsync(ms)

async function prepared(locale = 'en', features: Features = {}) {
  const { core } = createTestCore({
    config: { ...world.config, locale, features },
    connectors: createMockPort({ wallets: [world.wallet] }),
    fetch: (...args) => world.fetch(...args),
    window: page.window,
  })
  const connecting = core.use(createConnection).connect(world.wallet.installed)
  await settle()
  await connecting
  const draft = core.use(createSwapDraft)
  const read = () => ({ problem: draft.$problem.get(), quote: draft.$quote.get(), ...draft.$draft.get() })
  const stops = [draft.$problem, draft.$details, draft.$quote].map(($store) => $store.listen(() => {}))
  await settle()
  return { core, draft, read, stop: () => stops.forEach((stop) => stop()) }
}

const asked = (path: string) => world.asked.filter((each) => each === path).length
const QUOTES = '/v1/convert/quotes'

describe('tokens', () => {
  test('are those of the services; the page names one by id or by a symbol that only one has', async () => {
    const { core } = await prepared()
    const tokens = core.use(createSwapTokens).$tokens.get().value ?? []
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'GRAIN', 'USDC', 'USDT', 'WETH'])
    for (const which of ['usdc', `eip155:1/erc20:${USDC}`, `eip155:1:${USDC.toLowerCase()}`])
      expect(findToken(tokens, which)?.contract).toBe(USDC)
    expect(findToken(tokens, 'eip155:1/slip44:60')?.symbol).toBe('ETH')
    const twin = { ...tokens[2]!, id: `eip155:1/erc20:${GRAIN}` as const, contract: GRAIN }
    expect(findToken([...tokens, twin], 'USDC')).toBeUndefined() // which one did the page mean?
    expect(findToken([...tokens, twin], `eip155:1/erc20:${USDC}`)?.contract).toBe(USDC)
  })

  test('are searched by name, symbol and address, the earliest match first; own ones come first by worth', async () => {
    const { core } = await prepared()
    const read = () => core.use(createSwapTokens).$tokens.get().value ?? []
    // Each balance comes when its code is loaded, which no clock of the test drives.
    await vi.waitFor(() => expect(read().filter(({ amount }) => amount !== undefined)).toHaveLength(5))
    const tokens = read()
    expect(searchTokens(tokens, ' eth ').map(({ symbol }) => symbol)).toEqual(['ETH', 'USDT', 'WETH'])
    expect(searchTokens(tokens, USDC.slice(0, 9).toUpperCase()).map(({ symbol }) => symbol)).toEqual(['USDC'])
    expect(searchTokens(tokens, 'nothing')).toEqual([])
    const { own, all } = groupTokens(tokens)
    expect(own.map(({ symbol }) => symbol)).toEqual(['USDT', 'GRAIN', 'ETH']) // worth 500, worth 50, and of the coin nobody has said it
    expect(all.map(({ name }) => name)).toEqual(['Ether', 'Grain', 'Tether', 'USD Coin', 'Wrapped Ether'])
  })

  testRows([
    [
      'a chain that the services do not serve',
      '/v1/supported-chains',
      () => ({ http: ['eip155:8453'], ws: [] }),
      'SWAPS_NOT_SUPPORTED',
    ],
    ['a chain without swaps', '/v1/convert/tokens', () => refusal(400, 'chainId', 'not here'), 'SWAPS_NOT_SUPPORTED'],
    ['a chain with a coin alone', '/v1/convert/tokens', () => ({ tokens: [] }), 'SWAPS_NOT_SUPPORTED'],
    ['services that do not answer', '/v1/supported-chains', () => refusal(503, '', 'down'), 'HTTP_STATUS'],
  ])('%s is told apart', async (_, path, answer, code) => {
    renew()
    world.answers.set(path, answer)
    const { core } = await prepared()
    await settle(5_000)
    expect(core.use(createSwapTokens).$tokens.get().error?.code).toBe(code)
  })
})

describe('the draft', () => {
  test('begins with the coin, takes what the page gave, and asks for a quote half a second after the last key', async () => {
    const { draft, read } = await prepared()
    expect(read()).toMatchObject({ from: { symbol: 'ETH' }, to: undefined, problem: 'token' })
    draft.begin({ from: 'GRAIN', to: `eip155:1/erc20:${USDC}`, amount: '1.5' })
    expect(read()).toMatchObject({ from: { symbol: 'GRAIN' }, to: { symbol: 'USDC' }, reading: { amount: 15n * 10n ** 17n } })
    draft.type('2')
    await settle(300)
    draft.type('25')
    await settle(499)
    expect(asked(QUOTES)).toBe(0)
    await settle(1)
    expect(asked(QUOTES)).toBe(1)
    expect(read()).toMatchObject({ problem: undefined, quote: { value: { quote: { toAmount: 12_475_000n } } } })
    expect(draft.$details.get()).toMatchObject({ rate: 499_000n, impact: 20n, minimum: 12_350_250n })
  })

  testRows([
    ['', 'amount', 'empty'],
    ['0', 'amount', undefined],
    ['-1', 'amount', 'negative'],
    ['1e18', 'amount', 'format'],
    ['0x10', 'amount', 'format'],
    ['1,500', 'amount', 'group'],
    ['1.0000000000000000001', 'amount', 'decimals'],
    ['9'.repeat(90), 'amount', 'tooLarge'],
    ['100.000000000000000001', 'balance', undefined],
  ])('%j is refused before anybody is asked', async (text, problem, reason) => {
    renew()
    const { draft, read } = await prepared()
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '1' })
    draft.type(text)
    expect(read().problem).toBe(problem)
    expect(read().reading.problem).toBe(reason)
    if (problem === 'amount') {
      await settle()
      expect(asked(QUOTES)).toBe(0)
    }
  })

  testRows([
    ['no route', () => ({ quotes: [] }), 'route'],
    ['no liquidity', () => refusal(400, 'amount', 'Insufficient liquidity for this trade'), 'liquidity'],
    ['a chain without swaps', () => refusal(400, 'chainId', 'no swaps'), 'unsupported'],
    ['a server that fails', () => refusal(500, '', 'oh'), 'failed'],
    ['a quote that gives nothing', quoteOf({ toAmount: '0' }), 'liquidity'],
    ['a quote for another amount', quoteOf({ fromAmount: '1' }), 'failed'],
    ['a quote for another token', quoteOf({ toAccount: `eip155:1:${GRAIN}` }), 'failed'],
  ])('%s is told apart', async (_, answer, problem) => {
    renew()
    world.answers.set(QUOTES, answer)
    const { draft, read } = await prepared()
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '1' })
    await settle(2_000)
    expect(read().problem).toBe(problem)
  })

  test('not enough of the coin for the fee is not "not enough of the token"', async () => {
    world.coins = 1_000n
    const { draft, read } = await prepared()
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '1' })
    await settle()
    expect(read().problem).toBe('gas')
  })

  test('a late answer to an older question never stands for a newer one', async () => {
    const answers: ((value: unknown) => void)[] = []
    world.answers.set(QUOTES, () => new Promise((resolve) => answers.push(resolve)))
    const { draft, read } = await prepared()
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '1' })
    await settle()
    draft.type('2')
    await settle()
    expect(answers).toHaveLength(2)
    const answerOf = (amount: bigint, toAmount: string) => ({
      quotes: [
        { id: null, fromAmount: String(amount), fromAccount: `eip155:1:${GRAIN}`, toAmount, toAccount: `eip155:1:${USDC}` },
      ],
    })
    answers[1]?.(answerOf(2n * 10n ** 18n, '998000'))
    await settle(0)
    answers[0]?.(answerOf(10n ** 18n, '1'))
    await settle(50)
    expect(read().quote.value?.quote).toMatchObject({ fromAmount: 2n * 10n ** 18n, toAmount: 998_000n })
    draft.type('3') // the moment it changes, the old quote is gone
    expect(read()).toMatchObject({ problem: 'quoting', quote: { status: 'pending' } })
  })

  test('back at a question that was left unanswered a moment ago, it is asked again', async () => {
    world.answers.set(QUOTES, () => new Promise(() => {}))
    const { draft, read } = await prepared()
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '1' })
    await settle()
    draft.type('12')
    await settle(200)
    world.answers.delete(QUOTES)
    draft.type('1')
    await settle()
    expect(read()).toMatchObject({ problem: undefined, quote: { value: { quote: { fromAmount: 10n ** 18n } } } })
  })

  test('quotes age: a new one every 10 s while somebody looks, none while hidden, one at once on return, none after', async () => {
    const { draft, stop } = await prepared()
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '1' })
    await settle()
    expect(asked(QUOTES)).toBe(1)
    await settle(10_000)
    expect(asked(QUOTES)).toBe(2)
    page.go('hidden')
    await settle(60_000)
    expect(asked(QUOTES)).toBe(2)
    page.go('visible')
    await settle(10)
    expect(asked(QUOTES)).toBe(3)
    stop()
    await settle(60_000)
    expect(asked(QUOTES)).toBe(3)
  })

  test('turning around sells what would have come, in the visitor’s own way of writing', async () => {
    const { draft, read } = await prepared('de')
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '2.5' })
    expect(read().text).toBe('2,5')
    await settle()
    draft.flip()
    expect(read()).toMatchObject({
      from: { symbol: 'USDC' },
      to: { symbol: 'GRAIN' },
      text: '1,2475',
      reading: { amount: 1_247_500n },
    })
    draft.choose('to', read().from!)
    expect(read()).toMatchObject({ from: undefined, to: { symbol: 'USDC' } }) // one token is on one side only
  })

  test('all of a token is all of it; all of the coin leaves the fee', async () => {
    const { draft, read } = await prepared()
    draft.begin({ from: 'GRAIN', to: 'USDC' })
    draft.max()
    expect(read().reading.amount).toBe(100n * 10n ** 18n)
    draft.begin({ from: 'ETH', to: 'USDC' })
    draft.max()
    expect(read().reading.amount).toBe(2n * 10n ** 18n - 3n * 150_000n * 10n ** 9n)
  })

  test('unknown prices make the impact unknown, not zero; slippage out of bounds is a problem', async () => {
    world.answers.set('/v1/fungible/price', () => ({ fungibles: [] }))
    const { draft, read } = await prepared()
    draft.begin({ from: 'USDC', to: 'WETH', amount: '0' })
    draft.begin({ from: 'ETH', to: 'WETH', amount: '1' })
    await settle()
    expect(draft.$details.get()?.impact).toBeUndefined()
    draft.setSlippage(51)
    expect(read().problem).toBe('slippage')
    draft.setSlippage(0.5)
    expect(draft.$details.get()?.minimum).toBe((read().quote.value!.quote!.toAmount * 9_950n + 9_999n) / 10_000n)
  })

  test.each([
    ['a number', 2.5, 2.5],
    ['a text', '0.29', 0.29],
    ['nothing', undefined, 1],
  ])('begins with the slippage of the settings: %s', async (_, slippagePercent, expected) => {
    const { draft, read } = await prepared('en', { slippagePercent })
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '1' })
    await settle()
    expect(read().slippagePercent).toBe(expected)
    const points = BigInt(Math.round(expected * 100))
    expect(draft.$details.get()?.minimum).toBe((499_000n * (10_000n - points) + 9_999n) / 10_000n)
  })

  test('another chain begins anew', async () => {
    const { draft, read } = await prepared()
    draft.begin({ from: 'GRAIN', to: 'USDC', amount: '1' })
    await settle()
    world.wallet.setChain(8453)
    await settle(3_000)
    expect(read()).toMatchObject({ text: '', to: undefined, problem: 'unsupported' })
  })
})

test('a page has quotes without the view: the best one while it looks, or why there is none', async () => {
  const { core } = await prepared()
  const $quote = presetQuote(core, { from: 'GRAIN', to: 'USDC', amount: '2' })
  const stop = $quote.listen(() => {})
  await settle()
  expect($quote.get()).toMatchObject({ status: 'success', value: { quote: { fromAmount: 2n * 10n ** 18n, toAmount: 998_000n } } })
  world.answers.set(QUOTES, () => refusal(400, 'amount', 'insufficient liquidity'))
  await settle(10_000)
  expect($quote.get()).toMatchObject({ status: 'error', error: { code: 'INSUFFICIENT_LIQUIDITY' } })
  stop()
  const $same = presetQuote(core, { from: 'GRAIN', to: `eip155:1:${GRAIN}`, amount: '2' })
  $same.listen(() => {})
  expect($same.get()).toMatchObject({ status: 'error', error: { code: 'TOKEN_REQUIRED' } })
  const $none = presetQuote(core, { from: 'GRAIN', to: 'nothing', amount: '2' })
  $none.listen(() => {})
  expect($none.get()).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
})

test('what a page watches has no error while the tokens are not known', async () => {
  world.answers.set('/v1/convert/tokens', () => new Promise(() => {}))
  const { core } = await prepared()
  const tell = vi.fn()
  const stop = accountWatches.swapQuote(core, tell, { from: 'GRAIN', to: 'USDC', amount: '2' })
  await settle()
  stop()
  expect(tell).toHaveBeenLastCalledWith(expect.objectContaining({ status: 'pending', error: undefined }))
})

test('what a page watches names tokens and amounts, or says why there is no quote', async () => {
  const { core } = await prepared()
  const told: SwapQuoteState[] = []
  const watch = async (about: unknown) => {
    const stop = accountWatches.swapQuote(core, (state) => void told.push(state), about)
    await settle()
    stop()
    return told.at(-1)
  }
  expect(await watch({ from: 'GRAIN', to: 'USDC', amount: '2' })).toMatchObject({
    status: 'success',
    from: { symbol: 'GRAIN' },
    to: { symbol: 'USDC' },
    fromAmount: 2n * 10n ** 18n,
    toAmount: 998_000n,
    error: undefined,
  })
  expect(await watch({ from: 'GRAIN', to: 'nothing', amount: '2' })).toMatchObject({
    status: 'error',
    toAmount: undefined,
    error: { code: 'TOKEN_REQUIRED' },
  })
  expect(await watch({ from: 'GRAIN', to: 'USDC', amount: '-2' })).toMatchObject({ error: { code: 'AMOUNT_INVALID' } })
  for (const about of [undefined, null, 7, { from: 7, to: {}, amount: 2 }])
    expect(await watch(about)).toMatchObject({ status: 'error', error: { code: 'TOKEN_REQUIRED' } })
})

function quoteOf(change: Readonly<Record<string, string>>) {
  return (query: URLSearchParams) => ({
    quotes: [
      {
        fromAmount: query.get('amount'),
        fromAccount: query.get('from'),
        toAmount: '499000',
        toAccount: query.get('to'),
        ...change,
      },
    ],
  })
}
