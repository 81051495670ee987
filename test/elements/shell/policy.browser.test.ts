// What a strict page demands: no inline style attribute is ever written, the accent stays readable, and moved variables are taken back.
import { afterEach, expect, test, vi } from 'vitest'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { contrast } from '../../../src/elements/lib/accent.js'
import { createTheme } from '../../../src/state/interface/theme.js'
import { frames, mountModal, unmountModals } from '../../support/modal-page.js'
import { settled } from '../../support/themed.js'

afterEach(() => {
  unmountModals()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

test('nothing is styled by attribute, and nothing becomes markup beside Lit’s own templates', async () => {
  const attribute = vi.spyOn(Element.prototype, 'setAttribute')
  const sheets = document.querySelectorAll('style, link[rel=stylesheet]').length
  const modal = mountModal(
    { theme: { variables: { '--wm-radius': '12px' } } },
    { wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })] },
  )
  await modal.open()
  await settled(modal.root)
  expect(attribute.mock.calls.filter(([name]) => name === 'style')).toEqual([])
  expect(document.querySelectorAll('style, link[rel=stylesheet]').length).toBe(sheets)
  expect(modal.root.querySelectorAll('style')).toHaveLength(0)
})

type Rgb = readonly [number, number, number]
const color = (element: Element, property: 'color' | 'backgroundColor') =>
  (getComputedStyle(element)[property].match(/\d+(\.\d+)?/g) ?? [])
    .slice(0, 3)
    .map((value) => Number(value) / 255) as unknown as Rgb // three channels

test('a page’s accent gets colours that can be read, in the mode of the moment, and lets go of them', async () => {
  const modal = mountModal({ theme: { mode: 'light', variables: { '--wm-accent': '#ffe600' } } })
  await modal.open()
  const { element } = modal
  const probe = document.createElement('span')
  modal.card.append(probe)
  const read = (role: string) => {
    probe.style.color = `var(--_wm-${role})`
    return color(probe, 'color')
  }
  await vi.waitFor(() => expect(contrast(read('accent-text'), [1, 1, 1])).toBeGreaterThanOrEqual(4.5))
  expect(contrast(read('on-accent'), read('accent'))).toBeGreaterThanOrEqual(4.5)
  modal.core.use(createTheme).setMode('dark')
  await vi.waitFor(() => expect(contrast(read('accent-text'), read('hover'))).toBeGreaterThanOrEqual(4.5))
  modal.core.use(createTheme).setVariables({ '--wm-accent': '#ffe600', '--wm-accent-soft': '#010203' }) // the page's own colour of a role wins
  await vi.waitFor(() => expect(read('accent-soft').map((channel) => Math.round(channel * 255))).toEqual([1, 2, 3]))
  modal.core.use(createTheme).setVariables({})
  await frames()
  expect(element.style.getPropertyValue('--wm-accent')).toBe('')
  await vi.waitFor(() => expect(read('accent-text').map((channel) => Math.round(channel * 255))).toEqual([122, 220, 233]))
})
