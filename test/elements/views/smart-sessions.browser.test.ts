// Smart sessions: what is asked in plain words, what becomes of it, what is listed, and taking it back.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createConnection } from '../../../src/state/connections/connection.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import type { SmartSessionRequest } from '../../../src/vocabulary/smart-session.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'
import { ScriptedWallet } from '../../support/wallets.js'

afterEach(cleanUp)

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1000)
const cosigner = { type: 'secp256k1', publicKey: `0x04${'2f'.repeat(64)}` }
const token = `0x${'c0'.repeat(20)}`
const coin = { type: 'native-token-recurring-allowance', data: { allowance: '0x2386f26fc10000', start: NOW, period: DAY } } as const // oxfmt-ignore
const dollars = { type: 'erc20-recurring-allowance', data: { token, allowance: '0x5f5e100', start: NOW, period: 7 * DAY } } as const // oxfmt-ignore
const play = {
  type: 'contract-call',
  data: {
    address: `0x${'11'.repeat(20)}`,
    abi: [{ type: 'function', name: 'play', inputs: [{ type: 'uint256', name: 'level' }] }],
    functions: [{ functionName: 'play', args: [{ operator: 'LESS_THAN', value: '10' }], valueLimit: '0x38d7ea4c68000' }],
  },
} as const
const request: SmartSessionRequest = {
  chainId: '0x1',
  expiry: NOW + 10 * DAY,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: `0x02${'1f'.repeat(32)}` }] } },
  permissions: [coin, dollars, play],
}
const kept = (pci: string, name: string, changes: object = {}) => ({
  project: { id: pci, name, url: null, iconUrl: null },
  pci,
  expiry: NOW + 10 * DAY,
  createdAt: NOW,
  permissions: [coin],
  policies: [],
  context: '0xabcd',
  revokedAt: null,
  ...changes,
})
const text = (value: string) => {
  const hex = Array.from(value, (letter) => letter.charCodeAt(0).toString(16)).join('')
  return `0x${'20'.padStart(64, '0')}${value.length.toString(16).padStart(64, '0')}${hex.padEnd(64, '0')}`
}

function world(list: () => unknown = () => ({ pcis: [] }), features: object = { smartSessions: true }) {
  const wallet = new ScriptedWallet({ name: 'Alpha' })
  const posted: string[] = []
  wallet.onAsk = ({ method, params }) => {
    if (method === 'wallet_getCapabilities') return { '0x1': { permissions: { supported: true } } }
    return { ...(params as object[])[0], context: '0xabcd' }
  }
  const options: ViewHarnessOptions = {
    scripted: [wallet],
    prepare: (core) => core.use(createConnection).connect(wallet.installed),
    config: { networks: [mainnet], rpcUrls: { 'eip155:1': 'https://node.example' }, features },
    data: ({ pathname }, body) => {
      if (!pathname.startsWith('/v1/sessions/')) return undefined
      if (body === undefined) return list()
      posted.push(pathname.split('/').at(-1) ?? '')
      if (pathname.endsWith('/activate')) return new Response('')
      return pathname.endsWith('/revoke') ? { success: true } : { pci: 'new', key: cosigner }
    },
    rpc: (method, params) => {
      if (method !== 'eth_call') return '0x0'
      return (params[0] as { data: string }).data === '0x313ce567' ? `0x${'6'.padStart(64, '0')}` : text('USDX')
    },
  }
  return { wallet, options, posted }
}
const row = (name: RegExp) => page.getByRole('listitem').getByRole('button', { name })

test('says who asks, how much at most, which functions and until when; nothing is asked before Allow', async () => {
  const { wallet, options, posted } = world()
  const modal = await mountView({ name: 'SmartSessionRequest', request }, options)
  await modal.see('Allow Test Shop to act for you')
  await modal.see(`Asked by ${location.host}`)
  await modal.see('Up to 0.01 ETH per 1 day')
  await modal.see('At most 0.1 ETH in all')
  await modal.see('Up to 100 USDX per 1 week')
  await modal.see('At most 200 USDX in all')
  await modal.see('play, each time with up to 0.001 ETH where level < 10')
  await modal.settled()
  expect(modal.tooWide()).toEqual([])
  expect([posted, wallet.askedFor.map(({ args }) => args.method)]).toEqual([[], ['wallet_getCapabilities']])
  expect((await modal.tabStops()).slice(-2)).toEqual(['Cancel', 'Allow'])

  await modal.click('Allow')
  await modal.see('Test Shop may now act for you')
  expect(modal.view().name).toBe('SmartSessionCreated')
  await modal.click('Done')
  await expect.poll(() => modal.core.publicState.$open.get()).toBe(false)
})

test('declined in the wallet: says so, and can be allowed again', async () => {
  const { wallet, options } = world()
  const before = wallet.onAsk!
  wallet.onAsk = (args) => {
    if (args.method === 'wallet_grantPermissions') throw walletError('USER_REJECTED')
    return before(args)
  }
  const modal = await mountView({ name: 'SmartSessionRequest', request }, options)
  await modal.click('Allow')
  await modal.see('You declined in Alpha. Nothing was allowed.')
  wallet.onAsk = before
  await modal.click('Allow')
  await modal.see('Test Shop may now act for you')
})

test('a grant in which the services have no part: says that it stands in the wallet, and is of no use here', async () => {
  const { wallet, options, posted } = world()
  const before = wallet.onAsk!
  wallet.onAsk = (args) =>
    args.method === 'wallet_grantPermissions' ? [{ context: '0xabcd', permission: {}, delegationManager: token }] : before(args)
  const modal = await mountView({ name: 'SmartSessionRequest', request }, options)
  await modal.click('Allow')
  await modal.see('Alpha granted this in a form that Test Shop can’t use here, because its services can’t sign beside it. Take it back in Alpha.') // oxfmt-ignore
  expect(await modal.axe()).toEqual([])
  expect(posted).not.toContain('activate')
})

test.each<[string, Partial<SmartSessionRequest>, object | undefined, string]>([
  [
    'without a limit',
    { permissions: [{ ...dollars, data: { ...dollars.data, allowance: `0x${'f'.repeat(64)}` } }] },
    undefined,
    'This can’t be allowed',
  ],
  ['where the page has not switched it on', {}, {}, 'Permissions for apps aren’t offered on this site'],
])('a request %s is refused, with the reason', async (_, changes, features, reason) => {
  const { options, posted } = world(undefined, features)
  const modal = await mountView({ name: 'SmartSessionRequest', request: { ...request, ...changes } }, options)
  await modal.see(reason)
  expect(modal.button('Allow').elements()).toEqual([])
  expect(posted).toEqual([])
})

test('from right to left, an amount that begins a line stands at its right', async () => {
  const { options } = world()
  const modal = await mountView({ name: 'SmartSessionRequest', request }, { ...options, locale: 'ar' })
  const line = () => modal.element.shadowRoot!.querySelector('.meta .block')
  await expect.poll(() => line()?.textContent).toMatch(/ETH/)
  const text = document.createTreeWalker(line()!, NodeFilter.SHOW_TEXT).nextNode()!
  const boxOf = (from: number, to: number) => {
    const range = document.createRange()
    range.setStart(text, from)
    range.setEnd(text, to)
    return range.getBoundingClientRect()
  }
  const [amount, words] = [text.nodeValue!.indexOf('ETH'), text.nodeValue!.search(/[\u0600-\u06ff]/)]
  expect(amount).toBeLessThan(words)
  expect(boxOf(amount, amount + 3).left).toBeGreaterThan(boxOf(words, words + 3).left)
})

test('an amount that cannot be read is told in the smallest units', async () => {
  const { options } = world()
  const modal = await mountView(
    { name: 'SmartSessionRequest', request: { ...request, permissions: [dollars] } },
    { ...options, rpc: () => '0x' },
  )
  await modal.see('Up to 100,000,000 of a token’s smallest units per 1 week')
  await expect.element(modal.button('Allow')).toBeEnabled()
})

test('lists by state and month, and revokes by one signature', async () => {
  const pcis = [kept('one', 'Garden'), kept('old', 'Bakery', { createdAt: NOW - 40 * DAY }), kept('over', 'Cinema', { expiry: NOW - 500 * DAY }), kept('ended', 'Dairy', { revokedAt: NOW })] // oxfmt-ignore
  let isEnded = false
  const { wallet, options } = world(() => ({
    pcis: isEnded ? [kept('one', 'Garden', { revokedAt: NOW }), ...pcis.slice(1)] : pcis,
  }))
  wallet.onAsk = undefined
  wallet.onSign = walletError('USER_REJECTED')
  const modal = await mountView({ name: 'SmartSessionList' }, options)
  await modal.see('2 active permissions')
  await expect.element(row(/Garden Up to 0\.01 ETH per 1 day · Until /)).toBeVisible()
  expect(page.getByRole('heading', { level: 3 }).elements().length).toBe(2)
  await page.getByRole('tab', { name: 'Expired' }).click()
  await expect.element(row(/Cinema .* Expired on /)).toBeVisible()
  await page.getByRole('tab', { name: 'Revoked' }).click()
  await expect.element(row(/Dairy .* Revoked on /)).toBeVisible()
  await page.getByRole('tab', { name: 'Active' }).click()
  await row(/Garden/).click()
  await modal.see('Stop Garden from acting for you?')
  expect(modal.element.shadowRoot!.activeElement?.localName).toBe('h3')
  expect(modal.tooWide()).toEqual([])
  await modal.click('Revoke permission')
  await modal.see('You declined. The permission is still there.')
  await modal.click('Cancel')
  await expect.poll(() => modal.focused()).toMatch(/Garden/)

  wallet.onSign = undefined
  isEnded = true
  await row(/Garden/).click()
  await modal.click('Revoke permission')
  await modal.see('1 active permission')
  expect(row(/Garden/).elements()).toEqual([])
  expect(wallet.signed.length).toBe(2)
})

test('says that there are none, that they did not load, and that the page has none', async () => {
  let answer: unknown = new Response('', { status: 400 })
  const { options } = world(() => answer)
  const modal = await mountView({ name: 'SmartSessionList' }, options)
  await modal.see('Your permissions didn’t load')
  answer = { pcis: [] }
  await modal.click('Try again')
  await modal.see('No app may act for you')
  cleanUp()
  const off = await mountView({ name: 'SmartSessionList' }, world(undefined, {}).options)
  await off.see('Permissions for apps aren’t offered on this site')
})
