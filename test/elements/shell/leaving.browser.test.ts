// The view that the router has left, while the chunk of its successor is on its way: it is seen, and cannot be pressed any more.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { routes } from '../../../src/elements/all-routes.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { emulateMotion, withMotion } from '../../support/emulate-motion.js'
import { focused, mountModal, unmountModals, type ModalPage } from '../../support/modal-page.js'
import { useSlowTime } from '../../support/slow-time.js'

withMotion()
beforeEach(() => page.viewport(1024, 800))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  unmountModals()
  document.body.replaceChildren()
})

const outlet = (modal: ModalPage) => modal.root.querySelector('wm-outlet')!
const title = (modal: ModalPage) => modal.root.querySelector('h2')
const views = ({ core }: ModalPage) =>
  core
    .use(createRouter)
    .$history.get()
    .map(({ name }) => name)
const alpha = () => page.getByRole('button', { name: 'Alpha Wallet' })

/** The chunk of GetWallet, the next time it is wanted. */
function heldBack() {
  let [resolve, reject]: ((value: unknown) => void)[] = []
  const promise = new Promise((...ends) => ([resolve, reject] = ends))
  vi.spyOn(routes.GetWallet, 'load').mockReturnValueOnce(promise)
  return { resolve: (module: unknown) => resolve?.(module), reject: (error: unknown) => reject?.(error) }
}

/** Connect, from where the visitor has gone to GetWallet, whose chunk does not come before `arrive` or `fail`. No time passes, so that no placeholder takes the place. */
async function leave(focus?: () => Element) {
  const chunk = heldBack()
  const modal = mountModal({}, { wallets: [createMockWallet({ name: 'Alpha Wallet', rdns: 'example.alpha' })] })
  await modal.open()
  await expect.element(alpha()).toBeVisible()
  const old = modal.view!
  ;(focus?.() as HTMLElement | undefined)?.focus()
  if (focus) expect(old.matches(':focus-within')).toBe(true)
  useSlowTime(0, 'setTimeout', 'clearTimeout')
  modal.core.use(createRouter).push({ name: 'GetWallet' })
  await vi.waitFor(() => expect(routes.GetWallet.load).toHaveBeenCalled())
  expect(modal.view).toBe(old)
  return {
    modal,
    old,
    async arrive() {
      vi.useRealTimers()
      chunk.resolve(await import('../../../src/elements/views/get-wallet/get-wallet-view.js'))
      await vi.waitFor(() => expect(modal.view?.localName).toBe('wm-get-wallet-view'))
    },
    fail() {
      vi.useRealTimers()
      chunk.reject(new Error('no such file'))
    },
  }
}

describe('the view that was left', () => {
  test('takes no press of a pointer, also without an animation', async () => {
    await emulateMotion('reduce')
    const { modal, arrive } = await leave()
    await alpha().click({ force: true })
    await arrive()
    expect(views(modal)).toEqual(['Connect', 'GetWallet'])
  })

  test('takes no press of a key; focus stays in the card, and goes to the heading of the next view', async () => {
    const { modal, arrive } = await leave(() => alpha().element())
    expect(focused()).toBe(outlet(modal))
    await userEvent.keyboard('{Enter}')
    await arrive()
    expect(views(modal)).toEqual(['Connect', 'GetWallet'])
    await vi.waitFor(() => expect(focused()).toBe(title(modal)))
    expect(outlet(modal).hasAttribute('tabindex')).toBe(false) // it is no stop of its own
  })

  test('does not keep Escape from closing', async () => {
    const { modal } = await leave(() => alpha().element())
    vi.useRealTimers()
    await userEvent.keyboard('{Escape}')
    await modal.closed()
    expect(modal.core.use(createModal).$open.get()).toBe(false)
  })

  test('lives again after Back, before the chunk has come', async () => {
    const { modal, old } = await leave(() => alpha().element())
    vi.useRealTimers()
    await page.getByRole('button', { name: 'Back' }).click()
    await vi.waitFor(() => expect(modal.view).not.toBe(old))
    expect(views(modal)).toEqual(['Connect'])
    await alpha().click()
    await vi.waitFor(() => expect(views(modal)).toEqual(['Connect', 'ConnectingExternal']))
  })

  test('makes room for the failure of its successor', async () => {
    const { modal, fail } = await leave(() => alpha().element())
    fail()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    await vi.waitFor(() => expect(focused()).toBe(title(modal)))
    await again.click()
    await vi.waitFor(() => expect(modal.view?.localName).toBe('wm-get-wallet-view'))
    expect(modal.view!.inert).toBe(false)
  })

  test('of a card in the page leaves focus of the page alone', async () => {
    heldBack()
    const button = document.createElement('button')
    document.body.append(button)
    const modal = mountModal(
      { dialog: 'inline' },
      { wallets: [createMockWallet({ name: 'Alpha Wallet', rdns: 'example.alpha' })] },
    )
    await expect.element(alpha()).toBeVisible()
    await vi.waitFor(() => expect(outlet(modal).leave).toBeDefined())
    const old = modal.view!
    button.focus()
    useSlowTime(0, 'setTimeout', 'clearTimeout')
    modal.core.use(createRouter).push({ name: 'GetWallet' })
    await vi.waitFor(() => expect(old.inert).toBe(true))
    expect(focused()).toBe(button)
  })
})
