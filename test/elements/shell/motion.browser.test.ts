// How the card moves, frame by frame in a real browser: from what is seen to what is to be, once, and never around nothing.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import type { View } from '../../../src/vocabulary/view.js'
import { emulateMotion, withMotion } from '../../support/emulate-motion.js'
import { film, isMonotone, rest, steps, type Shot } from '../../support/film.js'
import { frames, mountModal, unmountModals, type ModalPage } from '../../support/modal-page.js'

const wallets = () => [
  createMockWallet({ name: 'Alpha Wallet', rdns: 'example.alpha' }),
  createMockWallet({ name: 'Bravo Vault', rdns: 'example.bravo' }),
]
/** A relay that is configured and never asked: the port stands for it. */
const relay = { services: { relay: 'wss://relay.example' } }

withMotion()
beforeEach(() => page.viewport(1024, 800))
afterEach(() => {
  unmountModals()
  document.body.replaceChildren()
})

const go = (modal: ModalPage, view: View) => modal.core.use(createRouter).push(view)
const tag = (name: string) => `wm-${name}-view`
async function arrive(modal: ModalPage, name: string) {
  await vi.waitFor(() => expect(modal.view?.localName).toBe(tag(name)))
}
/** Open, and everything has come to rest. */
async function standing(view?: View) {
  const modal = mountModal({}, { wallets: wallets() })
  await modal.open(view)
  await rest(modal)
  return modal
}
/** What is seen from the frame before `act` until nothing moves. */
async function filmed(modal: ModalPage, act: () => Promise<void> | void) {
  const camera = await film(modal)
  await frames()
  await act()
  return camera.end()
}
const help = async (modal: ModalPage) => {
  go(modal, { name: 'WhatIsAWallet' })
  await arrive(modal, 'what-is-a-wallet')
}
const heights = (shots: readonly Shot[]) => shots.map(({ height }) => height)
/** Opacities while one view is there. */
const opacities = (shots: readonly Shot[], view: string) =>
  shots.filter((shot) => shot.view === view).map(({ opacity }) => opacity)

describe('a change of view', () => {
  const changes: [from: View, to: View, name: string, back: string][] = [
    [{ name: 'Connect' }, { name: 'ConnectingWalletConnect' }, 'connecting-walletconnect', 'connect'],
    [{ name: 'Connect' }, { name: 'GetWallet' }, 'get-wallet', 'connect'],
    [{ name: 'GetWallet' }, { name: 'WhatIsAWallet' }, 'what-is-a-wallet', 'get-wallet'],
  ]
  test.each(changes)(
    'moves the height once, straight to where it ends, there and back (%o → %o)',
    async (from, to, name, back) => {
      const modal = mountModal(relay, { wallets: wallets() })
      await modal.open(from)
      await rest(modal)
      // Everything that the view will show is there already: what comes later than the view is not a change of view.
      go(modal, to)
      await arrive(modal, name)
      await rest(modal)
      const high = modal.card.offsetHeight
      modal.core.use(createModal).back()
      await arrive(modal, back)
      await rest(modal)
      const low = modal.card.offsetHeight
      expect(Math.abs(high - low)).toBeGreaterThan(20)

      for (const [act, view, start, end] of [
        [() => go(modal, to), tag(name), low, high],
        [() => modal.core.use(createModal).back(), tag(back), high, low],
      ] as const) {
        const shots = await filmed(modal, async () => {
          act()
          await arrive(modal, view.slice(3, -5))
        })
        const seen = heights(shots)
        expect(Math.round(seen[0]!)).toBe(start)
        expect(Math.round(seen.at(-1)!)).toBe(end)
        expect(isMonotone(seen), steps(seen).join(' ')).toBe(true)
        // Many steps, none of them most of the way: it moved, and did not snap.
        const distances = shots.slice(1).map(({ height }, index) => Math.abs(height - shots[index]!.height))
        expect(distances.filter((distance) => distance > 0.01).length).toBeGreaterThan(4)
        expect(Math.max(...distances)).toBeLessThan(Math.abs(end - start) * 0.6)
        // Around a view in every frame.
        expect(shots.filter(({ content }) => content < 40)).toEqual([])
      }
    },
  )

  test('fades the old view, then shows the new one', async () => {
    const modal = await standing()
    const shots = await filmed(modal, () => help(modal))
    const [old, next] = [opacities(shots, tag('connect')), opacities(shots, tag('what-is-a-wallet'))]
    expect([old[0], next.at(-1)]).toEqual([1, 1])
    expect(old.at(-1)).toBeLessThan(0.1)
    expect(next[0]).toBeLessThan(0.5)
    expect(isMonotone(old), String(old)).toBe(true)
    expect(isMonotone(next), String(next)).toBe(true)
    expect(steps(old).length).toBeGreaterThan(3)
    expect(steps(next).length).toBeGreaterThan(3)
  })

  test('a change of mind while the old view fades leads to the last wish, without a jump', async () => {
    const modal = await standing()
    const shots = await filmed(modal, async () => {
      go(modal, { name: 'WhatIsAWallet' })
      await frames()
      go(modal, { name: 'GetWallet' })
      await arrive(modal, 'get-wallet')
    })
    expect(new Set(shots.map(({ view }) => view))).toEqual(new Set([tag('connect'), tag('get-wallet')]))
    expect(isMonotone(opacities(shots, tag('connect')))).toBe(true)
    expect(isMonotone(heights(shots)), steps(heights(shots)).join(' ')).toBe(true)
  })

  test('what changes within a view moves the lower edge alone', async () => {
    const modal = await standing({ name: 'WhatIsAWallet' })
    const top = modal.card.getBoundingClientRect().top
    const shots = await filmed(modal, () => {
      modal.view!.style.paddingBlockEnd = '120px'
    })
    expect(isMonotone(heights(shots))).toBe(true)
    expect(steps(heights(shots)).length).toBeGreaterThan(5)
    expect(steps(shots.map((shot) => shot.top))).toHaveLength(1)
    expect(modal.card.getBoundingClientRect().top).toBeCloseTo(top, 0)
  })

  test('is at once for a visitor who wants less movement', async () => {
    await emulateMotion('reduce')
    const modal = await standing()
    const shots = await filmed(modal, () => help(modal))
    expect(steps(heights(shots))).toHaveLength(2)
    expect(shots.every(({ opacity, card, backdrop }) => opacity === 1 && card === 1 && backdrop === 1)).toBe(true)
  })
})

describe('a sheet', () => {
  test('stands on the lower edge of the phone in every frame of a change', async () => {
    await page.viewport(390, 780)
    const modal = await standing()
    const shots = await filmed(modal, () => help(modal))
    expect(isMonotone(heights(shots)), steps(heights(shots)).join(' ')).toBe(true)
    expect(steps(heights(shots)).length).toBeGreaterThan(5)
    expect(shots.map(({ height, top }) => [height, top]).filter(([height, top]) => Math.abs(height! + top! - 780) > 2)).toEqual(
      [],
    )
  })
})

describe('opening again', () => {
  /** Connect, then the code, then Escape. */
  async function closing() {
    const modal = mountModal(relay, { wallets: wallets() })
    await modal.open()
    await rest(modal)
    const height = modal.card.offsetHeight
    go(modal, { name: 'ConnectingWalletConnect' })
    await arrive(modal, 'connecting-walletconnect')
    await rest(modal)
    await userEvent.keyboard('{Escape}')
    return { modal, height }
  }

  test('after closing from another view, the card has its height from the first frame on', async () => {
    const { modal, height } = await closing()
    await modal.closed()
    const camera = await film(modal)
    await modal.open()
    const shots = await camera.end()
    expect(steps(heights(shots))).toHaveLength(1)
    expect(Math.round(shots[0]!.height)).toBe(height)
    expect(shots.every(({ content }) => content > 40)).toBe(true)
  })

  test('while it still closes, the card goes straight to the height of the view that it opens with', async () => {
    const { modal, height } = await closing()
    const camera = await film(modal)
    await modal.open()
    await arrive(modal, 'connect')
    const shots = await camera.end()
    expect(Math.round(shots.at(-1)!.height)).toBe(height)
    expect(isMonotone(heights(shots)), steps(heights(shots)).join(' ')).toBe(true)
    expect(shots.filter(({ content }) => content < 40)).toEqual([])
  })
})

describe('coming and going', () => {
  test('the card is opaque from its first frame, the backdrop fades in; both fade out', async () => {
    const modal = mountModal({}, { wallets: wallets() })
    const opening = await film(modal)
    await modal.open()
    const into = await opening.end()
    expect(into.every(({ card }) => card === 1)).toBe(true)
    const behind = into.map(({ backdrop }) => backdrop)
    expect(behind[0]).toBeLessThan(0.6)
    expect(behind.at(-1)).toBe(1)
    expect(isMonotone(behind)).toBe(true)
    expect(steps(behind).length).toBeGreaterThan(4)
    const out = await filmed(modal, async () => {
      modal.close()
      await modal.closed()
    })
    for (const what of ['card', 'backdrop'] as const) {
      const seen = out.map((shot) => shot[what])
      expect(seen[0]).toBe(1)
      expect(seen.at(-1)).toBeLessThan(0.4)
      expect(isMonotone(seen), what).toBe(true)
      expect(steps(seen).length, what).toBeGreaterThan(4)
    }
  })

  test('opened again while it goes, it turns around where it is', async () => {
    const modal = await standing()
    const camera = await film(modal)
    await frames()
    modal.close()
    await vi.waitFor(() => expect(camera.shots.at(-1)!.card).toBeLessThan(0.9))
    await modal.open()
    const shots = await camera.end()
    const seen = shots.map(({ card }) => card)
    expect(seen.at(-1)).toBe(1)
    const lowest = seen.indexOf(Math.min(...seen))
    expect(isMonotone(seen.slice(0, lowest + 1))).toBe(true)
    expect(isMonotone(seen.slice(lowest))).toBe(true)
    expect(modal.card.matches('dialog:modal')).toBe(true)
  })

  test.each([
    ['light', '0.48'],
    ['dark', '0.64'],
  ] as const)('the page behind is darkened by a scrim for its mode (%s)', async (mode, alpha) => {
    const modal = mountModal({ theme: { mode } })
    await modal.open()
    expect(getComputedStyle(modal.card, '::backdrop').backgroundColor).toBe(`rgba(6, 8, 12, ${alpha})`)
  })

  test('a sheet comes from below the edge of a phone, opaque, under its grabber', async () => {
    await page.viewport(390, 780)
    const modal = mountModal({}, { wallets: wallets() })
    const camera = await film(modal)
    const bottoms: number[] = []
    const watch = () => {
      const card = modal.element.shadowRoot?.querySelector('wm-dialog')?.shadowRoot?.querySelector('dialog')
      if (card?.open) bottoms.push(card.getBoundingClientRect().bottom)
      if (bottoms.length < 400) requestAnimationFrame(watch)
    }
    watch()
    await modal.open()
    const shots = await camera.end()
    expect(shots.every(({ card }) => card === 1)).toBe(true)
    expect(bottoms[0]).toBeGreaterThan(1000)
    expect(bottoms.at(-1)).toBe(780)
    expect(isMonotone(bottoms)).toBe(true)
    const grabber = getComputedStyle(modal.card, '::before')
    expect([grabber.inlineSize, grabber.blockSize]).toEqual(['36px', '4px'])
  })
})
