// What a page asks for by code, while the last page load's wallet is still being asked whether it is there.
import { expect, test, vi } from 'vitest'
import { WalletError } from '../src/errors.js'
import { base, mainnet } from '../src/networks.js'
import { createAccounts } from '../src/state/accounts.js'
import { createConnection } from '../src/state/connection.js'
import { createVerbs } from '../src/verbs.js'
import { createTestCore } from './support/core.js'
import { createScriptedPort, ScriptedWallet } from './support/wallets.js'

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
  const verbs = createVerbs(core)
  return { acme, core, verbs, opened, connect: () => verbs.connect('eip155') }
}

test('connect() waits for what is being restored, and asks nobody', async () => {
  const { acme, verbs, opened, connect } = await setUp()
  acme.onConnect = 'hold'
  void verbs.reconnect()
  const connected = connect()
  await vi.waitFor(() => expect(acme.silent).toBe(1))
  acme.release()
  await expect(connected).resolves.toMatchObject({ namespace: 'eip155', wallet: { name: 'Acme' } })
  expect([opened, acme.prompts]).toEqual([[], 1])
})

test('connect() lets the visitor choose when nothing comes back, and when nothing is restored', async () => {
  const { acme, core, verbs, opened, connect } = await setUp()
  acme.isGranted = false
  void verbs.reconnect()
  const first = expect(connect()).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await vi.waitFor(() => expect(opened).toEqual(['Connect']))
  core.emit('close', undefined)
  await first
  const second = expect(connect()).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await vi.waitFor(() => expect(opened).toEqual(['Connect', 'Connect']))
  core.emit('close', undefined)
  await second
})

test('P8: switchNetwork() ends with the wallet, not before, and says what it refused', async () => {
  const { acme, core } = await setUp()
  const verbs = createVerbs(core)
  await core.use(createConnection).connect(acme.installed)
  acme.onSwitch = 'hold'
  let isDone = false
  const switched = verbs.switchNetwork('eip155:8453').then(() => (isDone = true))
  await vi.waitFor(() => expect(acme.switches).toEqual(['eip155:8453']))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isDone).toBe(false)
  acme.release()
  await switched
  expect(core.session.$network.get()?.caipNetworkId).toBe('eip155:8453')
  acme.onSwitch = new WalletError('USER_REJECTED')
  await expect(verbs.switchNetwork('eip155:1')).rejects.toMatchObject({ code: 'USER_REJECTED' })
})
