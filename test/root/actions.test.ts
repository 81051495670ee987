// What a page asks for by code, while the last page load's wallet is still being asked whether it is there.
import { expect, test, vi } from 'vitest'
import { walletError } from '../../src/vocabulary/errors.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import { createAccounts } from '../../src/state/connections/accounts.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createActions } from '../../src/root/actions.js'
import { createTestCore } from '../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../support/wallets.js'

/** A page that was connected to `acme` on its last load. */
async function setUp() {
  const acme = new ScriptedWallet()
  const connectors = createScriptedPort([acme])
  const before = createTestCore({ config: { networks: [mainnet] }, connectors })
  await before.core.use(createConnection).connect(acme.installed)
  const opened: string[] = []
  const { core } = createTestCore({
    config: { networks: [mainnet, base] },
    connectors,
    storage: before.storage,
    show: ({ name }) => Promise.resolve(void opened.push(name)),
  })
  core.use(createAccounts)
  const actions = createActions(core)
  return { acme, core, actions, opened, connect: () => actions.connect('eip155') }
}

test('connect() waits for what is being restored, and asks nobody', async () => {
  const { acme, actions, opened, connect } = await setUp()
  acme.onConnect = 'hold'
  void actions.reconnect()
  const connected = connect()
  await vi.waitFor(() => expect(acme.silent).toBe(1))
  acme.release()
  await expect(connected).resolves.toMatchObject({ namespace: 'eip155', wallet: { name: 'Acme' } })
  expect([opened, acme.prompts]).toEqual([[], 1])
})

test('connect() lets the visitor choose when nothing comes back, and when nothing is restored', async () => {
  const { acme, core, actions, opened, connect } = await setUp()
  acme.isGranted = false
  void actions.reconnect()
  const first = expect(connect()).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await vi.waitFor(() => expect(opened).toEqual(['Connect']))
  core.emit('close', undefined)
  await first
  const second = expect(connect()).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await vi.waitFor(() => expect(opened).toEqual(['Connect', 'Connect']))
  core.emit('close', undefined)
  await second
})

test('switchNetwork() ends with the wallet, not before, and says what it refused', async () => {
  const { acme, core } = await setUp()
  const actions = createActions(core)
  await core.use(createConnection).connect(acme.installed)
  acme.onSwitch = 'hold'
  let isDone = false
  const switched = actions.switchNetwork('eip155:8453').then(() => (isDone = true))
  await vi.waitFor(() => expect(acme.switches).toEqual(['eip155:8453']))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isDone).toBe(false)
  acme.release()
  await switched
  expect(core.publicState.$network.get()?.caipNetworkId).toBe('eip155:8453')
  acme.onSwitch = walletError('USER_REJECTED')
  await expect(actions.switchNetwork('eip155:1')).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('a watch that is stopped in its first call hears nothing more', async () => {
  const { acme, core, actions } = await setUp()
  const heard: string[] = []
  for (const what of ['accounts', 'wallets', 'balance', 'portfolio', 'activity'] as const) {
    const life = new AbortController()
    actions.watch(
      what,
      () => {
        heard.push(what)
        life.abort()
      },
      life.signal,
    )
  }
  await vi.waitFor(() => expect(heard).toHaveLength(5))
  await core.use(createConnection).connect(acme.installed)
  await vi.waitFor(() => expect(core.use(createAccounts).$all.get()).not.toEqual([]))
  expect(heard.sort()).toEqual(['accounts', 'activity', 'balance', 'portfolio', 'wallets'])
})

test('a watch whose listener throws takes nothing from the modal', async () => {
  const { acme, core, actions } = await setUp()
  const failed = vi.fn(() => {
    throw new Error('of the page')
  })
  const log = vi.spyOn(core.deps.log, 'error').mockImplementation(() => undefined)
  actions.watch('accounts', failed, core.signal)
  await core.use(createConnection).connect(acme.installed)
  expect(failed.mock.calls.length).toBeGreaterThan(1)
  expect(log.mock.calls.map(([message]) => message)).toContain("a listener of 'accounts' failed")
})
