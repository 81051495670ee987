// What is believed of an installed wallet between two of its answers: it may lock, change account or move at any moment.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ConnectorChange } from '../../../src/connectors/connector.js'
import { createEip155 } from '../../../src/connectors/eip155/connector.js'
import { createInjectedChannel } from '../../../src/connectors/eip155/injected-channel.js'
import { createMockPort } from '../../../src/connectors/mock/port.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { DISCONNECT_ANSWER_LIMIT_MS } from '../../../src/connectors/limits.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createConnection, DISCONNECT_LIMIT_MS } from '../../../src/state/connections/connection.js'
import { ada, callsOn, granted, tellsGrant } from '../../support/calls.js'
import { createTestCore } from '../../support/core.js'

const { send } = callsOn('eip155:1')
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const networks = [toNetwork(mainnet)]

afterEach(() => void vi.useRealTimers())

/** A wallet that is told, between the questions, what to do. */
function setUp() {
  const state = { accounts: [ada] as string[], chain: '0x1' }
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const asked: string[] = []
  /** Done once, after the answer to the named question has been made. */
  const after = new Map<string, () => void>()
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  const wallet = {
    select(...accounts: string[]) {
      state.accounts = accounts
      emit('accountsChanged', accounts)
    },
    move(chain: string) {
      state.chain = chain
      emit('chainChanged', chain)
    },
  }
  const answers: Record<string, () => unknown> = {
    eth_requestAccounts: () => state.accounts,
    eth_accounts: () => state.accounts,
    eth_chainId: () => state.chain,
    eth_sendTransaction: () => `0x${'ab'.repeat(32)}`,
    wallet_switchEthereumChain: () => null,
  }
  const provider = {
    request({ method }: { method: string }) {
      asked.push(method)
      const answer = answers[method]?.()
      const act = after.get(method)
      after.delete(method)
      act?.()
      return Promise.resolve(answer)
    },
    on: (event: string, listener: (payload: unknown) => void) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (payload: unknown) => void) => void listeners.get(event)?.delete(listener),
  }
  const connector = createEip155(createInjectedChannel(provider), { id: 'x', name: 'X' }, 'x')
  const count = () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0)
  return { connector, wallet, state, asked, after, emit, listeners: count }
}

describe('between the answers about accounts and chain', () => {
  test('a wallet that locks is not connected', async () => {
    const { connector, wallet, after, listeners } = setUp()
    after.set('eth_requestAccounts', () => wallet.select())
    await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
    expect(listeners()).toBe(0)
  })

  test('a wallet that locks while it is asked for its chain is not restored', async () => {
    const { connector, wallet, after } = setUp()
    after.set('eth_chainId', () => wallet.select())
    await expect(connector.connect({ networks, silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  test('another account is the one that is connected', async () => {
    const { connector, wallet, after } = setUp()
    after.set('eth_requestAccounts', () => wallet.select(bob))
    await expect(connector.connect({ networks })).resolves.toMatchObject(granted({ 'eip155:1': [bob] }, 'eip155:1'))
  })

  test('another network is the one that it is on', async () => {
    const { connector, wallet, after } = setUp()
    after.set('eth_chainId', () => wallet.move('0x89'))
    await expect(connector.connect({ networks })).resolves.toMatchObject(granted({ 'eip155:137': [ada] }, 'eip155:137'))
  })

  test('a wallet that is cut off is asked again', async () => {
    const { connector, emit, after, asked } = setUp()
    after.set('eth_requestAccounts', () => emit('disconnect', { code: 4900 }))
    await expect(connector.connect({ networks })).resolves.toMatchObject({ chain: 'eip155:1' })
    expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_accounts', 'eth_chainId'])
  })

  test('what only repeats the answer costs no further question', async () => {
    const { connector, wallet, after, asked } = setUp()
    after.set('eth_requestAccounts', () => wallet.select(ada))
    after.set('eth_chainId', () => wallet.move('0x1'))
    await connector.connect({ networks })
    expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  test('a wallet that contradicts itself for ever is taken at its last answer', async () => {
    const { connector, after, emit, asked } = setUp()
    const contradict = () => {
      emit('chainChanged', '0x89')
      after.set('eth_chainId', contradict)
    }
    contradict()
    await expect(connector.connect({ networks })).resolves.toMatchObject({ chain: 'eip155:1' })
    expect(asked.filter((method) => method === 'eth_chainId')).toHaveLength(3)
  })
})

test('what it tells between its grant and the first listener is told to that listener', async () => {
  const { connector, wallet } = setUp()
  await connector.connect({ networks })
  wallet.select(bob)
  wallet.move('0x89')
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  await Promise.resolve()
  expect(changes).toEqual([tellsGrant({ 'eip155:1': [bob] }, 'eip155:1'), tellsGrant({ 'eip155:137': [bob] }, 'eip155:137')])
})

describe('while something else is asked', () => {
  const target = { ...networks[0], id: 137, caipNetworkId: 'eip155:137' as const } as (typeof networks)[0]

  test('a wallet that arrives while it is asked where it is has arrived', async () => {
    const { connector, wallet, after } = setUp()
    await connector.connect({ networks })
    after.set('eth_chainId', () => wallet.move('0x89'))
    await expect(connector.switchTo(target)).resolves.toMatchObject({ chain: 'eip155:137' })
  })

  test('a wallet that leaves again is not taken to have arrived', async () => {
    vi.useFakeTimers()
    const { connector, wallet, after } = setUp()
    await connector.connect({ networks })
    after.set('wallet_switchEthereumChain', () => wallet.move('0x89'))
    after.set('eth_chainId', () => wallet.move('0xa'))
    const outcome = expect(connector.switchTo(target)).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
      details: { chain: 'eip155:10' },
    })
    await vi.advanceTimersByTimeAsync(3_000)
    await outcome
  })

  test('nothing is sent on a network that the wallet has just left, or from an account that it has just taken back', async () => {
    // attack 47
    const { connector, wallet, after, asked } = setUp()
    await connector.connect({ networks })
    after.set('eth_chainId', () => wallet.move('0x89'))
    await expect(send(connector, { to: bob, amount: 1n })).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' })
    wallet.move('0x1')
    after.set('eth_chainId', () => wallet.select(bob))
    await expect(send(connector, { to: bob, amount: 1n })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(asked).not.toContain('eth_sendTransaction')
  })

  test('nothing is sent from an account that the wallet has taken back without a word', async () => {
    // attack 47
    const { connector, state, asked } = setUp()
    await connector.connect({ networks })
    state.accounts = [bob]
    await expect(send(connector, { to: bob, amount: 1n })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(asked).not.toContain('eth_sendTransaction')
  })
})

describe('a wallet that never answers the goodbye', () => {
  test('is left in time: the disconnect succeeds', async () => {
    vi.useFakeTimers()
    const wallet = createMockWallet()
    const { core } = createTestCore({ config: { networks: [mainnet] }, connectors: createMockPort({ wallets: [wallet] }) })
    const connection = core.use(createConnection)
    await connection.connect(wallet.installed)
    wallet.fail('wallet_revokePermissions', 'never')
    const ended = expect(connection.disconnect()).resolves.toBeUndefined()
    await vi.advanceTimersByTimeAsync(DISCONNECT_LIMIT_MS)
    await ended
    expect(connection.$status.get()).toBe('disconnected')
  })

  test('has less time than the whole', () => {
    expect(DISCONNECT_ANSWER_LIMIT_MS).toBeLessThan(DISCONNECT_LIMIT_MS)
  })
})
