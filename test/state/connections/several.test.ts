// Several wallets in one namespace: one is active, the others wait beside it. And who signs: the account that was selected.
import { describe, expect, test } from 'vitest'
import { base, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createNetworks } from '../../../src/state/networks/networks.js'
import { createSigning } from '../../../src/state/connections/signing.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet, type ScriptedPort } from '../../support/wallets.js'

const [first, second] = ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const

function setUp(
  wallets: readonly ScriptedWallet[],
  storage = createMemoryStorage(),
  port: ScriptedPort = createScriptedPort(wallets),
) {
  const config = { networks: [mainnet, base, solana], services: { relay: 'ws://127.0.0.1:1' } }
  const { core, clock } = createTestCore({ config, connectors: port, storage })
  const connection = core.use(createConnection)
  const names = () => connection.$connections.get().map(({ wallet }) => wallet.name)
  return { core, clock, storage, port, connection, names }
}
const acmeAndBolt = () =>
  [new ScriptedWallet({ name: 'Acme', addresses: [first] }), new ScriptedWallet({ name: 'Bolt', addresses: [second] })] as const

describe('a wallet beside another', () => {
  test('is the active one, and the other stays connected', async () => {
    const [acme, bolt] = acmeAndBolt()
    const { connection, core, names } = setUp([acme, bolt])
    await connection.connect(acme.installed)
    await connection.connect(bolt.installed, { beside: true })
    expect(names()).toEqual(['Bolt', 'Acme'])
    expect(connection.active().wallet.name).toBe('Bolt')
    expect(core.use(createAccounts).$account.get()?.address).toBe(second)
    expect([acme.releases, acme.disconnects]).toEqual([0, 0])
  })

  test('gives way to the other when that is made active, and the network goes where the active one is', async () => {
    const [acme, bolt] = acmeAndBolt()
    acme.chain = 'eip155:8453'
    const { connection, core, names } = setUp([acme, bolt])
    const { $network } = core.use(createNetworks)
    await connection.connect(acme.installed, { chain: 'eip155:8453' })
    await connection.connect(bolt.installed, { chain: 'eip155:1', beside: true })
    expect($network.get().id).toBe(1)
    connection.activate('eip155 injected:isAcme')
    connection.activate('eip155 injected:isAcme')
    connection.activate('nobody')
    expect(names()).toEqual(['Acme', 'Bolt'])
    expect($network.get().id).toBe(8453)
    bolt.say({ type: 'chain', chain: 'eip155:1' })
    expect($network.get().id, 'the one beside does not move the page').toBe(8453)
  })

  test('is replaced with all of its namespace by a connection that is not beside', async () => {
    const [acme, bolt] = acmeAndBolt()
    const other = new ScriptedWallet({ name: 'Cold' })
    const { connection, names } = setUp([acme, bolt, other])
    await connection.connect(acme.installed)
    await connection.connect(bolt.installed, { beside: true })
    await connection.connect(other.installed)
    expect(names()).toEqual(['Cold'])
    expect([acme.releases, bolt.releases]).toEqual([1, 1])
  })

  test('is disconnected alone, and the other leads', async () => {
    const [acme, bolt] = acmeAndBolt()
    const { connection, core, names, storage } = setUp([acme, bolt])
    await connection.connect(acme.installed)
    await connection.connect(bolt.installed, { beside: true })
    await connection.disconnect({ id: connection.active().id })
    expect(names()).toEqual(['Acme'])
    expect([acme.disconnects, bolt.disconnects]).toEqual([0, 1])
    expect(core.use(createAccounts).$account.get()?.address).toBe(first)
    expect(JSON.parse(storage.getItem('wm::default:connections') ?? '')).toMatchObject([{ connectorId: 'injected:isAcme' }])
    await connection.disconnect('eip155')
    expect(names()).toEqual([])
  })

  test('comes back with the other on the next page load, the one that was active last in front', async () => {
    const [acme, bolt] = acmeAndBolt()
    const { connection, clock, storage, port } = setUp([acme, bolt])
    await connection.connect(acme.installed)
    clock.tick(1)
    await connection.connect(bolt.installed, { beside: true })
    clock.tick(1)
    connection.activate('eip155 injected:isAcme')
    const next = setUp([], storage, port)
    await next.connection.reconnect()
    expect(next.names()).toEqual(['Acme', 'Bolt'])
  })

  test('asked for twice is one connection', async () => {
    const [acme, bolt] = acmeAndBolt()
    const { connection, names } = setUp([acme, bolt])
    await connection.connect(acme.installed)
    await connection.connect(bolt.installed, { beside: true })
    await connection.connect(acme.installed, { beside: true })
    expect(names()).toEqual(['Acme', 'Bolt'])
  })
})

describe('a session over several namespaces', () => {
  test('that takes one of them back keeps the others', async () => {
    const [evm, sol] = [new ScriptedWallet(), new ScriptedWallet({ namespace: 'solana' })]
    const { connection, storage } = setUp([])
    await connection.adopt(createSession([evm, sol]))
    evm.say({ type: 'accounts', accounts: [] })
    expect(connection.$connections.get().map(({ namespace }) => namespace)).toEqual(['solana'])
    expect(JSON.parse(storage.getItem('wm::default:connections') ?? '')).toMatchObject([
      { namespace: 'solana', topic: 'topic-1' },
    ])
  })
})

describe('signing and sending', () => {
  test('are asked of the account that was selected, not of the wallet’s first', async () => {
    const acme = new ScriptedWallet({ addresses: [first, second] })
    const { connection, core } = setUp([acme])
    await connection.connect(acme.installed)
    core.use(createAccounts).select(`eip155:1:${second}`)
    await expect(core.use(createSigning).sign('hello')).resolves.toMatchObject({ signature: '0x', account: { address: second } })
    expect(acme.signed).toEqual([{ account: `eip155:1:${second}`, message: 'hello' }])
    await core.use(createSigning).send({ to: first, amount: 1n, asset: 'eip155:1/slip44:60' })
    expect(acme.sent).toEqual([{ from: `eip155:1:${second}`, to: first, amount: 1n, asset: 'eip155:1/slip44:60' }])
  })

  test('need a wallet', async () => {
    const { core } = setUp([])
    await expect(core.use(createSigning).sign('hello')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})
