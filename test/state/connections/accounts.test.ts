// The account and network the page works with, and the balance of it from a real node on the loopback.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { base, cosmoshub, mainnet, polygon, solana, solanaDevnet } from '../../../src/vocabulary/networks.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createNativeBalance } from '../../../src/state/account/native-balance.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createNetworks } from '../../../src/state/networks/networks.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'

const [first, second] = ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

function setUp(wallets: readonly ScriptedWallet[], rpcUrls: Record<string, string> = {}) {
  const { core, clock } = createTestCore({
    config: { networks: [mainnet, base, solana, cosmoshub], rpcUrls },
    connectors: createScriptedPort(wallets),
    fetch: (...args) => (Object.keys(rpcUrls).length > 0 ? fetch(...args) : Promise.reject(new Error('nobody may be asked'))),
  })
  return {
    core,
    clock,
    accounts: core.use(createAccounts),
    connection: core.use(createConnection),
    networks: core.use(createNetworks),
  }
}

describe('accounts', () => {
  test('the first is selected; another may be, and stays selected over a change of chain', async () => {
    const acme = new ScriptedWallet({ addresses: [first, second] })
    const { accounts, connection } = setUp([acme])
    expect([accounts.$account.get(), accounts.$accounts.get()]).toEqual([undefined, []])
    await connection.connect(acme.installed)
    expect(accounts.$account.get()?.address).toBe(first)
    accounts.select(`eip155:1:${second}`)
    accounts.select('eip155:1:0x0000000000000000000000000000000000000000')
    expect(accounts.$account.get()?.address).toBe(second)
    acme.say({ type: 'chain', chain: 'eip155:8453' })
    expect(accounts.$account.get()).toMatchObject({ accountId: `eip155:8453:${second}`, chainId: 'eip155:8453' })
    acme.say({ type: 'accounts', accounts: [`eip155:8453:${first}`] })
    expect(accounts.$account.get()?.address).toBe(first)
  })

  test('of the chosen network’s ecosystem, or of the wallet that is connected at all', async () => {
    const [acme, sol] = [new ScriptedWallet(), new ScriptedWallet({ name: 'Sol', namespace: 'solana' })]
    const { accounts, connection, networks } = setUp([acme, sol])
    await connection.connect(acme.installed)
    networks.choose(toNetwork(solana))
    expect(accounts.$account.get()?.namespace).toBe('eip155')
    await connection.connect(sol.installed)
    expect(accounts.$account.get()?.namespace).toBe('solana')
    networks.choose(toNetwork(mainnet))
    expect(accounts.$account.get()?.namespace).toBe('eip155')
    expect(accounts.find('solana')?.wallet.name).toBe('Sol')
    expect(accounts.find('cosmos')).toBeUndefined()
  })

  test('the same fact is told once', async () => {
    const acme = new ScriptedWallet({ icon: 'data:image/png;base64,AA==' })
    const { accounts, connection } = setUp([acme])
    let changes = 0
    accounts.$account.listen(() => changes++)
    await connection.connect(acme.installed)
    acme.say({ type: 'accounts', accounts: [...acme.accounts(), `eip155:1:${second}`] })
    expect(changes).toBe(1)
    expect(accounts.$account.get()?.wallet.icon).toBe('data:image/png;base64,AA==')
  })

  test('the explorer’s page, behind its path and before its query', async () => {
    const explorer = (url: string) => ({ default: { name: 'Explorer', url } })
    const { core } = createTestCore({
      config: {
        networks: [
          { ...mainnet, blockExplorers: explorer('https://scan.example/eth/') },
          { ...solanaDevnet, blockExplorers: explorer('https://explorer.example?cluster=devnet') },
          { ...polygon, blockExplorers: undefined },
        ],
      },
    })
    const { explorerUrl } = core.use(createAccounts)
    const at = (chainId: `eip155:${string}` | `solana:${string}`, address: string) => explorerUrl({ address, chainId })
    expect(at('eip155:1', first)).toBe(`https://scan.example/eth/address/${first}`)
    expect(at(solanaDevnet.caipNetworkId as `solana:${string}`, 'abc')).toBe(
      'https://explorer.example/address/abc?cluster=devnet',
    )
    expect(at('eip155:137', first)).toBeUndefined()
    expect(at('eip155:5', first)).toBeUndefined()
  })
})

describe('networks', () => {
  test('the choice is remembered, told once, and only a configured one counts', () => {
    const storage = createMemoryStorage()
    const make = () => createTestCore({ config: { networks: [mainnet, base] }, storage }).core
    const core = make()
    const told: string[] = []
    core.on('network', ({ chainId }) => told.push(chainId))
    const { choose, $network, $rows } = core.use(createNetworks)
    choose(toNetwork(base))
    choose(toNetwork(base))
    expect(told).toEqual(['eip155:8453'])
    expect(() => choose(toNetwork(polygon))).toThrow(expect.objectContaining({ code: 'NETWORK_NOT_FOUND' }))
    expect($network.get().name).toBe(base.name)
    expect($rows.get().map(({ current }) => current)).toEqual([false, true])
    expect(make().use(createNetworks).$network.get().name).toBe(base.name)
  })

  test.each(['"eip155:999"', '5', '{'])('a remembered choice that makes no sense is dropped: %s', (text) => {
    const { core } = createTestCore({
      config: { networks: [mainnet, base], defaultNetwork: 'eip155:8453' },
      storage: createMemoryStorage({ 'wm::default:network': text }),
    })
    expect(core.use(createNetworks).$network.get().name).toBe(base.name)
  })

  test('older ids of a chain are the same chain', () => {
    const { core } = createTestCore({
      config: { networks: [{ ...solana, deprecatedCaipNetworkIds: ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'] }] },
    })
    const { find, restrict, $rows } = core.use(createNetworks)
    expect(find('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ')?.name).toBe(solana.name)
    restrict('solana', ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'])
    expect($rows.get()[0]?.enabled).toBe(true)
    restrict('solana', [])
    expect($rows.get()[0]?.enabled).toBe(false)
  })
})

describe('balance', () => {
  async function node(answer: (method: string) => object) {
    let calls = 0
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        calls++
        const asked = JSON.parse(body) as { id: number; method: string } | { id: number; method: string }[] // our own client wrote it
        const reply = (one: { id: number; method: string }) => ({
          jsonrpc: '2.0',
          id: one.id,
          ...(one.method === 'eth_chainId' ? { result: '0x1' } : answer(one.method)),
        })
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked)))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections()
          server.close(() => resolve())
        }),
    )
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls } // a TCP server has this kind of address
  }

  test('is asked for by the first reader, of the account that is active', async () => {
    const { url, calls } = await node(() => ({ result: '0xde0b6b3a7640000' }))
    const acme = new ScriptedWallet()
    const { core, connection } = setUp([acme], { 'eip155:1': url })
    const { $balance, refresh } = core.use(createNativeBalance)
    await refresh()
    await connection.connect(acme.installed)
    expect(calls()).toBe(0)
    const stop = $balance.subscribe(() => {})
    await vi.waitFor(() => expect($balance.get().value).toEqual({ amount: 10n ** 18n, decimals: 18, symbol: 'ETH' }))
    await refresh()
    expect(calls()).toBe(2)
    await connection.disconnect()
    expect($balance.get()).toEqual({ status: 'pending', fetchStatus: 'idle' })
    stop()
  })

  test('is what the wallet says where the page named no host: nobody else learns the address', async () => {
    const acme = new ScriptedWallet()
    acme.answer = '0x2a'
    const { core, connection } = setUp([acme])
    await connection.connect(acme.installed)
    const { $balance } = core.use(createNativeBalance)
    const stop = $balance.subscribe(() => {})
    await vi.waitFor(() => expect($balance.get().value).toEqual({ amount: 42n, decimals: 18, symbol: 'ETH' }))
    expect(acme.requests).toEqual([{ chain: 'eip155:1', args: { method: 'eth_getBalance', params: [first, 'latest'] } }])
    stop()
  })

  test('an unknown chain, or one without balances, is an error and not a zero', async () => {
    const [acme, cosmos] = [new ScriptedWallet(), new ScriptedWallet({ name: 'Cosmos', namespace: 'cosmos' })]
    const { core, connection } = setUp([acme, cosmos])
    const { $balance } = core.use(createNativeBalance)
    const stop = $balance.subscribe(() => {})
    await connection.connect(acme.installed)
    acme.say({ type: 'chain', chain: 'eip155:5' })
    await vi.waitFor(() => expect($balance.get()).toMatchObject({ status: 'error', error: { code: 'UNSUPPORTED_CHAIN' } }))
    await connection.connect(cosmos.installed)
    await vi.waitFor(() => expect($balance.get()).toMatchObject({ status: 'error', error: { code: 'CHAIN_NOT_SUPPORTED' } }))
    expect($balance.get().value).toBeUndefined()
    stop()
  })
})
