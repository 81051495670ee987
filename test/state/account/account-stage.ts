// A connected account for tests of its state: the data service and the nodes answer from a table.
import { createTestCore, type TestCoreOptions } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet, type ScriptOptions } from '../../support/wallets.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { base, bitcoin, mainnet, solana } from '../../../src/vocabulary/networks.js'

export interface World {
  /** The `balances` of the data service, or a whole response. Absent: it does not answer. */
  balances?: readonly object[] | (() => Response) | undefined
  /** The answer about the chains that the services serve. Absent: all of them. */
  chains?: () => Response
  /** The result of a node's call; a thrown error is a node that does not answer. */
  rpc?: ((method: string) => unknown) | undefined
}

export const wei = (amount: bigint) => `0x${amount.toString(16)}`

/** A token of the services on Ethereum. */
export const token = (symbol: string, numeric: string, price?: number, more: object = {}) => ({
  name: `${symbol} Coin`,
  symbol,
  chainId: 'eip155:1',
  address: `eip155:1:0x${symbol
    .split('')
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(40, '1')}`,
  ...(price === undefined ? {} : { price }),
  quantity: { decimals: '6', numeric },
  iconUrl: null,
  ...more,
})

export const addressOfToken = (symbol: string) => token(symbol, '1').address.slice('eip155:1:'.length)

export async function accountOn(world: World, script: ScriptOptions = {}, config: TestCoreOptions['config'] = {}) {
  const wallet = new ScriptedWallet(script)
  const asked: URL[] = []
  const calls: string[] = []
  const { core, clock } = createTestCore({
    config: {
      networks: [mainnet, base, solana, bitcoin],
      services: 'https://services.example',
      rpcUrls: { 'eip155:1': 'https://node.example' },
      ...config,
    },
    connectors: createScriptedPort([wallet]),
    fetch: (input, init) => Promise.resolve().then(() => answer(new URL(input instanceof Request ? input.url : input), init)),
  })
  function answer(url: URL, init?: RequestInit): Response {
    if (url.pathname === '/v1/supported-chains' && world.chains) return world.chains()
    if (url.pathname === '/v1/supported-chains')
      return Response.json({ http: ['eip155:1', 'eip155:8453', solana.caipNetworkId, bitcoin.caipNetworkId], ws: [] })
    if (url.pathname.endsWith('/balance')) {
      asked.push(url)
      if (typeof world.balances === 'function') return world.balances()
      if (world.balances) return Response.json({ balances: world.balances })
    }
    if (init?.method === 'POST' && world.rpc) {
      type Call = { id: number; method: string }
      const body = JSON.parse(init.body as string) as Call | Call[]
      const reply = ({ id, method }: Call) => {
        calls.push(method)
        const identity = { eth_chainId: '0x1', getGenesisHash: solana.caipNetworkId.slice('solana:'.length) }[method]
        return { jsonrpc: '2.0', id, result: identity ?? world.rpc?.(method) }
      }
      return Response.json(Array.isArray(body) ? body.map(reply) : reply(body))
    }
    throw new TypeError('fetch failed')
  }
  core.use(createAccounts)
  await core.use(createConnection).connect(wallet.installed)
  return { core, clock, wallet, world, asked, calls }
}
