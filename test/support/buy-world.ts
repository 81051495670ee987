// Services and a wallet for tests of buying: one account on Ethereum, three tokens, a provider and its checkout. What is ordered is kept here.
import { createMockWallet } from '../../src/connectors/mock/wallet.js'
import type { ModalConfig } from '../../src/config/types.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import { served } from './served.js'

export const buyer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const CHECKOUT = 'https://pay.example/checkout/o_1'

const onEthereum = (contract = '') => [
  { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: contract },
]
const limits = (id: string, min: string, max: string) => ({ id, min, max })

/** Answers of the services; a test replaces one by its path. It may return a `Response`, wait, or throw. */
export type BuyAnswer = (body: Readonly<Record<string, unknown>>, query: URLSearchParams) => unknown

export const refused = (status: number, field: string) =>
  Response.json({ status: 'FAILED', reasons: [{ field, description: 'refused' }] }, { status })

/** A purchase as the services list it. */
export interface Listed {
  readonly id: string
  readonly status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  readonly at: number
  readonly symbol?: string
  readonly amount?: string
  readonly hash?: string
}

const rowOf = ({ id, status, at, symbol = 'ETH', amount = '0.04', hash = '' }: Listed) => ({
  id,
  metadata: {
    operationType: 'buy',
    hash,
    minedAt: new Date(at).toISOString(),
    sentFrom: 'Coinbase',
    sentTo: buyer,
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: 0,
    application: null,
    chain: 'eip155:1',
  },
  transfers: [
    {
      fungible_info: { name: symbol, symbol, icon: null },
      nft_info: null,
      direction: 'in',
      quantity: { numeric: amount },
      value: 100,
    },
  ],
})

export function createBuyWorld() {
  const world = {
    /** Dollars for one token. */
    price: 2500,
    listed: [] as Listed[],
    answers: new Map<string, BuyAnswer>(),
    /** The paths that were asked, in order. */
    asked: [] as string[],
    /** Bodies of the orders. */
    orders: [] as Readonly<Record<string, unknown>>[],
    /** The windows that were opened; `isBlocked`: the browser opens none. */
    popups: [] as ReturnType<typeof createPopup>[],
    isBlocked: false,
  }
  const defaults: Readonly<Record<string, BuyAnswer>> = {
    '/v1/supported-chains': () => ({ http: ['eip155:1'], ws: [] }),
    '/v1/onramp/options': () => ({
      paymentCurrencies: [
        {
          id: 'USD',
          payment_method_limits: [limits('card', '10.00', '7500.00'), limits('ach_bank_account', '10.00', '25000.00')],
        },
        { id: 'EUR', payment_method_limits: [limits('card', '20.50', '5000.00')] },
      ],
      purchaseCurrencies: [
        { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: onEthereum(USDC) },
        { id: 'eth', name: 'Ether', symbol: 'ETH', networks: onEthereum() },
        {
          id: 'op',
          name: 'Optimism',
          symbol: 'OP',
          networks: [{ name: 'optimism-mainnet', display_name: 'OP', chain_id: '10', contract_address: '' }],
        },
      ],
    }),
    '/v1/onramp/providers': () => [
      { serviceProvider: 'COINBASE', name: 'coinbase', categories: ['CRYPTO_ONRAMP'] },
      { serviceProvider: 'MOONPAY', name: 'moonpay', categories: ['CRYPTO_ONRAMP'] },
    ],
    '/v1/onramp/quote': (body) => {
      const { amount, paymentCurrency, purchaseCurrency } = body as {
        amount: string
        paymentCurrency: { id: string }
        purchaseCurrency: { symbol: string }
      }
      const money = (sum: string) => ({ amount: sum, currency: paymentCurrency.id })
      const rate = purchaseCurrency.symbol === 'ETH' ? world.price : 1
      return {
        paymentTotal: money(amount),
        paymentSubtotal: money(amount),
        purchaseAmount: { amount: String(Number(amount) / rate), currency: purchaseCurrency.symbol },
        coinbaseFee: money('1.50'),
        networkFee: money('0.04'),
        quoteId: `q_${amount}`,
      }
    },
    '/v1/generators/onrampurl': (body) => {
      world.orders.push(body)
      return { url: CHECKOUT, provider: 'coinbase', orderId: 'o_1' }
    },
  }
  const data = (url: URL, body: unknown): unknown => {
    world.asked.push(url.pathname)
    const given = world.answers.get(url.pathname)
    if (given) return given((body ?? {}) as Readonly<Record<string, unknown>>, url.searchParams)
    if (url.pathname.endsWith('/history')) {
      const answer = world.answers.get('history')
      return answer ? answer({}, url.searchParams) : { data: world.listed.map(rowOf), next: null }
    }
    return defaults[url.pathname]?.((body ?? {}) as Readonly<Record<string, unknown>>, url.searchParams)
  }
  const wallet = createMockWallet({ name: 'Alpha', rdns: 'example.alpha', accounts: [buyer], chains: [1, 8453] })
  return Object.assign(world, {
    wallet,
    data,
    count: (path: string) =>
      world.asked.filter((each) => each === path || (path === 'history' && each.endsWith('/history'))).length,
    /** For the window: opens what the page may look at and lead away. */
    open: (url: string, target?: string, features?: string) => {
      if (world.isBlocked) return null
      const popup = createPopup(url, target, features)
      world.popups.push(popup)
      return popup
    },
    config: { networks: [mainnet, base], services: 'https://services.example' } satisfies ModalConfig,
    fetch: served(data),
  })
}

export type BuyWorld = ReturnType<typeof createBuyWorld>

function createPopup(url: string, target: string | undefined, features: string | undefined) {
  const popup = {
    url,
    target,
    features,
    opener: 'the page' as string | null,
    closed: false,
    document: { title: '', body: { textContent: '' } },
    location: { replace: (next: string) => void (popup.url = next) },
    close: () => void (popup.closed = true),
  }
  return popup
}
