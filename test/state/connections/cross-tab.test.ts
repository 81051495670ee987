// Two pages of one site in one browser: what one of them ends, the other does not go on showing.
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { base, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createConnection, type ConnectionChange } from '../../../src/state/connections/connection.js'
import { DEEPLINK_CHOICE_KEY } from '../../../src/state/connections/deeplink-choice.js'
import { createProvider } from '../../../src/state/connections/provider.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet } from '../../support/wallets.js'
import { createTestWindow } from '../../support/window.js'

const config: ModalConfig = { networks: [mainnet, base, solana], services: { relay: 'ws://127.0.0.1:1' } }

/** Pages over one storage, each with wallets of its own view. As in a browser, a page is told what the others write, and not what it writes itself. */
function createSite() {
  const shared = createMemoryStorage()
  const windows: Window[] = []
  const open = (wallets: readonly ScriptedWallet[] = []) => {
    const { window, go } = createTestWindow()
    windows.push(window)
    const tell = (key: string) => {
      for (const other of windows.filter((one) => one !== window && !sleeping.has(one)))
        other.dispatchEvent(Object.assign(new Event('storage'), { key }))
    }
    const port = createScriptedPort(wallets)
    const { core } = createTestCore({
      config,
      connectors: port,
      window,
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
    const connection = core.use(createConnection)
    const changes: ConnectionChange[] = []
    connection.onChange((change) => changes.push(change))
    return {
      core,
      port,
      connection,
      names: () => connection.$connections.get().map(({ wallet }) => wallet.name),
      endings: () => changes.flatMap((change) => (change.type === 'ended' ? change.by : [])),
      request: core.use(createProvider).request,
      sleep: () => sleeping.add(window),
      wake() {
        sleeping.delete(window)
        go('visible')
      },
    }
  }
  const sleeping = new Set<Window>()
  return { open, shared }
}
/** A phone that both pages restored, as the relay's client does: each holds the session for itself. */
async function withPhone() {
  const site = createSite()
  const [a, b] = [site.open(), site.open()]
  const sessions = [createSession([new ScriptedWallet()]), createSession([new ScriptedWallet()])] as const
  await a.connection.adopt(sessions[0])
  b.port.sessions.set('topic-1', sessions[1])
  await b.connection.reconnect()
  expect([a.names(), b.names()]).toEqual([['Acme'], ['Acme']])
  return { ...site, a, b, sessions }
}

test('a session that one page ends is over in the other, which tells the wallet nothing', async () => {
  const { a, b, sessions } = await withPhone()
  await a.connection.disconnect()
  expect(b.names()).toEqual([])
  expect([a.endings(), b.endings()]).toEqual([['user'], ['elsewhere']])
  expect([sessions[1].forgotten(), sessions[1].ended()]).toEqual([true, false])
  await expect(b.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4900 })
})

test('a session that the wallet ended while only one page listened', async () => {
  const site = createSite()
  const phone = new ScriptedWallet()
  const [a, b] = [site.open(), site.open()]
  await a.connection.adopt(createSession([phone]))
  b.port.sessions.set('topic-1', createSession([new ScriptedWallet()]))
  await b.connection.reconnect()
  phone.say({ type: 'disconnect' })
  expect([a.endings(), b.endings()]).toEqual([['wallet'], ['elsewhere']])
})

test('a page that slept finds out when it is seen again, or before it asks the wallet for anything', async () => {
  const { a, b } = await withPhone()
  b.sleep()
  await a.connection.disconnect()
  expect(b.names()).toEqual(['Acme'])
  b.wake()
  expect(b.names()).toEqual([])

  const next = await withPhone()
  next.b.sleep()
  await next.a.connection.disconnect()
  await expect(next.b.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4900 })
  expect(next.b.names()).toEqual([])
})

test('a wallet in the browser that one page disconnects or replaces, the other lets go', async () => {
  const site = createSite()
  const [acme, bolt] = [new ScriptedWallet({ name: 'Acme' }), new ScriptedWallet({ name: 'Bolt' })]
  const [a, b] = [site.open([acme, bolt]), site.open([acme, bolt])]
  await a.connection.connect(acme.installed)
  await b.connection.reconnect()
  await a.connection.connect(bolt.installed)
  expect([a.names(), b.names()]).toEqual([['Bolt'], []])
  await b.connection.reconnect()
  await b.connection.disconnect()
  expect([a.names(), b.names()]).toEqual([[], []])
})

test('one namespace alone; the other stays in both', async () => {
  const site = createSite()
  const [acme, sol] = [new ScriptedWallet(), new ScriptedWallet({ name: 'Sol', namespace: 'solana' })]
  const [a, b] = [site.open([acme, sol]), site.open([acme, sol])]
  await a.connection.connect(acme.installed)
  await a.connection.connect(sol.installed)
  await b.connection.reconnect()
  await a.connection.disconnect('solana')
  expect([a.names(), b.names()]).toEqual([['Acme'], ['Acme']])
})

test('what a page connects is not taken from it by one that does not find the wallet', async () => {
  const site = createSite()
  const acme = new ScriptedWallet()
  const a = site.open([acme])
  await a.connection.connect(acme.installed)
  await site.open().connection.reconnect() // an extension that runs in the first tab only
  expect(a.names()).toEqual(['Acme'])
})

test('a new link choice of the other page stays', async () => {
  const { a, b, shared } = await withPhone()
  b.sleep()
  await a.connection.disconnect()
  shared.setItem(DEEPLINK_CHOICE_KEY, '{}')
  b.wake()
  expect(b.names()).toEqual([])
  expect(shared.getItem(DEEPLINK_CHOICE_KEY)).toBe('{}')
})

test('storage that was cleared altogether leaves nothing connected', async () => {
  const site = createSite()
  const acme = new ScriptedWallet()
  const [a, b] = [site.open([acme]), site.open([acme])]
  await a.connection.connect(acme.installed)
  await b.connection.reconnect()
  site.shared.removeItem('wm::default:connections')
  a.wake()
  expect([a.names(), b.names()]).toEqual([[], ['Acme']])
})

test('one failed read of the storage drops no live connection', async () => {
  const site = createSite()
  const acme = new ScriptedWallet()
  const a = site.open([acme])
  await a.connection.connect(acme.installed)
  const { getItem } = site.shared
  site.shared.getItem = () => {
    throw new DOMException('The operation failed.', 'UnknownError')
  }
  a.wake()
  expect(a.names()).toEqual(['Acme'])
  site.shared.getItem = getItem
  a.wake()
  expect(a.names()).toEqual(['Acme'])
})

test('a page that replaces a session which it does not hold leaves the goodbye to the page that does', async () => {
  const site = createSite()
  const bolt = new ScriptedWallet({ name: 'Bolt' })
  const [a, b] = [site.open(), site.open([bolt])]
  const session = createSession([new ScriptedWallet()])
  await a.connection.adopt(session)
  await b.connection.connect(bolt.installed)
  expect([session.ended(), session.forgotten()]).toEqual([true, false])
  expect([a.names(), b.names(), a.endings()]).toEqual([[], ['Bolt'], ['elsewhere']])
  expect(JSON.parse(site.shared.getItem('wm::default:connections') ?? '')).toHaveLength(1)
})

test('a disconnect in a page that holds nothing ends what another one holds; nothing is left in the storage', async () => {
  const site = createSite()
  const [a, b] = [site.open(), site.open()]
  const session = createSession([new ScriptedWallet()])
  await a.connection.adopt(session)
  await b.connection.disconnect()
  expect([session.ended(), a.names()]).toEqual([true, []])
  expect(site.shared.getItem('wm::default:connections')).toBeNull()
})

test('a phone that one page replaces in one namespace is let go there by the other, and stays in the rest', async () => {
  const site = createSite()
  const acme = new ScriptedWallet()
  const [a, b] = [site.open([acme]), site.open()]
  const phones = () =>
    [new ScriptedWallet({ name: 'Phone' }), new ScriptedWallet({ name: 'Phone', namespace: 'solana' })] as const
  const held = phones()
  const session = createSession(held)
  await a.connection.adopt(createSession(phones()))
  b.port.sessions.set('topic-1', session)
  await b.connection.reconnect()
  expect(b.names()).toEqual(['Phone', 'Phone'])
  await a.connection.connect(acme.installed)
  expect(b.connection.$connections.get().map(({ namespace }) => namespace)).toEqual(['solana'])
  expect([held[0].releases, held[1].releases, session.forgotten()]).toEqual([1, 0, false])
})

test('a phone that was asked for in one namespace takes no place of a wallet that only another page shows', async () => {
  const site = createSite()
  const acme = new ScriptedWallet()
  const [a, b] = [site.open([acme]), site.open()]
  await a.connection.connect(acme.installed)
  b.core.use(createRouter).reset({ name: 'Connect', namespace: 'solana' })
  await b.connection.adopt(createSession([new ScriptedWallet({ name: 'Phone' }), new ScriptedWallet({ namespace: 'solana' })]))
  expect(a.names()).toEqual(['Acme'])
  const next = site.open([acme])
  next.port.sessions.set(
    'topic-1',
    createSession([new ScriptedWallet({ name: 'Phone' }), new ScriptedWallet({ namespace: 'solana' })]),
  )
  await next.connection.reconnect()
  expect(next.connection.find('eip155')?.wallet.name).toBe('Acme')
})

test('a session that nobody held is ended with the next page load; a relay that does not answer does not hold that up', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const site = createSite()
  const bolt = new ScriptedWallet({ name: 'Bolt' })
  const [a, b] = [site.open(), site.open([bolt])]
  await a.connection.adopt(createSession([new ScriptedWallet()]))
  a.core.destroy() // the tab is closed
  await b.connection.connect(bolt.installed)
  const stored = () => (JSON.parse(site.shared.getItem('wm::default:connections') ?? '[]') as object[]).length
  expect(stored()).toBe(2)
  const load = async (disconnect: () => Promise<void>) => {
    const page = site.open([bolt])
    page.port.sessions.set('topic-1', { ...createSession([new ScriptedWallet()]), disconnect })
    let isDone = false
    void page.connection.reconnect().then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(14_999)
    const wasDone = isDone
    await vi.advanceTimersByTimeAsync(1)
    expect([isDone, page.names()]).toEqual([true, ['Bolt']])
    return wasDone
  }
  expect([await load(() => new Promise(() => undefined)), stored()]).toEqual([false, 2])
  expect([await load(() => Promise.resolve()), stored()]).toEqual([true, 1])
})
