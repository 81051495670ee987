// How the Connect view stands: where its rows are before and after the wallet list has come, and how one finds a wallet among many.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ModalConfig } from '../../../src/config/types.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import type { WalletEntry } from '../../../src/vocabulary/wallet.js'
import { withMotion } from '../../support/emulate-motion.js'
import { frames, mountModal, unmountModals, type ModalPage } from '../../support/modal-page.js'
import { settled, violations } from '../../support/themed.js'
import { directoryOf } from '../../support/view-harness.js'

withMotion()
beforeEach(() => page.viewport(1024, 800))
afterEach(() => {
  unmountModals()
  document.body.replaceChildren()
})

const announced = (count: number) =>
  Array.from({ length: count }, (_, index) => createMockWallet({ name: `Own ${index + 1}`, rdns: `example.own${index + 1}` }))
const services = 'https://services.example'

/** A wallet list that answers when it is told to. */
function heldDirectory(entries: readonly WalletEntry[]) {
  let answer: (isThere: boolean) => void = () => undefined
  const told = new Promise<boolean>((resolve) => (answer = resolve))
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    if (!pathname.endsWith('/getWallets') || !(await told)) throw new TypeError('fetch failed')
    const wanted = searchParams.get('include')?.split(',')
    const hidden = searchParams.get('exclude')?.split(',') ?? []
    const found = entries.filter(({ id }) => (!wanted || wanted.includes(id)) && !hidden.includes(id))
    return Response.json({ count: found.length, data: found.slice(0, Number(searchParams.get('entries'))) })
  }
  return { fetch, answer }
}

const rowsOf = (modal: ModalPage) => [...modal.view!.shadowRoot!.querySelectorAll<HTMLElement>('.row')]
const nameOf = (row: HTMLElement) => row.querySelector('.label')?.textContent
const keys = (modal: ModalPage) => rowsOf(modal).map(({ dataset }) => dataset['key'])
/** Where each row stands in the window, by its key. */
const places = (modal: ModalPage) =>
  new Map(
    rowsOf(modal).map((row) => {
      const { left, top, width, height } = row.getBoundingClientRect()
      return [row.dataset['key'], [left, top, width, height].map(Math.round)]
    }),
  )
async function still(modal: ModalPage) {
  await frames()
  await settled(modal.root)
  await vi.waitFor(() => expect(modal.card.getAnimations()).toEqual([]))
}

describe('when the wallet list comes', () => {
  test.each<[string, number, ModalConfig?]>([
    ['nothing', 0],
    ['one wallet', 1],
    ['three wallets', 3],
    ['twelve wallets', 12],
    ['a wallet', 1, { featuredWalletIds: ['wallet-7', 'wallet-8'] }],
    ['a wallet', 1, { featuredWalletIds: ['wallet-7'], customWallets: [{ id: 'own', name: 'Custom' }] }],
  ])('no row moves beside %s of this browser (%i, %o)', async (_what, count, config) => {
    const { fetch, answer } = heldDirectory(directoryOf(30))
    const modal = mountModal({ services, ...config }, { wallets: announced(count) }, document.body, fetch)
    await modal.open()
    await vi.waitFor(() => expect(modal.view?.shadowRoot?.querySelector('wm-skeleton')?.shadowRoot).toBeTruthy())
    if (count >= 12) await vi.waitFor(() => expect(modal.view?.shadowRoot?.querySelector('wm-search-field')).toBeTruthy())
    await still(modal)
    const [before, card] = [places(modal), modal.card.getBoundingClientRect()]
    expect(before.size).toBeGreaterThanOrEqual(count + 2)
    answer(true)
    await vi.waitFor(() => expect(keys(modal)).toContain('wallet:wallet-0'))
    await still(modal)
    const after = places(modal)
    for (const [key, place] of before) expect(after.get(key), key).toEqual(place)
    expect(modal.card.getBoundingClientRect()).toEqual(card)
    expect(after.size).toBe(before.size + 4 + (config?.featuredWalletIds?.length ?? 0))
  })

  test('the upper edge, and what stands above, stay where they are if it does not come', async () => {
    const { fetch, answer } = heldDirectory([])
    const modal = mountModal({ services }, { wallets: announced(2) }, document.body, fetch)
    await modal.open()
    await still(modal)
    const [before, { top, height }] = [places(modal), modal.card.getBoundingClientRect()]
    answer(false)
    await vi.waitFor(() => expect(modal.view?.shadowRoot?.querySelector('wm-skeleton')).toBeNull())
    await still(modal)
    const after = places(modal)
    for (const key of ['wallet:example.own1', 'wallet:example.own2']) expect(after.get(key), key).toEqual(before.get(key))
    const card = modal.card.getBoundingClientRect()
    expect(card.top).toBeCloseTo(top, 0)
    expect(card.height).toBeLessThan(height - 50)
  })

  test('the place is kept before its drawing is there, and said to be busy', async () => {
    const { fetch } = heldDirectory([])
    const modal = mountModal({ services }, {}, document.body, fetch)
    await modal.open()
    const list = modal.view!.shadowRoot!.querySelector<HTMLElement>('ul[aria-busy=true]')!
    const heading = list.getRootNode() instanceof ShadowRoot && modal.view!.shadowRoot!.getElementById('wallets')
    expect(heading && heading.textContent).toBe('Popular')
    for (const item of list.querySelectorAll('li')) item.replaceChildren()
    expect(list.querySelectorAll('li')).toHaveLength(4)
    expect(list.offsetHeight).toBe(100 + 2 * 5) // a tile, and the edge of the group
  })
})

describe('the order of things', () => {
  test('shows wallets of this browser as rows of 64 px without a chevron, and popular ones four in a line', async () => {
    const { fetch, answer } = heldDirectory(directoryOf(30))
    answer(true)
    const modal = mountModal({ services }, { wallets: announced(2) }, document.body, fetch)
    await modal.open()
    await vi.waitFor(() => expect(keys(modal)).toContain('wallet:wallet-3'))
    await still(modal)
    const rows = rowsOf(modal)
    const [own, popular] = [rows.slice(0, 2), rows.slice(2, 6)]
    expect(own.map(({ offsetHeight }) => offsetHeight)).toEqual([64, 64])
    expect(own.map((row) => row.querySelector('svg.chevron-end'))).toEqual([null, null])
    expect(new Set(popular.map((row) => Math.round(row.getBoundingClientRect().top))).size).toBe(1)
    expect(popular.map(nameOf)).toEqual(['Alder Wallet', 'Birch Wallet', 'Cedar Wallet', 'Dogwood Wallet'])
  })

  test('a label begins over the icons of its group', async () => {
    const modal = mountModal({}, { wallets: announced(2) })
    await modal.open()
    await still(modal)
    const label = modal.view!.shadowRoot!.querySelector('h3')!
    const text = document.createRange()
    text.selectNodeContents(label)
    const icon = modal.view!.shadowRoot!.querySelector('.row .picture')!
    expect(text.getBoundingClientRect().left).toBeCloseTo(icon.getBoundingClientRect().left, 0)
  })

  test('a long name takes two lines of its tile, whole for who cannot see it', async () => {
    const name = 'The Extraordinarily Long-Named Wallet of Example County'
    const modal = mountModal({
      customWallets: [
        { id: 'long', name },
        { id: 'short', name: 'Fir' },
      ],
    })
    await modal.open()
    await still(modal)
    const [long, short] = rowsOf(modal)
    expect(long!.offsetHeight).toBe(short!.offsetHeight)
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
  })
})

describe('many wallets', () => {
  test.each([
    [11, false],
    [12, true],
  ])('%i have a search: %s', async (count, has) => {
    const modal = mountModal({}, { wallets: announced(count) })
    await modal.open()
    await still(modal)
    const field = () => modal.view?.shadowRoot?.querySelector('wm-search-field')
    if (has) await vi.waitFor(() => expect(field()).toBeTruthy())
    else expect(modal.view?.shadowRoot?.querySelector('.search')).toBeNull()
  })

  test('64 announced wallets are narrowed by what is typed, which is said once the visitor rests', async () => {
    const modal = mountModal({}, { wallets: announced(64) })
    await modal.open()
    const codes: unknown[] = []
    modal.core.use(createNotices).$announcement.listen((news) => news && codes.push([news.code, news.params]))
    const input = page.getByRole('searchbox', { name: 'Search wallets' })
    await input.fill(' own 64 ')
    await vi.waitFor(() => expect(rowsOf(modal).map(nameOf)).toEqual(['Own 64']))
    await vi.waitFor(() => expect(codes).toEqual([['walletsFound', { count: 1 }]]))
    await input.fill('nobody')
    await expect.element(page.getByText('No wallet matches “nobody”')).toBeVisible()
    await settled(modal.root)
    expect(await violations(modal.element)).toEqual([])
    await userEvent.keyboard('{Escape}') // empties the field first
    await vi.waitFor(() => expect(rowsOf(modal)).toHaveLength(64))
  })
})
