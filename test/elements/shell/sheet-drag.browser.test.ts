// A phone's sheet is pulled down by its head.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createModal } from '../../../src/state/interface/modal.js'
import { withMotion } from '../../support/emulate-motion.js'
import { mountModal, unmountModals, type ModalPage } from '../../support/modal-page.js'

withMotion()
beforeEach(() => page.viewport(390, 780))
afterEach(() => {
  unmountModals()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

async function mounted(): Promise<ModalPage> {
  const modal = mountModal()
  await modal.open()
  await vi.waitFor(() => expect(getComputedStyle(modal.root.querySelector('.bar')!).touchAction).toBe('none')) // what moves has been loaded
  await Promise.allSettled(modal.card.getAnimations().map(({ finished }) => finished))
  return modal
}
/** Px: a little less than closes. A share of the card, whose height still grows while wallets come in. */
const measureShort = (modal: ModalPage) => Math.floor(modal.card.offsetHeight * 0.24)
const isOpen = (modal: ModalPage) => modal.core.use(createModal).$open.get()

/** Pulls by the title, or by `from`, in ten steps of `everyMs`, and lets go after `restMs`: by a clock of its own, which no machine is too slow for. */
function pull(modal: ModalPage, px: number, { from = 'h2', everyMs = 20, restMs = 20, last = 'pointerup' } = {}) {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const target = modal.root.querySelector(from)!
  const send = (type: string, clientY: number) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, composed: true, isPrimary: true, pointerId: 7, button: 0, clientX: 195, clientY }),
    )
  send('pointerdown', 300)
  for (let step = 1; step <= 10; step++) {
    now += everyMs
    send('pointermove', 300 + (px * step) / 10)
  }
  const seen = modal.card.style.translate
  now += restMs
  send(last, 300 + px)
  clock.mockRestore()
  return seen
}

test('far enough, it closes', async () => {
  const modal = await mounted()
  const px = Math.ceil(modal.card.offsetHeight * 0.4)
  expect(pull(modal, px)).toBe(`0px ${px}px`)
  expect(isOpen(modal)).toBe(false)
  await modal.closed()
  await modal.open()
  await vi.waitFor(() => expect(modal.card.getBoundingClientRect().bottom).toBe(780))
})

test('a little, and it goes back', async () => {
  const modal = await mounted()
  pull(modal, measureShort(modal), { everyMs: 40, restMs: 40 })
  expect(isOpen(modal)).toBe(true)
  await vi.waitFor(() => expect(modal.card.getBoundingClientRect().bottom).toBe(780))
})

test('a little, but fast, it closes', async () => {
  const modal = await mounted()
  pull(modal, 110, { everyMs: 1, restMs: 1 })
  expect(isOpen(modal)).toBe(false)
})

test.each([
  ['a tap that trembles', () => 12, { everyMs: 1, restMs: 1 }],
  ['a pull that came to rest', measureShort, { everyMs: 1, restMs: 250 }],
])('%s closes nothing', async (_, measure, how) => {
  const modal = await mounted()
  pull(modal, measure(modal), how)
  expect(isOpen(modal)).toBe(true)
  await vi.waitFor(() => expect(modal.card.getBoundingClientRect().bottom).toBe(780))
})

test.each([
  ['upwards', -200, {}],
  ['by a button', 400, { from: '[data-key=close]' }],
  ['by what is in it', 400, { from: '.body' }],
])('not %s', async (_, px, how) => {
  const modal = await mounted()
  expect(['', '0px']).toContain(pull(modal, px, how))
  expect(isOpen(modal)).toBe(true)
  await vi.waitFor(() => expect(modal.card.getBoundingClientRect().bottom).toBe(780)) // its size may still move after the view has come
})

test('not where the system takes the finger over', async () => {
  const modal = await mounted()
  pull(modal, 400, { last: 'pointercancel' })
  expect(isOpen(modal)).toBe(true)
  await vi.waitFor(() => expect(modal.card.getBoundingClientRect().bottom).toBe(780))
})

test('a card in the middle of a wide window stays where it is', async () => {
  const modal = await mounted()
  await page.viewport(1024, 800)
  expect(pull(modal, 400)).toBe('')
  expect(isOpen(modal)).toBe(true)
})

test('opened again while it goes, it stands where it stood', async () => {
  const modal = await mounted()
  pull(modal, 300)
  expect(isOpen(modal)).toBe(false)
  modal.core.use(createModal).open()
  await vi.waitFor(() => expect(modal.card.getBoundingClientRect().bottom).toBe(780))
})
