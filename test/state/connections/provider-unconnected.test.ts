// The page's provider where there is no wallet, not yet, or one that fails: what is known is answered, and every failure has its number.
import { describe, expect, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { type ErrorCode, walletError } from '../../../src/vocabulary/errors.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { base, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createNetworks } from '../../../src/state/networks/networks.js'
import { createProvider } from '../../../src/state/connections/provider.js'
import { createTestCore, type TestCoreOptions } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { testRows } from '../../support/rows.js'

const node = { rpcUrls: { 'eip155:1': ['https://node.example'] } }

/** A node that answers every call but the one for its chain with `outcome`. */
function answering(outcome: object) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = (_url, init) => {
    const calls = [JSON.parse(init?.body as string)].flat() as { id: number; method: string }[] // our own client wrote it
    asked.push(...calls.map(({ method }) => method))
    const answer = ({ id, method }: (typeof calls)[0]) => ({ id, ...(method === 'eth_chainId' ? { result: '0x1' } : outcome) })
    return Promise.resolve(Response.json(calls.map(answer)))
  }
  return { fetch, asked }
}

function setUp(config: ModalConfig = {}, more: Partial<TestCoreOptions> = {}) {
  const acme = new ScriptedWallet()
  const connectors = createScriptedPort([acme])
  const test = createTestCore({ config: { networks: [mainnet, base], ...config }, connectors, ...more })
  const provider = () => test.core.use(createProvider)
  return {
    ...test,
    acme,
    connectors,
    provider,
    ask: (method: string, params?: unknown[]) => provider().request({ method, ...(params ? { params } : {}) }),
    connect: () => test.core.use(createConnection).connect(acme.installed),
  }
}

describe('before connecting', () => {
  test('the chain is the configured network, and asks nobody', async () => {
    const { ask, core } = setUp()
    await expect(ask('eth_chainId')).resolves.toBe('0x1')
    await expect(ask('net_version')).resolves.toBe('1')
    core.use(createNetworks).choose(toNetwork(base))
    await expect(ask('eth_chainId')).resolves.toBe('0x2105')
  })

  test('where the chosen network is of another kind, the first EVM one counts; without any it is 4900', async () => {
    await expect(setUp({ networks: [solana, base] }).ask('eth_chainId')).resolves.toBe('0x2105')
    await expect(setUp({ networks: [solana] }).ask('eth_chainId')).rejects.toMatchObject({ code: 4900 })
  })

  test("reads are answered by the network's nodes", async () => {
    const { fetch, asked } = answering({ result: '0x2a' })
    const { ask } = setUp(node, { fetch })
    await expect(ask('eth_call', [{ to: '0x0' }, 'latest'])).resolves.toBe('0x2a')
    expect(asked).toEqual(['eth_chainId', 'eth_call'])
  })

  test('a refusal of the node keeps its code, message and data', async () => {
    const { fetch } = answering({ error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } })
    const { ask } = setUp(node, { fetch })
    await expect(ask('eth_call', [{}, 'latest'])).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: 3,
      message: 'execution reverted',
      data: '0x08c379a0',
    })
  })

  test('what only a wallet can answer is 4900, and goes to no node', async () => {
    const { fetch, asked } = answering({ result: '0x' })
    const { ask } = setUp(node, { fetch })
    for (const method of ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls', 'eth_coinbase'])
      await expect(ask(method, [])).rejects.toMatchObject({ code: 4900 })
    expect(asked).toEqual([])
  })

  test('another network is told, also without a wallet; a wallet elsewhere moves it', async () => {
    const { provider, core, acme } = setUp()
    const told: unknown[] = []
    provider().on('chainChanged', (chain) => told.push(chain))
    provider().on('connect', (info) => told.push(info))
    core.use(createNetworks).choose(toNetwork(base))
    expect(told).toEqual(['0x2105'])
    acme.chain = 'eip155:137'
    core.use(createNetworks).choose(toNetwork(mainnet))
    await core.use(createConnection).connect(acme.installed, { chain: 'eip155:137' })
    expect(told).toEqual(['0x2105', '0x1', { chainId: '0x89' }, '0x89'])
  })
})

describe('while a wallet is being restored', () => {
  async function reloaded() {
    const before = setUp()
    await before.connect()
    const next = setUp({}, { connectors: before.connectors, storage: before.storage })
    before.acme.onConnect = 'hold'
    return { ...next, acme: before.acme }
  }

  test('eth_accounts waits for it', async () => {
    const { core, ask, acme } = await reloaded()
    void core.use(createConnection).reconnect()
    const asked = [ask('eth_accounts'), ask('eth_chainId')]
    await vi.waitFor(() => expect(acme.silent).toBe(1))
    acme.release()
    await expect(Promise.all(asked)).resolves.toEqual([acme.addresses, '0x1'])
  })

  test('a page that is quicker than the restoring begins it, once', async () => {
    const { core, ask, acme } = await reloaded()
    const asked = ask('eth_accounts')
    void core.use(createConnection).reconnect()
    await vi.waitFor(() => expect(acme.silent).toBe(1))
    acme.release()
    await expect(asked).resolves.toEqual(acme.addresses)
    expect(acme.silent).toBe(1)
  })

  test('a wallet that does not come back shares no account', async () => {
    const { core, ask, acme } = await reloaded()
    acme.onConnect = walletError('NOT_CONNECTED')
    void core.use(createConnection).reconnect()
    await expect(ask('eth_accounts')).resolves.toEqual([])
    expect(core.use(createConnection).$status.get()).toBe('disconnected')
  })

  test('with reconnect: false nothing is restored by asking', async () => {
    const before = setUp()
    await before.connect()
    const { ask } = setUp({ reconnect: false }, { connectors: before.connectors, storage: before.storage })
    await expect(ask('eth_accounts')).resolves.toEqual([])
    expect(before.acme.silent).toBe(0)
  })
})

describe('numbers', () => {
  testRows<[ErrorCode, number, unknown]>([
    ['SWITCH_FAILED', 4902, undefined],
    ['SWITCH_FAILED', 4902, { code: -32603, message: 'Internal' }],
    ['NETWORK_NOT_FOUND', 4902, undefined],
    ['CHAIN_UNKNOWN', 4902, undefined],
    ['REQUEST_PENDING', -32002, undefined],
    ['USER_REJECTED', 4001, undefined],
    ['UNAUTHORIZED', 4100, undefined],
    ['UNSUPPORTED_METHOD', 4200, undefined],
    ['WALLET_DISCONNECTED', 4900, undefined],
    ['INVALID_PARAMS', -32602, undefined],
    ['WALLET_FAILED', -32603, undefined],
  ])('a code of ours has the number of the standard: %s is %d', async (code, number, cause) => {
    const { ask, connect, acme } = setUp()
    await connect()
    acme.onSwitch = walletError(code, { cause })
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: number,
      data: { code },
    })
  })

  const boom = () => {
    throw new Error('boom')
  }
  testRows([
    ['throws at every read', new Proxy({}, { get: boom })],
    ['throws when asked for its keys', new Proxy({}, { has: boom })],
    ['throws when asked for its class', new Proxy({}, { getPrototypeOf: boom })],
    ['throws at its name', new Proxy(new Error('x'), { get: boom })],
  ])('a thrown proxy that %s is -32603', async (_, thrown: unknown) => {
    const { ask, connect, acme } = setUp()
    await connect()
    acme.refusal = { thrown: thrown as Error } // wallets throw what they like
    const error: unknown = await ask('personal_sign').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'ProviderRpcError', code: -32603 })
  })
})

test.each([['text'], [7], [true]])('params that are neither a list nor an object are -32602: %j', async (params) => {
  const { provider } = setUp()
  await expect(provider().request({ method: 'eth_call', params })).rejects.toMatchObject({ code: -32602 })
})

test('messages of any shape reach the page as { type, data }', async () => {
  const { provider, connect, acme } = setUp()
  const told: unknown[] = []
  provider().on('message', (message) => told.push(message))
  await connect()
  acme.say({ type: 'message', message: { type: 'eth_subscription', data: 1 } })
  acme.say({ type: 'message', message: 'odd' })
  expect(told).toEqual([
    { type: 'eth_subscription', data: 1 },
    { type: 'message', data: 'odd' },
  ])
})
