// Two tabs of one site: two real cores over one storage, each with a WalletConnect client of its own over the real relay.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RelayStorage } from '../../../src/connectors/relay/shared-storage.js'
import { createRelay } from '../../../src/connectors/relay/pairing.js'
import { createSharedStorage } from '../../../src/connectors/relay/shared-storage.js'
import { namespaceRows } from '../../../src/root/namespaces.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { filledMetadata } from '../../../src/state/interface/metadata.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { createTestWindow } from '../../support/window.js'
import { type StartedRelay, startRelay } from '../../../services/test/support/relay.js'
import { createWalletPeer } from '../../../services/test/support/wallet-peer.js'

// The client shares its core through globalThis under one prefix; a second tab in one process must not find it.
process.env['DISABLE_GLOBAL_CORE'] = 'true'

let relay: StartedRelay
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.stop())
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** What all tabs share of a client: each reads and writes values of its own, as IndexedDB copies them. */
function createDatabase(): RelayStorage {
  const entries = new Map<string, string>()
  const read = (json: string | undefined) => (json === undefined ? undefined : (JSON.parse(json) as never))
  return {
    getKeys: () => Promise.resolve([...entries.keys()]),
    getEntries: () => Promise.resolve([...entries].map(([key, json]) => [key, read(json)] as never)),
    getItem: (key) => Promise.resolve(read(entries.get(key))),
    setItem: (key, value) => Promise.resolve(void entries.set(key, JSON.stringify(value))),
    removeItem: (key) => Promise.resolve(void entries.delete(key)),
  }
}

function createSite() {
  const [shared, database] = [createMemoryStorage(), createDatabase()]
  const windows: Window[] = []
  const bolt = new ScriptedWallet({ name: 'Bolt' })
  /** Opens a tab whose relay client is up already, as after an earlier visit to the codes. */
  const open = async () => {
    const { window } = createTestWindow()
    windows.push(window)
    const tell = (key: string) => {
      for (const other of windows.filter((one) => one !== window))
        other.dispatchEvent(Object.assign(new Event('storage'), { key }))
    }
    const life = new AbortController()
    const own = createRelay(namespaceRows, life.signal, { storage: database })
    const { core } = createTestCore({
      config: { networks: [mainnet], services: { relay: relay.url } },
      window,
      connectors: {
        ...createScriptedPort([bolt]),
        pair: (options) => own.pair(options),
        restore: (options) => own.restore(options),
      },
      storage: {
        getItem: (key) => shared.getItem(key),
        setItem(key, value) {
          shared.setItem(key, value)
          tell(key)
        },
        removeItem(key) {
          shared.removeItem(key)
          tell(key)
        },
      },
    })
    const close = () => {
      core.destroy()
      life.abort()
      windows.splice(windows.indexOf(window), 1)
    }
    ends.push(close)
    const connection = core.use(createConnection)
    const options = {
      relayUrl: relay.url,
      projectId: '',
      storagePrefix: 'wm::default:relay',
      metadata: filledMetadata(core),
      networks: core.config.networks,
      read: () => Promise.reject(new Error('no node')),
      signal: life.signal,
    }
    await own.restore({ ...options, topic: 'f'.repeat(64) })
    const names = () => connection.$connections.get().map(({ wallet }) => wallet.name)
    const pair = async (phone: Awaited<ReturnType<typeof createPhone>>) => {
      const pairing = core.use(createPairing)
      const stop = pairing.$pairing.subscribe((state) => state.status === 'waiting' && void phone.pair(state.uri))
      await pairing.start()
      stop()
    }
    return { core, connection, names, pair, close, bolt }
  }
  return { open }
}

async function createPhone(name: string) {
  const phone = await createWalletPeer({
    relayUrl: relay.url,
    privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    chains: ['eip155:1'],
    name,
  })
  ends.push(() => phone.close())
  return phone
}

test('the tab that holds a session says goodbye when another tab connects another wallet', async () => {
  const site = createSite()
  const [first, second, phone] = await Promise.all([site.open(), site.open(), createPhone('Phone')])
  await first.pair(phone)
  expect([first.names(), second.names()]).toEqual([['Phone'], []])
  await second.connection.connect(second.bolt.installed)
  expect([first.names(), second.names()]).toEqual([[], ['Bolt']])
  await expect.poll(() => phone.sessions().length).toBe(0)
})

test('a session whose tab was closed is ended with the next page load', async () => {
  const site = createSite()
  const [first, second, phone] = await Promise.all([site.open(), site.open(), createPhone('Phone')])
  await first.pair(phone)
  first.close()
  await second.connection.connect(second.bolt.installed)
  expect(phone.sessions()).toHaveLength(1)
  const third = await site.open()
  await third.connection.reconnect()
  expect(third.names()).toEqual(['Bolt'])
  await expect.poll(() => phone.sessions().length).toBe(0)
})

test('what a stale tab stores takes no session from another', async () => {
  const site = createSite()
  const [first, second, phone, other] = await Promise.all([site.open(), site.open(), createPhone('Phone'), createPhone('Other')])
  await first.pair(phone)
  await second.connection.disconnect('solana') // nothing: it does not even know of the phone
  await second.pair(other)
  await expect.poll(() => phone.sessions().length).toBe(0) // the first tab has let it go
  expect([first.names(), second.names()]).toEqual([[], ['Other']])
  first.close()
  second.close()
  const third = await site.open()
  await third.connection.reconnect()
  expect(third.names()).toEqual(['Other'])
  await third.connection.disconnect()
  await expect.poll(() => other.sessions().length).toBe(0)
})

test('lists and tables are merged by what each client changed', async () => {
  const database = createDatabase()
  const [one, two] = [createSharedStorage(database), createSharedStorage(database)]
  await one.setItem('list', [{ topic: 'a' }, { topic: 'b', expiry: 1 }])
  for (const client of [one, two]) await client.getItem('list')
  await one.setItem('list', [{ topic: 'a' }, { topic: 'b', expiry: 1 }, { topic: 'c' }])
  await two.setItem('list', [{ topic: 'b', expiry: 2 }, { topic: 'd' }]) // it has ended a, and never heard of c
  expect(await database.getItem('list')).toEqual([{ topic: 'b', expiry: 2 }, { topic: 'c' }, { topic: 'd' }])
  await one.setItem('list', [{ topic: 'a', expiry: 3 }, { topic: 'b', expiry: 1 }, { topic: 'c' }]) // a is over, whatever this tab thinks of it
  expect(await database.getItem('list')).toEqual([{ topic: 'b', expiry: 2 }, { topic: 'c' }, { topic: 'd' }])

  await one.setItem('table', { x: '1' })
  await two.setItem('table', { y: '2' })
  expect(await database.getItem('table')).toEqual({ x: '1', y: '2' })
  await two.setItem('table', {})
  expect(await database.getItem('table')).toEqual({ x: '1' })
  await one.setItem('words', ['several', 'without', 'a name'])
  expect(await two.getItem('words')).toEqual(['several', 'without', 'a name'])
  await one.setItem('word', 'as it is')
  expect(await two.getItem('word')).toBe('as it is')
  await two.removeItem('word')
  expect(await one.getItem('word')).toBeUndefined()
})
