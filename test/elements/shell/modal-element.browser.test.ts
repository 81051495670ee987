// `<wallet-modal>` as an element of a page: taken out, moved, and beside another one.
import { afterEach, expect, test, vi } from 'vitest'
import { createWalletModal, type WalletModal } from '../../../src/index.js'

const modals: WalletModal[] = []
afterEach(() => {
  for (const modal of modals.splice(0)) modal.destroy()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})
function create(config: Parameters<typeof createWalletModal>[0] = {}) {
  const modal = createWalletModal(config)
  modals.push(modal)
  const { element } = modal
  if (!element) throw new Error('there is no element')
  return { modal, element }
}
/** The text of the developer's problem line. */
const bar = ({ element }: WalletModal) =>
  element?.shadowRoot?.querySelector('wm-dialog')?.shadowRoot?.querySelector('wm-alert-bar')?.shadowRoot?.textContent ?? ''

test('open() settles when the element is moved meanwhile', async () => {
  const { modal, element } = create()
  const opened = modal.open()
  const place = document.createElement('div')
  document.body.append(place)
  place.append(element)
  await opened
  expect(element.shadowRoot?.querySelector('wm-dialog')?.shadowRoot?.querySelector('dialog')?.open).toBe(true)
})

test('open() is refused when the element is taken out meanwhile, and the modal is closed', async () => {
  const { modal, element } = create()
  const opened = modal.open()
  element.remove()
  await expect(opened).rejects.toMatchObject({ code: 'NO_MODAL' })
  expect(modal.$open.get()).toBe(false)
})

test('also when it was opened before, and while it is out', async () => {
  const { modal, element } = create()
  await modal.open()
  modal.close()
  const opened = modal.open()
  element.remove()
  await expect(opened).rejects.toMatchObject({ code: 'NO_MODAL' })
  await expect(modal.open()).rejects.toMatchObject({ code: 'NO_MODAL' })
  await expect(modal.connect()).rejects.toMatchObject({ code: 'NO_MODAL' })
  document.body.append(element)
  await modal.open()
  expect(modal.$open.get()).toBe(true)
})

test('a modal that is destroyed while it opens refuses with DESTROYED', async () => {
  const { modal } = create()
  await modal.open()
  modal.close()
  const [opened, connected] = [modal.open(), modal.connect()]
  modal.destroy()
  await expect(opened).rejects.toMatchObject({ code: 'DESTROYED' })
  await expect(connected).rejects.toMatchObject({ code: 'DESTROYED' })
})

test('a second <wallet-modal> of the same id is told in the console, and in the modal with debug', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const lines = () => told.mock.calls.map((line) => line.join(' ')).join()
  document.body.innerHTML = '<wallet-modal></wallet-modal>'
  document.body.append(document.createElement('wallet-modal'))
  await vi.waitFor(() => expect(lines()).toContain('another modal of this page has the id default'))
  const { modal } = create({ debug: true })
  await modal.open()
  await vi.waitFor(() => expect(bar(modal)).toContain('another modal of this page has the id default'))
})

test('modals with ids of their own are told nothing', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = '<wallet-modal></wallet-modal><wallet-modal id="second"></wallet-modal>'
  const { modal } = create({ id: 'third' })
  await modal.open()
  await import('../../../src/elements/shell/duplicate-id.js')
  expect(told).not.toHaveBeenCalled()
})
