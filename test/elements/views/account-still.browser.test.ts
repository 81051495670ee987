// What an account has is known late. Until then its place is kept: the tiles below stand where they will stand, so that a press meets what it was meant for.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { cleanUp, mountView, type ViewHarness } from '../../support/view-harness.js'

afterEach(cleanUp)

const ether = (more: object) => ({
  balances: [{ name: 'Ether', symbol: 'ETH', quantity: { decimals: '18', numeric: '2' }, iconUrl: null, ...more }],
})
/** Where the tiles stand in the view, in tenths of a pixel: the card around it may move as it opens, and is a little smaller until it is open. */
function tiles({ element }: ViewHarness) {
  const { top, height } = element.shadowRoot!.querySelector('.tiles')!.getBoundingClientRect()
  const inTenths = (pixels: number) => Math.round(pixels * 10)
  return { top: inTenths(top - element.getBoundingClientRect().top), height: inTenths(height) }
}

test.each([
  ['balance and worth', '0x1bc16d674ec80000', ether({ price: 3_000.005 }), '.amount + .worth bdi'],
  ['a balance without a price', '0x1bc16d674ec80000', ether({}), '.amount bdi'],
  ['that neither can be had', undefined, undefined, '.account wm-button'],
])('the tiles stand still when it is known: %s', async (_, amount, balances, selector) => {
  await page.viewport(414, 896)
  let tell: () => void = () => undefined
  const known = new Promise<void>((resolve) => (tell = resolve))
  const modal = await mountView(
    { name: 'Account' },
    {
      wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha', chains: [1] })],
      connected: true,
      identity: { name: null, avatar: null },
      async data(url) {
        if (!url.pathname.endsWith('/balance')) return undefined
        await known
        return balances
      },
      async rpc() {
        await known
        if (amount === undefined) throw new TypeError('no node')
        return amount
      },
      config: { networks: [mainnet], rpcUrls: { 'eip155:1': 'https://node.example' } },
    },
  )
  await modal.see('Send')
  expect(modal.element.shadowRoot!.querySelector('.amount wm-skeleton')).not.toBeNull()
  const before = tiles(modal)
  tell()
  await expect.poll(() => modal.element.shadowRoot!.querySelector(selector)).not.toBeNull()
  await modal.settled()
  expect(tiles(modal)).toEqual(before)
})
