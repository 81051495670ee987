// Services and a node for the scenes of the gallery: one account of a devnet, which has every token of it, and a chain that mines at once.
import { domainSeparator, encodeAbiParameters, numberToHex } from 'viem'
import { devnetAccounts } from '../../../services/devnet/accounts.js'
import { OLD_DOLLAR, ONCHAIN_NAME, TOKENS, V2_ROUTER, type DevnetToken } from '../../../services/devnet/manifest.js'
import { history, nftAt } from '../../../demo/gallery/past.js'
import type { DemoConfig } from '../../../demo/shared/config.js'
import { served } from '../../support/served.js'
import { approvalOf } from '../../support/swap-world.js'
import { directoryOf } from '../../support/view-harness.js'

const CHAIN = 'eip155:31337'
const NATIVE = `0x${'e'.repeat(40)}`
const ETHER = 10n ** 18n
const NOW = new Date().toISOString()
/** The accounts that have something. */
const OWNERS = devnetAccounts(2).map(({ address }) => address.toLowerCase())
const ORDER_ID = 'o_1'
const prices: Readonly<Record<string, number>> = { ETH: 2500, WETH: 2500, TUSD: 1, GRAIN: 0.5, COPPER: 4, OUSD: 1 }

export const demo: DemoConfig = {
  services: 'https://services.example',
  relay: 'wss://relay.example',
  evm: 'https://node.example',
  dapp: 'https://dapp.example',
  wallet: 'https://phone.example',
  gallery: location.origin,
  chainId: 31_337,
}

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18, address: NATIVE }
const assets: readonly (Omit<DevnetToken, 'address'> & { readonly address: string })[] = [coin, ...TOKENS]
const findAsset = (id = '') => assets.find(({ address }) => id.toLowerCase().endsWith(address.toLowerCase()))
const word = (value: bigint) => numberToHex(value, { size: 32 })
const revert = () => Object.assign(new Error('execution reverted'), { code: 3 })

/** What one gets for an amount: less than its price says for a large one, and nothing for a very small one. */
function exchange(from: string | undefined, to: string | undefined, amount: bigint): bigint {
  const [sold, bought] = [findAsset(from), findAsset(to)]
  if (!sold || !bought) return 0n
  const whole = Number(amount) / 10 ** sold.decimals
  const value = whole * (prices[sold.symbol] ?? 0)
  const kept = value > 1_000_000 ? 0.5 : 0.997
  return BigInt(Math.floor(((value * kept) / (prices[bought.symbol] ?? 1)) * 10 ** bought.decimals))
}

type Query = Readonly<Record<string, string | undefined>>
type Body = Readonly<Record<string, unknown>>

const nameRecord = (name: string) => ({
  name,
  registered_at: NOW,
  updated_at: NOW,
  attributes: {},
  addresses: { '60': { address: OWNERS[1], created_at: NOW } },
})

/** Answers of the services by their path, after `/v1`. */
const answers: Readonly<Record<string, (query: Query, body: Body) => unknown>> = {
  '/supported-chains': () => ({ http: [CHAIN, 'eip155:1'], ws: [] }),
  '/convert/tokens': () => ({
    tokens: assets.map((asset) => ({
      ...asset,
      address: `${CHAIN}:${asset.address}`,
      logoUri: null,
      eip2612: asset.eip2612 ?? false,
    })),
  }),
  '/convert/gas-price': () => ({ standard: '1000000000', fast: '1000000000', instant: '1000000000' }),
  '/fungible/price': (_, { addresses }) => ({
    fungibles: (addresses as readonly string[]).flatMap((address) => {
      const asset = findAsset(address)
      return asset ? [{ ...asset, address, iconUrl: null, price: prices[asset.symbol] }] : []
    }),
  }),
  '/convert/quotes': ({ from, to, amount = '0' }) => {
    const toAmount = exchange(from, to, BigInt(amount))
    const quote = { id: 'one', fromAmount: amount, fromAccount: from, toAmount: String(toAmount), toAccount: to }
    return { quotes: toAmount > 0n ? [quote] : [] }
  },
  '/convert/build-transaction': (_, { from, to, amount, userAddress }) => ({
    tx: {
      from: userAddress,
      to: `${CHAIN}:${V2_ROUTER}`,
      data: `0x38ed1739${'0'.repeat(128)}`,
      amount: String(exchange(String(from), String(to), BigInt(String(amount)))),
      value: String(from).endsWith(NATIVE) ? amount : '0',
      eip155: { gas: '200000', gasPrice: '1000000000', takesPermit: true },
    },
  }),
  '/convert/build-approve': ({ from = '', amount = '0' }) => approvalOf(from, V2_ROUTER, BigInt(amount)),
  '/profile/zone': () => ({ zone: 'wallet.example' }),
  '/onramp/options': () => ({
    paymentCurrencies: [
      { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] },
      { id: 'EUR', payment_method_limits: [{ id: 'card', min: '20.50', max: '5000.00' }] },
    ],
    purchaseCurrencies: assets.map(({ name, symbol, address }) => ({
      id: symbol,
      name,
      symbol,
      networks: [
        { name: 'devnet', display_name: 'Devnet', chain_id: '31337', contract_address: address === NATIVE ? '' : address },
      ],
    })),
  }),
  '/onramp/providers': () => [{ serviceProvider: 'COINBASE', name: 'coinbase', categories: ['CRYPTO_ONRAMP'] }],
  '/onramp/quote': (_, body) => {
    const { amount, paymentCurrency, purchaseCurrency } = body as {
      readonly amount: string
      readonly paymentCurrency: { readonly id: string }
      readonly purchaseCurrency: { readonly symbol: string }
    }
    const money = (sum: string) => ({ amount: sum, currency: paymentCurrency.id })
    const bought = String(Number(amount) / (prices[purchaseCurrency.symbol] ?? 1))
    return {
      paymentTotal: money(amount),
      paymentSubtotal: money(amount),
      purchaseAmount: { amount: bought, currency: purchaseCurrency.symbol },
      coinbaseFee: money('1.50'),
      networkFee: money('0.04'),
      quoteId: `q_${amount}`,
    }
  },
  '/generators/onrampurl': () => ({ url: 'https://pay.example/checkout', provider: 'coinbase', orderId: ORDER_ID }),
}

const balances = () =>
  assets.map(({ address, decimals, symbol, ...asset }) => ({
    ...asset,
    symbol,
    chainId: CHAIN,
    address: `${CHAIN}:${address}`,
    price: prices[symbol],
    quantity: { decimals: String(decimals), numeric: '1000' },
    iconUrl: null,
  }))

const approvals = () =>
  (['erc20', 'collection'] as const).map((kind, index) => ({
    id: kind,
    chainId: CHAIN,
    kind,
    contract: TOKENS[index]!.address,
    name: TOKENS[index]!.name,
    symbol: TOKENS[index]!.symbol,
    decimals: TOKENS[index]!.decimals,
    iconUrl: null,
    verified: index === 0,
    spender: V2_ROUTER,
    spenderName: null,
    amount: String(2n ** 256n - 1n),
    hash: '0x1',
    grantedAt: '2026-01-02T00:00:00Z',
  }))

/** What a token says of itself, of balances, and of its permits (EIP-2612). */
function callToken(to: string, data: string): unknown {
  const token = TOKENS.find(({ address }) => address.toLowerCase() === to.toLowerCase())
  if (!token) throw revert()
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
  switch (data.slice(0, 10)) {
    case '0x313ce567':
      return word(BigInt(token.decimals))
    case '0x06fdde03':
      return text(token.name)
    case '0x95d89b41':
      return text(token.symbol)
    case '0x70a08231':
      return word(1000n * 10n ** BigInt(token.decimals))
    case '0xdd62ed3e':
      return word(token.address === OLD_DOLLAR.address ? 1n : 0n)
  }
  if (!token.eip2612) throw revert()
  switch (data.slice(0, 10)) {
    case '0x3644e515':
      return domainSeparator({
        domain: { name: token.name, version: '1', chainId: 31_337, verifyingContract: token.address },
      })
    case '0x7ecebe00':
      return word(0n)
    case '0xd505accf':
      return '0x'
    default:
      throw revert()
  }
}

const block = {
  number: '0x10',
  hash: `0x${'b1'.repeat(32)}`,
  timestamp: numberToHex(Math.floor(Date.now() / 1000)),
  baseFeePerGas: '0x3b9aca00',
  transactions: [],
}
type Call = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] }

function answerCall({ method, params = [] }: Call): unknown {
  switch (method) {
    case 'eth_chainId':
      return '0x7a69'
    case 'eth_blockNumber':
      return block.number
    case 'eth_getBlockByNumber':
      return block
    case 'eth_getBalance':
      return numberToHex(10_000n * ETHER)
    case 'eth_getCode':
      return findAsset(String(params[0])) || params[0] === V2_ROUTER ? '0x6001' : '0x'
    case 'eth_call': {
      const [{ to, data }] = params as readonly [{ readonly to: string; readonly data: string }]
      return callToken(to, data)
    }
    case 'eth_estimateGas':
      return '0x5208'
    case 'eth_gasPrice':
    case 'eth_maxPriorityFeePerGas':
      return '0x3b9aca00'
    case 'eth_feeHistory':
      return { oldestBlock: '0xf', gasUsedRatio: [0.5], baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'], reward: [['0x1']] }
    case 'eth_getTransactionCount':
      return '0x1'
    case 'eth_sendRawTransaction':
      return `0x${'5e'.repeat(32)}`
    case 'eth_getTransactionReceipt':
      return params[0] === `0x${'5e'.repeat(32)}`
        ? { transactionHash: params[0], status: '0x1', blockNumber: block.number, gasUsed: '0x5208', logs: [] }
        : null
    case 'eth_getTransactionByHash':
      return { hash: params[0], nonce: '0x1', from: devnetAccounts(1)[0]!.address, blockNumber: null }
    default:
      throw Object.assign(new Error(`no ${method}`), { code: -32_601 })
  }
}

function reply(call: Call) {
  try {
    return { jsonrpc: '2.0', id: call.id, result: answerCall(call) }
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: number }
    return { jsonrpc: '2.0', id: call.id, error: { code: code ?? -32_603, message } }
  }
}

const wallets = directoryOf(60)
const TAKEN_NAMES: readonly string[] = [ONCHAIN_NAME, 'admin.wallet.example']

function answerApi(url: URL, body: unknown): unknown {
  const { pathname, searchParams } = url
  const query = Object.fromEntries(searchParams) as Query
  if (pathname.endsWith('/getWallets')) {
    const found = wallets.filter((entry) => entry.name.toLowerCase().includes((query['search'] ?? '').toLowerCase()))
    const [at, entries] = [Number(query['page'] ?? 1), Number(query['entries'] ?? 40)]
    return { count: found.length, data: found.slice((at - 1) * entries, at * entries) }
  }
  const path = pathname.replace(/^\/v1/, '')
  const answer = answers[path]
  if (answer) return answer(query, (body ?? {}) as Body)
  const last = decodeURIComponent(path.split('/').at(-1) ?? '')
  const isOwner = OWNERS.some((owner) => path.toLowerCase().includes(owner))
  if (path.startsWith('/identity/')) return { name: ONCHAIN_NAME, avatar: null }
  if (path.startsWith('/profile/account/')) return TAKEN_NAMES.includes(last) ? nameRecord(last) : []
  if (path.startsWith('/profile/reverse/')) return []
  if (path.startsWith('/profile/suggestions/'))
    return {
      suggestions: [last, `${last}-dao`].map((label) => {
        const name = `${label}.wallet.example`
        return { name, registered: TAKEN_NAMES.includes(name) }
      }),
    }
  if (path.endsWith('/balance')) return { balances: isOwner ? balances() : [] }
  if (path.endsWith('/history')) return isOwner && !searchParams.has('onramp') ? history(url) : { data: [], next: null }
  if (path.endsWith('/nfts')) return { data: isOwner ? Array.from({ length: 12 }, (_, index) => nftAt(index)) : [], next: null }
  if (path.endsWith('/approvals')) return { data: isOwner ? approvals() : [], next: null }
  return path.startsWith('/sessions/') ? { pcis: [] } : undefined
}

export interface SceneServices {
  readonly fetch: typeof fetch
  /** How many requests have not been answered. */
  readonly pending: number
}

export function createSceneServices(): SceneServices {
  let pending = 0
  const serve = served((url, body) => {
    const isNode = url.origin === demo.evm || /^\/v1\/?$/.test(url.pathname)
    if (!isNode) return answerApi(url, body)
    return Array.isArray(body) ? (body as Call[]).map(reply) : reply(body as Call)
  })
  return {
    get pending() {
      return pending
    },
    async fetch(input, init) {
      pending += 1
      try {
        return await serve(input, init)
      } finally {
        pending -= 1
      }
    },
  }
}
