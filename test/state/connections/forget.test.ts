// A page with `reconnect: false`: what an earlier visit left is removed, here and in the wallet.
import { expect, test } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createActions } from '../../../src/root/actions.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet } from '../../support/wallets.js'

const key = 'wm:shop:default:connections'
const config: ModalConfig = { networks: [mainnet], projectId: 'shop', services: { relay: 'ws://127.0.0.1:1' } }

/** What a visit with a phone, or with an extension, has left; and the next page load. */
async function visited(how: 'phone' | 'extension') {
  const acme = new ScriptedWallet()
  const port = createScriptedPort([acme])
  const before = createTestCore({ config, connectors: port })
  const connection = before.core.use(createConnection)
  const session = createSession([acme])
  if (how === 'phone') await connection.adopt(session)
  else await connection.connect(acme.installed)
  if (how === 'phone') port.sessions.set(session.topic, session)
  expect(before.storage.getItem(key)).not.toBeNull()
  const next = createTestCore({ config: { ...config, reconnect: false }, connectors: port, storage: before.storage })
  return { ...next, acme, port, session, actions: createActions(next.core) }
}

test('a relay session is ended, which tells the wallet, and is no longer stored', async () => {
  const { actions, session, storage, core } = await visited('phone')
  await actions.reconnect()
  expect(session.ended()).toBe(true)
  expect(storage.getItem(key)).toBeNull()
  expect(core.publicState.$status.get()).toBe('disconnected')
})

test('an extension keeps its permission, and is not asked; its entry is removed', async () => {
  const { actions, acme, storage, port } = await visited('extension')
  const opened = port.opened.length
  await actions.reconnect()
  expect(storage.getItem(key)).toBeNull()
  expect([acme.silent, acme.disconnects, port.opened.length]).toEqual([0, 0, opened])
})

test('a session that cannot be reached is forgotten all the same', async () => {
  const { actions, port, storage } = await visited('phone')
  port.restore = () => Promise.reject(new Error('no relay'))
  await expect(actions.reconnect()).resolves.toBeUndefined()
  expect(storage.getItem(key)).toBeNull()
})

test('who never was here causes nothing', async () => {
  const port = createScriptedPort()
  let restored = 0
  const { core } = createTestCore({
    config: { ...config, reconnect: false },
    connectors: { ...port, restore: () => Promise.resolve(void restored++) },
  })
  await createActions(core).reconnect()
  expect(restored).toBe(0)
})
