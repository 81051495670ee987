// The page's EIP-1193 provider: answers from the state what the state knows, errors with numeric codes, events that are told once.
import { describe, expect, test } from 'vitest'
import { walletError } from '../../../src/vocabulary/errors.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createProvider } from '../../../src/state/connections/provider.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { testRows } from '../../support/rows.js'

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const first = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

function setUp() {
  const acme = new ScriptedWallet({ addresses: [first, second] })
  const sol = new ScriptedWallet({ name: 'Sol', namespace: 'solana' })
  const { core, log } = createTestCore({ config: { networks: [mainnet, base] }, connectors: createScriptedPort([acme, sol]) })
  const provider = core.use(createProvider)
  const told: [string, unknown][] = []
  for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'] as const) {
    provider.on(event, (payload: unknown) => told.push([event, payload]))
  }
  const connection = core.use(createConnection)
  const connect = () => connection.connect(acme.installed)
  return {
    core,
    log,
    acme,
    provider,
    told,
    connection,
    connect,
    ask: (method: string, params?: unknown[]) => provider.request({ method, ...(params ? { params } : {}) }),
  }
}

describe('requests', () => {
  test('without a connection: no accounts, and 4900 for what only a wallet can answer, or nobody', async () => {
    const { ask } = setUp()
    expect(await ask('eth_accounts')).toEqual([])
    for (const method of ['eth_requestAccounts', 'eth_blockNumber', 'personal_sign']) {
      await expect(ask(method)).rejects.toMatchObject({ name: 'ProviderRpcError', code: 4900, data: { code: 'NOT_CONNECTED' } })
    }
  })

  test('accounts, chain and network version come from the state', async () => {
    const { ask, connect, acme, core } = setUp()
    await connect()
    expect(await ask('eth_accounts')).toEqual([first, second])
    expect(await ask('eth_requestAccounts')).toEqual([first, second])
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(await ask('net_version')).toBe('1')
    core.use(createAccounts).select(`eip155:1:${second}`)
    expect(await ask('eth_accounts')).toEqual([second, first])
    expect(acme.requests).toEqual([])
  })

  test('everything else goes to the wallet, on its chain, untouched', async () => {
    const { ask, connect, acme } = setUp()
    await connect()
    acme.answer = '0xsigned'
    expect(await ask('personal_sign', ['0x00', first])).toBe('0xsigned')
    expect(await ask('eth_blockNumber')).toBe('0xsigned')
    expect(acme.requests).toEqual([
      { chain: 'eip155:1', args: { method: 'personal_sign', params: ['0x00', first] } },
      { chain: 'eip155:1', args: { method: 'eth_blockNumber' } },
    ])
  })

  test('switching to a configured network goes the modal’s own way; to another one it is the wallet’s business', async () => {
    const { ask, connect, acme, connection } = setUp()
    await connect()
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).toBeNull()
    expect(acme.switches).toEqual(['eip155:8453'])
    expect(connection.active().grant.chain).toBe('eip155:8453')
    acme.answer = { code: 4902, message: 'Unrecognized chain' }
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x89' }])).rejects.toMatchObject({
      code: 4902,
      message: 'Unrecognized chain',
    })
  })

  testRows([[undefined], [[]], [[{}]], [[{ chainId: 1 }]], [[{ chainId: '1' }]], [['0x1']]])(
    'malformed switch parameters: %j',
    async (params) => {
      const { ask, connect } = setUp()
      await connect()
      await expect(ask('wallet_switchEthereumChain', params)).rejects.toMatchObject({ code: -32602 })
    },
  )

  testRows([[undefined], [null], ['eth_accounts'], [{}], [{ method: '' }], [{ method: 5 }]])(
    'malformed requests: %j',
    async (args) => {
      const { provider } = setUp()
      await expect(provider.request(args as never)).rejects.toMatchObject({ code: -32602 })
    },
  )

  test('the wallet’s own errors keep code, message and data', async () => {
    const { ask, connect, acme } = setUp()
    await connect()
    acme.answer = { code: 4001, message: 'No!', data: { why: 'mood' } }
    const error: unknown = await ask('personal_sign').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'ProviderRpcError', code: 4001, message: 'No!', data: { why: 'mood' } })
    acme.answer = { code: 3 }
    await expect(ask('eth_call')).rejects.toMatchObject({ code: 3, message: 'The wallet refused' })
  })

  test('our own errors get the standard’s codes', async () => {
    const { ask, connect, acme } = setUp()
    await connect()
    acme.onSwitch = walletError('USER_REJECTED')
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).rejects.toMatchObject({
      code: 4001,
      data: { code: 'USER_REJECTED' },
    })
    acme.onSwitch = walletError('WALLET_FAILED')
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).rejects.toMatchObject({ code: -32603 })
    acme.onSwitch = walletError('CHAIN_UNKNOWN', { cause: { code: 4902, message: 'Add it first' } })
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).rejects.toMatchObject({
      code: 4902,
      message: 'Add it first',
    })
  })

  test('after the end of the instance: 4900', async () => {
    const { ask, core } = setUp()
    core.destroy()
    await expect(ask('eth_chainId')).rejects.toMatchObject({ code: 4900 })
  })
})

describe('events', () => {
  test('connect once, accounts and chain on real changes only, disconnect with 4900', async () => {
    const { connect, acme, told, connection } = setUp()
    await connect()
    acme.say({ type: 'accounts', accounts: acme.accounts() })
    acme.say({ type: 'chain', chain: 'eip155:1' })
    acme.say({ type: 'chain', chain: 'eip155:8453' })
    acme.say({ type: 'accounts', accounts: [`eip155:8453:${second}`] })
    acme.say({ type: 'message', message: { type: 'x', data: 1 } })
    await connection.disconnect()
    expect(told.slice(0, -1)).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [first, second]],
      ['chainChanged', '0x2105'],
      ['accountsChanged', [second]],
      ['message', { type: 'x', data: 1 }],
      ['accountsChanged', []],
    ])
    expect(told.at(-1)).toMatchObject(['disconnect', { code: 4900 }])
  })

  test('made after the connection, it still tells whoever listens in the same turn', async () => {
    const acme = new ScriptedWallet()
    const { core } = createTestCore({ config: { networks: [mainnet] }, connectors: createScriptedPort([acme]) })
    await core.use(createConnection).connect(acme.installed)
    const told: unknown[] = []
    core.use(createProvider).on('connect', (payload: unknown) => told.push(payload))
    await new Promise((resolve) => setTimeout(resolve))
    expect(told).toEqual([{ chainId: '0x1' }])
  })

  test('another wallet in its place: new accounts, no second connect', async () => {
    const [acme, bolt] = [
      new ScriptedWallet({ name: 'Acme', addresses: [first] }),
      new ScriptedWallet({ name: 'Bolt', addresses: [second] }),
    ]
    const { core } = createTestCore({ config: { networks: [mainnet] }, connectors: createScriptedPort([acme, bolt]) })
    const told: string[] = []
    const provider = core.use(createProvider)
    for (const event of ['connect', 'disconnect', 'accountsChanged'] as const) provider.on(event, () => told.push(event))
    await core.use(createConnection).connect(acme.installed)
    await core.use(createConnection).connect(bolt.installed)
    expect(told).toEqual(['connect', 'accountsChanged', 'accountsChanged'])
  })

  test('a listener that throws hurts nobody; a removed one hears nothing', async () => {
    const { provider, connect, told, log } = setUp()
    const gone = () => told.push(['gone', 1])
    provider.on('connect', () => {
      throw new Error('page bug')
    })
    provider.on('connect', gone)
    provider.removeListener('connect', gone).removeListener('message', gone)
    await connect()
    expect(told.map(([event]) => event)).toEqual(['connect', 'accountsChanged'])
    expect(log.entries().join()).toContain('a listener of the provider')
  })
})

test('it is the same object every time', () => {
  const { core } = createTestCore()
  expect(core.use(createProvider)).toBe(core.use(createProvider))
})
