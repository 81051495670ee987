// Two tabs of a site with `reconnect: false`, on the browser's own locks: a new tab takes nothing from one that is in use.
import { afterEach, expect, test } from 'vitest'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createFreshStart } from '../../../src/state/connections/forget.js'
import { createActions } from '../../../src/root/actions.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet } from '../../support/wallets.js'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))
const key = 'wm:locks:default:connections'

function setUp() {
  const phone = new ScriptedWallet()
  const acme = new ScriptedWallet({ id: 'acme', name: 'Acme' })
  const port = createScriptedPort([phone, acme])
  const storage = createMemoryStorage()
  const session = createSession([phone])
  const tab = () => {
    const { core } = createTestCore({
      config: { networks: [mainnet], projectId: 'locks', reconnect: false, services: { relay: 'ws://127.0.0.1:1' } },
      connectors: port,
      storage,
      window,
    })
    ends.push(() => core.destroy())
    return core
  }
  return { tab, port, storage, session, acme }
}
const isHeld = async () => (await navigator.locks.query()).held?.some(({ name }) => name === key) ?? false

test('C12: a session of a tab that is open is left alone; of one that was closed it is ended', async () => {
  const { tab, port, storage, session } = setUp()
  const first = tab()
  await first.use(createFreshStart)
  await first.use(createConnection).adopt(session)
  port.sessions.set(session.topic, session)
  await expect.poll(isHeld).toBe(true)

  await tab().use(createFreshStart)
  expect(session.ended()).toBe(false)
  expect(storage.getItem(key)).not.toBeNull()

  ends.splice(0).forEach((end) => end()) // both are closed
  await expect.poll(isHeld).toBe(false)
  // As a page load does it: the reactions first.
  const last = tab()
  last.use(createReactions)
  await createActions(last).reconnect()
  expect(session.ended()).toBe(true)
  expect(storage.getItem(key)).toBeNull()
  await expect.poll(isHeld).toBe(true)
})

test('C12: what is connected while the earlier connections are removed stays', async () => {
  const { tab, port, storage, session, acme } = setUp()
  const first = tab()
  await first.use(createConnection).adopt(session)
  port.sessions.set(session.topic, session)
  first.destroy()
  const next = tab()
  const started = next.use(createFreshStart)
  await next.use(createConnection).connect(acme.installed)
  await started
  expect(session.ended()).toBe(true)
  expect(JSON.parse(storage.getItem(key) ?? '[]')).toMatchObject([{ connectorId: 'acme' }])
})
