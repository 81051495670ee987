// What a page holds of a modal, where there is no document (a server), and after its end.
import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fillConfig } from '../src/config/fill.js'
import { base, mainnet } from '../src/vocabulary/networks.js'
import { createConnection } from '../src/state/connections/connection.js'
import { handleOf } from '../src/state/interface/handle.js'
import { createModal } from '../src/state/interface/modal.js'
import { createReactions } from '../src/state/interface/reactions.js'
import { createActions } from '../src/root/actions.js'
import { walletModal } from '../src/wagmi.js'
import { createWalletModal } from '../src/wallet-modal.js'
import { createTestCore } from './support/core.js'
import { createScriptedPort, ScriptedWallet } from './support/wallets.js'

test('connect() and open() on a server are refused by code', async () => {
  const modal = createWalletModal()
  await expect(modal.connect()).rejects.toMatchObject({ code: 'NO_MODAL' })
  await expect(modal.open()).rejects.toMatchObject({ code: 'NO_MODAL' })
  expect(modal.$open.get()).toBe(false)
  await expect(modal.provider().request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: -32603 })
})

test('a server has no connection to restore, whatever storage its Node has', async () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  onTestFinished(
    () =>
      void (own ? Object.defineProperty(globalThis, 'localStorage', own) : Reflect.deleteProperty(globalThis, 'localStorage')),
  )
  const getItem = vi.fn(() => '[]')
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { getItem } })
  const emitter = { on: vi.fn(), off: vi.fn(), once: vi.fn(), emit: vi.fn(), listenerCount: vi.fn(), uid: 'x' }
  const connector = walletModal(createWalletModal())({ chains: [{ id: 1 }], emitter } as never)
  expect(await connector.isAuthorized()).toBe(false)
  expect(getItem).not.toHaveBeenCalled()
})

test('after destroy() everything is refused by code, and nothing is left unhandled', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const modal = createWalletModal()
  const provider = modal.provider()
  await modal.setTheme('dark')
  modal.destroy()
  for (const call of [
    () => modal.connect(),
    () => modal.open(),
    () => modal.disconnect(),
    () => modal.switchNetwork(mainnet),
    () => modal.setTheme('light'),
    () => modal.setLocale('de'),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'DESTROYED' })
  await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
  expect(provider.on('accountsChanged', () => undefined)).toBe(provider)
  modal.watch('balance', () => undefined)()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

test('a modal that ends while its code is on the way refuses too', async () => {
  const modal = createWalletModal()
  const provider = modal.provider()
  const answers = Promise.allSettled([modal.connect(), modal.open(), provider.request({ method: 'eth_requestAccounts' })])
  modal.destroy()
  expect(await answers).toMatchObject([
    { reason: { code: 'DESTROYED' } },
    { reason: { code: 'DESTROYED' } },
    { reason: { code: 4900 } },
  ])
})

test('a destroyed core shows nothing as connected, open or under way', async () => {
  const acme = new ScriptedWallet()
  const { core } = createTestCore({ config: { networks: [mainnet] }, connectors: createScriptedPort([acme]) })
  core.use(createReactions)
  await core.use(createConnection).connect(acme.installed)
  core.use(createModal).open()
  void core.use(createConnection).switchTo(core.config.networks[0])
  const { $status, $account, $open, $isBusy, $isUnsupported } = core.publicState
  expect([$status.get(), $account.get() !== undefined, $open.get()]).toEqual(['connected', true, true])
  core.destroy()
  expect([$status, $account, $open, $isBusy, $isUnsupported].map((store) => store.get())).toEqual([
    'disconnected',
    undefined,
    false,
    false,
    false,
  ])
})

test('connecting and closing thirty times leaves no abort listener', async () => {
  const { core } = createTestCore()
  core.use(createReactions)
  const actions = createActions(core)
  const count = () => getEventListeners(core.signal, 'abort').length
  const connectAndClose = async () => {
    const refused = expect(actions.connect(undefined)).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    await vi.waitFor(() => expect(core.publicState.$open.get()).toBe(true))
    core.use(createModal).close()
    await refused
  }
  await connectAndClose()
  const before = count()
  for (let i = 0; i < 30; i++) await connectAndClose()
  for (let i = 0; i < 30; i++) {
    const life = new AbortController()
    actions.watch('wallets', () => undefined, life.signal)
    life.abort()
  }
  expect(count()).toBe(before)
})

test('a part that cannot end holds no other from ending', () => {
  const { core } = createTestCore()
  const ended: string[] = []
  core.onEnd(() => ended.push('first'))
  core.onEnd(() => {
    throw new Error('a wallet that refuses to be let go')
  })
  core.onEnd(() => ended.push('last'))
  core.destroy()
  expect(ended).toEqual(['first', 'last'])
})

test('a default network that is given by its id is the network from the first moment', () => {
  const networks = [mainnet, base]
  expect(createWalletModal({ networks, defaultNetwork: 'eip155:8453' }).$network.get()).toMatchObject({ name: 'Base' })
  expect(createWalletModal({ networks, defaultNetwork: base }).$network.get()).toMatchObject({ name: 'Base' })
  expect(createWalletModal({ networks }).$network.get()).toMatchObject({ name: 'Ethereum' })
})

test("a default network that is given as a network is the page's own of that id", () => {
  const own = { ...base, name: 'Our Base' }
  expect(createWalletModal({ networks: [mainnet, own], defaultNetwork: base }).$network.get()).toMatchObject({ name: 'Our Base' })
  expect(createWalletModal({ networks: [mainnet], defaultNetwork: base }).$network.get()).toMatchObject({ name: 'Ethereum' })
  expect(createWalletModal({ defaultNetwork: mainnet }).$network.get()).toMatchObject({ name: 'Ethereum' })
  expect(createWalletModal({ defaultNetwork: 'eip155:1' }).$network.get()).toBeUndefined()
})

test('a closed modal shows the same defaults as an open one', () => {
  expect(createWalletModal().appearance).toEqual(handleOf(createTestCore().core).appearance)
  const config = { projectId: 'shop', id: 'second', theme: { mode: 'dark' }, dialog: 'inline' } as const
  expect(createWalletModal(config).appearance).toEqual(handleOf(createTestCore({ config }).core).appearance)
})

test('a closed modal fetches ahead by the default that the settings have', () => {
  // What a modal without the setting does is held by `preload.browser.test.ts`: the same as with `idle`.
  expect(fillConfig({}).preload).toBe('idle')
})

test('a theme that is a text is told what was meant', () => {
  expect(() => createWalletModal({ theme: 'dark' } as never)).toThrow('did you mean theme.mode?')
})

test.each([
  [true, false],
  [false, true],
])('allowUnsupportedChain %s: an unknown network of the wallet counts as wrong: %s', async (allowUnsupportedChain, isWrong) => {
  const acme = new ScriptedWallet()
  const { core } = createTestCore({
    config: { networks: [base], allowUnsupportedChain },
    connectors: createScriptedPort([acme]),
  })
  core.use(createReactions)
  await core.use(createConnection).connect(acme.installed)
  acme.say({ type: 'chain', chain: 'eip155:5' })
  expect(core.publicState.$isUnsupported.get()).toBe(isWrong)
})
