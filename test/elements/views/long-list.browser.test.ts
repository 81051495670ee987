// A list of wallets that is longer than its window: few rows in the page, and for a person, a keyboard and a screen reader the list is whole.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createModal } from '../../../src/state/interface/modal.js'
import { cleanUp, directoryOf, mountView, type ViewHarness, type ViewHarnessOptions } from '../../support/view-harness.js'

/** How many wallets are enough for most of what a list without end does. */
const MANY = 240
const ROWS_MAX = 60
const NODES_MAX = 1_500

beforeEach(() => page.viewport(1024, 800))
afterEach(cleanUp)

const rows = ({ element }: ViewHarness) => [...element.shadowRoot!.querySelectorAll<HTMLElement>('li:not([aria-hidden])')]
const places = (modal: ViewHarness) => rows(modal).map((row) => Number(row.getAttribute('aria-posinset')))
const known = (modal: ViewHarness) => Number(rows(modal)[0]?.getAttribute('aria-setsize') ?? 0)
const keyOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('.row')?.dataset['key']
const rowAt = (modal: ViewHarness, place: number) => rows(modal).find((row) => row.ariaPosInSet === String(place))!
const frame = () => new Promise(requestAnimationFrame)

/** The place of the row that has focus; 0: none has. */
function focusedPlace({ element }: ViewHarness): number {
  return Number(element.shadowRoot!.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? 0)
}

/** What scrolls: the body, in a low window all of the card, in a page the page. */
function scrollerOf(modal: ViewHarness): Element {
  const shell = (modal.element.getRootNode() as ShadowRoot).host.getRootNode() as ShadowRoot // the outlet's
  const boxes = [...shell.querySelectorAll('.body, .sheet')]
  return boxes.find((box) => box.scrollHeight > box.clientHeight + 1) ?? document.scrollingElement!
}

/** Rows that can be seen, in the order in which they stand. */
function inSight(modal: ViewHarness): HTMLElement[] {
  const box = scrollerOf(modal)
  const { top, bottom } = box === document.scrollingElement ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect()
  return rows(modal).filter((row) => {
    const own = row.getBoundingClientRect()
    return own.bottom > top + 1 && own.top < bottom - 1
  })
}

/** Resolves when what is in sight is drawn without a hole, with rows around it. */
async function drawn(modal: ViewHarness) {
  const { shadowRoot } = modal.element
  const isDrawn = () => {
    const seen = inSight(modal)
    const list = shadowRoot!.querySelector('ul')!.getBoundingClientRect()
    const box = scrollerOf(modal)
    const { top, bottom } = box === document.scrollingElement ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect()
    const [from, end] = [Math.max(top, list.top), Math.min(bottom, list.bottom)]
    if (end - from < 1) return true
    const first = seen[0]?.getBoundingClientRect().top ?? Infinity
    const last = seen.at(-1)?.getBoundingClientRect().bottom ?? -Infinity
    const isWhole = seen.every((row, at) => at === 0 || Number(row.ariaPosInSet) === Number(seen[at - 1]!.ariaPosInSet) + 1)
    return isWhole && first <= from + 1 && last >= end - 1
  }
  await expect.poll(isDrawn, { interval: 20 }).toBe(true)
  // Those around come a few in a frame.
  for (let still = 0, count = 0; still < 6; still = rows(modal).length === count ? still + 1 : 0) {
    count = rows(modal).length
    await frame()
  }
}

/** All `count` wallets are known, as after scrolling to the end; the list stands at its top. */
async function mountList(count: number, options: ViewHarnessOptions = {}): Promise<ViewHarness> {
  const modal = await mountView({ name: 'AllWallets' }, { directory: directoryOf(count), ...options })
  await modal.settled()
  for (let pages = 40; pages < count; pages += 40) {
    await expect.poll(() => known(modal), { interval: 5 }).toBe(pages)
    modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="more"]')!.click()
  }
  await expect.poll(() => known(modal)).toBe(count)
  scrollerOf(modal).scrollTop = 0
  await drawn(modal)
  return modal
}

/** Without white space between elements, which the builds leave out. */
function countNodes(root: Node): number {
  let nodes = 0
  const walker = document.createTreeWalker(root)
  while (walker.nextNode()) {
    if (walker.currentNode.nodeType !== Node.TEXT_NODE || walker.currentNode.textContent?.trim()) nodes++
    const { shadowRoot } = walker.currentNode as Element // only elements have one
    if (shadowRoot) nodes += countNodes(shadowRoot)
  }
  return nodes
}

describe('a list of hundreds of wallets', () => {
  test('has few rows in the page wherever it is scrolled to, and shows each of them once, in order', async () => {
    const modal = await mountList(MANY)
    const box = scrollerOf(modal)
    const seen = new Set<number>()
    const most = { rows: 0, nodes: 0 }
    for (;;) {
      await drawn(modal)
      for (const row of inSight(modal)) seen.add(Number(row.ariaPosInSet))
      most.rows = Math.max(most.rows, rows(modal).length)
      most.nodes = Math.max(most.nodes, countNodes(document.querySelector('wm-test-stage')!.shadowRoot!))
      if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) break
      box.scrollTop += box.clientHeight - 60
    }
    expect([...seen]).toEqual(Array.from({ length: MANY }, (_, index) => index + 1))
    expect(most.rows).toBeLessThanOrEqual(ROWS_MAX)
    expect(most.nodes).toBeLessThanOrEqual(NODES_MAX)
  })

  test('is whole for assistive technology: each row says its place, and empty space is nothing', async () => {
    const modal = await mountList(MANY)
    scrollerOf(modal).scrollTop = 5_000
    await drawn(modal)
    expect(known(modal)).toBe(MANY)
    const shown = places(modal)
    expect(shown).toEqual([...shown].sort((a, b) => a - b))
    expect([shown[0], shown.at(-1)]).toEqual([1, MANY])
    expect(page.getByRole('listitem').elements()).toHaveLength(shown.length)
    expect(await modal.axe()).toEqual([])
  })

  test('keeps the row that has focus, with its neighbours, however far it is scrolled away; Tab goes on from there', async () => {
    const modal = await mountList(MANY)
    rowAt(modal, 5).querySelector<HTMLElement>('.row')!.focus()
    const focused = document.activeElement
    const row = rowAt(modal, 5)
    for (const top of [3_000, 6_000, 12_000]) {
      scrollerOf(modal).scrollTop = top
      await drawn(modal)
      expect(focusedPlace(modal)).toBe(5)
      expect(rowAt(modal, 5)).toBe(row)
      expect(document.activeElement).toBe(focused)
      expect(places(modal).slice(0, 4)).toEqual([1, 4, 5, 6])
    }
    await userEvent.tab()
    expect(focusedPlace(modal)).toBe(6)
    await drawn(modal)
    expect(inSight(modal).map((each) => each.ariaPosInSet)).toContain('6')
    expect(places(modal)).toContain(7)
  })

  test('Tab leads through it row by row, from the first to the last from outside', async () => {
    const modal = await mountList(MANY)
    scrollerOf(modal).scrollTop = 5_000
    await drawn(modal)
    page.getByRole('checkbox', { name: 'Certified only' }).element().focus({ preventScroll: true })
    const passed: number[] = []
    for (let presses = 0; presses < 40; presses++) {
      await userEvent.tab()
      passed.push(focusedPlace(modal))
    }
    expect(passed).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    rowAt(modal, MANY).querySelector<HTMLElement>('.row')!.focus()
    await drawn(modal)
    for (const place of [MANY - 1, MANY - 2, MANY - 3]) {
      await userEvent.tab({ shift: true })
      expect(focusedPlace(modal)).toBe(place)
    }
  })

  test.each<[string, ViewHarnessOptions, number]>([
    ['in the card', {}, 800],
    ['in a low window, where all of the card scrolls', {}, 400],
    ['in the page', { config: { dialog: 'inline' } }, 800],
  ])('draws what is in sight after a jump, %s', async (_, options, height) => {
    await page.viewport(1024, height)
    const modal = await mountList(200, options)
    const box = scrollerOf(modal)
    for (const share of [1, 0.5, 0.25, 0]) {
      box.scrollTop = share * (box.scrollHeight - box.clientHeight)
      await drawn(modal)
      expect(rows(modal).length).toBeLessThanOrEqual(ROWS_MAX)
      expect(inSight(modal).length).toBeGreaterThan(2)
    }
  })

  test('Back leads to the row that was chosen: it has focus, and stands where it stood; never are all rows drawn', async () => {
    const modal = await mountList(MANY)
    const box = scrollerOf(modal)
    box.scrollTop = 8_000
    await drawn(modal)
    const chosen = inSight(modal)[4]!
    const [key, top] = [keyOf(chosen), box.scrollTop]
    // In the list: the card around it may still rise as it opens.
    const topOf = (row: Element) => row.getBoundingClientRect().top - scrollerOf(modal).getBoundingClientRect().top
    const [place, before] = [Number(chosen.ariaPosInSet), topOf(chosen)]
    expect(place).toBeGreaterThan(100)
    let most = 0
    const watch = new MutationObserver(() => (most = Math.max(most, modal.element?.shadowRoot ? rows(modal).length : 0)))
    chosen.querySelector<HTMLElement>('.row')!.click()
    await expect.poll(() => modal.view().name).toBe('ConnectingWalletConnect')
    await expect.poll(() => modal.element?.localName).toBe('wm-connecting-walletconnect-view')
    watch.observe(modal.element.getRootNode(), { subtree: true, childList: true })
    modal.core.use(createModal).back()
    await expect.poll(() => modal.element?.localName).toBe('wm-all-wallets-view')
    watch.observe(modal.element.shadowRoot!, { subtree: true, childList: true })
    await expect.poll(() => keyOf(modal.element.shadowRoot!.activeElement?.closest('li'))).toBe(key)
    await modal.settled()
    await drawn(modal)
    expect(scrollerOf(modal).scrollTop).toBe(top)
    expect(focusedPlace(modal)).toBe(place)
    expect(topOf(rowAt(modal, place))).toBeCloseTo(before, 0)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(ROWS_MAX)
  })

  test('a search shows its results at once, and without it the list is whole again', async () => {
    const modal = await mountList(MANY)
    scrollerOf(modal).scrollTop = 8_000
    await drawn(modal)
    const search = page.getByRole('searchbox', { name: 'Search wallets' })
    await search.fill('elm wallet 1')
    await expect.poll(() => known(modal)).toBe(10)
    expect(places(modal)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
    await search.fill('')
    await expect.poll(() => known(modal)).toBe(MANY)
    await drawn(modal)
    expect(rows(modal).length).toBeLessThanOrEqual(ROWS_MAX)
  })

  test.each([
    ['right to left', 'ar', 1024],
    ['360 px wide', 'en', 360],
  ])('stands in its column, %s, with names of two lines among the others', async (_, locale, width) => {
    await page.viewport(width, 800)
    const long = directoryOf(200).map((entry, index) =>
      index % 7 === 3 ? { ...entry, name: `${entry.name} with a name that takes more than one line of a phone` } : entry,
    )
    const modal = await mountList(200, { directory: long, config: { locale } })
    const box = scrollerOf(modal)
    for (const share of [0.3, 0.9, 0.6, 1]) {
      box.scrollTop = share * (box.scrollHeight - box.clientHeight)
      await drawn(modal)
      const seen = inSight(modal).map((row) => row.getBoundingClientRect())
      for (const [at, { top }] of seen.entries()) if (at > 0) expect(top).toBeCloseTo(seen[at - 1]!.bottom, 0)
      expect(modal.tooWide()).toEqual([])
    }
    expect(inSight(modal).at(-1)!.ariaPosInSet).toBe('200')
  })

  test('larger letters: rows are measured anew, and its end is still its end', async () => {
    const modal = await mountList(200)
    scrollerOf(modal).scrollTop = 5_000
    await drawn(modal)
    const height = rowAt(modal, 1).offsetHeight
    modal.element.style.fontSize = '24px'
    await expect.poll(() => rowAt(modal, 1).offsetHeight).toBeGreaterThan(height * 1.3)
    const box = scrollerOf(modal)
    await expect.poll(() => modal.element.shadowRoot!.querySelector('ul')!.offsetHeight).toBeGreaterThan(200 * height * 1.3)
    box.scrollTop = box.scrollHeight
    await drawn(modal)
    box.scrollTop = box.scrollHeight
    await drawn(modal)
    expect(inSight(modal).at(-1)!.ariaPosInSet).toBe('200')
  })
})
