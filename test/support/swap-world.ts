// Services, a node and a wallet for tests of swaps: one account on Ethereum, four tokens, one contract that swaps. What is sent changes the chain.
import { domainSeparator, encodeAbiParameters, encodeFunctionData, erc20Abi, numberToHex, type Hex } from 'viem'
import { createMockWallet } from '../../src/connectors/mock/wallet.js'
import type { ModalConfig } from '../../src/config/types.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import { served } from './served.js'

export const user = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const ROUTER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
export const THIEF = '0x66f820a414680B5bcda5eECA5dea238543F42054'
export const [GRAIN, USDC, USDT, WETH] = [
  '0x1111111111111111111111111111111111111111',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
] as const
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const ETHER = 10n ** 18n

/** `swapped(uint256,uint256)`: what our router is called with. */
export const SWAP_DATA = `0x38ed1739${'0'.repeat(128)}`
const tokens = [
  { name: 'Ether', symbol: 'ETH', address: `eip155:1:${NATIVE}`, decimals: 18, logoUri: null },
  { name: 'Grain', symbol: 'GRAIN', address: `eip155:1:${GRAIN}`, decimals: 18, logoUri: null },
  { name: 'USD Coin', symbol: 'USDC', address: `eip155:1:${USDC}`, decimals: 6, logoUri: null },
  { name: 'Tether', symbol: 'USDT', address: `eip155:1:${USDT}`, decimals: 6, logoUri: null },
  { name: 'Wrapped Ether', symbol: 'WETH', address: `eip155:1:${WETH}`, decimals: 18, logoUri: null },
]
const prices: Readonly<Record<string, number>> = { ETH: 2500, GRAIN: 0.5, USDC: 1, USDT: 1, WETH: 2500 }

/** Answers of the services; a test replaces one by its path. It may return a `Response`, wait, or throw. */
export type Answer = (query: URLSearchParams, body: Readonly<Record<string, unknown>>) => unknown

export const refusal = (status: number, field: string, description: string) =>
  Response.json({ status: 'FAILED', reasons: [{ field, description }] }, { status })

export function createSwapWorld() {
  const balances = new Map<string, bigint>([
    [GRAIN, 100n * ETHER],
    [USDT, 500_000_000n],
  ])
  const world = {
    coins: 2n * ETHER,
    balances,
    /** By token, then by spender; in lower case. */
    allowances: new Map<string, bigint>(),
    /** What 1 token of `from` gives, in base units of `to`. */
    rate: 499_000n,
    gas: 200_000n,
    /** Units of gas that the node estimates for whatever is sent. */
    estimate: 150_000,
    /** Decimal places that a token itself says, where they are not those of the list. */
    decimals: new Map<string, number>(),
    /** Contracts that have balances, beside the tokens of the list. */
    collections: [] as string[],
    hasCode: true,
    /** Whether the account itself is a contract. */
    isOwnerContract: false,
    /** Tokens that take permits, by the version of their domain; undefined: it has none. */
    permits: new Map<string, string | undefined>(),
    /** Of `PERMIT_TYPEHASH`, where a token tells it. */
    permitType: undefined as string | undefined,
    /** Whether a token takes the permit that is handed in. */
    takesPermit: (_: { readonly token: string; readonly data: string }): boolean => true,
    isReverting: false,
    /** What the account has more of `to` and less of `from` when a node plays the swap through; undefined: it cannot. */
    rehearsal: undefined as { readonly gained: bigint; readonly spent: bigint } | undefined,
    /** Whether what is sent is mined at once. */
    mines: true,
    outcome: '0x1',
    answers: new Map<string, Answer>(),
    /** The paths that were asked, in order. */
    asked: [] as string[],
    sent: [] as { readonly to: string; readonly data: string; readonly value: bigint; readonly gas: bigint }[],
    mined: new Map<string, string>(),
  }
  const allowanceKey = (token: string, spender: string) => `${token} ${spender}`.toLowerCase()
  const symbolOf = (id: string) => tokens.find(({ address }) => address.toLowerCase() === id.toLowerCase())?.symbol ?? ''
  const decimalsOf = (id: string) => tokens.find(({ address }) => address.toLowerCase() === id.toLowerCase())?.decimals ?? 18
  const plain = (id: string) => id.split(':')[2] ?? ''
  const comes = (from: string, amount: bigint) => (amount * world.rate) / 10n ** BigInt(decimalsOf(from))

  const defaults: Readonly<Record<string, Answer>> = {
    '/v1/supported-chains': () => ({ http: ['eip155:1'], ws: [] }),
    '/v1/convert/tokens': () => ({
      tokens: tokens.map((token) => ({ ...token, eip2612: world.permits.has(plain(token.address)) })),
    }),
    '/v1/convert/gas-price': () => ({ standard: '1000000000', fast: '1000000000', instant: '1000000000' }),
    '/v1/fungible/price': (_, { addresses }) => ({
      fungibles: (addresses as string[]).flatMap((address) => {
        const symbol = symbolOf(address)
        const price = prices[symbol]
        return price === undefined ? [] : [{ address, name: symbol, symbol, iconUrl: null, price, decimals: decimalsOf(address) }]
      }),
    }),
    '/v1/convert/quotes': (query) => {
      const [from, to, amount] = [query.get('from') ?? '', query.get('to') ?? '', query.get('amount') ?? '0']
      const toAmount = String(comes(from, BigInt(amount)))
      return { quotes: [{ id: 'route-1', fromAmount: amount, fromAccount: from, toAmount, toAccount: to }] }
    },
    '/v1/convert/build-transaction': (_, { from, amount, userAddress }) => ({
      tx: {
        from: userAddress,
        to: `eip155:1:${ROUTER}`,
        data: SWAP_DATA,
        amount: String(comes(String(from), BigInt(String(amount)))),
        value: plain(String(from)) === NATIVE ? amount : '0',
        eip155: { gas: String(world.gas), gasPrice: '1000000000', takesPermit: world.permits.size > 0 },
      },
    }),
    '/v1/convert/build-approve': (query) => {
      const from = query.get('from') ?? ''
      const isOld = plain(from) === USDT && (world.allowances.get(allowanceKey(USDT, ROUTER)) ?? 0n) > 0n
      return approvalOf(from, ROUTER, isOld ? 0n : BigInt(query.get('amount') ?? '0'))
    },
  }

  const data = (url: URL, body: unknown): unknown => {
    world.asked.push(url.pathname)
    const isBalance = /^\/v1\/account\/[^/]+\/balance$/.test(url.pathname)
    if (isBalance)
      return {
        balances: [...balances].map(([address, amount]) => {
          const { name, symbol, decimals } = tokens.find((token) => plain(token.address) === address) ?? tokens[0]!
          const numeric = String(Number(amount) / 10 ** decimals)
          const price = prices[symbol] ?? 0
          return {
            name,
            symbol,
            chainId: 'eip155:1',
            address: `eip155:1:${address}`,
            value: null,
            price,
            quantity: { decimals: String(decimals), numeric },
            iconUrl: null,
          }
        }),
      }
    const answer = world.answers.get(url.pathname) ?? defaults[url.pathname]
    return answer?.(url.searchParams, (body ?? {}) as Readonly<Record<string, unknown>>)
  }

  const word = (amount: bigint) => numberToHex(amount, { size: 32 })
  const address = (text: string, index: number) => `0x${text.slice(10 + index * 64 + 24, 10 + (index + 1) * 64)}`
  /** What a token says to questions about its permits; undefined: it was another question. */
  const permitAnswer = (token: (typeof tokens)[number] | undefined, { to, data: call }: { to: string; data: string }) => {
    const selector = call.slice(0, 10)
    if (!['0x3644e515', '0x7ecebe00', '0x30adf81f', '0x06fdde03', '0x54fd4d50', '0xd505accf'].includes(selector)) return undefined
    const version = world.permits.get(to)
    const revert = () => Object.assign(new Error('execution reverted'), { code: 3 })
    if (!token || !world.permits.has(to)) throw revert()
    const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
    const domain = { name: token.name, ...(version === undefined ? {} : { version }), chainId: 1, verifyingContract: to as Hex }
    if (selector === '0x3644e515') return domainSeparator({ domain })
    if (selector === '0x7ecebe00') return word(3n)
    if (selector === '0x06fdde03') return text(token.name)
    if (selector === '0xd505accf' && world.takesPermit({ token: to, data: call })) return '0x'
    if (selector === '0x30adf81f' && world.permitType) return world.permitType
    throw revert()
  }
  const rpc = (method: string, params: readonly unknown[]): unknown => {
    const [first] = params as readonly [{ to: string; data: string } & string]
    switch (method) {
      case 'eth_getBalance':
        return numberToHex(world.coins)
      case 'eth_getCode':
        return (first.toLowerCase() === user.toLowerCase() ? world.isOwnerContract : world.hasCode) ? '0x6001' : '0x'
      case 'eth_call': {
        const listed = tokens.find((token) => plain(token.address).toLowerCase() === first.to.toLowerCase())
        if (!listed && !world.collections.includes(first.to)) throw Object.assign(new Error('execution reverted'), { code: 3 })
        const taken = permitAnswer(listed, first)
        if (taken !== undefined) return taken
        if (first.data === '0x313ce567') return word(BigInt(world.decimals.get(first.to) ?? listed?.decimals ?? 0))
        if (first.data.startsWith('0xdd62ed3e'))
          return word(world.allowances.get(allowanceKey(first.to, address(first.data, 1))) ?? 0n)
        return word([...balances].find(([token]) => token.toLowerCase() === first.to.toLowerCase())?.[1] ?? 0n)
      }
      case 'eth_estimateGas':
        if (world.isReverting) throw Object.assign(new Error('execution reverted: K'), { code: 3 })
        return numberToHex(world.estimate)
      case 'eth_simulateV1': {
        if (!world.rehearsal) throw Object.assign(new Error('the method does not exist'), { code: -32601 })
        const { gained, spent } = world.rehearsal
        const amounts = [0n, spent, 0n, gained, 0n]
        return [{ calls: amounts.map((amount) => ({ returnData: word(amount), status: '0x1', gasUsed: '0x1', logs: [] })) }]
      }
      case 'eth_gasPrice':
        return numberToHex(1_000_000_000)
      case 'eth_feeHistory':
        return { baseFeePerGas: ['0x3b9aca00'], reward: [['0x1']] }
      case 'eth_getTransactionReceipt': {
        const status = world.mined.get(first)
        return status === undefined ? null : { transactionHash: first, status, blockNumber: '0x10' }
      }
      case 'eth_getTransactionByHash':
        return world.sent.length > 0 ? { hash: first, nonce: '0x1', from: user, blockNumber: null } : null
      case 'eth_getTransactionCount':
        return '0x1'
      case 'eth_chainId':
        return '0x1'
      case 'eth_blockNumber':
        return '0x10'
      default:
        return null
    }
  }

  const atNode = (body: unknown): unknown => {
    type Call = { id: number; method: string; params?: readonly unknown[] }
    const reply = ({ id, method, params = [] }: Call) => {
      try {
        return { jsonrpc: '2.0', id, result: rpc(method, params) }
      } catch (error) {
        const { message, code } = error as Error & { code: number }
        return { jsonrpc: '2.0', id, error: { code, message } }
      }
    }
    return Array.isArray(body) ? (body as Call[]).map(reply) : reply(body as Call)
  }

  const wallet = createMockWallet({ name: 'Alpha', rdns: 'example.alpha', accounts: [user, THIEF], chains: [1, 8453] })
  const hashOf = (count: number): string => `0x${count.toString(16).padStart(64, '0')}`
  wallet.misbehave('eth_sendTransaction', ({ params }) => {
    const [{ to, data: call, value = '0x0', gas = '0x0' }] = params as [
      Record<'to' | 'data', string> & Partial<Record<'value' | 'gas', string>>,
    ]
    world.sent.push({ to, data: call, value: BigInt(value), gas: BigInt(gas) })
    const hash = hashOf(world.sent.length)
    if (call.startsWith('0x095ea7b3') && world.outcome === '0x1')
      world.allowances.set(allowanceKey(to, address(call, 0)), BigInt(`0x${call.slice(74, 138)}`))
    if (world.mines) world.mined.set(hash, world.outcome)
    return hash
  })

  return Object.assign(world, {
    wallet,
    data,
    rpc,
    /** The last transaction is on its chain now. */
    mine: () => void world.mined.set(hashOf(world.sent.length), world.outcome),
    allow: (token: string, spender: string, amount: bigint) => world.allowances.set(allowanceKey(token, spender), amount),
    config: {
      networks: [mainnet, base],
      services: 'https://services.example',
      rpcUrls: { 'eip155:1': 'https://node.example' },
    } satisfies ModalConfig,
    fetch: served((url, body) => (url.hostname === 'node.example' || url.pathname === '/v1/' ? atNode(body) : data(url, body))),
  })
}

export type SwapWorld = ReturnType<typeof createSwapWorld>

/** The answer of the services for an approval. */
export function approvalOf(
  token: string,
  spender: string,
  amount: bigint,
  more: { readonly value?: string; readonly data?: string } = {},
) {
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as `0x${string}`, amount] })
  return { tx: { from: token, to: token, data: call, value: '0', eip155: { gasPrice: '1000000000' }, ...more } }
}
