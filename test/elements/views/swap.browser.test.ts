// Swapping: what is prepared, chosen, reviewed and sent, and what is said when it does not work.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createRouter } from '../../../src/state/interface/router.js'
import { createSwap } from '../../../src/state/swap/swap.js'
import type { View } from '../../../src/vocabulary/view.js'
import { createSwapWorld, GRAIN, ROUTER, type SwapWorld } from '../../support/swap-world.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'

afterEach(cleanUp)

const ETHER = 10n ** 18n
const some: View = { name: 'Swap', from: 'GRAIN', to: 'USDC', amount: '10' }
const with_ = ({ wallet, data, rpc, config }: SwapWorld, more: ViewHarnessOptions = {}): ViewHarnessOptions => ({
  wallets: [wallet],
  connected: true,
  data,
  rpc,
  ...more,
  config: { ...config, ...more.config },
})
const shown = (world: SwapWorld, view: View = some, more?: ViewHarnessOptions) => mountView(view, with_(world, more))
const field = (name: string) => page.getByRole('textbox', { name })
const review = () => page.getByRole('button', { name: 'Review swap' })

describe('Swap', () => {
  test('shows what comes, what it is worth and what it costs, and leads to the review', async () => {
    const modal = await shown(createSwapWorld())
    await expect.element(field('You receive')).toHaveValue('4.99')
    for (const text of ['1 GRAIN = 0.499 USDC', '0.2%', '4.9401 USDC', '0.00021 ETH', 'Balance: 100.000 GRAIN'])
      await modal.see(text)
    await modal.see(/\$5\.00/)
    await review().click()
    expect(modal.view().name).toBe('SwapPreview')
    await modal.settled()
  })

  test('the button says what is missing, and leads there', async () => {
    const modal = await shown(createSwapWorld(), { name: 'Swap' })
    await page.getByRole('button', { name: 'Select token', exact: true }).click()
    expect(modal.view()).toMatchObject({ name: 'SwapSelectToken', side: 'to' })
    await page.getByRole('button', { name: /^USD Coin/ }).click()
    await modal.click('Enter amount')
    await expect.poll(() => modal.focused()).toBe('You pay')
    await userEvent.keyboard('9999')
    await modal.click('Not enough ETH')
    await expect.element(field('You pay')).toHaveAccessibleDescription(/Not enough ETH/)
    await field('You pay').fill('1e3')
    await expect.element(field('You pay')).toHaveAccessibleDescription(/Enter a number, such as 1.5/)
  })

  test('going back and forth keeps what was typed; the direction turns with what would come', async () => {
    const modal = await shown(createSwapWorld())
    await field('You pay').fill('20')
    await page.getByRole('button', { name: 'You receive: USDC' }).click()
    await page
      .getByRole('button', { name: /^Tether/ })
      .first()
      .click()
    await expect.element(field('You pay')).toHaveValue('20')
    await expect.element(field('You receive')).toHaveValue('9.98')
    await modal.click('Reverse direction')
    await expect.element(field('You pay')).toHaveValue('9.98')
    await expect.element(page.getByRole('button', { name: 'You pay: USDT' })).toBeVisible()
    await modal.click('Max')
    await expect.element(field('You pay')).toHaveValue('500')
  })

  test.each([
    ['no route', '/v1/convert/quotes', () => ({ quotes: [] }), 'No route found from GRAIN to USDC'],
    [
      'a failure',
      '/v1/convert/quotes',
      () => Response.json({}, { status: 400 }),
      'The server reported an error. Try again in a moment.',
    ],
    ['a chain without swaps', '/v1/supported-chains', () => ({ http: [], ws: [] }), 'Swaps not available on Ethereum'],
  ])('says so: %s', async (_, path, answer, text) => {
    const world = createSwapWorld()
    world.answers.set(path, answer)
    const modal = await shown(world)
    await modal.see(text)
    await modal.settled()
    if (path !== '/v1/supported-chains') return
    await modal.click('Choose a network')
    expect(modal.view().name).toBe('Networks')
  })

  test('is not offered in some regions, and says why', async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const modal = await shown(createSwapWorld(), some, { config: { features: { restrictedTimeZones: [timeZone] } } })
    await modal.see('Swaps aren’t offered in your region')
  })

  test('slippage is chosen or typed, and one out of bounds is refused', async () => {
    const modal = await shown(createSwapWorld())
    await page.getByText('Max. slippage: 1%').click()
    await modal.click('0.5%')
    await modal.see('4.96505 USDC')
    await field('Max. slippage in percent').fill('51')
    await expect.element(page.getByRole('button', { name: 'Slippage must be 0 to 50%' })).toBeVisible()
    await field('Max. slippage in percent').fill('2')
    await modal.see('4.8902 USDC')
  })

  test('the slippage of the settings comes first and can be chosen again; a high one is warned of', async () => {
    const modal = await shown(createSwapWorld(), some, { config: { features: { slippagePercent: '7.5' } } })
    await modal.see('4.61575 USDC')
    await modal.see('With a slippage of 7.5% you may get that much less than the quote says.')
    await page.getByText('Max. slippage: 7.5%').click()
    await modal.click('0.5%')
    await modal.see('4.96505 USDC')
    await expect.element(page.getByText(/With a slippage of/)).not.toBeInTheDocument()
    await modal.click('7.5%')
    await modal.see('4.61575 USDC')
    await modal.settled()
    expect(await modal.axe()).toEqual([])
  })

  test('hostile names are one line of text', async () => {
    const world = createSwapWorld()
    const name = '<img src=x onerror=alert(1)>'
    const evil = {
      name: `\u202e${name}`,
      symbol: 'ETH',
      address: `eip155:1:0x${'3'.repeat(40)}`,
      decimals: 18,
      logoUri: 'javascript:alert(1)',
    }
    const coin = { name: 'Ether', symbol: 'ETH', address: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', decimals: 18 }
    world.answers.set('/v1/convert/tokens', () => ({ tokens: [coin, evil] }))
    const modal = await shown(world, { name: 'SwapSelectToken', side: 'to' })
    await modal.see(name)
    await modal.see(/0x33…333333/) // a second "ETH" has its address beside it
  })
})

describe('SwapSelectToken', () => {
  test('has own tokens first, searches, and does not offer the other side', async () => {
    const modal = await shown(createSwapWorld())
    await page.getByRole('button', { name: 'You receive: USDC' }).click()
    await modal.see('Your tokens')
    await expect.element(page.getByRole('button', { name: /^Grain/ }).first()).toBeDisabled()
    await page.getByRole('searchbox').fill('zebra')
    await modal.see('No token matches “zebra”')
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await page.getByRole('searchbox').fill('weth')
    await page.getByRole('button', { name: /^Wrapped Ether/ }).click()
    await expect.element(page.getByRole('button', { name: 'You receive: WETH' })).toBeVisible()
  })
})

describe('SwapPreview', () => {
  const reviewed = async (world: SwapWorld, view?: View) => {
    const modal = await shown(world, view)
    await review().click()
    await expect.poll(() => modal.core.use(createSwap).$run.get()?.phase).toBe('ready')
    return modal
  }

  test('says whom one allows how much, asks the wallet for that, then for the swap, and shows the end', async () => {
    const world = createSwapWorld()
    const modal = await reviewed(world)
    await modal.see('The contract may take exactly 10 GRAIN for this swap, and no more.')
    await modal.see('1 · Allow GRAIN')
    await modal.see('2 · Swap')
    await modal.settled()
    await modal.click('Allow GRAIN')
    await expect.element(page.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
    expect(world.sent).toHaveLength(1)
    await modal.click('Swap')
    await modal.see('You swapped 10 GRAIN for about 4.99 USDC.')
    expect(world.sent.map(({ to }) => to)).toEqual([GRAIN, ROUTER])
    await expect
      .element(page.getByRole('link', { name: /^View on Etherscan/ }))
      .toHaveAttribute('href', `https://etherscan.io/tx/0x${'2'.padStart(64, '0')}`)
    await modal.settled()
    await modal.click('Done')
    expect(modal.view().name).toBe('Account')
  })

  test('a token with permits is allowed by a signature, or by a transaction for those who want one', async () => {
    const world = createSwapWorld()
    world.permits.set(GRAIN, '1')
    world.wallet.fail('eth_signTypedData_v4', { code: 4200 })
    const modal = await reviewed(world)
    await modal.see(
      'Your wallet asks for a signature, not a transaction: the contract may take exactly 10 GRAIN in the next half hour. It costs nothing.',
    )
    await modal.settled()
    await modal.click('Allow with a transaction instead')
    await modal.see('The contract may take exactly 10 GRAIN for this swap, and no more.')
    await modal.see('Allow GRAIN')
  })

  test('a wallet that cannot sign is no dead end', async () => {
    const world = createSwapWorld()
    world.permits.set(GRAIN, '1')
    world.wallet.fail('eth_signTypedData_v4', { code: 4200 })
    const modal = await reviewed(world)
    await modal.click('Sign to allow GRAIN')
    await modal.see('The signature of Alpha did not work here. A transaction allows the same.')
    await modal.click('Allow GRAIN')
    await expect.poll(() => world.sent).toMatchObject([{ to: GRAIN }])
  })

  test('a refusal is told, and the same button tries again', async () => {
    const world = createSwapWorld()
    world.wallet.fail('eth_sendTransaction', 'reject')
    const modal = await reviewed(world)
    await modal.click('Allow GRAIN')
    await modal.see('You declined the request')
    world.wallet.fail('eth_sendTransaction', undefined)
    await modal.click('Allow GRAIN')
    await expect.element(page.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
  })

  test('opened again in the middle it shows where it stands', async () => {
    const world = createSwapWorld()
    world.wallet.fail('eth_sendTransaction', 'never')
    const modal = await reviewed(world)
    await modal.click('Allow GRAIN')
    await modal.see('Open Alpha and look at the request there.')
    await modal.show({ name: 'Networks' })
    modal.core.use(createRouter).reset({ name: 'Swap', from: 'ETH', to: 'USDC', amount: '1' })
    await modal.see('Confirm in Alpha')
    expect(modal.core.use(createSwap).$run.get()).toMatchObject({ amount: 10n * ETHER, phase: 'confirming' })
    await modal.click('Stop waiting')
    await expect.element(field('You pay')).toHaveValue('10')
  })

  test('a great loss is agreed to apart', async () => {
    const world = createSwapWorld()
    world.rate = 400_000n
    world.allow(GRAIN, ROUTER, 10n * ETHER)
    const modal = await reviewed(world)
    await modal.see('At market prices you lose about 20% in this swap.')
    await page.getByRole('button', { name: 'Swap', exact: true }).click({ force: true })
    expect(world.sent).toEqual([])
    await page.getByRole('checkbox').click()
    await modal.click('Swap')
    await modal.see('Your swap is done')
    expect(world.sent).toHaveLength(1)
  })

  test('a price that has moved is shown and agreed to before anything is sent', async () => {
    const world = createSwapWorld()
    world.allow(GRAIN, ROUTER, 10n * ETHER)
    const modal = await reviewed(world)
    world.rate = 480_000n
    await modal.click('Swap')
    await modal.see('The price has changed. You would now get 4.8 USDC.')
    await modal.click('Accept the new price')
    await modal.click('Swap')
    await modal.see('You swapped 10 GRAIN for about 4.8 USDC.')
    expect(world.sent).toHaveLength(1)
  })

  test('without a swap it leads to one', async () => {
    const modal = await shown(createSwapWorld(), { name: 'SwapPreview' })
    await modal.click('Start a swap')
    expect(modal.view().name).toBe('Swap')
  })
})
