// What has focus after a change of view is in sight, in windows that are lower than the view.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import type { View } from '../../../src/vocabulary/view.js'
import { withMotion } from '../../support/emulate-motion.js'
import { focused, frames, mountModal, unmountModals, type ModalPage } from '../../support/modal-page.js'

/** One that announces itself for each row: enough to scroll. */
const many = () =>
  Array.from({ length: 16 }, (_, index) => createMockWallet({ name: `Wallet ${index}`, rdns: `example.w${index}` }))

withMotion()
beforeEach(() => page.viewport(1024, 800))
afterEach(() => {
  unmountModals()
  document.body.replaceChildren()
})

/** The box that scrolls: the body, or in a low window all of the card. */
function scroller({ root, card }: ModalPage): Element {
  const body = root.querySelector('.body')!
  return getComputedStyle(card).overflowY === 'auto' ? card : body
}

/** All of `element` is inside the card, and inside the window. */
function isInSight({ card }: ModalPage, element: Element): boolean {
  const [box, inner] = [card.getBoundingClientRect(), element.getBoundingClientRect()]
  const top = Math.max(box.top, 0)
  const bottom = Math.min(box.bottom, innerHeight)
  return inner.height > 0 && inner.top >= top - 1 && inner.bottom <= bottom + 1
}

async function still(modal: ModalPage) {
  await frames()
  await vi.waitFor(() => expect([...modal.card.getAnimations(), ...(modal.view?.getAnimations() ?? [])]).toEqual([]))
}

describe.each([
  [1280, 600],
  [640, 400],
  [320, 256],
])('in a window of %i × %i', (width, height) => {
  beforeEach(() => page.viewport(width, height))

  test.each<[View['name'], string]>([
    ['GetWallet', 'h2'],
    ['WhatIsAWallet', 'h2'],
    ['AllWallets', 'input'],
  ])('%s begins at its top, with what has focus in sight', async (name, tag) => {
    const modal = mountModal({}, { wallets: many() })
    await modal.open()
    await still(modal)
    const box = scroller(modal)
    box.scrollTop = box.scrollHeight
    expect(box.scrollTop).toBeGreaterThan(50)
    modal.core.use(createRouter).push({ name } as View) // none of these has parameters
    await vi.waitFor(() => expect(focused()?.localName).toBe(tag))
    await vi.waitFor(() => expect(modal.view?.localName).not.toBe('wm-connect-view'))
    await still(modal)
    expect(scroller(modal).scrollTop).toBe(0)
    expect(isInSight(modal, focused()!)).toBe(true)
  })

  test('Back leads to where the view was left, with its row in sight', async () => {
    const modal = mountModal({}, { wallets: many() })
    await modal.open()
    await still(modal)
    scroller(modal).scrollTop = 300
    const left = scroller(modal).scrollTop
    expect(left).toBeGreaterThan(100)
    const rows = [...modal.view!.shadowRoot!.querySelectorAll<HTMLElement>('.row')]
    const row = rows.find((candidate) => isInSight(modal, candidate))!
    row.click()
    await vi.waitFor(() => expect(modal.view?.localName).toBe('wm-connecting-external-view'))
    await still(modal)
    expect(scroller(modal).scrollTop).toBe(0)
    modal.core.use(createModal).back()
    await vi.waitFor(() => expect(modal.view?.localName).toBe('wm-connect-view'))
    await still(modal)
    expect(Math.abs(scroller(modal).scrollTop - left)).toBeLessThan(2)
    expect(focused()?.getAttribute('data-key')).toBe(row.dataset['key'])
    expect(isInSight(modal, focused()!)).toBe(true)
  })
})
