// Smart accounts as a page sees them, by the handlers of the frame: addresses, which account acts, and what is kept of that.
import { expect, test } from 'vitest'
import type { WireSmartAccount } from '../../../src/embedded/wire.js'
import { ACCOUNT_FACTORY, ACCOUNT_IMPLEMENTATION } from '../../../devnet/manifest.js'
import { smartAccountOf } from '../../../frame/smart/account.js'
import { engine } from '../../support/engines.js'
import { logIn, openBrowser, openWorld, OTHER_APP } from './support.js'

const row: WireSmartAccount = {
  entryPoint: '0.8',
  factory: ACCOUNT_FACTORY,
  implementation: ACCOUNT_IMPLEMENTATION,
  paymaster: false,
}
const chains = { 'eip155:1': ['http://127.0.0.1:1'], 'eip155:10': ['http://127.0.0.1:1'] }
const SMART = { smartAccounts: { 'eip155:10': row } } as const

async function signedIn(over: Parameters<typeof openBrowser>[1] = SMART) {
  const world = await openWorld(engine, {}, { chains })
  const browser = openBrowser(world, over)
  const tab = await browser.tab()
  const user = await logIn(world, tab)
  return { world, browser, tab, owner: user.address }
}

test('a chain with smart accounts has two accounts, of which the page gets the one that it asks for', async () => {
  const { tab, owner } = await signedIn()
  const smart = smartAccountOf('eip155:10', owner, row).address
  const accounts = [
    { address: owner, type: 'eoa' },
    { address: smart, type: 'smartAccount' },
  ]
  expect(await tab.ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({ smartAccountEnabledNetworks: [10] })
  const before = await tab.ask('GET_USER', { chainId: 'eip155:10' })
  expect(before).toMatchObject({ address: owner, preferredAccountType: 'eoa', accounts })
  expect(before.smartAccountDeployed).toBeUndefined() // no node says
  const asked = { chainId: 'eip155:10', preferredAccountType: 'smartAccount' }
  expect(await tab.ask('GET_USER', asked)).toMatchObject({ address: smart, preferredAccountType: 'smartAccount', accounts })
  expect(await tab.rpc('eth_accounts')).toEqual([smart])
})

test('what was chosen is kept for the page that chose it, falls back to the key where a chain has no smart accounts, and ends with the sign-out', async () => {
  const { world, browser, tab, owner } = await signedIn()
  await tab.ask('SWITCH_NETWORK', { chainId: 'eip155:10' })
  const smart = smartAccountOf('eip155:10', owner, row).address
  expect(await tab.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toEqual({ type: 'smartAccount', address: smart })
  const again = await browser.tab()
  expect(await again.ask('GET_USER')).toMatchObject({ address: smart, preferredAccountType: 'smartAccount' })
  expect(await again.ask('GET_USER', undefined, OTHER_APP)).toMatchObject({ address: owner, preferredAccountType: 'eoa' })
  const elsewhere = await again.ask('GET_USER', { chainId: 'eip155:1' })
  expect(elsewhere).toMatchObject({ address: owner, preferredAccountType: 'eoa', smartAccountDeployed: false })
  expect(elsewhere.accounts).toEqual([{ address: owner, type: 'eoa' }])
  expect(await again.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toEqual({ type: 'eoa', address: owner })
  await expect(again.ask('INIT_SMART_ACCOUNT')).rejects.toMatchObject({ code: 'METHOD_NOT_SUPPORTED' })
  for (const type of ['payment', '', '__proto__'])
    await expect(again.ask('SET_PREFERRED_ACCOUNT', { type })).rejects.toMatchObject({ code: 'FAILED' })
  await tab.ask('SIGN_OUT')
  world.later(60_000)
  await logIn(world, tab)
  expect(await tab.ask('GET_USER', { chainId: 'eip155:10' })).toMatchObject({ address: owner, preferredAccountType: 'eoa' })
})

test('a page that was not let in chooses nothing', async () => {
  const { tab } = await signedIn()
  await expect(tab.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }, OTHER_APP)).rejects.toMatchObject({
    code: 'NOT_CONNECTED',
  })
  await expect(tab.ask('INIT_SMART_ACCOUNT', undefined, OTHER_APP)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

test('services that name other contracts than before are not believed', async () => {
  const { world, browser, tab } = await signedIn()
  await tab.ask('GET_USER', { chainId: 'eip155:10' })
  const other = openBrowser(world, { smartAccounts: { 'eip155:10': { ...row, implementation: ACCOUNT_FACTORY } } })
  for (const [key, value] of browser.table.values) other.table.values.set(key, value)
  const later = await other.tab()
  await expect(later.ask('GET_USER', { chainId: 'eip155:10' })).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
})
