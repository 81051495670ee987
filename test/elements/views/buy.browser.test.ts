// Buying: what is prepared and chosen, the way to the provider, and what is said of a purchase.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storageKey } from '../../../src/state/lib/storage.js'
import type { View } from '../../../src/vocabulary/view.js'
import { buyer, type BuyWorld, CHECKOUT, createBuyWorld, refused } from '../../support/buy-world.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'

afterEach(cleanUp)

const shown = (world: BuyWorld, view: View = { name: 'OnRampProviders', amount: '100' }, more: ViewHarnessOptions = {}) =>
  mountView(view, {
    wallets: [world.wallet],
    connected: true,
    data: world.data,
    openWindow: world.open,
    ...more,
    config: { ...world.config, ...more.config },
  })
const field = (name: string) => page.getByRole('textbox', { name })
const seller = (name: RegExp) => page.getByRole('button', { name })

describe('OnRampProviders', () => {
  test('shows what comes, the fees and who sells; pressing one opens a window and leads to the progress', async () => {
    const world = createBuyWorld()
    const modal = await shown(world)
    await expect.element(field('You get')).toHaveValue('0.04')
    for (const text of [
      'Minimum $10 · Maximum $7,500',
      '$1.50',
      '$0.04',
      'Just now',
      /^Usually 1.+2% in fees$/,
      'Delivers on Ethereum',
    ])
      await modal.see(text)
    await modal.settled()
    await seller(/^Coinbase/).click()
    expect(modal.view().name).toBe('BuyInProgress')
    await modal.see('Finish in the Coinbase window')
    await modal.see('You are leaving Test Shop for Coinbase')
    await expect.poll(() => world.popups[0]?.url).toBe(CHECKOUT)
    expect(world.popups[0]?.document.title).toBe('You are leaving Test Shop for Coinbase')
    await modal.settled()
    await modal.click('Done')
    expect(modal.view().name).toBe('Account')
    expect(world.orders).toHaveLength(1)
  })

  test('presets, ways to pay, tokens and currencies are chosen by keyboard', async () => {
    const modal = await shown(createBuyWorld(), { name: 'OnRampProviders' })
    await modal.click('$250')
    await expect.element(field('Spend')).toHaveValue('250')
    await expect.element(modal.button('$250')).toHaveAttribute('aria-pressed', 'true')
    const bank = page.getByRole('radio', { name: 'Bank transfer' })
    page.getByRole('radio', { name: 'Card' }).element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(bank).toBeChecked()
    await modal.see('Minimum $10 · Maximum $25,000')
    await page.getByRole('button', { name: 'Choose a token: ETH' }).click()
    await expect.poll(() => modal.focused()).toBe('Search tokens')
    await userEvent.keyboard('usd')
    await page.getByRole('button', { name: /^USD Coin/ }).click()
    await expect.element(field('You get')).toHaveValue('250')
    await page.getByRole('button', { name: 'Currency: USD' }).click()
    await page.getByRole('button', { name: /^Euro/ }).click()
    expect(modal.view().name).toBe('OnRampProviders')
    await expect.element(field('Spend')).toHaveValue('250')
    await modal.see('Minimum €20.50 · Maximum €5,000')
    expect(page.getByRole('radio').elements()).toHaveLength(0) // one way to pay is no choice
  })

  test('a press on a provider says what is missing, and opens nothing', async () => {
    const world = createBuyWorld()
    const modal = await shown(world, { name: 'OnRampProviders' })
    await seller(/^Coinbase/).click()
    await expect.poll(() => modal.focused()).toBe('Spend')
    await expect.element(field('Spend')).toHaveAccessibleDescription(/^Enter an amount /)
    for (const [text, message] of [
      ['5', /^The minimum is \$10 /],
      ['7500.01', /^The maximum is \$7,500 /],
      ['1e5', /^Enter a number, such as 1\.5 /],
      ['1.234', /^At most 2 decimal places /],
    ] as const) {
      await field('Spend').fill(text)
      await expect.element(field('Spend')).toHaveAccessibleDescription(message)
      await seller(/^Coinbase/).click()
    }
    expect([world.popups, world.orders]).toEqual([[], []])
    expect(modal.view().name).toBe('OnRampProviders')
  })

  test.each([
    ['no price', 503, 'provider', /No provider has a price at the moment.*You can go on/],
    ['a country', 403, 'country', 'The services sell nothing in your region.'],
    ['a token', 400, 'asset', 'This token isn’t sold at the moment. Choose another one.'],
  ])('says why there is none: %s', async (_, status, name, text) => {
    const world = createBuyWorld()
    world.answers.set('/v1/onramp/quote', () => refused(status, name))
    const modal = await shown(world)
    await modal.see(text)
    await modal.settled()
  })

  test('the limits are an estimate while the services do not answer', async () => {
    const world = createBuyWorld()
    for (const path of ['/v1/onramp/options', '/v1/onramp/providers']) world.answers.set(path, () => refused(400, 'x'))
    const modal = await shown(world)
    await modal.see(/The limits are an estimate/)
    await modal.see('The providers didn’t load')
    await modal.settled()
    world.answers.clear()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect.element(seller(/^Coinbase/)).toBeVisible()
    expect(page.getByText(/an estimate/).elements()).toHaveLength(0)
  })

  test('where nothing is sold, and where buying is not offered, that is said', async () => {
    const world = createBuyWorld()
    world.answers.set('/v1/onramp/options', () => ({ paymentCurrencies: [], purchaseCurrencies: [] }))
    const modal = await shown(world)
    await modal.see('Nothing can be bought on Ethereum')
    await modal.settled()
    await modal.click('Networks')
    expect(modal.view().name).toBe('Networks')
    cleanUp()
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const refusing = await shown(createBuyWorld(), undefined, { config: { features: { restrictedTimeZones: [zone] } } })
    await refusing.see('Buying isn’t offered in your region')
    expect(refusing.asked.filter(({ pathname }) => pathname.includes('onramp'))).toEqual([])
  })

  test('on a small phone a button stands below the words that explain it', async () => {
    await page.viewport(320, 800)
    const world = createBuyWorld()
    world.answers.set('/v1/onramp/quote', () => refused(403, 'country'))
    const modal = await shown(world, undefined, { locale: 'de' })
    const banner = () => modal.element.shadowRoot!.querySelector('wm-banner')
    await expect.poll(() => banner()?.querySelector('wm-button')).toBeTruthy()
    const words = banner()!.shadowRoot!.querySelector('.words')!.getBoundingClientRect()
    const button = banner()!.querySelector('wm-button')!.getBoundingClientRect()
    expect(button.top).toBeGreaterThanOrEqual(words.bottom)
    expect(words.width).toBeGreaterThan(banner()!.clientWidth / 2)
    await page.viewport(420, 800)
  })

  test('the account leads there', async () => {
    const modal = await shown(createBuyWorld(), { name: 'Account' })
    await modal.settled() // at the lower edge of a phone, the card and its tiles rise when the tokens are known
    await modal.click('Buy')
    expect(modal.view().name).toBe('OnRampProviders')
    await page.getByRole('button', { name: 'What is buying?' }).click()
    await modal.see('Providers must know you')
    await modal.click('Buy')
    expect(modal.view().name).toBe('OnRampProviders')
  })
})

describe('BuyInProgress', () => {
  test('a blocked window leaves a link to press and to copy', async () => {
    const world = createBuyWorld()
    world.isBlocked = true
    const modal = await shown(world)
    await seller(/^Coinbase/).click()
    await modal.see('Your browser didn’t open a window')
    const link = page.getByRole('link', { name: /^Open Coinbase/ })
    await expect.element(link).toHaveAttribute('href', CHECKOUT)
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(modal.button('Copy link')).toBeVisible()
    await modal.settled()
  })

  test.each([
    ['quoteId', 400, /^The price was too old/],
    ['provider', 503, /^No provider has a price/],
    ['country', 403, /sell nothing in your region/],
  ])('a page that is refused (%s) says why, and leads back', async (name, status, text) => {
    const world = createBuyWorld()
    world.answers.set('/v1/generators/onrampurl', () => refused(status, name))
    const modal = await shown(world)
    await seller(/^Coinbase/).click()
    await modal.see('Coinbase couldn’t be opened')
    await modal.see(text)
    expect(world.popups[0]?.closed).toBe(true)
    await page.getByRole('button', { name: 'Back' }).last().click()
    expect(modal.view().name).toBe('OnRampProviders')
    await expect.element(field('Spend')).toHaveValue('100')
  })

  test('can be cancelled while the page is made', async () => {
    const world = createBuyWorld()
    world.answers.set('/v1/generators/onrampurl', () => new Promise(() => {}))
    const modal = await shown(world)
    await seller(/^Coinbase/).click()
    await modal.see('Opening Coinbase…')
    await modal.click('Cancel')
    expect(modal.view().name).toBe('OnRampProviders')
  })

  const kept = (status: string, more: object = {}): ViewHarnessOptions => ({
    prepare(core) {
      const one = {
        ...{ id: 'p', provider: 'coinbase', orderId: 'o_1', account: `eip155:1:${buyer}`, chainId: 'eip155:1', symbol: 'ETH' },
        ...{ amount: '0.04', paid: '100', currency: 'USD', status, startedAt: core.deps.now(), ...more },
      }
      core.deps.storage?.setItem(storageKey(core, 'purchases'), JSON.stringify([one]))
      return Promise.resolve()
    },
  })
  test.each([
    ['waiting', 'Finish in the Coinbase window'],
    ['paying', 'Coinbase is working on it'],
    ['done', '0.04 ETH came to your account.'],
    ['failed', 'Purchase did not finish'],
    ['overdue', 'No news from Coinbase'],
    ['untold', 'Coinbase doesn’t tell us how it ends'],
  ])('a purchase that is %s', async (status, text) => {
    const modal = await shown(createBuyWorld(), { name: 'BuyInProgress' }, kept(status, { hash: `0x${'ab'.repeat(32)}` }))
    await modal.see(text)
    await modal.settled()
    expect(modal.tooWide()).toEqual([])
    if (status !== 'overdue') return
    await modal.click('Look again')
    await modal.see('Finish in the Coinbase window')
  })

  test('is listed with those that the providers know, and leads to its progress', async () => {
    const world = createBuyWorld()
    world.listed.push({ id: 'sale', status: 'FAILED', at: Date.UTC(2026, 0, 2), amount: '1.5' })
    const modal = await shown(world, { name: 'OnRampActivity' }, kept('overdue'))
    await modal.see('1.5 ETH')
    await modal.see('Did not finish')
    await modal.settled()
    await page.getByRole('button', { name: /^0\.04 ETH/ }).click()
    expect(modal.view()).toMatchObject({ name: 'BuyInProgress', id: 'p' })
    await modal.see('No news from Coinbase')
  })

  test('the list says that it is empty, and that it did not load', async () => {
    const world = createBuyWorld()
    const modal = await shown(world, { name: 'OnRampActivity' })
    await modal.see('No purchases yet')
    cleanUp()
    world.answers.set('history', () => refused(400, 'onramp'))
    const failing = await shown(world, { name: 'OnRampActivity' })
    await failing.see('Your purchases didn’t load')
  })
})
