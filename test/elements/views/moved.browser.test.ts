// A modal that the page puts elsewhere while a wallet is asked: to the person nothing has happened.
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import * as networks from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { cleanUp, directoryOf, mountView, rowOf, useFakeTime } from '../../support/view-harness.js'

afterEach(cleanUp)

const base = toNetwork(networks.base)

/** A wallet whose person decides about `method` when the test says so. */
function hesitant(method: string) {
  let decide = (_: boolean) => {}
  const decision = new Promise<boolean>((resolve) => (decide = resolve))
  const made = createMockWallet({
    name: 'Alpha',
    rdns: 'example.alpha',
    chains: [1, 8453],
    approve: (request) => request.method !== method || decision,
  })
  return {
    made,
    decide: (yes: boolean) => decide(yes),
    asked: () => made.requests.filter((request) => request.method === method),
  }
}

const stage = () => document.querySelector('wm-test-stage')!
/** As frameworks do it: in one step, or out of the document and back later. */
const moves = {
  'at once': () => {
    const place = document.createElement('div')
    document.body.append(place)
    place.append(stage())
  },
  'after a while': async () => {
    const element = stage()
    element.remove()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    document.body.append(element)
  },
}
const ways = Object.keys(moves) as (keyof typeof moves)[]

describe('while a wallet is asked for its accounts', () => {
  test.each(ways)('moved %s, its yes connects', async (way) => {
    const { made, decide, asked } = hesitant('eth_requestAccounts')
    const modal = await mountView({ name: 'ConnectingExternal', wallet: rowOf(made) }, { wallets: [made] })
    await expect.poll(() => asked().length).toBe(1)
    await moves[way]()
    await modal.see('Continue in Alpha')
    expect(modal.core.use(createConnection).$status.get()).toBe('connecting')
    decide(true)
    await expect.poll(() => modal.core.use(createModal).$open.get()).toBe(false)
    expect(modal.core.use(createConnection).$status.get()).toBe('connected')
    expect(asked()).toHaveLength(1)
  })

  test('its no is seen, and nothing still offers help after a while', async () => {
    const clock = useFakeTime()
    const { made, decide } = hesitant('eth_requestAccounts')
    const modal = await mountView({ name: 'ConnectingExternal', wallet: rowOf(made) }, { wallets: [made] })
    await modal.see('Continue in Alpha')
    moves['at once']()
    await clock.tick(8_100)
    await modal.see(/Nothing opened\?/)
    decide(false)
    await modal.see('You declined in Alpha')
  })
})

test.each(ways)('while a wallet is asked to switch, moved %s, its yes goes back to where the person came from', async (way) => {
  const { made, decide, asked } = hesitant('wallet_switchEthereumChain')
  const modal = await mountView(
    { name: 'Networks' },
    { wallets: [made], connected: true, config: { networks: [networks.mainnet, networks.base] } },
  )
  await modal.show({ name: 'SwitchNetwork', network: base })
  await expect.poll(() => asked().length).toBe(1)
  await moves[way]()
  decide(true)
  await expect.poll(() => modal.view().name).toBe('Networks')
  expect(modal.core.use(createConnection).find()?.grant.chain).toBe('eip155:8453')
})

test('to leave the tab of the browser ends what it has asked', async () => {
  const { made, asked } = hesitant('eth_requestAccounts')
  const [entry] = directoryOf(1)
  const modal = await mountView(
    { name: 'ConnectingWalletConnect', wallet: { ...rowOf(made), entry } },
    { wallets: [made], pair: () => new Promise(() => {}) },
  )
  await expect.poll(() => asked().length).toBe(1)
  expect(modal.core.use(createConnection).$status.get()).toBe('connecting')
  await page.getByRole('tab', { name: 'QR code' }).click()
  await expect.poll(() => modal.core.use(createConnection).$status.get()).toBe('disconnected')
})
