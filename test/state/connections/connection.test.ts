// Connections: made, restored, moved and ended, with wallets that answer late, wrongly or never.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { routeTable } from '../../../src/elements/all-routes.js'
import { namespaceRows } from '../../../src/root/namespaces.js'
import { base, mainnet, polygon, solana } from '../../../src/vocabulary/networks.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection, type ConnectionChange } from '../../../src/state/connections/connection.js'
import { createNetworks } from '../../../src/state/networks/networks.js'
import { createCore } from '../../../src/state/core.js'
import { parseConfig } from '../../../src/config/check.js'
import { createLogger } from '../../../src/vocabulary/logger.js'
import { DEEPLINK_CHOICE_KEY } from '../../../src/state/connections/deeplink-choice.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet, type ScriptedPort } from '../../support/wallets.js'
import type { Deps } from '../../../src/state/core.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { createMockPort } from '../../../src/connectors/mock/port.js'
import { createMockWallet, type MockWallet } from '../../../src/connectors/mock/wallet.js'
import { testRows } from '../../support/rows.js'

const networks = [mainnet, base, solana]
const [toMainnet, toBase, toSolana] = [mainnet, base, solana].map(toNetwork) as [
  ReturnType<typeof toNetwork>,
  ReturnType<typeof toNetwork>,
  ReturnType<typeof toNetwork>,
]

function setUp(
  wallets: readonly ScriptedWallet[],
  options: { config?: ModalConfig; storage?: Deps['storage']; port?: ScriptedPort } = {},
) {
  const port = options.port ?? createScriptedPort(wallets)
  const { core, clock, storage, log } = createTestCore({
    config: { networks, ...options.config },
    connectors: port,
    ...(options.storage ? { storage: options.storage } : {}),
  })
  const connection = core.use(createConnection)
  const changes: ConnectionChange[] = []
  connection.onChange((change) => changes.push(change))
  return { core, clock, storage, log, port, connection, changes, kinds: () => changes.map((change) => change.type) }
}
const relayConfig: ModalConfig = { services: { relay: 'ws://127.0.0.1:1' } }
const storedKey = 'wm::default:connections'

/** Another page load of the same site. */
function reload(storage: Deps['storage'], port: ScriptedPort, config: ModalConfig = {}) {
  return setUp([], { storage, port, config })
}

/** How many listeners hang on a wallet's object. */
function countListeners({ provider }: MockWallet): () => number {
  const { on, removeListener } = provider
  let count = 0
  provider.on = (...args) => {
    count++
    on(...args)
  }
  provider.removeListener = (...args) => {
    count--
    removeListener(...args)
  }
  return () => count
}

describe('connecting', () => {
  test('is not broken off by a listener of the page that throws, which is reported', async () => {
    const acme = new ScriptedWallet({ rdns: 'example.acme' })
    const { core, connection, log, kinds } = setUp([acme])
    core.use(createAccounts)
    const fault = new Error('of the page')
    const heard: (string | undefined)[] = []
    const { $account, $status, $open, $network } = core.publicState
    for (const $store of [$account, $status, $open, $network])
      $store.listen(() => {
        throw fault
      })
    $account.listen((account) => void heard.push(account?.address))
    await connection.connect(acme.installed)
    expect(connection.$status.get()).toBe('connected')
    expect([kinds(), heard]).toEqual([['connected'], [acme.grant().accounts[0]?.address]])
    expect(log.entries().join()).toContain('error a listener failed (Error: of the page')
    await connection.disconnect()
    expect(heard).toEqual([acme.grant().accounts[0]?.address, undefined])
  })

  test('one prompt makes a connection, and the wallet is remembered', async () => {
    const acme = new ScriptedWallet({ rdns: 'example.acme' })
    const { connection, kinds, storage } = setUp([acme])
    expect(connection.$status.get()).toBe('disconnected')
    const made = connection.connect(acme.installed)
    expect(connection.$status.get()).toBe('connecting')
    await made
    expect(connection.$status.get()).toBe('connected')
    expect(acme.prompts).toBe(1)
    expect(kinds()).toEqual(['connected'])
    expect(connection.active().accounts).toEqual(acme.grant().accounts)
    expect(JSON.parse(storage.getItem(storedKey) ?? '')).toMatchObject([
      { namespace: 'eip155', connectorId: 'example.acme', transport: 'injected', chain: 'eip155:1' },
    ])
  })

  test('a double click prompts once', async () => {
    const acme = new ScriptedWallet()
    const { connection } = setUp([acme])
    acme.onConnect = 'hold'
    const first = connection.connect(acme.installed)
    const second = connection.connect(acme.installed)
    await vi.waitFor(() => expect(acme.prompts).toBe(1))
    acme.release()
    expect(await first).toBe(await second)
    expect(acme.prompts).toBe(1)
  })

  test('choosing another wallet ends the first attempt, whose late yes changes nothing', async () => {
    const [acme, bolt] = [new ScriptedWallet({ name: 'Acme' }), new ScriptedWallet({ name: 'Bolt' })]
    const { connection } = setUp([acme, bolt])
    acme.onConnect = 'hold'
    const first = connection.connect(acme.installed)
    await vi.waitFor(() => expect(acme.prompts).toBe(1))
    await connection.connect(bolt.installed)
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    acme.release()
    await new Promise((resolve) => setImmediate(resolve))
    expect(connection.$connections.get().map(({ wallet }) => wallet.name)).toEqual(['Bolt'])
  })

  test('a yes after cancel is no connection', async () => {
    const acme = new ScriptedWallet()
    const { connection, changes, storage } = setUp([acme])
    acme.onConnect = 'hold'
    const attempt = connection.connect(acme.installed)
    await vi.waitFor(() => expect(acme.prompts).toBe(1))
    connection.connect.cancel()
    await expect(attempt).rejects.toMatchObject({ code: 'ABORTED' })
    acme.release()
    await new Promise((resolve) => setImmediate(resolve))
    expect(connection.$status.get()).toBe('disconnected')
    expect(changes).toEqual([])
    expect(storage.getItem(storedKey)).toBeNull()
  })

  testRows(['USER_REJECTED', 'REQUEST_PENDING', 'WALLET_TIMEOUT', 'NO_ACCOUNTS'] as const)(
    '%s leaves nothing behind',
    async (code) => {
      const acme = new ScriptedWallet()
      const { connection, storage } = setUp([acme])
      acme.onConnect = walletError(code)
      await expect(connection.connect(acme.installed)).rejects.toMatchObject({ code })
      expect(connection.connect.$state.get()).toMatchObject({ status: 'failed', error: { code } })
      expect(connection.$status.get()).toBe('disconnected')
      expect(storage.getItem(storedKey)).toBeNull()
    },
  )

  test('a wallet that grants an empty list of accounts is not connected', async () => {
    const acme = new ScriptedWallet({ addresses: [] })
    const { connection } = setUp([acme])
    await expect(connection.connect(acme.installed)).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
    expect(acme.listeners).toBe(0)
  })

  test('a wallet that is gone', async () => {
    const { connection } = setUp([])
    await expect(connection.connect(new ScriptedWallet().installed)).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
  })

  test('the chosen network is where the wallet is asked to start', async () => {
    const acme = new ScriptedWallet()
    const { core, connection } = setUp([acme])
    core.use(createNetworks).choose(toBase)
    await connection.connect(acme.installed)
    expect(connection.active().grant.chain).toBe('eip155:8453')
  })

  test('one connection per namespace: the new one replaces the old, the other namespace stays', async () => {
    const [acme, bolt] = [new ScriptedWallet({ name: 'Acme' }), new ScriptedWallet({ name: 'Bolt' })]
    const sol = new ScriptedWallet({ name: 'Sol', namespace: 'solana' })
    const { connection } = setUp([acme, bolt, sol])
    await connection.connect(sol.installed)
    await connection.connect(acme.installed)
    await connection.connect(bolt.installed)
    expect(connection.$connections.get().map(({ wallet }) => wallet.name)).toEqual(['Bolt', 'Sol'])
    expect(acme.listeners).toBe(0)
    expect(connection.active('solana').wallet.name).toBe('Sol')
    expect(() => connection.active('cosmos')).toThrow(expect.objectContaining({ code: 'NOT_CONNECTED' }))
  })

  test('the real EVM connector over the mock wallet connects, switches and ends', async () => {
    const wallet = createMockWallet({ chains: [1, 8453] })
    const { core } = createTestCore({ config: { networks }, connectors: createMockPort({ wallets: [wallet] }) })
    const connection = core.use(createConnection)
    await connection.connect(wallet.installed)
    expect(core.use(createAccounts).$account.get()?.address).toBe(wallet.addresses[0])
    await connection.switchTo(toBase)
    expect(connection.active().grant.chain).toBe('eip155:8453')
    await connection.disconnect()
    expect(connection.$connections.get()).toEqual([])
  })
})

describe('what the wallet says by itself', () => {
  test('other accounts', async () => {
    const acme = new ScriptedWallet()
    const { connection, core } = setUp([acme])
    const { $account } = core.use(createAccounts)
    await connection.connect(acme.installed)
    acme.say({ type: 'accounts', accounts: ['eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
    expect($account.get()?.address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  })

  test('no account any more: disconnected, but asked again on the next load, because a locked wallet says the same', async () => {
    const acme = new ScriptedWallet()
    const { connection, kinds, storage, port } = setUp([acme])
    await connection.connect(acme.installed)
    acme.say({ type: 'accounts', accounts: [] })
    expect(connection.$status.get()).toBe('disconnected')
    expect(kinds()).toEqual(['connected', 'ended'])
    const next = reload(storage, port)
    await next.connection.reconnect()
    expect(next.connection.$status.get()).toBe('connected')
  })

  test('another chain: accounts are told for it, and the chosen network follows', async () => {
    const acme = new ScriptedWallet()
    const { connection, core, changes } = setUp([acme])
    await connection.connect(acme.installed)
    acme.say({ type: 'chain', chain: 'eip155:8453' })
    expect(connection.active().grant).toMatchObject({
      chain: 'eip155:8453',
      accounts: [{ chain: 'eip155:8453', address: expect.stringMatching(/^0x/) }],
    })
    expect(core.use(createNetworks).$network.get().caipNetworkId).toBe('eip155:8453')
    expect(changes.at(-1)).toMatchObject({ type: 'chain', by: 'wallet' })
    acme.say({ type: 'chain', chain: 'eip155:8453' })
    expect(changes).toHaveLength(2)
  })

  test('a chain that is not configured: the chosen network stays, the account says where the wallet is', async () => {
    const acme = new ScriptedWallet()
    const { connection, core } = setUp([acme])
    await connection.connect(acme.installed)
    acme.say({ type: 'chain', chain: 'eip155:137' })
    expect(core.use(createAccounts).$unsupportedChain.get()).toBe('eip155:137')
    expect(core.use(createNetworks).$network.get().caipNetworkId).toBe('eip155:1')
    acme.say({ type: 'chain', chain: 'eip155:1' })
    expect(core.use(createAccounts).$unsupportedChain.get()).toBeUndefined()
  })

  test('a wallet that moves in a namespace beside the current one does not move the page', async () => {
    const [acme, sol] = [new ScriptedWallet(), new ScriptedWallet({ name: 'Sol', namespace: 'solana' })]
    const { connection, core } = setUp([acme, sol])
    await connection.connect(acme.installed)
    await connection.connect(sol.installed)
    expect(core.use(createNetworks).$network.get().chainNamespace).toBe('solana')
    acme.say({ type: 'chain', chain: 'eip155:8453' })
    expect(core.use(createNetworks).$network.get().chainNamespace).toBe('solana')
    expect(connection.active('eip155').grant.chain).toBe('eip155:8453')
  })

  test('a relay session that ends takes all its namespaces, its memory and its link choice along', async () => {
    const [evm, sol] = [new ScriptedWallet(), new ScriptedWallet({ namespace: 'solana' })]
    const { connection, storage } = setUp([], { config: relayConfig })
    await connection.adopt(createSession([evm, sol]))
    storage.setItem(DEEPLINK_CHOICE_KEY, '{}')
    expect(connection.$connections.get()).toHaveLength(2)
    sol.say({ type: 'disconnect' })
    expect(connection.$connections.get()).toEqual([])
    expect(storage.getItem(storedKey)).toBeNull()
    expect(storage.getItem(DEEPLINK_CHOICE_KEY)).toBeNull()
  })

  test('chains that it adds to a session can be gone to at once, and those that it takes away not any more', async () => {
    const phone = new ScriptedWallet({ chains: ['eip155:1'] })
    const { connection, core } = setUp([], { config: relayConfig })
    await connection.adopt(createSession([phone]))
    const enabled = () =>
      core
        .use(createNetworks)
        .$rows.get()
        .flatMap(({ network, enabled }) => (enabled && network.chainNamespace === 'eip155' ? network.caipNetworkId : []))
    expect(enabled()).toEqual(['eip155:1'])
    phone.say({ type: 'chains', chains: ['eip155:1', 'eip155:8453'] })
    expect(enabled()).toEqual(['eip155:1', 'eip155:8453'])
    expect(connection.active().grant.chains).toEqual(['eip155:1', 'eip155:8453'])
    phone.say({ type: 'chains', chains: ['eip155:8453'] })
    expect(enabled()).toEqual(['eip155:8453'])
  })

  test('a wallet that is locked, replaced, disconnected or left with the page has no listener left in it', async () => {
    const [acme, bolt] = [createMockWallet({ rdns: 'example.acme' }), createMockWallet({ rdns: 'example.bolt' })]
    const [inAcme, inBolt] = [acme, bolt].map(countListeners) as [() => number, () => number] // two in, two out
    const { core } = createTestCore({ config: { networks }, connectors: createMockPort({ wallets: [acme, bolt] }) })
    const connection = core.use(createConnection)
    await connection.connect(acme.installed)
    const once = inAcme()
    expect(once).toBeGreaterThan(0)
    for (let round = 0; round < 3; round++) {
      acme.emit('accountsChanged', [])
      expect(connection.$status.get()).toBe('disconnected')
      expect(inAcme()).toBe(0)
      await connection.connect(acme.installed)
      expect(inAcme()).toBe(once)
    }
    await connection.connect(bolt.installed)
    expect([inAcme(), inBolt()]).toEqual([0, once])
    await connection.disconnect()
    expect(inBolt()).toBe(0)
    await connection.connect(acme.installed)
    core.destroy()
    expect(inAcme()).toBe(0)
  })

  test('nothing is heard after the instance ended', async () => {
    const acme = new ScriptedWallet()
    const { connection, core, changes } = setUp([acme])
    await connection.connect(acme.installed)
    core.destroy()
    expect(acme.listeners).toBe(0)
    expect(changes).toHaveLength(1)
  })
})

describe('disconnecting', () => {
  test('ends it in the wallet and here, and it is not reconnected', async () => {
    const acme = new ScriptedWallet()
    const { connection, changes, storage, port } = setUp([acme])
    await connection.connect(acme.installed)
    await connection.disconnect()
    expect(acme.disconnects).toBe(1)
    expect(changes.at(-1)).toMatchObject({ type: 'ended', by: 'user' })
    acme.isGranted = true // a wallet that does not know revoking
    const next = reload(storage, port)
    await next.connection.reconnect()
    expect(next.connection.$status.get()).toBe('disconnected')
    expect(acme.silent).toBe(0)
  })

  test('a double click says goodbye once', async () => {
    const acme = new ScriptedWallet()
    const { connection } = setUp([acme])
    await connection.connect(acme.installed)
    await Promise.all([connection.disconnect(), connection.disconnect()])
    expect(acme.disconnects).toBe(1)
  })

  test('a wallet that fails to disconnect is forgotten all the same, and the failure is told', async () => {
    const acme = new ScriptedWallet()
    const { connection } = setUp([acme])
    await connection.connect(acme.installed)
    acme.onDisconnect = walletError('WALLET_FAILED')
    await expect(connection.disconnect()).rejects.toMatchObject({ code: 'DISCONNECT_FAILED', message: 'Failed to disconnect' })
    expect(connection.$status.get()).toBe('disconnected')
  })

  test('one namespace alone', async () => {
    const [acme, sol] = [new ScriptedWallet(), new ScriptedWallet({ name: 'Sol', namespace: 'solana' })]
    const { connection } = setUp([acme, sol])
    await connection.connect(acme.installed)
    await connection.connect(sol.installed)
    await connection.disconnect('solana')
    expect(connection.$connections.get().map(({ namespace }) => namespace)).toEqual(['eip155'])
    expect(acme.disconnects).toBe(0)
  })

  test('a relay session ends once for all its namespaces', async () => {
    const [evm, sol] = [new ScriptedWallet(), new ScriptedWallet({ namespace: 'solana' })]
    const { connection } = setUp([], { config: relayConfig })
    const session = createSession([evm, sol])
    await connection.adopt(session)
    await connection.disconnect('solana')
    expect(connection.$connections.get()).toEqual([])
    expect(session.ended()).toBe(true)
  })

  test('the wallet that reports its own end meanwhile is not news', async () => {
    const acme = new ScriptedWallet()
    const { connection, changes } = setUp([acme])
    await connection.connect(acme.installed)
    acme.onDisconnect = 'hold'
    const ended = connection.disconnect()
    await vi.waitFor(() => expect(acme.disconnects).toBe(1))
    acme.say({ type: 'disconnect' })
    acme.release()
    await ended
    expect(changes.map((change) => (change.type === 'ended' ? change.by : change.type))).toEqual(['connected', 'user'])
  })
})

describe('relay sessions', () => {
  test('a namespace without account does not spoil the others; one without any is ended', async () => {
    const [evm, sol] = [new ScriptedWallet(), new ScriptedWallet({ namespace: 'solana' })]
    sol.onConnect = walletError('NO_ACCOUNTS')
    const { connection } = setUp([], { config: relayConfig })
    const made = await connection.adopt(createSession([sol, evm]))
    expect(made.namespace).toBe('eip155')
    evm.onConnect = walletError('NO_ACCOUNTS')
    const useless = createSession([evm], 'topic-2')
    await expect(connection.adopt(useless)).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
    expect(useless.ended()).toBe(true)
  })

  test('namespaces that the page has no network for are left out', async () => {
    // attack 46
    const { connection } = setUp([], { config: relayConfig })
    await connection.adopt(createSession([new ScriptedWallet({ namespace: 'cosmos' }), new ScriptedWallet()]))
    expect(connection.$connections.get().map(({ namespace }) => namespace)).toEqual(['eip155'])
  })

  test('chains that the session does not cover are disabled while it lasts', async () => {
    const { connection, core } = setUp([], { config: relayConfig })
    const { $rows } = core.use(createNetworks)
    await connection.adopt(createSession([new ScriptedWallet({ chains: ['eip155:1'] })]))
    expect($rows.get().map(({ enabled }) => enabled)).toEqual([true, false, true])
    await connection.disconnect()
    expect($rows.get().map(({ enabled }) => enabled)).toEqual([true, true, true])
  })

  test('a session whose last namespace went to another wallet is ended', async () => {
    const acme = new ScriptedWallet()
    const { connection, storage } = setUp([acme], { config: relayConfig })
    const session = createSession([new ScriptedWallet({ name: 'Phone' })])
    await connection.adopt(session)
    await connection.connect(acme.installed)
    expect(session.ended()).toBe(true)
    expect(JSON.parse(storage.getItem(storedKey) ?? '')).toHaveLength(1)
  })
})

describe('restoring', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('in each namespace most recent first and one at a time, the namespaces beside each other, without a prompt', async () => {
    const [acme, bolt] = [new ScriptedWallet(), new ScriptedWallet({ name: 'Bolt' })]
    const sol = new ScriptedWallet({ name: 'Sol', namespace: 'solana' })
    const first = setUp([acme, bolt, sol])
    for (const { installed } of [acme, bolt, sol]) {
      await first.connection.connect(installed, { beside: true })
      await first.clock.tickAsync(1000)
    }
    const next = reload(first.storage, first.port)
    acme.onConnect = bolt.onConnect = sol.onConnect = 'hold'
    const done = next.connection.reconnect()
    await next.clock.tickAsync(0)
    expect(next.connection.$status.get()).toBe('reconnecting')
    expect([acme.silent, bolt.silent, sol.silent]).toEqual([0, 1, 1])
    sol.release()
    await next.clock.tickAsync(0)
    expect(next.connection.$status.get()).toBe('connected')
    expect([acme.silent, bolt.silent, sol.silent]).toEqual([0, 1, 1])
    bolt.release()
    await next.clock.tickAsync(0)
    expect([acme.silent, bolt.silent, sol.silent]).toEqual([1, 1, 1])
    acme.release()
    await done
    expect(next.connection.$connections.get().map(({ wallet }) => wallet.name)).toEqual(['Sol', 'Bolt', 'Acme'])
    expect([acme.prompts, bolt.prompts, sol.prompts]).toEqual([1, 1, 1])
    expect(next.changes).toMatchObject([{ how: 'restored' }, { how: 'restored' }, { how: 'restored' }])
    expect(next.core.use(createNetworks).$network.get().chainNamespace).toBe('solana')
  })

  test('a session once, after what stands before it in any of its namespaces; each wallet gets its place back', async () => {
    const acme = new ScriptedWallet()
    const phones = [new ScriptedWallet({ name: 'Phone' }), new ScriptedWallet({ name: 'Phone', namespace: 'solana' })]
    const first = setUp([acme], { config: relayConfig })
    const session = createSession(phones)
    first.port.sessions.set(session.topic, session)
    await first.connection.adopt(session)
    await first.clock.tickAsync(1000)
    await first.connection.connect(acme.installed, { beside: true })
    const next = reload(first.storage, first.port, relayConfig)
    const asked = () => phones.map(({ silent }) => silent)
    expect(asked()).toEqual([1, 1])
    acme.onConnect = 'hold'
    const done = next.connection.reconnect()
    await next.clock.tickAsync(0)
    expect(asked()).toEqual([1, 1])
    acme.release()
    await done
    expect(asked()).toEqual([2, 2])
    const active = ({ namespace }: { readonly namespace: 'eip155' | 'solana' }) => next.connection.find(namespace)?.wallet.name
    expect([active({ namespace: 'eip155' }), active({ namespace: 'solana' })]).toEqual(['Acme', 'Phone'])
  })

  test('the account that was selected, while the wallet still grants it', async () => {
    const [one, two] = ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
    const acme = new ScriptedWallet({ addresses: [one, two] })
    const first = setUp([acme])
    await first.connection.connect(acme.installed)
    first.core.use(createAccounts).select(`eip155:1:${two}`)
    const next = reload(first.storage, first.port)
    await next.connection.reconnect()
    expect(next.core.use(createAccounts).$account.get()?.address).toBe(two)
    acme.addresses = [one]
    const later = reload(first.storage, first.port)
    await later.connection.reconnect()
    expect(later.core.use(createAccounts).$account.get()?.address).toBe(one)
  })

  test('a wallet that does not answer is not shown as connected, is not waited for long, and is asked again next time', async () => {
    const acme = new ScriptedWallet()
    const first = setUp([acme])
    await first.connection.connect(acme.installed)
    acme.onConnect = 'hold'
    const next = reload(first.storage, first.port)
    const done = next.connection.reconnect()
    await next.clock.tickAsync(5_000)
    await done
    expect(next.connection.$status.get()).toBe('disconnected')
    acme.release() // too late
    await next.clock.tickAsync(0)
    expect(next.connection.$status.get()).toBe('disconnected')
    acme.onConnect = undefined
    const third = reload(first.storage, first.port)
    await third.connection.reconnect()
    expect(third.connection.$status.get()).toBe('connected')
  })

  test('a wallet that grants nothing any more, or is gone, is forgotten', async () => {
    const acme = new ScriptedWallet()
    const first = setUp([acme])
    await first.connection.connect(acme.installed)
    acme.isGranted = false
    await reload(first.storage, first.port).connection.reconnect()
    expect(first.storage.getItem(storedKey)).toBeNull()
    await first.connection.connect(acme.installed)
    await reload(first.storage, createScriptedPort()).connection.reconnect()
    const next = reload(first.storage, first.port)
    await next.connection.reconnect()
    expect(next.connection.$status.get()).toBe('disconnected')
    expect(acme.silent).toBe(1) // on the first of these loads
  })

  test('any other failure keeps it for the next time', async () => {
    const acme = new ScriptedWallet()
    const first = setUp([acme])
    await first.connection.connect(acme.installed)
    acme.onConnect = walletError('WALLET_FAILED')
    const next = reload(first.storage, first.port)
    await next.connection.reconnect()
    expect(next.connection.$status.get()).toBe('disconnected')
    expect(first.storage.getItem(storedKey)).not.toBeNull()
  })

  test('a relay session, with all its namespaces, is asked for once', async () => {
    const [evm, sol] = [new ScriptedWallet(), new ScriptedWallet({ namespace: 'solana' })]
    const first = setUp([], { config: relayConfig })
    const session = createSession([evm, sol])
    await first.connection.adopt(session)
    first.port.sessions.set(session.topic, session)
    const next = reload(first.storage, first.port, relayConfig)
    await next.connection.reconnect()
    expect(next.connection.$connections.get()).toHaveLength(2)
    expect([evm.silent, sol.silent]).toEqual([2, 2])
  })

  test('a relay session that the client lost is forgotten; one without relay setting is kept', async () => {
    const first = setUp([], { config: relayConfig })
    await first.connection.adopt(createSession([new ScriptedWallet()]))
    await reload(first.storage, first.port).connection.reconnect()
    expect(first.storage.getItem(storedKey)).not.toBeNull()
    const next = reload(first.storage, first.port, relayConfig)
    await next.connection.reconnect()
    expect(next.connection.$status.get()).toBe('disconnected')
    expect(first.storage.getItem(storedKey)).toBeNull()
  })

  test('disconnecting while a wallet is asked is final', async () => {
    const acme = new ScriptedWallet()
    const first = setUp([acme])
    await first.connection.connect(acme.installed)
    acme.onConnect = 'hold'
    const next = reload(first.storage, first.port)
    const done = next.connection.reconnect().catch((error: unknown) => error)
    await next.clock.tickAsync(0)
    await next.connection.disconnect()
    acme.release()
    await done
    await next.clock.tickAsync(0)
    expect(next.connection.$status.get()).toBe('disconnected')
    expect(first.storage.getItem(storedKey)).toBeNull()
  })

  test('a wallet that was chosen while another was restored wins', async () => {
    const [acme, bolt] = [new ScriptedWallet({ name: 'Acme' }), new ScriptedWallet({ name: 'Bolt' })]
    const first = setUp([acme, bolt])
    await first.connection.connect(acme.installed)
    acme.onConnect = 'hold'
    const next = reload(first.storage, first.port)
    const done = next.connection.reconnect()
    await next.clock.tickAsync(0)
    await next.connection.connect(bolt.installed)
    acme.release()
    await done
    expect(next.connection.$connections.get().map(({ wallet }) => wallet.name)).toEqual(['Bolt'])
  })

  test('a wallet of a namespace that is no longer configured is not asked', async () => {
    const sol = new ScriptedWallet({ namespace: 'solana' })
    const first = setUp([sol])
    await first.connection.connect(sol.installed)
    const next = reload(first.storage, first.port, { networks: [mainnet] })
    await next.connection.reconnect()
    expect(sol.silent).toBe(0)
  })

  test('the chosen network gives way when its wallet is gone', async () => {
    const [acme, sol] = [new ScriptedWallet(), new ScriptedWallet({ name: 'Sol', namespace: 'solana' })]
    const first = setUp([acme, sol])
    await first.connection.connect(acme.installed)
    await first.connection.connect(sol.installed)
    sol.isGranted = false
    const next = reload(first.storage, first.port)
    expect(next.core.use(createNetworks).$network.get().chainNamespace).toBe('solana')
    await next.connection.reconnect()
    expect(next.core.use(createNetworks).$network.get().chainNamespace).toBe('eip155')
  })

  testRows([
    'not json',
    '{}',
    'null',
    '[1]',
    '[{"namespace":"eip155"}]',
    '[{"namespace":"nope","connectorId":"a","wallet":{"id":"a","name":"a"},"transport":"injected","chain":"nope:1","at":1}]',
    '[{"namespace":"eip155","connectorId":"a","wallet":{"id":"a","name":"a"},"transport":"injected","chain":"solana:1","at":1}]',
    '[{"namespace":"eip155","connectorId":"a","wallet":{"id":"a"},"transport":"injected","chain":"eip155:1","at":1}]',
    `[${'{},'.repeat(5000)}{}]`,
  ])('a corrupted memory is dropped: %.40s', async (text) => {
    const storage = createMemoryStorage({ [storedKey]: text })
    const { connection, port, log } = setUp([new ScriptedWallet()], { storage })
    await connection.reconnect()
    expect(connection.$status.get()).toBe('disconnected')
    expect(port.opened).toEqual([])
    expect(storage.getItem(storedKey)).toBeNull()
    expect(log.entries().join()).toContain('dropped a broken entry: connections')
  })
})

describe('switching', () => {
  test('asks the wallet, then the network is chosen', async () => {
    const acme = new ScriptedWallet()
    const { connection, core, changes } = setUp([acme])
    await connection.connect(acme.installed)
    await connection.switchTo(toBase)
    expect(acme.switches).toEqual(['eip155:8453'])
    expect(core.use(createNetworks).$network.get().caipNetworkId).toBe('eip155:8453')
    expect(changes.at(-1)).toMatchObject({ type: 'chain', by: 'user' })
    await connection.switchTo(toBase)
    expect(acme.switches).toHaveLength(1)
  })

  test('a wallet that tells of it before it answers: the person did it, once', async () => {
    const acme = new ScriptedWallet()
    const { connection, changes } = setUp([acme])
    await connection.connect(acme.installed)
    acme.onSwitch = 'announce'
    await connection.switchTo(toBase)
    expect(changes.filter(({ type }) => type === 'chain')).toMatchObject([{ by: 'user' }])
  })

  test('declined: everything stays', async () => {
    const acme = new ScriptedWallet()
    const { connection, core } = setUp([acme])
    await connection.connect(acme.installed)
    acme.onSwitch = walletError('USER_REJECTED')
    await expect(connection.switchTo(toBase)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(core.use(createNetworks).$network.get().caipNetworkId).toBe('eip155:1')
    expect(connection.active().grant.chain).toBe('eip155:1')
  })

  test('a wallet that says yes and stays where it was', async () => {
    const acme = new ScriptedWallet()
    const { connection } = setUp([acme])
    await connection.connect(acme.installed)
    acme.onSwitch = 'ignore'
    await expect(connection.switchTo(toBase)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
  })

  test('a double click asks once', async () => {
    const acme = new ScriptedWallet()
    const { connection } = setUp([acme])
    await connection.connect(acme.installed)
    acme.onSwitch = 'hold'
    const both = Promise.all([connection.switchTo(toBase), connection.switchTo(toBase)])
    await vi.waitFor(() => expect(acme.switches).toHaveLength(1))
    acme.release()
    await both
    expect(acme.switches).toHaveLength(1)
  })

  test('without a connection in that namespace it is only a choice', async () => {
    const { connection, core } = setUp([])
    await connection.switchTo(toSolana)
    expect(core.use(createNetworks).$network.get().chainNamespace).toBe('solana')
  })

  test('a network that is not configured', async () => {
    const { connection } = setUp([])
    await expect(connection.switchTo(toNetwork(polygon))).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
      message: 'Network not found',
    })
  })

  test('disconnected while the wallet was asked', async () => {
    const acme = new ScriptedWallet()
    const { connection } = setUp([acme])
    await connection.connect(acme.installed)
    acme.onSwitch = 'hold'
    const attempt = connection.switchTo(toBase).catch((error: unknown) => error)
    await vi.waitFor(() => expect(acme.switches).toHaveLength(1))
    await connection.disconnect()
    acme.release()
    expect(await attempt).toMatchObject({ code: 'NOT_CONNECTED' })
    expect(toMainnet.caipNetworkId).toBe('eip155:1')
  })
})

test('two modals of one page share nothing', async () => {
  const acme = new ScriptedWallet()
  const storage = createMemoryStorage()
  const make = (id: string) =>
    createCore(parseConfig({ networks, id }), {
      fetch: () => Promise.reject(new TypeError('offline')),
      storage,
      now: Date.now,
      connectors: () => Promise.resolve(createScriptedPort([acme])),
      namespaces: namespaceRows,
      show: () => Promise.resolve(),
      views: routeTable,
      afterOpen: () => import('../../../src/root/after-open.js'),
      window: undefined,
      log: createLogger({ level: 'silent' }),
    })
  const [left, right] = [make('left'), make('right')]
  await left.use(createConnection).connect(acme.installed)
  expect(right.use(createConnection).$status.get()).toBe('disconnected')
  await right.use(createConnection).reconnect()
  expect(right.use(createConnection).$status.get()).toBe('disconnected')
})
