// The history of views, opening, closing, going back, and refusing to close.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createShake } from '../../../src/state/interface/shake.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(config: ModalConfig = {}) {
  const acme = new ScriptedWallet()
  const { core, clock } = createTestCore({
    config: { networks: [mainnet, base], ...config },
    connectors: createScriptedPort([acme]),
  })
  const told: string[] = []
  core.on('open', () => told.push('open'))
  core.on('close', () => told.push('close'))
  core.on('event', (event) => told.push(event.name))
  core.use(createAccounts)
  return {
    core,
    clock,
    acme,
    told,
    modal: core.use(createModal),
    router: core.use(createRouter),
    connection: core.use(createConnection),
  }
}
async function stranded(config: ModalConfig = {}) {
  const all = setUp(config)
  await all.connection.connect(all.acme.installed)
  all.acme.say({ type: 'chain', chain: 'eip155:137' })
  return all
}
const names = ({ router }: ReturnType<typeof setUp>) => router.$history.get().map((view) => view.name)

describe('history', () => {
  test('begins at Connect; push, replace, reset, pop', () => {
    const all = setUp()
    const { router } = all
    expect(names(all)).toEqual(['Connect'])
    router.push({ name: 'AllWallets' })
    router.push({ name: 'AllWallets' })
    expect(names(all)).toEqual(['Connect', 'AllWallets'])
    router.replace({ name: 'GetWallet' })
    router.replace({ name: 'GetWallet' })
    expect(names(all)).toEqual(['Connect', 'GetWallet'])
    expect(router.$view.get().name).toBe('GetWallet')
    expect(router.pop()).toBe(true)
    expect(router.pop()).toBe(false)
    router.reset({ name: 'Account' })
    expect(names(all)).toEqual(['Account'])
  })

  test('the same view with other parameters is another view', () => {
    const all = setUp()
    all.router.push({ name: 'SwitchNetwork', network: toNetwork(mainnet) })
    all.router.push({ name: 'SwitchNetwork', network: toNetwork(base) })
    all.router.push({ name: 'ConnectingWalletConnect', wallet: undefined })
    all.router.push({ name: 'ConnectingWalletConnect' })
    expect(names(all)).toEqual(['Connect', 'SwitchNetwork', 'SwitchNetwork', 'ConnectingWalletConnect'])
  })

  test('resetting to what is shown tells nobody', () => {
    const { router } = setUp()
    let changes = 0
    router.$view.listen(() => changes++)
    router.reset({ name: 'Connect' })
    expect(changes).toBe(0)
  })
})

describe('opening', () => {
  test('at Connect without, at Account with an account', async () => {
    const all = setUp()
    all.modal.open()
    expect(names(all)).toEqual(['Connect'])
    all.modal.close()
    await all.connection.connect(all.acme.installed)
    all.modal.open()
    expect(names(all)).toEqual(['Account'])
    expect(all.told).toEqual(['open', 'MODAL_OPEN', 'close', 'MODAL_CLOSE', 'open', 'MODAL_OPEN'])
  })

  test('an explicit view; an open modal moves only for one', () => {
    const all = setUp()
    all.modal.open({ name: 'Networks' })
    all.modal.open()
    expect(names(all)).toEqual(['Networks'])
    all.modal.open({ name: 'AllWallets' })
    expect(names(all)).toEqual(['AllWallets'])
    expect(all.told).toEqual(['open', 'MODAL_OPEN'])
  })

  test('not after the end of the instance', () => {
    const { core, modal } = setUp()
    core.destroy()
    modal.open()
    expect(modal.$open.get()).toBe(false)
  })
})

describe('going back', () => {
  test('pops; closes at the last view', () => {
    const all = setUp()
    all.modal.open()
    all.router.push({ name: 'AllWallets' })
    all.modal.back()
    expect(names(all)).toEqual(['Connect'])
    expect(all.modal.$open.get()).toBe(true)
    all.modal.back()
    expect(all.modal.$open.get()).toBe(false)
  })

  test('closes when the history contains UnsupportedChain', async () => {
    const all = await stranded()
    all.modal.open()
    all.router.push({ name: 'SwitchNetwork', network: toNetwork(base) })
    all.modal.back()
    expect(all.modal.$open.get()).toBe(false)
  })
})

describe('closing on UnsupportedChain', () => {
  test('is refused with a shake of 500 ms, unless forced', async () => {
    const { core, modal, clock, router } = await stranded()
    const $shaking = core.use(createShake)
    modal.open()
    expect(router.$view.get().name).toBe('UnsupportedChain')
    expect(modal.close()).toBe(false)
    expect([modal.$open.get(), $shaking.get()]).toEqual([true, true])
    clock.tick(300)
    expect(modal.close()).toBe(false)
    clock.tick(199)
    expect($shaking.get()).toBe(true)
    clock.tick(1)
    expect($shaking.get()).toBe(false) // the second refusal did not make it longer
    expect(modal.close({ force: true })).toBe(true)
    expect(modal.$open.get()).toBe(false)
  })

  test('is refused on SwitchNetwork that was reached from there', async () => {
    const { modal, router } = await stranded()
    modal.open()
    router.push({ name: 'SwitchNetwork', network: toNetwork(base) })
    expect(modal.close()).toBe(false)
  })

  test('is never a dead end: disconnecting frees it', async () => {
    const { modal, connection } = await stranded()
    modal.open()
    await connection.disconnect()
    expect(modal.close()).toBe(true)
  })

  test.each<ModalConfig>([{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }])('is free with %o', async (config) => {
    const { modal, router } = await stranded(config)
    modal.open()
    expect(router.$view.get().name).toBe('Account')
    router.push({ name: 'UnsupportedChain' })
    expect(modal.close()).toBe(true)
  })
})

test('closing what is closed is fine and tells nobody', () => {
  const { modal, told } = setUp()
  expect(modal.close()).toBe(true)
  expect(told).toEqual([])
})

test('in place, closing returns to the first view', async () => {
  const all = setUp({ dialog: 'inline' })
  all.modal.open()
  all.router.push({ name: 'AllWallets' })
  all.modal.close()
  expect(names(all)).toEqual(['Connect'])
  expect(all.modal.$open.get()).toBe(true)
  await all.connection.connect(all.acme.installed)
  all.modal.close()
  expect(names(all)).toEqual(['Account'])
})

test('it is loading while a wallet is asked', async () => {
  const { core, acme, connection, clock } = setUp()
  acme.onConnect = 'hold'
  const attempt = connection.connect(acme.installed)
  expect(core.publicState.$isBusy.get()).toBe(true)
  await clock.tickAsync(0)
  acme.release()
  await attempt
  expect(core.publicState.$isBusy.get()).toBe(false)
})
