// Several wallets in one namespace: one is active, the others wait beside it. And who signs: the account that was selected.
import { describe, expect, test } from 'vitest'
import { walletError } from '../../../src/vocabulary/errors.js'
import { base, bitcoin, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createActions } from '../../../src/root/actions.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createAccountTypes } from '../../../src/state/connections/account-types.js'
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

  test('that ends leaves the page on the network of the other', async () => {
    const [acme, bolt] = acmeAndBolt()
    acme.chain = 'eip155:8453'
    const { connection, core } = setUp([acme, bolt])
    await connection.connect(acme.installed, { chain: 'eip155:8453' })
    await connection.connect(bolt.installed, { chain: 'eip155:1', beside: true })
    bolt.say({ type: 'disconnect' })
    expect(core.use(createAccounts).$account.get()?.chainId).toBe('eip155:8453')
    expect(core.use(createNetworks).$network.get().id).toBe(8453)
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

test('a session that took a namespace back while no page listened is forgotten there with the next page load', async () => {
  const first = setUp([])
  const wallets = [new ScriptedWallet(), new ScriptedWallet({ namespace: 'solana' })] as const
  await first.connection.adopt(createSession(wallets))
  first.port.sessions.set('topic-1', createSession([wallets[1]]))
  const next = setUp([], first.storage, first.port)
  await next.connection.reconnect()
  expect(next.connection.$connections.get().map(({ namespace }) => namespace)).toEqual(['solana'])
  expect(JSON.parse(first.storage.getItem('wm::default:connections') ?? '')).toMatchObject([{ namespace: 'solana' }])
})

describe('a session that was replaced in one of its namespaces', () => {
  async function replaced() {
    const [evm, sol] = [new ScriptedWallet({ name: 'Phone' }), new ScriptedWallet({ name: 'Phone', namespace: 'solana' })]
    const acme = new ScriptedWallet({ name: 'Acme' })
    const first = setUp([acme])
    const session = createSession([evm, sol])
    first.port.sessions.set(session.topic, session)
    await first.connection.adopt(session)
    await first.connection.connect(acme.installed)
    return { ...first, session, evm, sol, acme }
  }

  test('goes on in the others, and lets go of its wallet in this one', async () => {
    const { core, session, evm, sol } = await replaced()
    expect([session.ended(), evm.releases, sol.releases]).toEqual([false, 1, 0])
    core.destroy()
    expect([evm.releases, sol.releases]).toEqual([1, 1])
  })

  test('is ended when it grants nothing any more where it was left', async () => {
    const { session, sol, names } = await replaced()
    sol.say({ type: 'accounts', accounts: [] })
    expect([names(), session.ended()]).toEqual([['Acme'], true])
  })

  test('does not come back there with the next page load', async () => {
    const { connection, storage, port } = await replaced()
    await connection.disconnect('eip155')
    const next = setUp([], storage, port)
    await next.connection.reconnect()
    expect(next.connection.$connections.get().map(({ namespace }) => namespace)).toEqual(['solana'])
  })
})

test('a session lets go of the namespaces in which it grants no account', async () => {
  const [evm, sol] = [new ScriptedWallet(), new ScriptedWallet({ namespace: 'solana' })]
  sol.onConnect = walletError('NO_ACCOUNTS')
  const { connection } = setUp([])
  const session = createSession([evm, sol])
  await connection.adopt(session)
  expect([session.ended(), evm.releases, sol.releases]).toEqual([false, 0, 1])
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

describe('ecosystems beside each other', () => {
  const world = () => {
    const acme = new ScriptedWallet({ name: 'Acme', addresses: [first] })
    const sun = new ScriptedWallet({ name: 'Sun', namespace: 'solana' })
    return { acme, sun, ...setUp([acme, sun]) }
  }
  const session = () =>
    createSession([
      new ScriptedWallet({ name: 'Phone', addresses: [second] }),
      new ScriptedWallet({ name: 'Phone', namespace: 'solana', addresses: ['11111111111111111111111111111111'] }),
    ])

  test('a session that was asked for in one leaves the wallet of another active, also after a reload', async () => {
    const { acme, connection, core, clock, storage, port } = world()
    await connection.connect(acme.installed)
    await clock.tickAsync(1000)
    core.use(createRouter).reset({ name: 'Connect', namespace: 'solana', network: solana })
    const phone = session()
    const made = await connection.adopt(phone)
    expect(made.namespace).toBe('solana')
    expect(core.use(createNetworks).$network.get().chainNamespace).toBe('solana')
    expect([connection.find('eip155')?.wallet.name, connection.find('solana')?.wallet.name]).toEqual(['Acme', 'Phone'])
    expect(
      connection
        .sharing(made)
        .map(({ namespace }) => namespace)
        .sort(),
    ).toEqual(['eip155', 'solana'])
    expect(acme.releases).toBe(0)
    port.sessions.set(phone.topic, session())
    const next = setUp([], storage, port)
    await next.connection.reconnect()
    expect([next.connection.find('eip155')?.wallet.name, next.connection.find('solana')?.wallet.name]).toEqual(['Acme', 'Phone'])
  })

  test('a session that nothing was asked of replaces what was connected', async () => {
    const { acme, connection } = world()
    await connection.connect(acme.installed)
    await connection.adopt(session())
    expect(connection.find('eip155')?.wallet.name).toBe('Phone')
    expect(acme.releases).toBe(1)
  })

  test('when the wallet of the chosen network goes, the page goes where one is left', async () => {
    const { acme, sun, connection, core } = world()
    await connection.connect(sun.installed)
    await connection.connect(acme.installed)
    expect(core.use(createNetworks).$network.get().chainNamespace).toBe('eip155')
    acme.say({ type: 'disconnect' })
    expect(core.use(createNetworks).$network.get().chainNamespace).toBe('solana')
    expect(core.use(createAccounts).$account.get()?.namespace).toBe('solana')
  })

  test('the page sees one account of each wallet, the active one first', async () => {
    const { acme, sun, connection, core } = world()
    const seen: string[][] = []
    const life = new AbortController()
    createActions(core).watch('accounts', (all) => seen.push(all.map(({ wallet }) => wallet.name)), life.signal)
    await connection.connect(sun.installed)
    await connection.connect(acme.installed)
    connection.activate('solana injected:isSun')
    expect(seen.at(-1)).toEqual(['Sun', 'Acme'])
    await connection.switchTo(core.use(createNetworks).find('eip155:1')!)
    expect(seen.at(-1)).toEqual(['Acme', 'Sun'])
    life.abort()
    const before = seen.length
    await connection.disconnect()
    expect(seen.length).toBe(before)
  })

  test('connect() of an ecosystem whose wallet is there already asks nobody', async () => {
    const { acme, sun, connection, core } = world()
    await connection.connect(sun.installed)
    await connection.connect(acme.installed)
    const account = await createActions(core).connect('solana')
    expect(account.namespace).toBe('solana')
    expect([acme.prompts, sun.prompts]).toEqual([1, 1])
  })

  test('what a wallet says of an account is told to the page: its name, key and type', async () => {
    const { acme, connection, core } = world()
    const chain = 'eip155:1'
    acme.grant = () => ({
      chain,
      accounts: [{ chain, address: first, label: 'Savings', publicKey: 'ab'.repeat(32), type: 'smartAccount' }],
    })
    await connection.connect(acme.installed)
    expect(core.use(createAccounts).$account.get()).toMatchObject({
      label: 'Savings',
      publicKey: 'ab'.repeat(32),
      type: 'smartAccount',
    })
  })

  test('the page says which type of account comes first', async () => {
    const chain = 'bip122:000000000019d6689c085ae165831e93'
    const cold = new ScriptedWallet({ name: 'Cold', namespace: 'bip122' })
    const accounts = ['payment', 'ordinals'].map((purpose) => ({ chain, address: `bc1q${purpose}`, purpose }) as const)
    cold.grant = () => ({ chain, accounts })
    const config = { networks: [mainnet, bitcoin], defaultAccountTypes: { bip122: 'ordinals' } }
    const { core } = createTestCore({ config, connectors: createScriptedPort([cold]) })
    await core.use(createConnection).connect(cold.installed)
    expect(core.use(createAccounts).$account.get()?.type).toBe('ordinals')
  })

  test('another type of account that is chosen is preferred from now on, and the page hears of it', async () => {
    const chain = 'bip122:000000000019d6689c085ae165831e93'
    const cold = new ScriptedWallet({ name: 'Cold', namespace: 'bip122' })
    const accounts = ['payment', 'ordinals'].map((purpose) => ({ chain, address: `bc1q${purpose}`, purpose }) as const)
    cold.grant = () => ({ chain, accounts })
    const { core } = createTestCore({ config: { networks: [mainnet, bitcoin] }, connectors: createScriptedPort([cold]) })
    const heard: unknown[] = []
    core.on('event', (event) => heard.push(event))
    await core.use(createConnection).connect(cold.installed)
    core.use(createAccounts).select(`${chain}:bc1qordinals`)
    expect(heard).toContainEqual({ name: 'SET_PREFERRED_ACCOUNT_TYPE', accountType: 'ordinals', network: chain })
    expect(core.use(createAccountTypes).preferred('bip122')).toBe('ordinals')
  })

  test('a clock that was set back does not put a new wallet behind the old one', async () => {
    const [acme, bolt] = acmeAndBolt()
    const { connection, clock, names } = setUp([acme, bolt])
    await connection.connect(acme.installed)
    clock.tick(-60_000)
    await connection.connect(bolt.installed, { beside: true })
    expect(names()).toEqual(['Bolt', 'Acme'])
    connection.activate('eip155 injected:isAcme')
    expect(names()).toEqual(['Acme', 'Bolt'])
  })

  test('a clock that was set back does not put a new wallet behind one that only another tab shows', async () => {
    const [acme, bolt] = acmeAndBolt()
    const first = setUp([acme, bolt])
    await first.connection.connect(acme.installed)
    const other = setUp([], first.storage, first.port)
    other.clock.tick(-60_000)
    await other.connection.connect(bolt.installed, { beside: true })
    const next = setUp([], first.storage, first.port)
    await next.connection.reconnect()
    expect(next.names()).toEqual(['Bolt', 'Acme'])
  })

  test('a wallet on a network that is not configured can be used still, and the page says so', async () => {
    const { acme, sun, connection, core } = world()
    acme.chain = 'eip155:5'
    await connection.connect(acme.installed, { chain: 'eip155:5' })
    await connection.connect(sun.installed)
    expect(core.use(createAccounts).$unsupportedChain.get()).toBeUndefined()
    connection.activate('eip155 injected:isAcme')
    expect(core.use(createNetworks).$network.get().chainNamespace).toBe('eip155')
    expect(core.use(createAccounts).$unsupportedChain.get()).toBe('eip155:5')
  })
})
