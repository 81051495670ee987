// Two tabs of a site with `reconnect: false`, on the browser's own locks: a new tab takes nothing from one that is in use.
import { afterEach, expect, test } from 'vitest'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createPresence, forgetStored } from '../../../src/state/connections/forget.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet } from '../../support/wallets.js'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))
const key = 'wm:locks:default:connections'

function setUp() {
  const phone = new ScriptedWallet()
  const port = createScriptedPort([phone])
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
  return { tab, port, storage, session }
}
const isHeld = async () => (await navigator.locks.query()).held?.some(({ name }) => name === key) ?? false

test('C12: a session of a tab that is open is left alone; of one that was closed it is ended', async () => {
  const { tab, port, storage, session } = setUp()
  const first = tab()
  await first.use(createConnection).adopt(session)
  port.sessions.set(session.topic, session)
  first.use(createPresence)
  await expect.poll(isHeld).toBe(true)

  await forgetStored(tab())
  expect(session.ended()).toBe(false)
  expect(storage.getItem(key)).not.toBeNull()

  ends.splice(0).forEach((end) => end()) // both are closed
  await expect.poll(isHeld).toBe(false)
  await forgetStored(tab())
  expect(session.ended()).toBe(true)
  expect(storage.getItem(key)).toBeNull()
})
