// Buying in the page: what `<wallet-onramp>` shows before and after an account is connected, its steps, and what its attributes may do.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../../src/onramp.js'
import type { WalletOnramp } from '../../../src/onramp.js'
import type { Core } from '../../../src/state/core.js'
import type { WalletError } from '../../../src/vocabulary/errors.js'
import type { ModalConfig } from '../../../src/config/types.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createBuyWorld, type BuyWorld, CHECKOUT } from '../../support/buy-world.js'
import { focused, mountModal, unmountModals } from '../../support/modal-page.js'
import { settled, violations } from '../../support/themed.js'

afterEach(() => {
  vi.restoreAllMocks()
  unmountModals()
  document.body.replaceChildren()
})

/** The text of what has focus; that of its host where it is in a slot. */
function name(element: Element | null) {
  const root = element?.getRootNode()
  const slotted = root instanceof ShadowRoot ? root.host.textContent : ''
  return (element?.textContent.trim() || slotted).replace(/\s+/g, ' ').trim()
}
const field = (label: string) => page.getByRole('textbox', { name: label })
const heading = (text: string) => page.getByRole('heading', { name: text, level: 2, exact: true })
const press = (label: string | RegExp) => page.getByRole('button', { name: label }).click()

function mount(world: BuyWorld, attributes: Record<string, string> = {}, config: ModalConfig = {}) {
  const modal = mountModal({ ...world.config, ...config }, { wallets: [world.wallet] }, document.body, world.fetch)
  modal.core.use(createReactions) // as the root starts them
  const element = document.createElement('wallet-onramp')
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  document.body.append(element)
  return {
    core: modal.core,
    element,
    connect: () => modal.core.use(createConnection).connect(world.wallet.installed),
    isMoving: () => vi.waitFor(() => expect(modal.root.querySelector('wm-outlet')?.leave).toBeDefined()),
    isOpen: () => modal.core.use(createModal).$open.get(),
  }
}
async function mountConnected(world: BuyWorld, attributes: Record<string, string> = {}, config: ModalConfig = {}) {
  const mounted = mount(world, attributes, config)
  await mounted.connect()
  await expect.element(heading(config.locale === 'ar' ? 'شراء' : 'Buy')).toBeVisible()
  return mounted
}
/** The codes that were logged. */
function errorsOf({ deps }: Core) {
  const spy = vi.spyOn(deps.log, 'error').mockImplementation(() => undefined)
  return () => spy.mock.calls.map(([, error]) => (error as WalletError | undefined)?.code)
}

describe('before an account is connected', () => {
  test('there is a Connect button that opens the modal, and nothing of the services is asked', async () => {
    const world = createBuyWorld()
    const { element, isOpen, core } = mount(world, { amount: '100' })
    await press('Connect')
    expect(isOpen()).toBe(true)
    expect(world.asked).toEqual([])
    core.use(createModal).close({ force: true })
    expect(await violations(element)).toEqual([])
  })

  test('the form takes the place of the button, focus stays in it, and it leaves with the account', async () => {
    const { element, connect, core, isMoving } = mount(createBuyWorld())
    await press('Connect')
    await isMoving() // what returns focus comes after the first paint
    await connect()
    core.use(createModal).close({ force: true })
    await expect.element(field('Spend')).toBeVisible()
    expect(page.getByRole('button', { name: 'Connect', exact: true }).elements()).toEqual([])
    await expect.poll(() => document.activeElement).toBe(element)
    await expect.poll(() => focused()?.textContent.trim()).toBe('Buy')
    await core.use(createConnection).disconnect()
    await expect.element(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    expect(page.getByRole('textbox').elements()).toEqual([])
  })
})

describe('the form in the page', () => {
  test('is filled in by attributes, follows them, and opens no dialog', async () => {
    const world = createBuyWorld()
    const { element, isOpen } = await mountConnected(world, { amount: '49.90', currency: 'eur', token: 'USDC' })
    await expect.element(field('Spend')).toHaveValue('49.90')
    await expect.element(page.getByRole('button', { name: 'Currency: EUR' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Choose a token: USDC' })).toBeVisible()
    element.amount = '120'
    element.removeAttribute('currency')
    await expect.element(field('Spend')).toHaveValue('120')
    await expect.element(page.getByRole('button', { name: 'Currency: USD' })).toBeVisible()
    expect(isOpen()).toBe(false)
  })

  test('axe finds nothing, light and dark, in the form and in a step', async () => {
    const world = createBuyWorld()
    for (const mode of ['light', 'dark'] as const) {
      const { element } = await mountConnected(world, { amount: '100' }, { theme: { mode } })
      element.style.background = 'Canvas'
      await expect.element(page.getByText('Minimum $10 · Maximum $7,500')).toBeVisible()
      await settled(element)
      expect(await violations(element)).toEqual([])
      await press('Choose a token: ETH')
      await expect.element(page.getByRole('searchbox')).toBeVisible()
      await settled(element)
      expect(await violations(element)).toEqual([])
      unmountModals()
      document.body.replaceChildren()
    }
  })

  test('a token and a currency are chosen in the page, by keyboard, and focus comes back to what led there', async () => {
    const { isOpen } = await mountConnected(createBuyWorld(), { amount: '100' })
    await expect.element(page.getByRole('button', { name: 'Choose a token: ETH' })).toBeVisible()
    ;(page.getByRole('button', { name: 'Choose a token: ETH' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Choose a token')).toBeVisible()
    await expect.poll(() => name(focused())).toBe('Choose a token')
    await userEvent.tab()
    await userEvent.keyboard('usd')
    await press(/^USD Coin/)
    await expect.element(page.getByRole('button', { name: 'Choose a token: USDC' })).toBeVisible()
    await expect.poll(() => name(focused())).toContain('USDC')
    await press('Currency: USD')
    await expect.element(heading('Currency')).toBeVisible()
    await press('Back')
    await expect.element(heading('Buy')).toBeVisible()
    await expect.poll(() => name(focused())).toContain('USD')
    await expect.element(field('Spend')).toHaveValue('100')
    expect(isOpen()).toBe(false)
  })

  test('a purchase is begun, followed and ended in the page', async () => {
    const world = createBuyWorld()
    vi.spyOn(window, 'open').mockImplementation(((...args: [string, string, string]) =>
      world.open(...args)) as unknown as typeof window.open)
    const { isOpen } = await mountConnected(world, { amount: '100' })
    await expect.element(field('You get')).toHaveValue('0.04')
    await press(/^Coinbase/)
    await expect.element(page.getByText('Finish in the Coinbase window')).toBeVisible()
    await expect.poll(() => world.popups[0]?.url).toBe(CHECKOUT)
    expect(world.orders).toHaveLength(1)
    await press('Done')
    await expect.element(field('Spend')).toHaveValue('100')
    await press(/^Purchases/)
    await expect.element(heading('Purchases')).toBeVisible()
    await press('Back')
    await expect.element(heading('Buy')).toBeVisible()
    expect(isOpen()).toBe(false)
  })

  test('what is no step of buying opens the modal', async () => {
    const world = createBuyWorld()
    world.answers.set('/v1/onramp/options', () => ({ paymentCurrencies: [], purchaseCurrencies: [] }))
    const { isOpen, core } = await mountConnected(world)
    await press('Networks')
    await expect.poll(isOpen).toBe(true)
    expect(core.use(createRouter).$view.get().name).toBe('Networks')
    core.use(createModal).close({ force: true })
  })

  test('is right to left in Arabic, and fits into 320 px', async () => {
    const { element } = await mountConnected(createBuyWorld(), { amount: '100' }, { locale: 'ar' })
    element.style.width = '320px'
    await expect.poll(() => page.getByRole('button', { name: /^Coinbase/ }).elements().length).toBe(1)
    expect(getComputedStyle(element.shadowRoot!.querySelector('section')!).direction).toBe('rtl')
    const box = element.getBoundingClientRect()
    const parts = [...page.getByRole('button').elements(), ...page.getByRole('textbox').elements()]
    expect(parts.length).toBeGreaterThan(8)
    for (const part of parts) {
      const { left, right } = part.getBoundingClientRect()
      expect(left, part.outerHTML).toBeGreaterThanOrEqual(box.left)
      expect(right, part.outerHTML).toBeLessThanOrEqual(box.right)
    }
  })
})

describe('attributes are not trusted', () => {
  test.each([
    ['an amount', { amount: '<b>1e9</b>' }, 'AMOUNT_INVALID'],
    ['an amount below zero', { amount: '-5' }, 'AMOUNT_INVALID'],
    ['a token', { token: 'x'.repeat(5000) }, 'TOKEN_REQUIRED'],
    ['a currency', { currency: '__proto__' }, 'INVALID_PARAMS'],
    ['a way to pay', { method: 'toString' }, 'INVALID_PARAMS'],
  ])('%s that is none: the console says so, and the form can be filled in', async (_, attributes, code) => {
    const { core, connect } = mount(createBuyWorld(), attributes)
    const codes = errorsOf(core)
    await connect()
    await expect.element(field('Spend')).toHaveValue('')
    await expect.poll(codes).toContain(code)
    await field('Spend').fill('100')
    await expect.element(field('Spend')).toHaveValue('100')
  })

  test('properties of another type are none either', async () => {
    const { core, element } = await mountConnected(createBuyWorld())
    const codes = errorsOf(core)
    Object.assign(element satisfies WalletOnramp, { amount: 100, token: { toString: () => 'ETH' } })
    await expect.poll(codes).toContain('AMOUNT_INVALID')
    await expect.poll(codes).toContain('TOKEN_REQUIRED')
  })
})
