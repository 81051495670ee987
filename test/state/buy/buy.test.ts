// Buying: what can be bought, at what price, how the provider's page is opened, and what becomes of the purchase.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMockPort } from '../../../src/connectors/mock/port.js'
import { createBought } from '../../../src/state/buy/bought.js'
import { createBuy } from '../../../src/state/buy/buy.js'
import { type BuyProblem, centsOf, createBuyDraft } from '../../../src/state/buy/draft.js'
import { createBuyMarket } from '../../../src/state/buy/options.js'
import { buyOutcome } from '../../../src/state/buy/outcome.js'
import { providerOf } from '../../../src/state/buy/providers.js'
import { createPurchases } from '../../../src/state/buy/purchases.js'
import { type BuyRefusal, refusalOf } from '../../../src/state/buy/quote.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { storageKey } from '../../../src/state/lib/storage.js'
import { walletError, type WalletError } from '../../../src/vocabulary/errors.js'
import { createTestCore } from '../../support/core.js'
import { buyer, type BuyWorld, CHECKOUT, createBuyWorld, refused, USDC } from '../../support/buy-world.js'
import { createTestWindow, type TestWindow } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

let world: BuyWorld
let page: TestWindow
function renew(): void {
  vi.useFakeTimers()
  world = createBuyWorld()
  page = createTestWindow({ globals: { open: world.open } })
}
beforeEach(renew)
afterEach(() => vi.useRealTimers())

const settle = (ms = 600) => vi.advanceTimersByTimeAsync(ms)
const QUOTE = '/v1/onramp/quote'
const URL_PATH = '/v1/generators/onrampurl'
const coinbase = providerOf('coinbase')

interface Options {
  readonly locale?: string
  readonly storage?: NonNullable<Parameters<typeof createTestCore>[0]>['storage']
  readonly isConnected?: boolean
  readonly features?: { readonly restrictedTimeZones?: readonly string[] }
}

async function begin({ locale = 'en', storage, isConnected = true, features }: Options = {}) {
  const made = createTestCore({
    config: {
      ...world.config,
      locale,
      ...(features ? { features: { restrictedTimeZones: [...(features.restrictedTimeZones ?? [])] } } : {}),
    },
    connectors: createMockPort({ wallets: [world.wallet] }),
    fetch: (...args) => world.fetch(...args),
    window: page.window,
    ...(storage === undefined ? {} : { storage }),
  })
  const { core } = made
  const connect = async () => {
    const connecting = core.use(createConnection).connect(world.wallet.installed)
    await settle()
    await connecting
  }
  if (isConnected) await connect()
  const draft = core.use(createBuyDraft)
  const market = core.use(createBuyMarket)
  const buy = core.use(createBuy)
  const purchases = core.use(createPurchases)
  const read = () => ({ problem: draft.$problem.get(), quote: draft.$quote.get(), ...draft.$draft.get() })
  const stops = [draft.$problem, draft.$quote, market.$options, market.$providers, purchases.$own].map((store) =>
    store.listen(() => {}),
  )
  await settle()
  const end = () => stops.forEach((stop) => stop())
  return { ...made, connect, draft, market, buy, purchases, read, end }
}

/** Ready to go to a provider. */
async function ready(options?: Options) {
  const all = await begin(options)
  all.draft.type('100')
  await settle()
  return all
}

describe('what can be bought', () => {
  test('the tokens of the account’s chain, its coin first; limits and providers as the services say', async () => {
    const { market, read } = await begin()
    const { value } = market.$options.get()
    expect(value?.tokens.map(({ symbol, asset }) => [symbol, asset])).toEqual([
      ['ETH', 'eip155:1/slip44:60'],
      ['USDC', `eip155:1/erc20:${USDC}`],
    ])
    expect(value?.isEstimate).toBe(false)
    expect(value?.networks.map(({ name }) => name)).toEqual(['Ethereum'])
    expect(market.$providers.get().value?.map(({ label, fee }) => [label, fee])).toEqual([
      ['Coinbase', { least: 1, most: 2 }],
      ['MoonPay', undefined],
    ])
    expect(read()).toMatchObject({ token: { symbol: 'ETH' }, currency: { id: 'USD' }, method: { id: 'card' }, problem: 'empty' })
    expect(world.count(QUOTE)).toBe(0)
  })

  test('when the services fail, the limits of the specification stand in as an estimate, and there are no providers', async () => {
    world.answers.set('/v1/onramp/options', () => refused(503, 'x'))
    world.answers.set('/v1/onramp/providers', () => refused(503, 'x'))
    const { market, read } = await begin()
    await settle(3_000)
    expect(market.$options.get().value?.isEstimate).toBe(true)
    expect(read().method).toEqual({ id: 'card', min: '10.00', max: '7500.00' })
    expect(market.$providers.get()).toMatchObject({ status: 'error', error: { code: 'HTTP_STATUS' } })
    world.answers.clear()
    market.refresh()
    await settle()
    expect(market.$options.get().value?.isEstimate).toBe(false)
    expect(market.$providers.get().value).toHaveLength(2)
  })

  test('a server without a list of providers has the one of the specification', async () => {
    world.answers.set('/v1/onramp/providers', () => new Response('', { status: 404 }))
    const { market } = await begin()
    expect(market.$providers.get().value?.map(({ name }) => name)).toEqual(['coinbase'])
  })

  test('currencies that cannot be shown, and those without a way to pay, are left out', async () => {
    const method = [{ id: 'card', min: '1', max: '2' }]
    world.answers.set('/v1/onramp/options', () => ({
      paymentCurrencies: [
        { id: '<b>', payment_method_limits: method },
        { id: 'EUR', payment_method_limits: [] },
        { id: 'CHF', payment_method_limits: method },
      ],
      purchaseCurrencies: [],
    }))
    const { market, read } = await begin()
    expect(market.$options.get().value).toMatchObject({ tokens: [], currencies: [{ id: 'CHF' }] })
    expect(read().problem).toBe('token')
  })

  test('in a restricted region nothing is asked', async () => {
    const { market, read } = await begin({
      features: { restrictedTimeZones: [new Intl.DateTimeFormat().resolvedOptions().timeZone] },
    })
    expect(market.$offer.get()?.refused).toBe('region')
    expect(world.asked.filter((path) => path.startsWith('/v1/onramp'))).toEqual([])
    expect(read().problem).toBe('token')
  })
})

describe('the draft', () => {
  testRows<[string, string, BuyProblem | undefined]>([
    ['en', '', 'empty'],
    ['en', '0', 'empty'],
    ['en', '1e3', 'format'],
    ['en', '-5', 'format'],
    ['en', '12.345', 'format'],
    ['en', '1,000', 'format'],
    ['de', '1.000', 'format'],
    ['en', '9.99', 'least'],
    ['en', '10', undefined],
    ['de', '10,50', undefined],
    ['en', '7500', undefined],
    ['en', '7500.01', 'most'],
    ['ar', '١٠٠', undefined],
  ])('in %s, %j is %s', async (locale, text, problem) => {
    renew()
    const { draft, read } = await begin({ locale })
    draft.type(text)
    await settle()
    expect(read().problem).toBe(problem)
    expect(world.count(QUOTE)).toBe(problem === undefined ? 1 : 0)
  })

  test('the limits are those of the way to pay and the currency', async () => {
    const { draft, read } = await begin()
    draft.type('8000')
    draft.chooseMethod('ach_bank_account')
    expect(read().problem).toBeUndefined()
    draft.chooseCurrency('EUR') // cannot be paid by bank
    expect(read()).toMatchObject({ method: { id: 'card', max: '5000.00' }, problem: 'most' })
    draft.typePreset('250')
    expect(read().problem).toBeUndefined()
  })

  test('limits with more digits than money has are cut', () => {
    expect([centsOf('10.009'), centsOf('10'), centsOf('10.5')]).toEqual([1000n, 1000n, 1050n])
  })

  test('what the page gives is taken over; names that are not sold are a problem', async () => {
    const { draft, read } = await begin({ locale: 'de' })
    draft.begin({ amount: '49.90', currency: 'eur', token: `eip155:1/erc20:${USDC.toLowerCase()}`, method: 'card' })
    expect(read()).toMatchObject({ text: '49,90', token: { symbol: 'USDC' }, currency: { id: 'EUR' }, problem: undefined })
    draft.begin({})
    expect(read().text).toBe('49,90')
    draft.begin({ token: 'DOGE' })
    expect(read().problem).toBe('token')
    draft.begin({ token: 5 as never, amount: {} as never })
    expect(read()).toMatchObject({ problem: 'token', text: '' })
    draft.begin({ currency: 'XXX' })
    expect(read().problem).toBe('currency')
  })

  test('another chain has its own coin', async () => {
    const { draft, read } = await begin()
    draft.begin({ token: 'USDC', amount: '100' })
    world.answers.set('/v1/supported-chains', () => ({ http: ['eip155:1', 'eip155:8453'], ws: [] }))
    world.wallet.setChain(8453)
    await settle()
    expect(read().token).toBeUndefined()
    world.wallet.setChain(1)
    await settle()
    expect(read()).toMatchObject({ token: { symbol: 'ETH' }, text: '100' })
  })
})

describe('quotes', () => {
  test('are asked 500 ms after the last change, and again while somebody looks', async () => {
    const { draft, read, end } = await begin()
    for (const text of ['1', '10', '100']) {
      draft.type(text)
      await settle(200)
    }
    expect(world.count(QUOTE)).toBe(0)
    await settle(400)
    expect(world.count(QUOTE)).toBe(1)
    expect(read().quote.value?.quote).toMatchObject({ purchaseAmount: { amount: '0.04', currency: 'ETH' }, quoteId: 'q_100' })
    await settle(25_100)
    expect(world.count(QUOTE)).toBe(2)
    page.go('hidden')
    await settle(60_000)
    expect(world.count(QUOTE)).toBe(2)
    page.go('visible')
    await settle()
    expect(world.count(QUOTE)).toBe(3)
    end()
    await settle(60_000)
    expect(world.count(QUOTE)).toBe(3)
  })

  test('a late answer never stands for a newer question', async () => {
    const { draft, read } = await begin()
    let answer = (_: unknown) => {}
    world.answers.set(QUOTE, () => new Promise((resolve) => (answer = resolve)))
    draft.type('100')
    await settle()
    const late = answer
    world.answers.delete(QUOTE)
    draft.type('200')
    expect(read().quote.value).toBeUndefined()
    await settle()
    late({})
    await settle()
    expect(read().quote.value?.quote.paymentTotal.amount).toBe('200')
  })

  test('one of another token or currency is malformed', async () => {
    const { draft, read } = await begin()
    const money = { amount: '1', currency: 'USD' }
    const quote = { paymentTotal: money, paymentSubtotal: money, coinbaseFee: money, networkFee: money, quoteId: 'q' }
    world.answers.set(QUOTE, () => ({ ...quote, purchaseAmount: { amount: '1', currency: 'DOGE' } }))
    draft.type('100')
    await settle()
    expect(read().quote).toMatchObject({ status: 'error', error: { code: 'MALFORMED_RESPONSE' } })
  })

  testRows<[number, string, BuyRefusal, boolean]>([
    [403, 'country', 'region', true],
    [400, 'amount', 'amount', true],
    [400, 'asset', 'asset', true],
    [400, 'currency', 'currency', true],
    [400, 'quoteId', 'expired', false],
    [400, 'chainId', 'chain', false],
    [429, 'rate', 'busy', false],
    [503, 'provider', 'price', false],
    [404, 'x', 'failed', false],
    [400, '__proto__', 'failed', false],
  ])('HTTP %d of %s is told apart as %s, and ends the purchase: %s', async (status, field, refusal, isFinal) => {
    renew()
    world.answers.set(QUOTE, () => refused(status, field))
    const { draft, read } = await begin()
    draft.type('100')
    await settle(3_000)
    const { quote, problem } = read()
    expect(quote.error && refusalOf(quote.error)).toBe(refusal)
    expect(quote.value).toBeUndefined() // a price that nobody gave is never made up
    expect(problem !== undefined).toBe(isFinal)
  })

  test('without a connection it is not the services’ fault', () => {
    expect(refusalOf(walletError('NETWORK_ERROR', { details: { offline: true } }))).toBe('offline')
    expect(refusalOf(walletError('CHAIN_NOT_SUPPORTED'))).toBe('chain')
    expect(refusalOf(walletError('HTTP_TIMEOUT'))).toBe('failed')
  })
})

describe('the way to the provider', () => {
  test('a window is opened in the press, without a way back, and led to the page; the order says what was chosen', async () => {
    const { buy, purchases } = await ready()
    expect(buy.begin(coinbase, 'Leaving for Coinbase')).toBe(true)
    const [popup] = world.popups
    expect(popup).toMatchObject({
      url: 'about:blank',
      target: '_blank',
      opener: null,
      document: { title: 'Leaving for Coinbase', body: { textContent: 'Leaving for Coinbase' } },
    })
    expect(popup?.features).toContain('width=600,height=800')
    await settle()
    expect(world.orders).toEqual([
      {
        destinationWallets: [{ address: buyer, blockchains: ['ethereum'], assets: ['ETH'] }],
        partnerUserId: buyer,
        defaultNetwork: 'ethereum',
        defaultExperience: 'buy',
        presetFiatAmount: 100,
        provider: 'coinbase',
        paymentCurrency: 'USD',
        quoteId: 'q_100',
      },
    ])
    expect(popup?.url).toBe(CHECKOUT)
    expect(buy.$run.get()).toMatchObject({ phase: 'away', url: CHECKOUT, paid: '100', currency: 'USD', symbol: 'ETH' })
    expect(purchases.$own.get()).toMatchObject([
      { provider: 'coinbase', orderId: 'o_1', status: 'waiting', amount: '0.04', asset: 'eip155:1/slip44:60' },
    ])
  })

  test('cents are left to the provider, because the wire has whole amounts only', async () => {
    const { buy, draft } = await ready()
    draft.type('49.90')
    await settle()
    buy.begin(coinbase, '')
    await settle()
    expect(world.orders[0]).not.toHaveProperty('presetFiatAmount')
  })

  test('a second press while the page is made orders nothing', async () => {
    const { buy } = await ready()
    for (let press = 0; press < 3; press++) expect(buy.begin(coinbase, '')).toBe(true)
    await settle()
    expect(world.orders).toHaveLength(1)
    expect(world.popups).toHaveLength(1)
  })

  test('a draft with a problem opens nothing', async () => {
    const { buy, draft } = await ready()
    draft.type('5')
    expect(buy.begin(coinbase, '')).toBe(false)
    await settle()
    expect([world.popups, world.orders]).toEqual([[], []])
  })

  test.each(['blocked', 'closed meanwhile'])('a window that is %s leaves the link', async (fate) => {
    const { buy } = await ready()
    world.isBlocked = fate === 'blocked'
    buy.begin(coinbase, '')
    if (world.popups[0]) world.popups[0].closed = true
    await settle()
    expect(buy.$run.get()).toMatchObject({ phase: 'blocked', url: CHECKOUT })
    expect(world.orders).toHaveLength(1)
  })

  testRows([
    ['a refusal', () => refused(503, 'provider'), 'price'],
    ['an expired quote', () => refused(400, 'quoteId'), 'expired'],
    ['a page that is none', () => ({ url: 'javascript:alert(1)' }), 'failed'],
    ['a file', () => ({ url: 'file:///etc/passwd' }), 'failed'],
    ['no answer', () => Promise.reject(new TypeError('gone')), 'failed'],
  ])('%s closes the window, and is asked once', async (_, answer, refusal) => {
    renew()
    const { buy, purchases } = await ready()
    world.answers.set(URL_PATH, answer)
    buy.begin(coinbase, '')
    await settle(10_000)
    expect(world.popups[0]).toMatchObject({ closed: true, url: 'about:blank' })
    const run = buy.$run.get()
    expect(run?.phase).toBe('refused')
    expect(run?.error && refusalOf(run.error)).toBe(refusal)
    expect(world.count(URL_PATH)).toBe(1)
    expect(purchases.$own.get()).toEqual([])
  })

  test('a page that comes after the visitor has left is not opened', async () => {
    const { buy, purchases } = await ready()
    let answer = (_: unknown) => {}
    world.answers.set(URL_PATH, () => new Promise((resolve) => (answer = resolve)))
    buy.begin(coinbase, '')
    await settle()
    buy.leave()
    answer({ url: CHECKOUT, orderId: 'o_1' })
    await settle()
    expect(world.popups[0]).toMatchObject({ closed: true, url: 'about:blank' })
    expect(purchases.$own.get()).toEqual([])
    expect(buy.$run.get()).toBeUndefined()
  })
})

/** At the provider's page. */
async function away(options?: Options) {
  const all = await ready(options)
  all.buy.begin(coinbase, '')
  await settle()
  const status = () => all.purchases.$own.get()[0]?.status
  return { ...all, status }
}

describe('what becomes of it', () => {
  test('is asked every 4 s, and ends with what the provider says', async () => {
    const { status, purchases } = await away()
    expect(world.count('history')).toBe(0)
    await settle(4_000)
    expect([world.count('history'), status()]).toEqual([1, 'waiting'])
    world.listed.push({ id: 'another', status: 'SUCCESS', at: Date.now() })
    await settle(4_000)
    expect(status()).toBe('waiting')
    world.listed.push({ id: 'o_1', status: 'IN_PROGRESS', at: Date.now() })
    await settle(4_000)
    expect(status()).toBe('paying')
    world.listed.splice(0, 2, { id: 'o_1', status: 'SUCCESS', at: Date.now(), amount: '0.0399', hash: `0x${'ab'.repeat(32)}` })
    await settle(4_000)
    expect(purchases.$own.get()[0]).toMatchObject({ status: 'done', amount: '0.0399', hash: `0x${'ab'.repeat(32)}` })
    const asked = world.count('history')
    await vi.dynamicImportSettled()
    await settle(0)
    expect(world.asked.some((path) => path.endsWith('/balance'))).toBe(true) // read anew, not from caches
    await settle(60_000)
    expect(world.count('history')).toBe(asked)
  })

  test('a purchase without a number is the newest one of its token since it was begun; no row belongs to two', async () => {
    world.answers.set(URL_PATH, () => ({ url: CHECKOUT }))
    world.listed.push({ id: 'old', status: 'SUCCESS', at: Date.now() - 60_000 })
    const { status, buy, purchases } = await away()
    await settle(4_000)
    expect(status()).toBe('waiting')
    world.listed.unshift({ id: 'usdc', status: 'SUCCESS', at: Date.now(), symbol: 'USDC' })
    await settle(4_000)
    expect(status()).toBe('waiting')
    world.listed.unshift({ id: 'new', status: 'SUCCESS', at: Date.now() })
    await settle(4_000)
    expect(status()).toBe('done')
    buy.leave()
    buy.begin(coinbase, '')
    await settle(5_000)
    expect(purchases.$own.get().map(({ status: each }) => each)).toEqual(['waiting', 'done'])
  })

  test('after three minutes without news it is overdue, and can be asked for again', async () => {
    const { status, purchases } = await away()
    await settle(176_000)
    expect(status()).toBe('waiting')
    await settle(8_000)
    expect(status()).toBe('overdue')
    const asked = world.count('history')
    await settle(60_000)
    expect(world.count('history')).toBe(asked)
    world.listed.push({ id: 'o_1', status: 'FAILED', at: Date.now() })
    purchases.lookAgain(purchases.$own.get()[0]?.id ?? '')
    expect(status()).toBe('waiting')
    await settle(4_000)
    expect(status()).toBe('failed')
    purchases.lookAgain(purchases.$own.get()[0]?.id ?? '')
    expect(world.orders).toHaveLength(1)
  })

  test('time at the provider’s page, with this one hidden, does not count', async () => {
    const { status } = await away()
    page.go('hidden')
    await settle(600_000)
    expect([world.count('history'), status()]).toEqual([0, 'waiting'])
    world.listed.push({ id: 'o_1', status: 'SUCCESS', at: Date.now() })
    page.go('visible')
    await settle(0)
    expect(status()).toBe('done')
  })

  test('providers that list nothing are not asked for three minutes', async () => {
    world.answers.set('history', () => refused(400, 'onramp'))
    const { status } = await away()
    await settle(4_000)
    expect(status()).toBe('untold')
    await settle(60_000)
    expect(world.count('history')).toBe(1)
  })

  test('services that fail for a while lose nothing', async () => {
    world.answers.set('history', () => Promise.reject(new TypeError('gone')))
    const { status } = await away()
    await settle(30_000)
    expect(status()).toBe('waiting')
    world.answers.delete('history')
    world.listed.push({ id: 'o_1', status: 'SUCCESS', at: Date.now() })
    await settle(8_000)
    expect(status()).toBe('done')
  })

  test('it survives a page load, without the address of the checkout page', async () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const first = await away({ storage })
    first.core.destroy()
    expect([...kept.values()].join()).not.toContain(CHECKOUT)
    world.listed.push({ id: 'o_1', status: 'SUCCESS', at: Date.now() })
    const second = await begin({ storage })
    expect(second.buy.$run.get()).toBeUndefined()
    await settle(4_000)
    expect(second.purchases.$own.get()).toMatchObject([{ orderId: 'o_1', status: 'done' }])
  })

  testRows([
    ['not a list', '{"a":1}', 0],
    ['rows of another shape', '[{"id":"x"},null,5]', 0],
    ['another chain than the account', JSON.stringify([{ ...stored(), chainId: 'eip155:10' }]), 0],
    ['an amount that is none', JSON.stringify([{ ...stored(), amount: '1e9' }]), 1],
    ['a currency that is none', JSON.stringify([{ ...stored(), currency: '<b>' }]), 0],
    ['a state that is none', JSON.stringify([{ ...stored(), status: 'constructor' }]), 0],
    ['a time that no date has', JSON.stringify([{ ...stored(), startedAt: 1e300 }]), 0],
  ])('a broken storage (%s) is read as far as it can be', async (_, text, count) => {
    renew()
    const { core } = await begin({ isConnected: false })
    core.deps.storage?.setItem(storageKey(core, 'purchases'), text)
    const purchases = createPurchases(core)
    expect(purchases.$purchases.get()).toHaveLength(count)
    expect(purchases.$purchases.get()[0]?.amount).toBeUndefined()
  })
})

function stored() {
  return {
    id: '1 0 coinbase',
    provider: 'coinbase',
    account: `eip155:1:${buyer}`,
    chainId: 'eip155:1',
    symbol: 'ETH',
    paid: '100',
    currency: 'USD',
    status: 'done',
    startedAt: 1,
  }
}

describe('the list of purchases', () => {
  test('has those of the providers, and those begun here that are not among them; what is under way is asked for again', async () => {
    world.listed.push({ id: 'old', status: 'SUCCESS', at: Date.now() - 60_000, amount: '1.5' })
    const { core } = await away()
    const { $bought } = core.use(createBought)
    const stop = $bought.listen(() => {})
    await settle(100)
    const rows = () => $bought.get().value?.rows.map(({ status, amount, purchase }) => [status, amount, purchase !== undefined])
    expect(rows()).toEqual([
      ['waiting', '0.04', true],
      ['done', '1.5', false],
    ])
    world.listed.unshift({ id: 'o_1', status: 'SUCCESS', at: Date.now(), amount: '0.0399' })
    await settle(8_100)
    expect(rows()).toEqual([
      ['done', '0.0399', true],
      ['done', '1.5', false],
    ])
    const asked = world.count('history')
    await settle(30_000)
    expect(world.count('history')).toBe(asked)
    stop()
  })
})

describe('a page that asks for a purchase', () => {
  const asking = (all: Awaited<ReturnType<typeof begin>>, preset: Parameters<typeof buyOutcome>[1]) => {
    let ended: unknown = 'waiting'
    buyOutcome(all.core, preset).then(
      (purchase) => (ended = purchase),
      (error: unknown) => (ended = (error as WalletError).code),
    )
    return () => ended
  }

  testRows([
    [{ amount: '1e3' }, 'AMOUNT_INVALID'],
    [{ amount: '0' }, 'AMOUNT_INVALID'],
    [{ amount: '1.234' }, 'AMOUNT_INVALID'],
    [{ amount: 5 as never }, 'AMOUNT_INVALID'],
    [{ token: 'DOGE' }, 'TOKEN_REQUIRED'],
    [{ token: 5 as never }, 'TOKEN_REQUIRED'],
    [{ currency: {} as never }, 'INVALID_PARAMS'],
    [{ currency: 'XXX' }, 'INVALID_PARAMS'],
    [{ method: 'cash' }, 'INVALID_PARAMS'],
  ])('is told that %o is none', async (preset, code) => {
    renew()
    const all = await begin()
    all.core.use(createModal).open({ name: 'OnRampProviders', ...preset })
    const ended = asking(all, preset)
    await settle()
    expect(ended()).toBe(code)
  })

  test('gets the purchase when it has ended, though the visitor has closed the modal meanwhile', async () => {
    const all = await ready()
    const modal = all.core.use(createModal)
    modal.open({ name: 'OnRampProviders' })
    const ended = asking(all, {})
    await settle()
    all.buy.begin(coinbase, '')
    await settle()
    modal.close()
    await settle(4_000)
    expect(ended()).toBe('waiting')
    world.listed.push({ id: 'o_1', status: 'FAILED', at: Date.now() })
    await settle(4_000)
    expect(ended()).toMatchObject({ status: 'failed', provider: 'coinbase', orderId: 'o_1' })
  })

  test('ends its waiting for a second request, which gets its own purchase; while a page is made there is none', async () => {
    const all = await ready()
    const modal = all.core.use(createModal)
    modal.open({ name: 'OnRampProviders' })
    const first = asking(all, {})
    await settle()
    const second = asking(all, {})
    await settle()
    expect([first(), second()]).toEqual(['ABORTED', 'waiting'])
    all.buy.begin(coinbase, '')
    const third = asking(all, {})
    await settle()
    expect(third()).toBe('REQUEST_PENDING')
    const fourth = asking(all, {})
    await settle()
    world.listed.push({ id: 'o_1', status: 'SUCCESS', at: Date.now() })
    await settle(4_100)
    expect(second()).toMatchObject({ status: 'done', orderId: 'o_1' })
    expect(fourth()).toBe('waiting')
  })

  test('is told when the visitor leaves without one', async () => {
    const all = await begin({ isConnected: false })
    const modal = all.core.use(createModal)
    modal.open({ name: 'OnRampProviders' })
    const ended = asking(all, {})
    await all.connect()
    await settle()
    expect(ended()).toBe('waiting')
    modal.close()
    await settle()
    expect(ended()).toBe('MODAL_CLOSED')
    const other = asking(all, {})
    all.core.destroy()
    await settle(0)
    expect(other()).toBe('DESTROYED')
  })
})
