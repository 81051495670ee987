// Token approvals: what is shown of each, the look before revoking, and what became of it.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createConnection } from '../../../src/state/connections/connection.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'
import { ScriptedWallet } from '../../support/wallets.js'

afterEach(cleanUp)

const [token, router, stranger] = ['c0', '5e', '0b'].map((byte) => `0x${byte.repeat(20)}`)
const row = (id: string, changes: object) => ({
  id,
  chainId: 'eip155:1',
  kind: 'erc20',
  contract: token,
  name: 'Test Dollar',
  symbol: 'TUSD',
  decimals: 6,
  iconUrl: null,
  verified: true,
  spender: router,
  spenderName: 'Swap router',
  amount: '1234567890',
  hash: '0x1',
  grantedAt: '2026-01-02T12:00:00Z',
  ...changes,
})
const rows = [
  row('limited', {}),
  row('unlimited', { spender: stranger, spenderName: null, amount: String(2n ** 256n - 1n), symbol: 'GRAIN', verified: false }),
  row('drawings', { kind: 'collection', name: 'Drawings', symbol: '', spender: stranger, spenderName: null, amount: '0' }),
]

function connected(answer: () => unknown, answerOf: (method: string) => unknown = () => '0x0') {
  const wallet = new ScriptedWallet({ name: 'Alpha' })
  const options: ViewHarnessOptions = {
    scripted: [wallet],
    prepare: (core) => core.use(createConnection).connect(wallet.installed),
    config: { networks: [mainnet], rpcUrls: { 'eip155:1': 'https://node.example' } },
    data: ({ pathname }) => (pathname.endsWith('/approvals') ? answer() : undefined),
    rpc: (method) => (method === 'eth_call' ? `0x${'0'.repeat(63)}5` : answerOf(method)), // the chain knows each approval
  }
  return { wallet, options }
}
const rowButton = (name: RegExp) => page.getByRole('listitem').getByRole('button', { name })

test('shows who may take what and how much, and marks what has no limit by a word', async () => {
  const modal = await mountView({ name: 'TokenApprovals' }, connected(() => ({ data: rows, next: null })).options)
  await expect.element(rowButton(/TUSD For Swap router 1,234\.56789$/)).toBeVisible()
  await expect.element(rowButton(/GRAIN For 0x0b…0b0b0b · Unverified token Unlimited$/)).toBeVisible()
  await expect.element(rowButton(/Drawings For 0x0b…0b0b0b All of them$/)).toBeVisible()
  const red = modal.element.shadowRoot!.querySelectorAll('span.danger')
  expect([...red].map(({ textContent }) => textContent)).toEqual(['Unlimited', 'All of them'])
  expect(modal.button('Show more').elements()).toEqual([])
})

test('shows everything before it is taken back, keeps it when the person declines, and marks what is on its way', async () => {
  const { wallet, options } = connected(
    () => ({ data: rows, next: null }),
    (method) => (method === 'eth_getTransactionReceipt' || method === 'eth_feeHistory' ? null : '0x5208'),
  )
  wallet.onCall = walletError('USER_REJECTED')
  const modal = await mountView({ name: 'TokenApprovals' }, options)
  await rowButton(/^T? ?TUSD/).click()
  await modal.see('Stop Swap router from taking TUSD?')
  expect(modal.element.shadowRoot!.activeElement?.localName).toBe('h3')
  await modal.see('1,234.56789 TUSD')
  await modal.see('Jan 2, 2026')
  await modal.see('Network fee')
  await modal.settled()
  expect(modal.tooWide()).toEqual([])
  await modal.click('Revoke')
  await modal.see('You declined. The approval is still there.')
  await modal.click('Cancel')
  await expect.poll(() => modal.focused()).toMatch(/TUSD/)
  await expect.element(rowButton(/TUSD/)).toBeVisible()

  wallet.onCall = undefined
  await rowButton(/TUSD/).click()
  await modal.click('Revoke')
  await modal.see('Revoking…')
  await expect.element(rowButton(/TUSD/)).toHaveAttribute('aria-busy', 'true')
})

test('says that there are none, that they did not load, and that older ones are still looked for', async () => {
  let answer: unknown = new Response('', { status: 400 })
  const modal = await mountView({ name: 'TokenApprovals' }, connected(() => answer).options)
  await modal.see('Your approvals didn’t load')
  answer = new Response(JSON.stringify({ data: [], next: null }), { headers: { 'x-incomplete': '1' } })
  await modal.click('Try again')
  await modal.see('Older approvals are still being looked for.')
  expect(page.getByText('No app may take your tokens').elements()).toEqual([])
  answer = { data: [], next: null }
  await modal.click('Show more')
  await modal.see('No app may take your tokens')
})
