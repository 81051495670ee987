// The Connect view: what it offers in which order, what it waits for, and where each row leads.
import type { LitElement } from 'lit'
import { afterEach, describe, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import type { ModalConfig } from '../../../src/config/types.js'
import type { PairOptions } from '../../../src/connectors/connector.js'
import { createMockWallet, type MockWallet } from '../../../src/connectors/mock/wallet.js'
import { tintOf } from '../../../src/elements/primitives/tint.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createRecents } from '../../../src/state/wallets/recents.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createWallets } from '../../../src/state/wallets/wallets.js'
import type { View } from '../../../src/vocabulary/view.js'
import { cleanUp, directoryOf, iphone, mountView, rowOf, useFakeTime, type ViewHarness } from '../../support/view-harness.js'

afterEach(cleanUp)

test('nothing fails when the modal ends before an update of the view', async () => {
  const modal = await mountView({ name: 'Connect' })
  const view = modal.element as LitElement
  modal.core.destroy()
  view.requestUpdate()
  await expect(view.updateComplete).resolves.toBe(true)
})

const alpha = () => createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })
const bravo = () => createMockWallet({ name: 'Bravo', rdns: 'example.bravo' })
const solana = { ...mainnet, id: 'x', name: 'Solana', chainNamespace: 'solana', caipNetworkId: 'solana:x' } as const

describe('Connect', () => {
  test('shows wallets of this browser first, then other ways, then help', async () => {
    const modal = await mountView({ name: 'Connect' }, { wallets: [alpha(), bravo()], directory: directoryOf(127) })
    await modal.see('Detected in this browser')
    await expect.element(modal.button('All wallets 120+')).toBeVisible()
    // From the heading on, where focus is when the view opens, and round to what stands before it.
    expect(await modal.tabStops()).toEqual([
      'Close',
      'Alpha',
      'Bravo',
      'Alder Wallet',
      'Birch Wallet',
      'Cedar Wallet',
      'Dogwood Wallet',
      'Use a phone wallet',
      'All wallets 120+',
      'I don’t have a wallet',
      'What is a wallet?',
    ])
  })

  test('puts the wallet of last time first, in words', async () => {
    const modal = await mountView({ name: 'GetWallet' }, { wallets: [alpha(), bravo()] })
    const wallets = modal.core.use(createWallets)
    modal.core.use(createRecents).remember(wallets.find('example.bravo')!)
    await modal.show({ name: 'Connect' })
    expect((await modal.tabStops()).slice(1, 3)).toEqual(['Bravo Last used', 'Alpha'])
  })

  test('an installed wallet leads to its window, and Back to its row', async () => {
    const wallet = alpha()
    wallet.fail('eth_requestAccounts', 'never')
    const modal = await mountView({ name: 'Connect' }, { wallets: [wallet, bravo()] })
    await modal.click('Alpha')
    await modal.see('Continue in Alpha')
    expect(modal.view()).toMatchObject({ name: 'ConnectingExternal', namespace: 'eip155' })
    await modal.click('Back')
    await expect.poll(() => modal.focused()).toBe('Alpha')
  })

  test('a wallet of several families leads to the choice of one', async () => {
    const wallet = alpha()
    const other = { ...wallet.installed, uid: 'other', namespace: 'solana' as const }
    const modal = await mountView(
      { name: 'Connect' },
      { wallets: [wallet], announced: [other], config: { networks: [mainnet, solana] } },
    )
    await modal.click('Alpha')
    await modal.see('Which network?')
    await modal.click('Ethereum and compatible')
    await expect.poll(() => modal.view()).toMatchObject({ name: 'ConnectingExternal', namespace: 'eip155' })
  })

  test('a listed wallet leads to its code, on a phone to its link', async () => {
    const modal = await mountView({ name: 'Connect' }, { directory: directoryOf(3), userAgent: iphone })
    await expect.element(modal.button('Use a phone wallet')).not.toBeInTheDocument()
    await modal.click('Alder Wallet')
    await expect.element(modal.button('Open Alder Wallet')).toBeVisible()
  })

  test('asks for consent before anything can be chosen', async () => {
    const config = {
      termsUrl: 'https://shop.example/terms',
      privacyUrl: 'https://shop.example/privacy',
      features: { legalCheckbox: true },
    }
    const modal = await mountView({ name: 'Connect' }, { wallets: [alpha()], config })
    await expect.element(modal.button('Alpha')).toBeDisabled()
    await modal.see('Tick the box above to choose a wallet.')
    await expect
      .element(page.getByRole('link', { name: 'Terms of Service (opens in a new tab)' }))
      .toHaveAttribute('href', config.termsUrl)
    await page.getByRole('checkbox').click()
    await expect.element(modal.button('Alpha')).toBeEnabled()
    await expect.element(page.getByText('Tick the box above')).not.toBeVisible()
  })

  const silent = alpha()
  silent.fail('eth_requestAccounts', 'never')
  test.each<[View, string | RegExp]>([
    [{ name: 'ConnectingWalletConnectBasic' }, 'Creating a code'],
    [{ name: 'ConnectingExternal', wallet: rowOf(silent) }, /Continue in/],
  ])('asks for consent before a view that a page opens at once (%#)', async (view, text) => {
    const config = { termsUrl: 'https://shop.example/terms', features: { legalCheckbox: true } }
    const modal = await mountView({ name: 'Account' }, { wallets: [silent], pair: () => new Promise(() => undefined), config })
    const { open } = modal.core.use(createModal)
    open(view)
    await modal.see('Tick the box above to choose a wallet.')
    await expect.element(modal.button('Alpha')).toBeDisabled()
    expect(modal.core.use(createPairing).$pairing.get()).toEqual({ status: 'idle' })
    expect(page.getByText(text).elements()).toEqual([])
    await page.getByRole('checkbox').click()
    open(view)
    await modal.see(text)
  })

  test.each<View>([
    { name: 'ConnectingWalletConnectBasic' },
    { name: 'ConnectingWalletConnect' },
    { name: 'ConnectingExternal', wallet: rowOf(alpha()) },
    { name: 'AllWallets' },
  ])('says what connecting agrees to where the visit begins at $name', async (view) => {
    const config = { termsUrl: 'https://shop.example/terms' }
    const modal = await mountView(view, { directory: [], pair: () => new Promise(() => undefined), config })
    await modal.see(/By connecting you agree to the/)
  })

  test('says it once: not again at what a row leads to', async () => {
    const config = { termsUrl: 'https://shop.example/terms' }
    const modal = await mountView({ name: 'Connect' }, { directory: [], pair: () => new Promise(() => undefined), config })
    await modal.see(/By connecting you agree to the/)
    await modal.show({ name: 'ConnectingWalletConnect' })
    await expect.element(page.getByText(/By connecting you agree to the/)).not.toBeInTheDocument()
  })

  test.each<[string, ModalConfig['features']]>([
    ['to stand behind one button', { collapseWallets: true }],
    ['to give way to what does not exist yet', { connectMethodsOrder: ['email', 'social'] }],
  ])('shows the wallets where a page wants them %s: there is nothing else', async (_case, features) => {
    const modal = await mountView({ name: 'Connect' }, { wallets: [alpha()], config: { features } })
    await expect.element(modal.button('Alpha')).toBeVisible()
    await expect.element(modal.button('Continue with a wallet')).not.toBeInTheDocument()
  })

  test('shows only wallets of the wanted family', async () => {
    const modal = await mountView(
      { name: 'Connect', namespace: 'solana' },
      { wallets: [alpha()], announced: [{ ...bravo().installed, namespace: 'solana' }], config: { networks: [mainnet, solana] } },
    )
    await modal.see('Wallets for Solana')
    await expect.element(modal.button('Bravo')).toBeVisible()
    await expect.element(modal.button('Alpha')).not.toBeInTheDocument()
  })

  describe('a wallet that is installed for one family and wanted for another', () => {
    const entry = { id: 'alpha', name: 'Alpha', rdns: 'example.alpha', chains: ['eip155:1', 'solana:x'], mobile_link: 'alpha://' }
    const pair = ({ onUri }: PairOptions) => {
      onUri('wc:x@2')
      return new Promise<never>(() => undefined)
    }
    const options = (wallets: MockWallet[]) => ({ wallets, directory: [entry], pair, config: { networks: [mainnet, solana] } })
    /** A code is offered, once in the history, and nothing of this browser. */
    const expectCode = async (modal: ViewHarness) => {
      await modal.see('Scan with Alpha')
      expect(modal.view()).toMatchObject({ name: 'ConnectingWalletConnect', wallet: { id: 'alpha', installed: [] } })
      expect(page.getByRole('tab').elements()).toEqual([])
      expect(modal.core.use(createRouter).$history.get()).toHaveLength(2)
    }

    test('is reached by its code', async () => {
      const wallet = alpha()
      const modal = await mountView({ name: 'Connect', namespace: 'solana' }, options([wallet]))
      await modal.button('Alpha').dblClick()
      await expectCode(modal)
      expect(wallet.requests).toEqual([])
    })

    test('also by the row of the family that says so', async () => {
      const wallet = alpha()
      const row = { ...rowOf(wallet), id: 'alpha', entry }
      const modal = await mountView({ name: 'ConnectingMultiChain', wallet: row }, options([wallet]))
      await modal.button('Solana On your phone').dblClick()
      await expectCode(modal)
      expect(wallet.requests).toEqual([])
    })
  })

  test('says so when there is nothing at all', async () => {
    const modal = await mountView({ name: 'Connect' })
    await modal.see('No wallet found in this browser')
    await expect.element(page.getByText('Other ways')).not.toBeInTheDocument()
  })

  test('leaves rows out when the list does not answer', async () => {
    const modal = await mountView({ name: 'Connect' }, { wallets: [alpha()], directory: undefined })
    await expect.element(modal.button('Alpha')).toBeVisible()
    await expect.element(modal.button('Use a phone wallet')).toBeVisible()
    await expect.element(page.getByRole('alert')).toHaveTextContent('')
  })
})

describe('the picture of a row', () => {
  const drawn = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1'/></svg>"
  const rowWith = (icon: string | undefined) =>
    mountView(
      { name: 'Connect' },
      { wallets: [createMockWallet({ name: 'éclair', rdns: 'example.eclair', ...(icon === undefined ? {} : { icon }) })] },
    )
  const partOf = (modal: ViewHarness, selector: string) =>
    modal.element.shadowRoot!.querySelector<HTMLElement>(`.row ${selector}`)

  test('is the wallet’s, once it has loaded', async () => {
    const modal = await rowWith(drawn)
    await expect.poll(() => partOf(modal, 'img:not(.loading)')?.getAttribute('src')).toBe(drawn)
    expect(partOf(modal, '.monogram')).toBeNull()
  })

  test.each([
    ['without one', undefined],
    ['with one that is broken', 'data:image/png;base64,AAAA'],
    ['with an address that no picture has', 'data:text/html,x'],
  ])('is a letter in colours for a wallet %s', async (_case, icon) => {
    const modal = await rowWith(icon)
    await expect.poll(() => partOf(modal, '.monogram')?.style.backgroundColor).toBe(tintOf('éclair').ground)
    expect(partOf(modal, '.monogram')?.textContent).toBe('É')
    expect(partOf(modal, 'img')).toBeNull()
    await expect.element(modal.button('éclair')).toBeVisible() // the letter is not read
  })

  test('is a letter after two seconds', async () => {
    const clock = useFakeTime(5)
    const network = cdp() as unknown as {
      send(method: 'Fetch.enable' | 'Fetch.disable', params?: { patterns: readonly { urlPattern: string }[] }): Promise<void>
    } // the provider is Playwright, in Chromium
    await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/never.png' }] }) // nobody answers
    try {
      const modal = await rowWith(`${location.origin}/never.png`)
      await expect.poll(() => partOf(modal, 'img.loading')).not.toBeNull()
      await clock.tickTo(1_900)
      expect(partOf(modal, 'img.loading')).not.toBeNull()
      expect(partOf(modal, '.monogram')?.style.backgroundColor).toBe('') // no colour while the picture may come
      await clock.tick(2_000)
      await expect.poll(() => partOf(modal, '.monogram')?.style.backgroundColor).toBe(tintOf('éclair').ground)
      expect(partOf(modal, 'img')).toBeNull()
    } finally {
      await network.send('Fetch.disable')
    }
  })
})
