// The two EVM accounts of the embedded wallet: which is in use at first, how the visitor changes it, and what the frame and the browser know of that.
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createProvider } from '../../../src/state/connections/provider.js'
import { createEmbedded } from '../../../src/state/embedded/embedded.js'
import { createEmailLogin } from '../../../src/state/embedded/email-login.js'
import { createNetworks } from '../../../src/state/networks/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { storageKey } from '../../../src/state/lib/storage.js'
import { FrameError } from '../../../src/frame/frame-error.js'
import type { ModalConfig } from '../../../src/config/types.js'
import { base, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { CODE, createFakeFrame, frameAccounts, smartAccount } from '../../support/fake-frame.js'
import { createTestWindow } from '../../support/window.js'

const base8453 = base.caipNetworkId
const config: ModalConfig = { networks: [base, mainnet, solana], services: { frame: 'https://wallet.example' } }

/** Somebody who has signed in by e-mail, to a wallet with a smart account on Base. */
async function signedIn(more: ModalConfig = {}, storage = createMemoryStorage()) {
  const frame = createFakeFrame({ smartAccountNetworks: [8453] })
  const { core } = createTestCore({
    config: { ...config, ...more },
    connectors: { embed: frame.embed },
    window: createTestWindow().window,
    storage,
  })
  const events: unknown[] = []
  core.on('event', (event) => events.push(event))
  core.use(createReactions)
  core.use(createModal).open()
  const login = core.use(createEmailLogin)
  await login.send('ada@example.com')
  core.use(createRouter).push({ name: 'EmailVerifyOtp', email: 'ada@example.com' })
  await login.verify(CODE)
  const accounts = core.use(createAccounts)
  await vi.waitFor(() => expect(accounts.$account.get()).toBeDefined())
  const stored = (name: string) => storage.getItem(storageKey(core, name))
  const told = () => frame.asked.flatMap(({ name, payload }) => (name === 'SET_PREFERRED_ACCOUNT' ? [payload] : []))
  return { core, frame, accounts, events, stored, told, storage }
}
const own = { address: frameAccounts.eip155, type: 'eoa' }
const smart = { address: smartAccount, type: 'smartAccount' }

test('the smart account is in use where there is one, and the key where there is none', async () => {
  const { core, accounts, frame, stored } = await signedIn()
  expect(accounts.$account.get()).toMatchObject({ ...smart, chainId: base8453 })
  expect(accounts.$accounts.get()).toMatchObject([smart, own])
  expect(frame.asked).toContainEqual({
    name: 'GET_USER',
    payload: { chainId: base8453, preferredAccountType: 'smartAccount' },
  })
  expect(frame.asked).toContainEqual({ name: 'GET_USER', payload: { chainId: solana.caipNetworkId } })
  expect(stored('SMART_ACCOUNT_ENABLED_NETWORKS')).toContain('8453')
  await core.use(createConnection).switchTo(core.use(createNetworks).find('eip155:1')!)
  await vi.waitFor(() => expect(accounts.$account.get()).toMatchObject({ ...own, chainId: 'eip155:1' }))
  expect(accounts.$accounts.get()).toMatchObject([own])
})

test('an address that is none is left out', async () => {
  const { core, accounts, frame } = await signedIn()
  frame.on('GET_USER', () => ({ address: own.address, accounts: [own, { address: '0x12', type: 'smartAccount' }] }))
  await core.use(createConnection).switchTo(core.use(createNetworks).find('eip155:1')!)
  await vi.waitFor(() => expect(accounts.$account.get()).toMatchObject({ ...own, chainId: 'eip155:1' }))
  expect(accounts.$accounts.get()).toMatchObject([own])
})

test('`defaultAccountTypes` says what is in use at first', async () => {
  const { accounts } = await signedIn({ defaultAccountTypes: { eip155: 'eoa' } })
  expect(accounts.$account.get()).toMatchObject(own)
  expect(accounts.$accounts.get()).toHaveLength(2)
})

test('who chooses the other account has it at once, the frame is told, and the choice is kept for the next login', async () => {
  const { core, accounts, events, told, storage, stored } = await signedIn()
  const provider = core.use(createProvider)
  accounts.select(`${base8453}:${own.address}`)
  expect(accounts.$account.get()).toMatchObject(own)
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([own.address, smart.address])
  await vi.waitFor(() => expect(told()).toEqual([{ type: 'eoa' }]))
  expect(events).toContainEqual({ name: 'SET_PREFERRED_ACCOUNT_TYPE', accountType: 'eoa', network: base8453 })
  expect(JSON.parse(stored('account-types') ?? '')).toEqual({ eip155: 'eoa' })
  accounts.select(`${base8453}:${smart.address}`)
  await vi.waitFor(() => expect(told()).toEqual([{ type: 'eoa' }, { type: 'smartAccount' }]))
  accounts.select(`${base8453}:${own.address}`)
  expect((await signedIn({}, storage)).accounts.$account.get()).toMatchObject(own)
})

test('a frame that refuses the smart account leaves the account of the key', async () => {
  const { accounts, frame } = await signedIn({ defaultAccountTypes: { eip155: 'eoa' } })
  frame.refuse('SET_PREFERRED_ACCOUNT', new FrameError('FAILED', 'An error occurred'))
  accounts.select(`${base8453}:${smart.address}`)
  expect(accounts.$account.get()).toMatchObject(smart)
  await vi.waitFor(() => expect(accounts.$account.get()).toMatchObject(own))
})

test('a modal that ends while this is loaded is left alone', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const frame = createFakeFrame({ signedIn: 'ada@example.com', smartAccountNetworks: [8453] })
  const { core } = createTestCore({ config, connectors: { embed: frame.embed }, window: createTestWindow().window })
  await core.use(createEmbedded).connect(core.signal)
  core.destroy()
  await import('../../../src/state/embedded/account-type.js') // it is there now, however long that took
  await new Promise((resolve) => setTimeout(resolve))
  expect(unhandled).not.toHaveBeenCalled()
})
