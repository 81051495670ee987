// What an account holds and can do: tokens in their states, tabs by keyboard, tiles, and what is refused.
import { render } from 'lit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createAccountTab } from '../../../src/state/account/account-tab.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { featureTiles, featureViews } from '../../../src/elements/templates/feature-tiles.js'
import type { View } from '../../../src/vocabulary/view.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { cleanUp, mountView, useFakeTime, type ViewHarness, type ViewHarnessOptions } from '../../support/view-harness.js'

afterEach(cleanUp)
afterEach(() => vi.restoreAllMocks())

const token = (index: number, symbol: string, numeric: string, price?: number) => ({
  name: `${symbol} Coin`,
  symbol,
  chainId: 'eip155:1',
  address: `eip155:1:0x${(index + 0xab00).toString(16).padStart(40, '7')}`,
  ...(price === undefined ? {} : { price }),
  quantity: { decimals: '6', numeric },
  iconUrl: null,
})
const ether = (numeric: string, price: number) => ({
  name: 'Ether',
  symbol: 'ETH',
  price,
  quantity: { decimals: '18', numeric },
  iconUrl: null,
})
const isBalances = (url: URL) => url.pathname.endsWith('/balance')
const holding = (balances: readonly object[] | (() => unknown), more: ViewHarnessOptions = {}): ViewHarnessOptions => ({
  wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha', chains: [1, 8453] })],
  connected: true,
  identity: { name: null, avatar: null },
  data: (url) => {
    if (!isBalances(url)) return undefined
    return typeof balances === 'function' ? balances() : { balances }
  },
  rpc: () => '0x1bc16d674ec80000', // 2 ETH
  ...more,
  config: { networks: [mainnet, base], rpcUrls: { 'eip155:1': 'https://node.example' }, ...more.config },
})
const rows = (modal: ViewHarness) =>
  [...modal.element.shadowRoot!.querySelectorAll<HTMLElement>('.held > li:not([role])')].map((row) =>
    row.innerText.replace(/\s+/g, ' ').trim(),
  )
const balanceRequests = (modal: ViewHarness) => modal.asked.filter(isBalances)

describe('tokens', () => {
  test('are listed with amount and worth, the most valuable first, and the account says what all of it is worth', async () => {
    const modal = await mountView(
      { name: 'Account' },
      holding([
        token(1, 'GRAIN', '12.75', 0.5),
        ether('2', 3_000.005),
        token(0, 'USDX', '1250.5', 1),
        token(2, 'DUST', '0.004', 0.0001),
      ]),
    )
    await modal.see('USDX Coin')
    expect(rows(modal)).toEqual([
      'Ether 2.000 ETH $6,000.01',
      'USDX Coin 1,250.500 USDX $1,250.50',
      'GRAIN Coin 12.750 GRAIN $6.37',
      'DUST Coin 0.004 DUST <$0.01',
    ])
    const worth = modal.element.shadowRoot!.querySelector<HTMLElement>('.worth')!
    expect(worth.innerText.replace(/\s+/g, ' ').trim()).toBe('Total value $7,256.88') // 7256.885 and a bit, cut
    expect(worth.querySelector('.fraction')!.textContent).toBe('.88')
    await modal.settled()
    expect(modal.tooWide()).toEqual([])
  })

  test('a token without a price that calls itself ETH is marked, with its contract; markup in a name is text', async () => {
    const evil = { ...token(3, 'ETH', '1000000'), name: '<img src=x onerror=alert(1)>' }
    const modal = await mountView({ name: 'Account' }, holding([ether('2', 3_000), evil]))
    await modal.see('<img src=x onerror=alert(1)>')
    expect(rows(modal)[1]).toBe('<img src=x onerror=alert(1)> 1,000,000.000 ETH Unverified token · 0x77…77ab03 No price')
    expect(rows(modal)[0]).not.toContain('Unverified')
    expect(modal.element.shadowRoot!.querySelector('img')).toBeNull()
  })

  test('an account that has nothing is told how to receive', async () => {
    const modal = await mountView({ name: 'Account' }, holding([], { rpc: () => '0x0' }))
    await modal.see('No tokens yet')
    await modal.settled()
    await page.getByRole('button', { name: 'Receive' }).last().click()
    expect(modal.view().name).toBe('WalletReceive')
  })

  test('of a service that does not know: said, with the coin of the chain still there, and asked for again after 30 s', async () => {
    const clock = useFakeTime()
    let answer: () => unknown = () => new Response(null, { status: 400 })
    const modal = await mountView(
      { name: 'Account' },
      holding(() => answer()),
    )
    const retry = () => modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="retry-tokens"]')
    await expect.poll(() => clock.tick(100).then(() => retry()?.textContent.trim())).toMatch(/^Try again in \d+ seconds$/)
    await modal.see('Token Balance Unavailable')
    await expect.poll(() => rows(modal)).toEqual(['Ether 2.000 ETH No price'])
    expect(modal.announced()).toBe('balanceFailed')
    const count = balanceRequests(modal).length
    retry()!.click()
    await clock.tick(100)
    expect(balanceRequests(modal)).toHaveLength(count)
    answer = () => ({ balances: [token(0, 'USDX', '1', 1)] })
    await clock.tick(31_000)
    await expect.poll(() => retry()?.textContent.trim()).toBe('Try again')
    retry()!.click()
    await expect.poll(() => clock.tick(100).then(() => rows(modal))).toContain('USDX Coin 1.000 USDX $1.00')
  })

  test('an old list stays, and says how old it is; an incomplete one says so', async () => {
    let isFirst = true
    const modal = await mountView(
      { name: 'Account' },
      holding(() =>
        isFirst
          ? Response.json({ balances: [token(0, 'USDX', '1', 1)] }, { headers: { 'x-incomplete': '1' } })
          : new Response(null, { status: 400 }),
      ),
    )
    await modal.see(/Updated at .* Some sources didn’t answer: you may hold more than is shown\./)
    isFirst = false
    await modal.click('Refresh balances')
    await modal.see(/^As of .*\. The latest balance didn’t load\./)
    expect(rows(modal)).toContain('USDX Coin 1.000 USDX $1.00')
    const forced = balanceRequests(modal).at(-1)?.searchParams.get('forceUpdate')
    expect(forced).toContain('eip155:1:0x777777777777777777777777777777777777ab00')
  })

  test('offline says so, and shows nothing as zero', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const modal = await mountView({ name: 'Account' }, holding([]))
    await modal.see(/^You appear to be offline/)
    expect(modal.element.shadowRoot!.textContent).not.toMatch(/0\.000|\$0\.00/)
  })

  test('a thousand of them are a scrolled window of rows, counted for screen readers', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => token(index, `T${index}`, String(2_000 - index), 2))
    const modal = await mountView({ name: 'Account' }, holding(many))
    await modal.see('T0 Coin')
    await modal.settled()
    const shown = () => modal.element.shadowRoot!.querySelectorAll('.held > li:not([role])')
    expect(shown().length).toBeLessThan(60)
    expect(shown()[3]!.getAttribute('aria-setsize')).toBe('1001')
    expect(shown()[3]!.getAttribute('aria-posinset')).toBe('4')
    shown()[shown().length - 1]!.scrollIntoView()
    await modal.see('T999 Coin')
    await expect.poll(() => rows(modal).filter((row) => /T9\d\d Coin/.test(row)).length).toBeGreaterThan(5)
    expect(shown().length).toBeLessThan(60)
  })

  test('the request is that of the account that is shown', async () => {
    const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const wallets = [
      createMockWallet({
        name: 'Alpha',
        rdns: 'example.alpha',
        accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', second],
      }),
    ]
    const modal = await mountView({ name: 'Account' }, holding([token(0, 'USDX', '1', 1)], { wallets }))
    await modal.see('USDX Coin')
    modal.core.use(createAccounts).select(`eip155:1:${second}`)
    await expect.poll(() => balanceRequests(modal).at(-1)?.pathname).toBe(`/v1/account/${second}/balance`)
  })
})

describe('tabs', () => {
  const tab = (name: string) => page.getByRole('tab', { name })

  test('are one stop of the keyboard, moved along by arrows, and remembered', async () => {
    const modal = await mountView({ name: 'Account' }, holding([token(0, 'USDX', '1', 1)]))
    await modal.see('USDX Coin')
    ;(tab('Tokens').element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('NFTs')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => modal.element.shadowRoot!.querySelector('wm-nfts-view[embedded]')).toBeTruthy()
    expect(modal.focused()).toBe('NFTs')
    await userEvent.keyboard('{End}')
    await expect.poll(() => modal.element.shadowRoot!.querySelector('wm-transactions-view[embedded]')).toBeTruthy()
    await modal.settled()
    await modal.show({ name: 'AccountSettings' })
    await modal.show({ name: 'Account' })
    await expect.element(tab('Activity')).toHaveAttribute('aria-selected', 'true')
    expect(modal.core.use(createAccountTab).$tab.get()).toBe('activity')
  })

  test('leave the browser’s own keys alone, such as those of Back', async () => {
    const modal = await mountView({ name: 'Account' }, holding([token(0, 'USDX', '1', 1)]))
    await modal.see('USDX Coin')
    const first = tab('Tokens').element() as HTMLElement
    first.focus()
    const press = (modifiers: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', {
        key: 'ArrowRight',
        bubbles: true,
        composed: true,
        cancelable: true,
        ...modifiers,
      })
      first.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect([press({ altKey: true }), press({ ctrlKey: true }), press({ metaKey: true })]).toEqual([false, false, false])
    await expect.element(tab('Tokens')).toHaveAttribute('aria-selected', 'true')
    expect(press({})).toBe(true)
    await expect.element(tab('NFTs')).toHaveAttribute('aria-selected', 'true')
  })

  test('a tab that does not load says so inside the account, and is tried again', async () => {
    const modal = await mountView({ name: 'Account' }, holding([token(0, 'USDX', '1', 1)]))
    await modal.see('USDX Coin')
    await tab('NFTs').click()
    await expect.poll(() => modal.element.shadowRoot!.querySelector('wm-nfts-view')).toBeTruthy()
    const inside = modal.element.shadowRoot!.querySelector('wm-nfts-view') as unknown as { fail(error: unknown): void }
    inside.fail(new Error('chunk'))
    await modal.see('This did not load')
    await expect.element(page.getByRole('button', { name: /^Disconnect/ })).toBeVisible()
    await modal.click('Try again')
    await expect.poll(() => modal.element.shadowRoot!.querySelector('wm-nfts-view')).toBeTruthy()
  })

  test('there are none without services, and no activity where the page shows none', async () => {
    const alone: ViewHarnessOptions = {
      wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })],
      connected: true,
      rpc: () => '0x0',
      config: { networks: [mainnet], rpcUrls: { 'eip155:1': 'https://node.example' } },
    }
    const modal = await mountView({ name: 'Account' }, alone)
    await modal.see('0.000')
    expect(page.getByRole('tab').elements()).toHaveLength(0)
    cleanUp()
    const quiet = await mountView({ name: 'Account' }, holding([], { config: { features: { history: false } } }))
    await quiet.see('Tokens')
    expect(
      page
        .getByRole('tab')
        .elements()
        .map((each) => each.textContent.trim()),
    ).toEqual(['Tokens', 'NFTs'])
  })
})

describe('tiles', () => {
  test('lead to the views of the features', async () => {
    const modal = await mountView({ name: 'Account' }, holding([token(0, 'USDX', '1', 1)]))
    await modal.settled()
    await page.getByRole('list', { name: 'What this account can do' }).getByRole('button', { name: 'Receive' }).click()
    expect(modal.view().name).toBe('WalletReceive')
  })

  test('four of them are one row on a small phone', async () => {
    await page.viewport(320, 800)
    const all = { features: { send: true, receive: true, swaps: true, onramp: true } }
    const modal = await mountView({ name: 'Account' }, holding([token(0, 'USDX', '1', 1)], { config: all, locale: 'de' }))
    await modal.see('USDX Coin')
    const tiles = () => [...modal.element.shadowRoot!.querySelectorAll('.tile')].map((each) => each.getBoundingClientRect())
    await expect.poll(() => tiles().length).toBe(4)
    expect(new Set(tiles().map(({ top }) => top)).size).toBe(1)
    expect(Math.max(...tiles().map(({ right }) => right))).toBeLessThanOrEqual(320)
    await page.viewport(420, 800)
  })

  test('one that is refused in the region is there, says why, and leads nowhere', async () => {
    const modal = await mountView({ name: 'Account' }, holding([token(0, 'USDX', '1', 1)]))
    const preloaded: View[] = []
    const views = {
      receive: featureViews.receive!,
      swaps: { view: { name: 'Networks' }, icon: 'swap' }, // any view that there is
    } as const
    const offers = [{ feature: 'swaps', refused: 'region' }, { feature: 'receive' }, { feature: 'send' }] as const
    const place = document.createElement('div')
    modal.element.shadowRoot!.append(place)
    render(
      featureTiles(modal.core, offers, (view) => preloaded.push(view), views),
      place,
    )
    const tile = page.elementLocator(place).getByRole('button', { name: 'Networks' })
    await expect.element(tile).toHaveAttribute('aria-disabled', 'true')
    await expect.element(tile).toHaveAccessibleDescription('Not offered in your region: Networks')
    ;(tile.element() as HTMLElement).click()
    ;(tile.element() as HTMLElement).focus()
    expect(modal.view().name).toBe('Account')
    expect(preloaded).toEqual([])
    expect(page.elementLocator(place).getByRole('button').elements()).toHaveLength(2) // `send` has no view here
  })
})
