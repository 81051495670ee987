// All wallets: searching, filtering, paging, and a long list that stays quick and whole for assistive technology.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { cleanUp, directoryOf, iphone, mountView, useFakeTime, type ViewHarnessOptions } from '../../support/view-harness.js'

afterEach(cleanUp)

const rows = () => page.getByRole('listitem')
/** How many rows the list says that it has; those in sight are in the page. */
const known = () => Number(rows().elements().at(-1)?.getAttribute('aria-setsize') ?? 0)
const search = () => page.getByRole('searchbox', { name: 'Search wallets' })

describe('AllWallets', () => {
  test('begins in the search field, with installed wallets first', async () => {
    const wallet = createMockWallet({ name: 'Zulu', rdns: 'example.zulu' })
    const modal = await mountView({ name: 'AllWallets' }, { wallets: [wallet], directory: directoryOf(20) })
    await expect.poll(() => modal.focused()).toBe('Search wallets')
    await expect.element(modal.button('Zulu Installed')).toBeVisible()
    await expect.element(page.getByRole('checkbox', { name: 'Certified only' })).toBeVisible() // comes with the list
    expect((await modal.tabStops()).slice(0, 2)).toEqual(['Certified only', 'Zulu Installed'])
  })

  test('finds by name, keeps what is typed as it is, and says how many', async () => {
    const clock = useFakeTime()
    const modal = await mountView({ name: 'AllWallets' }, { directory: directoryOf(20) })
    await expect.element(rows()).toHaveLength(20)
    await search().fill('elm ')
    await clock.tick(300)
    await expect.element(rows()).toHaveLength(2)
    await expect.element(search()).toHaveValue('elm ')
    expect(modal.announced()).toBeUndefined()
    await clock.tick(200)
    await expect.poll(() => modal.announced()).toBe('walletsFound')
  })

  test('loads what a row opens when the pointer moves to it, and not when the list scrolls under a pointer at rest', async () => {
    const modal = await mountView({ name: 'AllWallets' }, { directory: directoryOf(20) })
    await expect.element(rows()).toHaveLength(20)
    await userEvent.hover(search()) // the browser's own pointer may lie over a row
    const load = vi.spyOn(modal.core.deps.views, 'load')
    const [first, second, third] = [...modal.element.shadowRoot!.querySelectorAll('.row')]
    const enter = (row: Element | undefined, screenY: number) =>
      row!.dispatchEvent(new PointerEvent('pointerenter', { screenX: 9, screenY }))
    enter(first, 300)
    load.mockClear()
    enter(second, 300)
    enter(third, 300)
    expect(load).not.toHaveBeenCalled()
    enter(second, 280)
    expect(load).toHaveBeenCalledTimes(1)
    third!.dispatchEvent(new FocusEvent('focusin'))
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('offers to clear a search without result, and returns to the field', async () => {
    const modal = await mountView({ name: 'AllWallets' }, { directory: directoryOf(20) })
    await search().fill('zebra')
    await modal.see('No wallet matches “zebra”')
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect.element(rows()).toHaveLength(20)
    await expect.poll(() => modal.focused()).toBe('Search wallets')
  })

  test('filters certified wallets with a real checkbox', async () => {
    const modal = await mountView({ name: 'AllWallets' }, { directory: directoryOf(20) })
    await page.getByRole('checkbox', { name: 'Certified only' }).click()
    await expect.element(rows()).toHaveLength(5)
    await expect.element(modal.button('Alder Wallet Certified')).toBeVisible()
  })

  test('S13: where no wallet is certified, there is no filter for it', async () => {
    const plain = directoryOf(20).map((entry) => ({ ...entry, badge_type: 'none' as const }))
    await mountView({ name: 'AllWallets' }, { directory: plain })
    await expect.element(rows()).toHaveLength(20)
    expect(page.getByRole('checkbox').elements()).toEqual([])
  })

  test('loads forty at a time; focus stays on the button, and goes to the first new row at the end', async () => {
    const modal = await mountView({ name: 'AllWallets' }, { directory: directoryOf(100), config: { dialog: 'inline' } })
    await expect.poll(known).toBe(40)
    const more = modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="more"]')!
    more.focus() // scrolls the end of the list into sight
    await expect.poll(known).toBe(80)
    expect(modal.focused()).toBe('Show more')
    await userEvent.keyboard('{Enter}')
    await expect.poll(known).toBe(100)
    await expect.poll(() => modal.focused()).toBe('Alder Wallet 9 Certified')
    expect(modal.asked.filter((url) => url.searchParams.get('entries') === '40')).toHaveLength(3)
  })

  test.each([
    ['does not bring up the keyboard where a finger points', true, 'All wallets'],
    ['begins in the search field elsewhere', false, 'Search wallets'],
  ])('%s', async (_, isCoarse, focused) => {
    const real = window.matchMedia.bind(window)
    const asked = vi.spyOn(window, 'matchMedia')
    asked.mockImplementation((query) => (query === '(pointer: coarse)' ? ({ matches: isCoarse } as MediaQueryList) : real(query)))
    const modal = await mountView({ name: 'Connect' }, { directory: directoryOf(3) })
    await modal.show({ name: 'AllWallets' })
    await expect.poll(() => modal.focused()).toBe(focused)
    asked.mockRestore()
  })

  test('its search field says how many wallets there are to search', async () => {
    await mountView({ name: 'AllWallets' }, { directory: directoryOf(100) })
    await expect
      .element(page.getByRole('searchbox', { name: 'Search wallets' }))
      .toHaveAttribute('placeholder', 'Search 100 wallets')
  })

  test('loads more shortly before the end comes into sight', async () => {
    const modal = await mountView({ name: 'AllWallets' }, { directory: directoryOf(100) })
    await expect.poll(known).toBe(40)
    await modal.settled()
    const more = modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="more"]')!
    const body = (modal.element.getRootNode() as ShadowRoot).host.closest('.body')!
    const below = () => more.getBoundingClientRect().top - body.getBoundingClientRect().bottom
    body.scrollTop += below() - 400
    expect(Math.round(below())).toBe(400)
    for (let count = 0; count < 6; count++) await new Promise(requestAnimationFrame) // what comes into sight is told with a frame
    expect(known()).toBe(40)
    body.scrollTop += below() - 200
    await expect.poll(known).toBe(80)
  })

  test('says when the list does not load, and tries again', async () => {
    const clock = useFakeTime()
    const options = { directory: undefined as ReturnType<typeof directoryOf> | undefined }
    const modal = await mountView({ name: 'AllWallets' }, options)
    await clock.tick(60_000)
    await modal.see('The wallet list didn’t load')
    options.directory = directoryOf(3)
    await modal.click('Try again')
    await clock.tick(1_000)
    await expect.element(rows()).toHaveLength(3)
  })

  test('on a phone, a click on a wallet opens its app at once: the code was made with the list', async () => {
    const uris: string[] = []
    const pair: ViewHarnessOptions['pair'] = ({ onUri, signal }) => {
      uris.push(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`)
      onUri(uris[0]!)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(walletError('ABORTED'))))
    }
    const options = { directory: directoryOf(3), pair, userAgent: iphone }
    const modal = await mountView({ name: 'AllWallets' }, options)
    await expect.poll(() => uris).toHaveLength(1)
    await modal.click(/^Birch Wallet/)
    expect(modal.opened).toEqual([`wallet1://wc?uri=${encodeURIComponent(uris[0]!)}`])
    await expect.poll(() => modal.view().name).toBe('ConnectingWalletConnect')
    await modal.click('Open Birch Wallet')
    expect(modal.opened).toHaveLength(2)
    expect(uris).toHaveLength(1)
  })

  test('on a computer, and before consent, nothing is made ahead', async () => {
    const made: unknown[] = []
    const pair: ViewHarnessOptions['pair'] = (asked) => {
      made.push(asked)
      return new Promise(() => {})
    }
    const directory = directoryOf(3)
    const computer = await mountView({ name: 'AllWallets' }, { directory, pair })
    await computer.settled()
    cleanUp()
    const termsUrl = 'https://dapp.example/terms'
    const config = { termsUrl, features: { legalCheckbox: true } }
    const phone = await mountView({ name: 'AllWallets' }, { directory, pair, userAgent: iphone, config })
    await phone.settled()
    expect(made).toEqual([])
    await page.getByRole('checkbox', { name: /terms/i }).click()
    await expect.poll(() => made).toHaveLength(1)
  })

  test('hundreds of wallets: every row in the accessibility tree, and a page of them touches no row that was there', async () => {
    const modal = await mountView({ name: 'AllWallets' }, { directory: directoryOf(400), config: { dialog: 'inline' } })
    const { shadowRoot } = modal.element
    await expect.poll(known).toBe(40)
    // What a page costs must not grow with the list: only new rows change. (How long it takes: `bench/open.mjs --only scroll`.)
    const changed: MutationRecord[] = []
    const everything = { subtree: true, childList: true, attributes: true, characterData: true }
    const observer = new MutationObserver((records) => changed.push(...records))
    // A row is drawn whole when its letter has its colour, which comes in a chunk of its own.
    const drawn = (row: Element) => row.querySelector('.monogram')?.hasAttribute('style')
    const inPage = () => [...shadowRoot!.querySelectorAll('li:not([aria-hidden])')]
    for (let count = 80; count <= 400; count += 40) {
      await expect.poll(() => inPage().every(drawn)).toBe(true)
      const before = inPage().slice(0, -1) // the last of the list, which stays for the Tab key until there is another last one
      for (const row of before) {
        const parts = [row, ...row.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])
        for (const part of [row, ...parts]) observer.observe(part, everything)
      }
      shadowRoot!.querySelector<HTMLElement>('[data-key="more"]')!.click()
      await expect.poll(known).toBe(count)
      const after = inPage()
      changed.push(...observer.takeRecords())
      observer.disconnect()
      expect(before.every((row, index) => row === after[index])).toBe(true)
    }
    // Each says of how many it is one now.
    expect(changed.filter(({ attributeName }) => attributeName !== 'aria-setsize')).toEqual([])
    const places = inPage().map((row) => [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')])
    expect(places[0]).toEqual(['1', '400'])
    expect(places.at(-1)).toEqual(['400', '400'])
    // The tree holds no more than this of a list without end, and what is in it can be pressed.
    expect(page.getByRole('button', { name: /Wallet/ }).elements()).toHaveLength(inPage().length)
    expect(inPage().length).toBeLessThanOrEqual(60)
  })
})
