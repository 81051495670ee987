// A core with a connected wallet, the nodes of its chain, and a data service, all by script: for tests of sending.
// Loaded ahead: an import does not wait for a clock that stands still.
import '../../src/api/balances.js'
import '../../src/api/outcomes.js'
import '../../src/api/receivers.js'
import '../../src/api/resolve-name.js'
import '../../src/api/transfer-costs.js'
import type { Network } from '../../src/vocabulary/network.js'
import { mainnet, solana } from '../../src/vocabulary/networks.js'
import { createAccounts } from '../../src/state/connections/accounts.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createTestCore } from './core.js'
import { createScriptedPort, ScriptedWallet, type ScriptOptions } from './wallets.js'

export const ETH = 10n ** 18n
const GWEI = 10n ** 9n
export const own = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const solanaOwn = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'
export const solanaOther = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

export interface ScriptedToken {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  /** Decimal text. */
  readonly numeric: string
  readonly price?: number
}

export interface SendWorldOptions extends ScriptOptions {
  /** Answers of the nodes by method; a value or a function of the parameters. A thrown object is the node's refusal. */
  readonly rpc?: Record<string, unknown>
  readonly tokens?: readonly ScriptedToken[]
  /** Of the chain's coin, in US dollars. */
  readonly coinPrice?: number
  /** The data service answers when this has. */
  readonly balances?: Promise<void>
  /** Addresses of registered names; a promise may wait. */
  readonly names?: Record<string, string | Promise<string>>
  readonly storage?: NonNullable<Parameters<typeof createTestCore>[0]>['storage']
  readonly networks?: readonly [Network, ...Network[]]
  readonly isConnected?: boolean
}

const word = (value: bigint) => `0x${value.toString(16)}`

/** An EVM node: 21 000 gas at 2 × 10 gwei and a tip of 1 gwei, and no code anywhere. */
export const evmNode = (balance: bigint): Record<string, unknown> => ({
  eth_chainId: '0x1',
  eth_getBalance: word(balance),
  eth_estimateGas: ([{ data }]: [{ data?: string }]) => word(data ? 50_000n : 21_000n),
  eth_gasPrice: word(10n * GWEI),
  eth_feeHistory: { baseFeePerGas: [word(10n * GWEI)], reward: [[word(GWEI)]] },
  eth_getCode: '0x',
  eth_getTransactionReceipt: null,
  eth_getTransactionByHash: null,
  eth_getTransactionCount: '0x0',
  eth_call: '0x',
})
export const FEE = 21_000n * 21n * GWEI

export const solanaNode = (balance: bigint): Record<string, unknown> => ({
  getGenesisHash: `${solana.caipNetworkId.slice(7)}rest`,
  getBalance: { value: Number(balance) },
  getMinimumBalanceForRentExemption: ([size]: [number]) => (size === 0 ? 890_880 : size === 165 ? 2_039_280 : 2_074_080),
  getAccountInfo: {
    value: { owner: '11111111111111111111111111111111', executable: false, lamports: 1_000_000, data: ['', 'base64'] },
  },
  getTokenAccountsByOwner: { value: [] },
  getSignatureStatuses: { value: [null] },
})

export async function createSendWorld(options: SendWorldOptions = {}) {
  const { tokens = [], names = {}, namespace = 'eip155', networks = [mainnet, solana] } = options
  const chain = namespace === 'solana' ? solana.caipNetworkId : 'eip155:1'
  const nodes = { rpc: options.rpc ?? (namespace === 'solana' ? solanaNode(5n * 10n ** 9n) : evmNode(5n * ETH)) }
  const asked: { readonly method: string; readonly params: readonly unknown[] }[] = []
  const wallet = new ScriptedWallet({ chain, ...options })
  const balances = () => [
    {
      ...common('Coin', namespace === 'solana' ? 'SOL' : 'ETH', namespace === 'solana' ? 9 : 18, '5', options.coinPrice ?? 2_500),
      address: `${chain}:${namespace === 'solana' ? 'So11111111111111111111111111111111111111111' : '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'}`,
    },
    ...tokens.map(({ address, symbol, decimals, numeric, price }) => ({
      ...common(symbol, symbol, decimals, numeric, price),
      address: `${chain}:${address}`,
    })),
  ]
  function common(name: string, symbol: string, decimals: number, numeric: string, price: number | undefined) {
    return { name, symbol, chainId: chain, price, quantity: { decimals: String(decimals), numeric }, iconUrl: null }
  }
  type Call = { id: number; method: string; params?: readonly unknown[] }
  const reply = async ({ id, method, params = [] }: Call) => {
    asked.push({ method, params })
    const given = nodes.rpc[method]
    try {
      if (given === undefined) throw Object.assign(new Error(`no ${method}`), { code: -32601 })
      const result: unknown = await (typeof given === 'function' ? given(params) : given)
      return { jsonrpc: '2.0', id, result }
    } catch (error) {
      const { code, message } = error as Error & { readonly code: number }
      return { jsonrpc: '2.0', id, error: { code, message } }
    }
  }
  const { core, clock, storage } = createTestCore({
    config: { networks, services: 'https://services.example' },
    connectors: createScriptedPort([wallet]),
    ...(options.storage ? { storage: options.storage } : {}),
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      if (pathname === '/v1/supported-chains') return Response.json({ http: networks.map((each) => each.caipNetworkId), ws: [] })
      if (pathname.endsWith('/balance')) {
        await options.balances
        return Response.json({ balances: balances() })
      }
      if (pathname.startsWith('/v1/profile/account/')) {
        const name = decodeURIComponent(pathname.split('/').at(-1) ?? '')
        const address = await names[name]
        if (address === undefined) return Response.json([])
        const stamp = '2026-01-01T00:00:00.000Z'
        return Response.json({
          name,
          registered_at: stamp,
          updated_at: stamp,
          attributes: {},
          addresses: { '60': { address, created_at: stamp } },
        })
      }
      if (init?.method === 'POST' && typeof init.body === 'string') {
        const body = JSON.parse(init.body) as Call | Call[]
        return Response.json(await (Array.isArray(body) ? Promise.all(body.map(reply)) : reply(body)))
      }
      throw new TypeError('fetch failed')
    },
  })
  core.use(createAccounts)
  if (options.isConnected !== false) await core.use(createConnection).connect(wallet.installed)
  return { core, clock, storage, wallet, asked, nodes }
}
