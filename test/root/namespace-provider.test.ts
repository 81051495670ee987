// The page's providers of Solana, Bitcoin, Polkadot and Cosmos: to which wallet and account requests go, what they fail with, and what is told.
import { describe, expect, test, vi } from 'vitest'
import type { Namespace } from '../../src/vocabulary/caip.js'
import { walletError, WalletError } from '../../src/vocabulary/errors.js'
import { bitcoin, cosmoshub, mainnet, polkadot, solana, solanaDevnet } from '../../src/vocabulary/networks.js'
import type { SolanaProvider } from '../../src/vocabulary/providers.js'
import { createConnectingProvider } from '../../src/root/namespace-provider.js'
import { createAccounts } from '../../src/state/connections/accounts.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createTestCore, type TestCoreOptions } from '../support/core.js'
import { createScriptedPort, ScriptedWallet, type ScriptOptions } from '../support/wallets.js'
import { testRows } from '../support/rows.js'

const networks = [mainnet, solana, solanaDevnet, bitcoin, polkadot, cosmoshub]
const [first, second] = ['4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn', '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'] as const

function setUp(namespace: Namespace = 'solana', script: ScriptOptions = {}, more: Partial<TestCoreOptions> = {}) {
  const wallet = new ScriptedWallet({ namespace, ...script })
  const evm = new ScriptedWallet({ name: 'Evm' })
  const connectors = createScriptedPort([wallet, evm])
  const made = createTestCore({ config: { networks }, connectors, ...more })
  const connect = vi.fn(() => made.core.use(createConnection).connect(wallet.installed))
  const provider = createConnectingProvider(made.core, connect, namespace)
  const told: unknown[][] = []
  const listen = (to: typeof provider = provider) => {
    for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'] as const)
      to.on(event, (detail: unknown) => void told.push([event, detail]))
  }
  return {
    ...made,
    wallet,
    evm,
    connectors,
    connect,
    provider,
    told,
    listen,
    ask: (method: string, params?: object) => provider.request({ method, params }),
    connection: made.core.use(createConnection),
    asked: () => wallet.requests.at(-1),
  }
}

describe('without a connection', () => {
  testRows([
    ['solana', 'solana_signMessage'],
    ['solana', 'solana_getAccounts'],
    ['bip122', 'getAccountAddresses'],
    ['polkadot', 'polkadot_signMessage'],
    ['cosmos', 'cosmos_getAccounts'],
  ] as const)('%s: %s is NOT_CONNECTED, and nobody is asked to connect', async (namespace, method) => {
    const { ask, connect } = setUp(namespace)
    await expect(ask(method)).rejects.toMatchObject({ name: 'WalletError', code: 'NOT_CONNECTED' })
    expect(connect).not.toHaveBeenCalled()
  })

  test('a wallet of another namespace does not count', async () => {
    const { ask, connection, evm } = setUp('bip122')
    await connection.connect(evm.installed)
    await expect(ask('signMessage', { message: 'x' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(evm.requests).toEqual([])
  })

  test('solana_requestAccounts lets the visitor choose a wallet, once', async () => {
    const { ask, connect, provider } = setUp()
    await expect(provider.request({ method: 'solana_requestAccounts' })).resolves.toEqual([{ pubkey: first }])
    await ask('solana_requestAccounts')
    expect(connect).toHaveBeenCalledOnce()
  })

  test('closing the modal instead is what connecting fails with', async () => {
    const { ask, connect } = setUp()
    connect.mockRejectedValueOnce(walletError('MODAL_CLOSED'))
    await expect(ask('solana_requestAccounts')).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('a stored connection that comes back is waited for', async () => {
    const before = setUp()
    await before.connect()
    const { connectors, storage, wallet } = before
    const after = setUp('solana', {}, { connectors, storage })
    wallet.answer = { signature: 'signed' }
    await expect(after.ask('solana_signMessage', { message: '2' })).resolves.toEqual({ signature: 'signed' })
    expect(wallet.silent).toBe(1)
  })

  test('after the end of the modal it is DESTROYED', async () => {
    const { ask, core } = setUp()
    core.destroy()
    await expect(ask('solana_signMessage', { message: '2' })).rejects.toMatchObject({ code: 'DESTROYED' })
  })
})

describe('requests', () => {
  testRows([[undefined], [null], ['solana_getAccounts'], [{}], [{ method: '' }], [{ method: 'x', params: 3 }]])(
    'a malformed one is INVALID_PARAMS: %j',
    async (args) => {
      const { provider, connect } = setUp()
      await connect()
      await expect(provider.request(args as never)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    },
  )

  test('go to the wallet on its chain, with what the page gave', async () => {
    const { ask, connect, asked, wallet } = setUp()
    await connect()
    wallet.answer = { signature: 'signed' }
    const message = Uint8Array.of(1, 2)
    await expect(ask('solana_signMessage', { message, pubkey: second })).resolves.toEqual({ signature: 'signed' })
    expect(asked()).toEqual({
      chain: solana.caipNetworkId,
      args: { method: 'solana_signMessage', params: { message, pubkey: second } },
    })
  })

  testRows([
    ['solana', 'solana_signMessage', { message: '2' }, { pubkey: 1 }],
    ['solana', 'solana_signIn', { nonce: '12345678' }, {}],
    ['solana', 'solana_unknown', { message: '2' }, {}],
    ['bip122', 'signMessage', { message: 'x' }, { account: 1 }],
    ['bip122', 'signMessage', { message: 'x', address: 'bc1' }, {}],
    ['bip122', 'signPsbt', { psbt: 'x', signInputs: [] }, {}],
    ['bip122', 'getAccountAddresses', {}, {}],
    ['polkadot', 'polkadot_signMessage', { message: 'x' }, { address: 1 }],
    ['polkadot', 'polkadot_signTransaction', { transactionPayload: { address: 'own' } }, { address: 'own' }],
    ['cosmos', 'cosmos_signAmino', { signDoc: {} }, { signerAddress: 1 }],
    ['cosmos', 'cosmos_getAccounts', {}, {}],
  ] as const)('%s: %s of %j is by the selected account', async (namespace, method, params, added) => {
    const addresses = ['first', 'second']
    const { ask, connect, core, asked, wallet } = setUp(namespace, { addresses })
    await connect()
    core.use(createAccounts).select(`${wallet.chain}:second`)
    await ask(method, params)
    const named = Object.fromEntries(Object.entries(added).map(([key, value]) => [key, value === 1 ? 'second' : value]))
    expect(asked()?.args).toEqual({ method, params: { ...params, ...named } })
  })

  test('the selected account of Solana stands first', async () => {
    const { ask, connect, core } = setUp('solana', { addresses: [first, second] })
    await connect()
    core.use(createAccounts).select(`${solana.caipNetworkId}:${second}`)
    await expect(ask('solana_getAccounts')).resolves.toEqual([{ pubkey: second }, { pubkey: first }])
  })

  testRows([
    [{ code: 4001, message: 'no' }, 'USER_REJECTED'],
    [new Error('User rejected the request.'), 'USER_REJECTED'],
    [new Error('boom'), 'WALLET_FAILED'],
    [new WalletError('UNAUTHORIZED', 'not this one'), 'UNAUTHORIZED'],
  ])('what the wallet throws has a code: %s', async (thrown, code) => {
    const { ask, connect, wallet } = setUp()
    await connect()
    wallet.refusal = { thrown: thrown as Error }
    const error: unknown = await ask('solana_signMessage', { message: '2' }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'WalletError', code })
    if (!(thrown instanceof WalletError)) expect((error as Error).cause).toBe(thrown)
  })
})

describe('events', () => {
  test('a connection, another account, another chain, and the end', async () => {
    const { connect, listen, told, wallet, connection } = setUp()
    listen()
    await connect()
    expect(told.splice(0)).toEqual([
      ['connect', { chainId: solana.caipNetworkId }],
      ['accountsChanged', [first]],
    ])
    wallet.say({ type: 'accounts', accounts: [`${solana.caipNetworkId}:${second}`] })
    expect(told.splice(0)).toEqual([['accountsChanged', [second]]])
    wallet.say({ type: 'chain', chain: solanaDevnet.caipNetworkId })
    expect(told.splice(0)).toEqual([['chainChanged', solanaDevnet.caipNetworkId]])
    await connection.disconnect('solana')
    expect(told).toEqual([
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 'WALLET_DISCONNECTED' })],
    ])
  })

  test('a listener of the first task hears of a connection that is older', async () => {
    const { connect, core, told, listen } = setUp()
    await connect()
    listen(createConnectingProvider(core, connect, 'solana'))
    await vi.waitFor(() => expect(told.map(([event]) => event)).toEqual(['connect', 'accountsChanged']))
  })

  test('the wallet of another namespace is no event', async () => {
    const { connection, evm, listen, told } = setUp()
    listen()
    await connection.connect(evm.installed)
    await connection.disconnect('eip155')
    expect(told).toEqual([])
  })

  test('a listener is called once, though it was added twice, and not after it was removed; one that throws does not harm', async () => {
    const { connect, connection, provider } = setUp()
    const listener = vi.fn()
    const typed = provider as SolanaProvider
    typed.on('accountsChanged', () => {
      throw new Error('of the page')
    })
    expect(typed.on('accountsChanged', listener).on('accountsChanged', listener)).toBe(provider)
    await connect()
    expect(listener).toHaveBeenCalledOnce()
    typed.removeListener('accountsChanged', listener).removeListener('accountsChanged', listener)
    await connection.disconnect('solana')
    expect(listener).toHaveBeenCalledOnce()
  })
})
