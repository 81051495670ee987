// What a page's button does when the modal does not open: it says so, and the next press tries again.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/elements/shell/connect-button.js'
import { handleOf, type ModalHandle } from '../../../src/state/interface/handle.js'
import { createPublicState } from '../../../src/state/interface/public-state.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { account } from '../../support/account.js'
import { mountModal, unmountModals } from '../../support/modal-page.js'
import { inner } from '../../support/themed.js'

const failure = new TypeError('Failed to fetch dynamically imported module')
const logged = vi.fn()

beforeEach(() => {
  logged.mockReset()
  vi.spyOn(console, 'error').mockImplementation(logged)
})
afterEach(() => {
  unmountModals()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** A modal of which nothing is here yet but what a closed button needs. */
function closedModal(messages: Readonly<Record<string, string>> = {}) {
  const session = createPublicState(() => undefined)
  const attempts: ((error?: Error) => void)[] = []
  const modal: ModalHandle = {
    publicState: session,
    appearance: { name: ':default', mode: 'system', isInline: false, messages },
    core: undefined,
    preload: () => undefined,
    start: () => Promise.reject(failure),
    whenStarted: () => undefined,
    open: () =>
      new Promise((resolve, reject) =>
        attempts.push((error) => {
          if (error) return reject(error)
          session.setOpen(true)
          resolve(undefined)
        }),
      ),
    close: () => session.setOpen(false),
  }
  return { modal, attempts }
}

async function put(modal: ModalHandle) {
  const button = document.createElement('wallet-connect-button')
  button.modal = modal
  document.body.append(button)
  await button.updateComplete
  return button
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const said = () => expect.element(page.getByRole('status'))

describe('a button whose modal does not open', () => {
  test('says so where the person looks and aloud, tells the developer, and tries again', async () => {
    const { modal, attempts } = closedModal()
    await put(modal)
    await press('Connect')
    attempts[0]?.(failure)
    await said().toHaveTextContent('Could not open. Try again')
    expect(logged).toHaveBeenCalledExactlyOnceWith('[wallet-modal]', failure)
    await press('Could not open. Try again')
    await said().toBeEmptyDOMElement() // so that it is heard again
    attempts[1]?.(failure)
    await said().toHaveTextContent('Could not open. Try again')
    await press('Could not open. Try again')
    attempts[2]?.()
    await expect.element(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    await said().toBeEmptyDOMElement()
  })

  test('takes the page’s own wording', async () => {
    const { modal, attempts } = closedModal({ 'button.failed': 'Das ging nicht' })
    await put(modal)
    await press('Connect')
    attempts[0]?.(failure)
    await expect.element(page.getByRole('button', { name: 'Das ging nicht' })).toBeVisible()
  })

  test('is done with it when the modal opens another way', async () => {
    const { modal, attempts } = closedModal()
    await put(modal)
    await press('Connect')
    attempts[0]?.(failure)
    await expect.element(page.getByRole('button', { name: 'Could not open. Try again' })).toBeVisible()
    modal.publicState.setOpen(true)
    await expect.element(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  })

  test('speaks the language of its modal, and an account comes first', async () => {
    const modal = mountModal({ locale: 'de' })
    const button = await put({ ...handleOf(modal.core), open: () => Promise.reject(failure) })
    await press('Verbinden')
    await expect.element(page.getByRole('button', { name: 'Nicht geöffnet. Erneut versuchen' })).toBeVisible()
    modal.core.publicState.publish({ status: 'connected', account, isUnsupported: false, isBusy: false })
    await vi.waitFor(() => expect(inner(button, 'button').textContent).toContain('0x70'))
  })

  test('says nothing when the dialog stands there after all', async () => {
    const modal = mountModal()
    const open = async () => {
      await modal.open()
      throw failure // something that comes after it
    }
    const button = await put({ ...handleOf(modal.core), open })
    inner(button, 'button').click()
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('[wallet-modal]', failure))
    expect(modal.core.use(createModal).$open.get()).toBe(true)
    expect(inner(button, '[role=status]').textContent).toBe('')
  })
})
