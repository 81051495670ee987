// Disconnecting while other things are under way: an older goodbye, a new wallet, a session that is being taken over.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { walletError } from '../../../src/vocabulary/errors.js'
import { createMockPort } from '../../../src/connectors/mock/port.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createProvider } from '../../../src/state/connections/provider.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createActions } from '../../../src/root/actions.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet } from '../../support/wallets.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

function setUp() {
  const [acme, bolt] = [new ScriptedWallet({ name: 'Acme' }), new ScriptedWallet({ name: 'Bolt' })]
  const sol = new ScriptedWallet({ name: 'Sol', namespace: 'solana' })
  const port = createScriptedPort([acme, bolt, sol])
  const opened: string[] = []
  const all = createTestCore({
    config: { networks: [mainnet, solana], services: { relay: 'ws://127.0.0.1:1' } },
    connectors: port,
    show: ({ name }) => Promise.resolve(void opened.push(name)),
  })
  const connection = all.core.use(createConnection)
  const names = () => connection.$connections.get().map(({ wallet }) => wallet.name)
  /** Connected to Acme, which takes its time to say goodbye. */
  const leaving = async () => {
    await connection.connect(acme.installed)
    acme.onDisconnect = 'hold'
    const left = connection.disconnect('eip155')
    await all.clock.tickAsync(0)
    expect(acme.disconnects).toBe(1)
    return left
  }
  return { ...all, port, acme, bolt, sol, connection, names, leaving, opened }
}

test('a disconnect ends what is connected when it is called, also while an older one is pending', async () => {
  const { acme, bolt, connection, names, leaving } = setUp()
  const first = leaving()
  await vi.waitFor(() => expect(acme.disconnects).toBe(1))
  await connection.connect(bolt.installed)
  const second = connection.disconnect()
  acme.release()
  await Promise.all([first, second])
  expect(names()).toEqual([])
  expect([acme.disconnects, bolt.disconnects]).toEqual([1, 1])
})

test('of another namespace than the pending one', async () => {
  const { acme, sol, connection, names, leaving } = setUp()
  await connection.connect(sol.installed)
  const first = leaving()
  await vi.waitFor(() => expect(acme.disconnects).toBe(1))
  const second = connection.disconnect('solana')
  await vi.waitFor(() => expect(names()).toEqual(['Acme']))
  acme.release()
  await Promise.all([first, second])
  expect(names()).toEqual([])
})

test('a connection that is asked for after the call stays', async () => {
  const { acme, bolt, connection, names } = setUp()
  await connection.connect(acme.installed)
  await Promise.all([connection.disconnect(), connection.connect(bolt.installed)])
  expect(names()).toEqual(['Bolt'])
})

test('a session that is being taken over is over too', async () => {
  const { connection, names } = setUp()
  const phone = new ScriptedWallet({ name: 'Phone' })
  phone.onConnect = 'hold'
  const session = createSession([phone])
  const adopted = expect(connection.adopt(session)).rejects.toMatchObject({ code: 'ABORTED' })
  await connection.disconnect()
  phone.release()
  await adopted
  expect([names(), connection.$status.get(), session.ended()]).toEqual([[], 'disconnected', true])
})

test('pairing shows nothing any more when its session was ended while it was taken over', async () => {
  const { core, port, clock, connection } = setUp()
  const pairing = core.use(createPairing)
  const phone = new ScriptedWallet({ name: 'Phone' })
  phone.onConnect = 'hold'
  void pairing.start()
  await clock.tickAsync(0)
  port.pairings[0]?.approve(createSession([phone]))
  await clock.tickAsync(0)
  expect(pairing.$pairing.get().status).toBe('approving')
  await connection.disconnect()
  await clock.tickAsync(0)
  expect(pairing.$pairing.get()).toEqual({ status: 'idle' })
})

test('each call hears of a goodbye that failed, and all is gone when the last one settles', async () => {
  const { acme, connection, names } = setUp()
  await connection.connect(acme.installed)
  acme.onDisconnect = walletError('WALLET_FAILED')
  const outcomes = await Promise.allSettled([connection.disconnect(), connection.disconnect()])
  expect(outcomes).toMatchObject([{ reason: { code: 'DISCONNECT_FAILED' } }, { reason: { code: 'DISCONNECT_FAILED' } }])
  expect(names()).toEqual([])
})

test('nothing is sent to a wallet that is leaving, and it is asked anew only when it has left', async () => {
  const { core, acme, clock, connection, names, leaving } = setUp()
  const { request } = core.use(createProvider)
  const left = leaving()
  await vi.waitFor(() => expect(acme.disconnects).toBe(1))
  await expect(request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4900 })
  const again = connection.connect(acme.installed)
  await clock.tickAsync(0)
  expect(acme.prompts).toBe(1)
  acme.release()
  await Promise.all([left, again])
  expect([names(), acme.prompts]).toEqual([['Acme'], 2])
})

test('connect() while a disconnect is pending brings the new account, not the one that leaves', async () => {
  const { core, acme, bolt, clock, connection, leaving, opened } = setUp()
  core.use(createReactions)
  const actions = createActions(core)
  const left = leaving()
  await vi.waitFor(() => expect(acme.disconnects).toBe(1))
  const connected = actions.connect(undefined)
  await clock.tickAsync(0)
  acme.release()
  await left
  await vi.waitFor(() => expect(opened).toEqual(['Connect']))
  await connection.connect(bolt.installed)
  await expect(connected).resolves.toMatchObject({ wallet: { name: 'Bolt' } })
})

test('a wallet that is restored when everything is disconnected keeps no listener, whenever that is', async () => {
  for (let turns = 0; turns < 40; turns++) {
    const mock = createMockWallet({ accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
    let count = 0
    const { on, removeListener } = mock.provider
    mock.provider.on = (...args) => void (count++, on(...args))
    mock.provider.removeListener = (...args) => void (count--, removeListener(...args))
    const connectors = createMockPort({ wallets: [mock] })
    const before = createTestCore({ connectors })
    await before.core.use(createConnection).connect(mock.installed)
    before.core.destroy()
    const { core } = createTestCore({ connectors, storage: before.storage })
    const connection = core.use(createConnection)
    const restored = connection.reconnect().catch(() => undefined)
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    await connection.disconnect()
    await restored
    expect([connection.$status.get(), count], `after ${turns} turns`).toEqual(['disconnected', 0])
  }
})
