// The scenes of buying: prices, limits and refusals, the way to a provider, and how purchases end. No scene opens a window.
import type { ReadableAtom } from 'nanostores'
import { createBuy } from '../../src/state/buy/buy.js'
import { createBuyDraft, type BuyPreset } from '../../src/state/buy/draft.js'
import { createBuyMarket } from '../../src/state/buy/options.js'
import { providerOf } from '../../src/state/buy/providers.js'
import { storageKey } from '../../src/state/lib/storage.js'
import type { Purchase } from '../../src/vocabulary/account-values.js'
import type { View } from '../../src/vocabulary/view.js'
import { refusal } from './past.js'
import type { Scenes } from './scenes.js'
import type { Stage, StageOptions } from './stage.js'

type BuyViews = 'OnRampProviders' | 'OnRampTokenSelect' | 'OnRampFiatSelect' | 'BuyInProgress' | 'OnRampActivity' | 'WhatIsABuy'

const DAY_MS = 86_400_000
const sellers = ['coinbase', 'meld', 'moonpay', 'transak'].map((name) => ({ serviceProvider: name.toUpperCase(), name }))

/** @param base a page with a wallet of the devnet @param reached resolves when a store has a value that fits */
export function createBuyScenes(
  base: StageOptions,
  reached: <T>(stage: Stage, $store: ReadableAtom<T>, fits: (value: T) => boolean) => Promise<void>,
): Pick<Scenes, BuyViews> {
  const connected: StageOptions = { ...base, hasPopups: false }
  const show = (view: View) => async (stage: Stage) => {
    await stage.connect()
    stage.open(view)
  }
  const buying = (preset: BuyPreset = {}) => show({ name: 'OnRampProviders', ...preset })
  /** With answers of the services by path. */
  const on = (answers: Readonly<Record<string, () => unknown>>): StageOptions => ({
    ...connected,
    data: ({ pathname }) => Object.entries(answers).find(([path]) => pathname.endsWith(path))?.[1](),
  })
  const url = '/generators/onrampurl'
  const never = () => new Promise<never>(() => {})
  /** A press on a provider, with a price. */
  const leaving = async (stage: Stage) => {
    await buying({ amount: '100' })(stage)
    await reached(stage, stage.core.use(createBuyDraft).$problem, (problem) => problem === undefined)
    await reached(stage, stage.core.use(createBuyMarket).$providers, ({ value }) => value !== undefined)
    stage.core.use(createBuy).begin(providerOf('coinbase'), '')
    stage.open({ name: 'BuyInProgress' })
  }
  const purchase = (status: Purchase['status'], more: Partial<Purchase> = {}): Purchase => ({
    id: status,
    provider: 'coinbase',
    orderId: `o_${'4f'.repeat(20)}`,
    account: `eip155:31337:${OWNER}`,
    chainId: 'eip155:31337',
    asset: 'eip155:31337/slip44:60',
    symbol: 'ETH',
    amount: '0.039384',
    paid: '100',
    currency: 'USD',
    status,
    startedAt: Date.now() - 60_000,
    ...more,
  })
  const kept = (all: readonly Purchase[], view: View) => async (stage: Stage) => {
    stage.core.deps.storage?.setItem(storageKey(stage.core, 'purchases'), JSON.stringify(all))
    await show(view)(stage)
  }
  const inProgress = (status: Purchase['status'], more?: Partial<Purchase>) =>
    kept([purchase(status, more)], { name: 'BuyInProgress', id: status })
  const nothingListed = on({ '/history': () => ({ data: [], next: null }) })
  return {
    OnRampProviders: {
      start: { about: 'Nothing entered yet', ...connected, play: buying() },
      price: { about: 'A price with its fees, at the test checkout', ...connected, play: buying({ amount: '250' }) },
      providers: {
        about: 'Several providers',
        ...on({ '/onramp/providers': () => sellers }),
        play: buying({ amount: '49.90', token: 'GRAIN' }),
      },
      least: { about: 'Less than the minimum', ...connected, play: buying({ amount: '5' }) },
      most: { about: 'More than the maximum', ...connected, play: buying({ amount: '9999' }) },
      typo: {
        about: 'No amount',
        ...connected,
        play: async (stage) => {
          await buying()(stage)
          stage.core.use(createBuyDraft).type('1e5')
        },
      },
      quoting: { about: 'The price has not come yet', ...on({ '/onramp/quote': never }), play: buying({ amount: '100' }) },
      noPrice: {
        about: 'Nobody knows the price',
        ...on({ '/onramp/quote': refusal(503, 'provider') }),
        play: buying({ amount: '100' }),
      },
      country: {
        about: 'The services sell nothing where the visitor is',
        ...on({ '/onramp/quote': refusal(403, 'country') }),
        play: buying({ amount: '100' }),
      },
      noProviders: { about: 'Nobody sells', ...on({ '/onramp/providers': () => [] }), play: buying() },
      nothing: {
        about: 'A chain on which nothing is sold',
        ...on({ '/onramp/options': () => ({ paymentCurrencies: [], purchaseCurrencies: [] }) }),
        play: buying(),
      },
      region: {
        about: 'A region where buying is not offered',
        ...connected,
        config: { features: { restrictedTimeZones: [new Intl.DateTimeFormat().resolvedOptions().timeZone] } },
        play: buying(),
      },
      loading: { about: 'The options have not come yet', ...connected, world: 'silent', play: buying() },
      error: { about: 'The services cannot be reached', ...connected, world: 'down', play: buying() },
    },
    OnRampTokenSelect: {
      tokens: { about: 'What is sold on this network', ...connected, play: show({ name: 'OnRampTokenSelect' }) },
      none: {
        about: 'A search without a result',
        ...connected,
        play: async (stage) => {
          await show({ name: 'OnRampTokenSelect' })(stage)
          await stage.type('zebra')
        },
      },
      loading: { about: 'No answer yet', ...connected, world: 'silent', play: show({ name: 'OnRampTokenSelect' }) },
    },
    OnRampFiatSelect: {
      currencies: {
        about: 'What can be paid with',
        ...on({
          '/onramp/options': () => ({
            paymentCurrencies: ['USD', 'EUR', 'GBP', 'JPY'].map((id) => ({
              id,
              payment_method_limits: [{ id: 'card', min: '10', max: '7500' }],
            })),
            purchaseCurrencies: [],
          }),
        }),
        play: show({ name: 'OnRampFiatSelect' }),
      },
      loading: { about: 'No answer yet', ...connected, world: 'silent', play: show({ name: 'OnRampFiatSelect' }) },
    },
    BuyInProgress: {
      opening: { about: 'The page is made', ...on({ [url]: never }), play: leaving },
      blocked: {
        about: 'The browser has opened no window',
        ...on({
          [url]: () => ({ url: 'https://pay.example/checkout', orderId: 'o_1' }),
          '/history': () => ({ data: [], next: null }),
        }),
        play: leaving,
      },
      refused: { about: 'The services made no page', ...on({ [url]: refusal(503, 'provider') }), play: leaving },
      expired: { about: 'The price was too old', ...on({ [url]: refusal(400, 'quoteId') }), play: leaving },
      away: { about: 'The visitor is at the provider', ...nothingListed, play: inProgress('waiting') },
      paying: { about: 'The provider works on it', ...nothingListed, play: inProgress('paying') },
      done: { about: 'The tokens are there', ...nothingListed, play: inProgress('done', { hash: `0x${'c7'.repeat(32)}` }) },
      failed: { about: 'It did not finish', ...nothingListed, play: inProgress('failed') },
      overdue: { about: 'Nothing was heard of it', ...nothingListed, play: inProgress('overdue') },
      untold: { about: 'A provider that lists nothing', ...nothingListed, play: inProgress('untold', { provider: 'moonpay' }) },
      none: { about: 'No purchase is under way', ...nothingListed, play: show({ name: 'BuyInProgress' }) },
    },
    OnRampActivity: {
      list: {
        about: 'Purchases in each state; those that were begun here lead to their progress',
        ...on({ '/history': () => ({ data: listed(), next: 'more' }) }),
        play: kept([purchase('waiting', { orderId: undefined }), purchase('overdue', { startedAt: Date.now() - DAY_MS })], {
          name: 'OnRampActivity',
        }),
      },
      empty: { about: 'Nothing was bought', ...nothingListed, play: show({ name: 'OnRampActivity' }) },
      loading: { about: 'No answer yet', ...connected, world: 'silent', play: show({ name: 'OnRampActivity' }) },
      error: { about: 'The services cannot be reached', ...connected, world: 'down', play: show({ name: 'OnRampActivity' }) },
    },
    WhatIsABuy: {
      points: { about: 'What buying is', ...connected, play: show({ name: 'WhatIsABuy' }) },
    },
  }
}

/** The devnet's first account. */
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** What providers say was bought. */
function listed() {
  const states = ['IN_PROGRESS', 'SUCCESS', 'FAILED']
  return states.map((state, index) => ({
    id: `sale-${index}`,
    metadata: {
      operationType: 'buy',
      hash: '',
      minedAt: new Date(Date.now() - index * 3 * DAY_MS).toISOString(),
      sentFrom: 'Coinbase',
      sentTo: OWNER,
      status: `ONRAMP_TRANSACTION_STATUS_${state}`,
      nonce: 0,
      application: null,
      chain: 'eip155:31337',
    },
    transfers: [
      {
        fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
        nft_info: null,
        direction: 'in',
        quantity: { numeric: ['0.039384', '1.5', '0.2'][index] },
        value: 100,
      },
    ],
  }))
}
