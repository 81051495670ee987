// Clicks that were not meant for what is under the pointer by now, and the one button that always closes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createShake } from '../../../src/state/interface/shake.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { frames, mountModal, unmountModals, type ModalPage } from '../../support/modal-page.js'

beforeEach(() => page.viewport(1024, 800))
afterEach(() => {
  unmountModals()
  document.body.replaceChildren()
})

const wallets = () => [createMockWallet({ name: 'Alpha Wallet', rdns: 'example.alpha' })]
const views = ({ core }: ModalPage) =>
  core
    .use(createRouter)
    .$history.get()
    .map(({ name }) => name)
/** As a browser sends it: `count` is 2 for the second click of a double click. */
function click(target: Element | null | undefined, count: number) {
  for (const type of ['pointerdown', 'click'])
    target?.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, cancelable: true, detail: count }))
}
const button = (modal: ModalPage, key: string) => {
  const element = [modal.root, modal.view!.shadowRoot!].map((root) => root.querySelector(`[data-key="${key}"]`)).find(Boolean)
  return element?.shadowRoot?.querySelector('button') ?? element
}

test('the second click of a double click that opened the modal chooses no wallet', async () => {
  const modal = mountModal({}, { wallets: wallets() })
  await modal.open()
  click(button(modal, 'wallet:example.alpha'), 2)
  await frames()
  expect(views(modal)).toEqual(['Connect'])
  click(button(modal, 'wallet:example.alpha'), 1)
  await vi.waitFor(() => expect(views(modal)).toEqual(['Connect', 'ConnectingExternal']))
})

test('nor does it close the modal when it falls beside the card', async () => {
  const modal = mountModal()
  await modal.open()
  for (const type of ['pointerdown', 'click'])
    modal.card.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, clientX: 5, clientY: 5, detail: 2 }))
  expect(modal.core.use(createModal).$open.get()).toBe(true)
})

test('the second click of a double click that led to another view is not for that view', async () => {
  const modal = mountModal()
  await modal.open()
  const help = button(modal, 'help')
  click(help, 1)
  await vi.waitFor(() => expect(modal.view?.localName).toBe('wm-what-is-a-wallet-view'))
  click(button(modal, 'back'), 2) // stands where help stood
  await frames()
  expect(views(modal)).toEqual(['Connect', 'WhatIsAWallet'])
})

test('a double click on what stays is two clicks', async () => {
  const modal = mountModal({}, { wallets: wallets() })
  await modal.open()
  const heard: number[] = []
  button(modal, 'no-wallet')?.addEventListener(
    'click',
    (event) => {
      event.stopPropagation()
      heard.push((event as MouseEvent).detail)
    },
    { capture: true },
  )
  click(button(modal, 'no-wallet'), 1)
  click(button(modal, 'no-wallet'), 2)
  expect(heard).toEqual([1, 2])
})

test('the X closes on an unsupported network too; Escape and a press beside the card shake', async () => {
  const wallet = createMockWallet({ name: 'Alpha Wallet', rdns: 'example.alpha', chains: [99] })
  const modal = mountModal({ networks: [mainnet] }, { wallets: [wallet] })
  modal.core.use(createAccounts) // tells the session
  await modal.core.use(createConnection).connect(wallet.installed)
  await modal.open()
  expect(views(modal)).toEqual(['UnsupportedChain'])
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(modal.core.use(createShake).get()).toBe(true))
  expect(modal.core.use(createModal).$open.get()).toBe(true)
  await userEvent.click(page.getByRole('button', { name: 'Close' }).first())
  await modal.closed()
  expect(modal.core.use(createModal).$open.get()).toBe(false)
})
