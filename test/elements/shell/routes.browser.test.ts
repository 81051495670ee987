// A view is its file and its row: the trial view has both in test/fixtures/trial, and every rule of the modal holds for it.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { routes, tableOf } from '../../../src/elements/all-routes.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import type { View } from '../../../src/vocabulary/view.js'
import { trialRoutes } from '../../fixtures/trial/routes.js'
import { mountModal, unmountModals } from '../../support/modal-page.js'
import { cleanUp, mountView } from '../../support/view-harness.js'

afterEach(() => {
  cleanUp()
  unmountModals()
})

const heading = () => page.getByRole('heading', { level: 2 })
const open = async (view: View = { name: 'Trial', subject: 'Savings' }) => {
  const wallet = createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })
  const views = tableOf({ ...routes, ...trialRoutes })
  return { wallet, modal: await mountView(view, { wallets: [wallet], connected: true, views }) }
}

test('shows the title, the note and the field that its row names', async () => {
  const { modal } = await open()
  await expect.element(heading()).toHaveTextContent('Account: Savings')
  await modal.see('Your wallet may not support every network.')
  await expect.poll(() => modal.focused()).toBe('Savings')
})

test('runs what its note leads to', async () => {
  const { modal } = await open()
  const told: string[] = []
  modal.core.on('event', ({ name }) => told.push(name))
  await modal.click('What is a network?')
  expect(told).toEqual(['CLICK_NETWORK_HELP'])
})

test('is left when the connection ends', async () => {
  const { modal, wallet } = await open()
  wallet.setAccounts([])
  await expect.element(heading()).toHaveTextContent('Connect a wallet')
  expect(modal.core.use(createConnection).$connections.get()).toEqual([])
  expect(modal.view()).toEqual({ name: 'Connect' })
  expect(modal.core.use(createModal).$open.get()).toBe(true)
})

test('is Connect without its parameter, also where a page leaves out what the types ask for', async () => {
  await open({ name: 'Trial' } as View)
  await expect.element(heading()).toHaveTextContent('Connect a wallet')
  await expect.element(page.getByText('Your wallet may not support every network.')).not.toBeInTheDocument()
})

test('is Connect where no row has its name', async () => {
  const modal = await mountView({ name: 'Trial', subject: 'Savings' })
  await expect.element(heading()).toHaveTextContent('Connect a wallet')
  expect(modal.element.localName).toBe('wm-connect-view')
})

test.each<[View, string, string]>([
  [{ name: 'ConnectingWalletConnect' }, 'Connect a wallet', 'Connect'],
  [{ name: 'Networks' }, 'Networks', 'Networks'],
])('where consent is asked for, a first open of %o is %s once the rows are loaded', async (view, title, name) => {
  const terms = { termsUrl: 'https://shop.example/terms', features: { legalCheckbox: true } }
  const modal = mountModal(terms)
  await modal.open(view)
  await expect.element(heading()).toHaveTextContent(title)
  expect(modal.core.use(createRouter).$history.get()).toEqual([{ name }])
})

test('a name that every object knows is no view', async () => {
  const modal = await mountView({ name: 'toString' } as unknown as View) // from a page without types
  expect(modal.element.localName).toBe('wm-connect-view')
})
