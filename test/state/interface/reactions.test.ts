// What follows from what: the modal's steps after connections are made, moved and ended, and what the page is told.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { base, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal, type Modal } from '../../../src/state/interface/modal.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createRecents } from '../../../src/state/wallets/recents.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createTestCore } from '../../support/core.js'
import { routeTable } from '../../../src/elements/all-routes.js'
import type { Route } from '../../../src/elements/routes.js'
import { startReactions } from '../../../src/root/start-reactions.js'
import type { ViewTable } from '../../../src/vocabulary/view.js'
import { createScriptedPort, createSession, ScriptedWallet } from '../../support/wallets.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The view that is named, as one that needs a connection first. */
const needing = (name: string, row: Partial<Route> = {}): ViewTable<Route> => ({
  ...routeTable,
  find(view) {
    const found = routeTable.find(view)
    return view.name === name ? { ...found, needs: { connection: 'first' }, ...row } : found
  },
})

function setUp(config: ModalConfig = {}, views: ViewTable<Route> = routeTable) {
  const [acme, sol] = [new ScriptedWallet({ rdns: 'acme.example' }), new ScriptedWallet({ name: 'Sol', namespace: 'solana' })]
  const port = createScriptedPort([acme, sol])
  const { core, clock, storage } = createTestCore({
    config: { networks: [mainnet, base, solana], services: { relay: 'ws://127.0.0.1:1' }, ...config },
    connectors: port,
    views,
  })
  core.use(createReactions)
  const told: unknown[] = []
  for (const name of ['connect', 'disconnect', 'account', 'network', 'event'] as const) {
    core.on(name, (detail) => told.push(name === 'event' && detail && 'name' in detail ? detail.name : name))
  }
  const [modal, router] = [core.use(createModal), core.use(createRouter)]
  return {
    core,
    clock,
    storage,
    port,
    acme,
    sol,
    told,
    modal,
    router,
    connection: core.use(createConnection),
    notices: core.use(createNotices),
    view: () => (modal.$open.get() ? router.$view.get().name : 'closed'),
  }
}

describe('a view that needs a connection first', () => {
  test('follows once a wallet is connected', async () => {
    const { modal, connection, acme, view } = setUp({}, needing('Networks'))
    modal.open({ name: 'Networks' })
    expect(view()).toBe('Connect')
    await connection.connect(acme.installed)
    expect(view()).toBe('Networks')
  })

  test('is shown at once where one is connected, and is not waited for after closing', async () => {
    const { modal, connection, acme, view } = setUp({}, needing('Networks'))
    modal.open({ name: 'Networks' })
    modal.close()
    modal.open()
    await connection.connect(acme.installed)
    expect(view()).toBe('closed')
    modal.open({ name: 'Networks' })
    expect(view()).toBe('Networks')
  })

  test('is forgotten when the page goes elsewhere', async () => {
    const { modal, connection, acme, view } = setUp({}, needing('Networks'))
    modal.open({ name: 'Networks' })
    modal.open({ name: 'WhatIsAWallet' })
    await connection.connect(acme.installed)
    expect(view()).toBe('closed')
  })
})

test('the outcome of a view is that of the one that was opened, also behind Connect', async () => {
  const outcome = vi.fn(() => Promise.resolve('0xabc'))
  const other = setUp({}, needing('Networks', { outcome }))
  const help = { name: 'WhatIsAWallet' } as const
  other.modal.open(help)
  await expect(startReactions(other.core, {}, help)()).resolves.toBeUndefined()
  expect(outcome).not.toHaveBeenCalled()
  const fresh = createTestCore({ views: needing('Networks', { outcome }) })
  const modal = fresh.core.use(createModal)
  const asked = { name: 'Networks' } as const
  for (const time of [1, 2]) {
    modal.open(asked) // at the second time the reactions have led to Connect before the next line
    const wait = startReactions(fresh.core, {}, asked)
    expect(fresh.core.use(createRouter).$view.get().name).toBe('Connect')
    await expect(wait()).resolves.toBe('0xabc')
    expect(outcome).toHaveBeenCalledTimes(time)
    expect(outcome).toHaveBeenLastCalledWith(fresh.core, asked)
    modal.close()
  }
})

describe('after connecting', () => {
  test('the page is told, the wallet is remembered, the modal closes', async () => {
    const { modal, connection, acme, told, view, core, notices } = setUp()
    modal.open()
    await connection.connect(acme.installed)
    expect(view()).toBe('closed')
    expect(told).toEqual(['MODAL_OPEN', 'account', 'connect', 'CONNECT_SUCCESS', 'MODAL_CLOSE'])
    expect(
      core
        .use(createRecents)
        .$recents.get()
        .map(({ id }) => id),
    ).toEqual(['acme.example'])
    expect(notices.$announcement.get()).toMatchObject({ code: 'connected', params: { wallet: 'Acme' } })
    expect(core.publicState.$account.get()?.wallet.name).toBe('Acme')
    expect(core.publicState.$status.get()).toBe('connected')
  })

  test('on a network that is not configured, that comes first', async () => {
    const { modal, connection, acme, view } = setUp({ networks: [base] })
    modal.open()
    await connection.connect(acme.installed)
    expect(view()).toBe('closed') // the wallet went where it was asked to
    await connection.disconnect()
    acme.onConnect = undefined
    const other = setUp({ networks: [toNetwork({ ...base, id: 5, caipNetworkId: 'eip155:5' })] })
    other.acme.say({ type: 'chain', chain: 'eip155:1' })
    await other.connection.connect(other.acme.installed)
    other.acme.say({ type: 'chain', chain: 'eip155:1' })
    expect(other.view()).toBe('UnsupportedChain')
  })

  test('restored connections are told, and move nothing', async () => {
    const first = setUp()
    await first.connection.connect(first.acme.installed)
    const { core } = createTestCore({ config: { networks: [mainnet] }, storage: first.storage, connectors: first.port })
    core.use(createReactions)
    const told: string[] = []
    core.on('connect', () => told.push('connect'))
    core.on('event', (event) => told.push(event.name))
    await core.use(createConnection).reconnect()
    expect(told).toEqual(['connect'])
    expect(core.use(createModal).$open.get()).toBe(false)
  })

  test('a session over several namespaces is one connection to the person', async () => {
    const { connection, told, modal } = setUp()
    modal.open()
    await connection.adopt(createSession([new ScriptedWallet(), new ScriptedWallet({ namespace: 'solana' })]))
    expect(told.filter((name) => name === 'connect')).toHaveLength(2)
    expect(told.filter((name) => name === 'MODAL_CLOSE')).toHaveLength(1)
  })

  test.each([
    ['USER_REJECTED', 'USER_REJECTED'],
    ['WALLET_TIMEOUT', 'CONNECT_ERROR'],
  ] as const)('%s is told as %s', async (code, event) => {
    const { connection, acme, told } = setUp()
    acme.onConnect = walletError(code)
    await connection.connect(acme.installed).catch(() => {})
    expect(told).toEqual([event])
  })
})

describe('a stored connection that comes back under an open modal', () => {
  /** After a reload: the modal opens at once, the wallet answers when the test says so. */
  async function reload(config: ModalConfig = {}, open: (modal: Modal) => void = (modal) => modal.open()) {
    const { acme, port, storage, connection } = setUp()
    await connection.connect(acme.installed)
    acme.onConnect = 'hold'
    const { core, clock } = createTestCore({ config: { networks: [mainnet, base], ...config }, storage, connectors: port })
    core.use(createReactions)
    const router = core.use(createRouter)
    open(core.use(createModal))
    const restored = core.use(createConnection).reconnect()
    await clock.tickAsync(2_500)
    expect(core.publicState.$status.get()).toBe('reconnecting')
    return {
      acme,
      router,
      answer: async () => {
        acme.release()
        await restored
        expect(core.publicState.$status.get()).toBe('connected')
      },
      views: () => router.$history.get().map(({ name }) => name),
      isOpen: () => core.use(createModal).$open.get(),
    }
  }

  test.each(['modal', 'inline'] as const)('turns Connect into Account (%s)', async (dialog) => {
    const { answer, views, isOpen } = await reload({ dialog })
    expect(views()).toEqual(['Connect'])
    await answer()
    expect([views(), isOpen()]).toEqual([['Account'], true])
  })

  test('on a network that is not configured, into UnsupportedChain', async () => {
    const { acme, answer, views } = await reload()
    acme.chain = 'eip155:137'
    await answer()
    expect(views()).toEqual(['UnsupportedChain'])
  })

  test('leaves a visitor alone who went on meanwhile', async () => {
    const { router, answer, views } = await reload()
    router.push({ name: 'GetWallet' })
    await answer()
    expect(views()).toEqual(['Connect', 'GetWallet'])
  })

  test('leaves a list alone that asks for another family of networks', async () => {
    const { answer, views } = await reload({}, (modal) => modal.open({ name: 'Connect', namespace: 'solana' }))
    await answer()
    expect(views()).toEqual(['Connect'])
  })
})

describe('after the end', () => {
  test('by the wallet: said, and the account view gives way', async () => {
    const { modal, connection, acme, view, notices, told } = setUp()
    await connection.connect(acme.installed)
    modal.open()
    expect(view()).toBe('Account')
    acme.say({ type: 'disconnect' })
    expect(view()).toBe('Connect')
    expect(notices.$notice.get()?.code).toBe('sessionEnded')
    expect(told.slice(-2)).toEqual(['account', 'disconnect'])
  })

  test('by the person: the modal closes', async () => {
    const { modal, connection, acme, view, told, notices } = setUp()
    await connection.connect(acme.installed)
    modal.open()
    await connection.disconnect()
    expect(view()).toBe('closed')
    expect(told).toContain('DISCONNECT_SUCCESS')
    expect(notices.$notice.get()).toBeUndefined()
  })

  test('by the person, while the wallet fails: forgotten, and still there to read why', async () => {
    const { modal, connection, acme, view, told } = setUp()
    await connection.connect(acme.installed)
    modal.open()
    acme.onDisconnect = walletError('WALLET_FAILED')
    await connection.disconnect().catch(() => {})
    expect(view()).toBe('Connect')
    expect(told).toContain('DISCONNECT_ERROR')
  })

  test('a wallet that never says goodbye is waited for three seconds', async () => {
    const { connection, acme, clock } = setUp()
    await connection.connect(acme.installed)
    acme.onDisconnect = 'hold'
    const done = connection.disconnect().catch((error: unknown) => error)
    await clock.tickAsync(2_999)
    expect(connection.$status.get()).toBe('connected')
    await clock.tickAsync(1)
    expect(await done).toMatchObject({ code: 'DISCONNECT_FAILED' })
    expect(connection.$status.get()).toBe('disconnected')
  })

  test('of one of two: the other stays', async () => {
    const { modal, connection, acme, sol, view } = setUp()
    await connection.connect(acme.installed)
    await connection.connect(sol.installed)
    modal.open()
    sol.say({ type: 'disconnect' })
    expect(view()).toBe('Account')
  })
})

describe('a notice in a modal that closes', () => {
  test('of a success: does not stand over the next view', () => {
    const { modal, notices } = setUp()
    modal.open()
    notices.show('success', 'copied')
    modal.close()
    expect(notices.$notice.get()).toBeUndefined()
  })

  test('of something else: gets the rest of its time, though the pointer that held it never leaves it', () => {
    const { modal, notices, clock } = setUp()
    modal.open()
    notices.show('info', 'sessionEnded')
    clock.tick(4_000)
    notices.pause()
    modal.close()
    clock.tick(999)
    expect(notices.$notice.get()?.code).toBe('sessionEnded')
    clock.tick(1)
    expect(notices.$notice.get()).toBeUndefined()
  })
})

describe('when the wallet moves', () => {
  test('to another configured network: said', async () => {
    const { connection, acme, notices, told } = setUp()
    await connection.connect(acme.installed)
    acme.say({ type: 'chain', chain: 'eip155:8453' })
    expect(notices.$notice.get()).toMatchObject({ code: 'networkChangedInWallet', params: { network: base.name } })
    expect(told).toContain('network')
    expect(told).not.toContain('SWITCH_NETWORK')
  })

  test('to an unsupported one: the modal opens there; back again: it closes', async () => {
    const { connection, acme, view } = setUp()
    await connection.connect(acme.installed)
    acme.say({ type: 'chain', chain: 'eip155:137' })
    expect(view()).toBe('UnsupportedChain')
    acme.say({ type: 'chain', chain: 'eip155:138' })
    expect(view()).toBe('UnsupportedChain')
    acme.say({ type: 'chain', chain: 'eip155:1' })
    expect(view()).toBe('closed')
  })

  test('switching from there solves it', async () => {
    const { connection, acme, view, router, told } = setUp()
    await connection.connect(acme.installed)
    acme.say({ type: 'chain', chain: 'eip155:137' })
    router.push({ name: 'SwitchNetwork', network: toNetwork(base) })
    acme.onSwitch = 'announce'
    await connection.switchTo(toNetwork(base))
    expect(view()).toBe('closed')
    expect(told).toContain('SWITCH_NETWORK')
  })

  test('losing the wallet there is a way out too', async () => {
    const { connection, acme, view, modal } = setUp()
    await connection.connect(acme.installed)
    acme.say({ type: 'chain', chain: 'eip155:137' })
    acme.say({ type: 'accounts', accounts: [] })
    expect(view()).toBe('Connect')
    expect(modal.close()).toBe(true)
  })

  test.each<ModalConfig>([{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }])('not with %o', async (config) => {
    const { connection, acme, view } = setUp(config)
    await connection.connect(acme.installed)
    acme.say({ type: 'chain', chain: 'eip155:137' })
    expect(view()).toBe('closed')
  })
})

describe('leaving', () => {
  test('closing the modal ends what was asked for in it', async () => {
    const { modal, connection, acme, core, clock, port } = setUp()
    modal.open()
    acme.onConnect = 'hold'
    const attempt = connection.connect(acme.installed).catch((error: unknown) => error)
    void core.use(createPairing).start()
    await clock.tickAsync(0)
    modal.close()
    expect(await attempt).toMatchObject({ code: 'ABORTED' })
    expect(port.pairings[0]?.options.signal.aborted).toBe(true)
  })

  test('going back from the code ends the pairing; going on within it does not', async () => {
    const { modal, router, core, clock, port } = setUp()
    modal.open()
    router.push({ name: 'ConnectingWalletConnect' })
    void core.use(createPairing).start()
    await clock.tickAsync(0)
    router.push({ name: 'ConnectingWalletConnectBasic' })
    expect(port.pairings[0]?.options.signal.aborted).toBe(false)
    modal.back()
    modal.back()
    expect(router.$view.get().name).toBe('Connect')
    expect(port.pairings[0]?.options.signal.aborted).toBe(true)
  })

  test('what a wallet of this browser was asked ends with its view, also where the view stays for the code', async () => {
    const { modal, router, connection, acme } = setUp()
    const wallet = { id: 'acme', name: 'Acme', installed: [acme.installed], certified: false, recent: false }
    modal.open()
    acme.onConnect = 'hold'
    for (const name of ['ConnectingExternal', 'ConnectingWalletConnect'] as const) {
      router.push({ name, wallet })
      const attempt = connection.connect(acme.installed).catch((error: unknown) => error)
      modal.back()
      expect(await attempt).toMatchObject({ code: 'ABORTED' })
    }
  })

  test.each(['going back', 'closing'])('%s ends the wait for another network', async (way) => {
    const { modal, router, connection, acme } = setUp()
    await connection.connect(acme.installed)
    modal.open()
    acme.onSwitch = 'hold'
    router.push({ name: 'SwitchNetwork', network: toNetwork(base) })
    const attempt = connection.switchTo(toNetwork(base)).catch((error: unknown) => error)
    if (way === 'closing') modal.close()
    else modal.back()
    expect(await attempt).toMatchObject({ code: 'ABORTED' })
  })

  test('a switch that the page asks for goes on when the modal opens after it was left on another', async () => {
    const { modal, router, connection, acme } = setUp()
    await connection.connect(acme.installed)
    modal.open()
    router.push({ name: 'SwitchNetwork', network: toNetwork(base) })
    modal.close()
    acme.onSwitch = 'hold'
    const attempt = connection.switchTo(toNetwork(base))
    modal.open()
    await vi.waitFor(() => expect(acme.switches).toHaveLength(1))
    acme.release()
    await attempt
    expect(connection.find()?.grant.chain).toBe('eip155:8453')
  })

  test('nothing reacts after the end of the instance', async () => {
    const { core, acme, connection, told } = setUp()
    await connection.connect(acme.installed)
    const before = told.length
    core.destroy()
    acme.say({ type: 'disconnect' })
    expect(told).toHaveLength(before)
  })
})
