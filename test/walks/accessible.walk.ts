// Axe over every view and state of the gallery, and over the views that a visitor really comes by.
import { violationsOf, violationsOfScene } from './support/axe.js'
import { dappOf, EXTENSION } from './support/dapp.js'
import { expect, test } from './support/walk.js'

/** The states of a view are looked at in light and dark in turn: each view in both is what `every-view.browser.test.ts` looks at. */
const THEMES = ['light', 'dark'] as const

for (const [part, theme] of THEMES.entries())
  test(`no view in any state breaks a rule of accessibility, the states in ${theme}`, async ({ page, stack, records }) => {
    // Colours half-way through a transition are nobody's.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // Scenes of a world that is down have pictures that do not come.
    records.expectProblems(/Failed to load resource/)
    await page.goto(stack.gallery)
    const links = page.getByRole('navigation', { name: 'Views and states' }).getByRole('listitem').getByRole('link')
    await expect(links.first()).toBeVisible()
    const addresses = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).search))
    expect(addresses.length).toBeGreaterThan(100)
    // Axe goes over all of a page, whatever part of it is asked for: the links would take four times as long as the scenes.
    await page.evaluate(() => document.querySelector('nav')?.remove())
    const found: string[] = []
    for (const [index, address] of addresses.entries()) {
      if (index % THEMES.length !== part) continue
      const query = new URLSearchParams(address)
      const violations = await violationsOfScene(page, address, theme)
      found.push(...violations.map((violation) => `${query.get('view')} ${query.get('state')}, ${violation}`))
    }
    expect(found).toEqual([])
  })

test('what a visitor passes on the way in and out breaks no rule of accessibility, light or dark', async ({ page, stack }) => {
  let theme: 'light' | 'dark' = 'light'
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const dapp = dappOf(page)
  const isClean = async () => expect(await violationsOf(page), theme).toEqual([])
  /** In the theme that the page has, and in the other one, which it keeps. */
  const check = (what: string) =>
    test.step(what, async () => {
      await isClean()
      theme = theme === 'light' ? 'dark' : 'light'
      await page.emulateMedia({ colorScheme: theme })
      // Before its first opening the modal has no theme yet.
      await expect.poll(async () => (await page.locator('wallet-modal').getAttribute('data-mode')) ?? theme).toBe(theme)
      await isClean()
    })
  await dapp.goto(stack.dapp)
  await expect(dapp.networkButton).toBeVisible()
  await check('the page')
  await dapp.connectButton.click()
  const list = dapp.modal('Connect a wallet')
  await expect(list.getByRole('button', { name: EXTENSION })).toBeVisible()
  await check('Connect')
  await list.getByRole('button', { name: 'Use a phone wallet' }).click()
  await expect(dapp.modal('Scan with your phone').getByRole('button', { name: 'Copy link' })).toBeEnabled()
  await check('the code')
  await dapp.modal('Scan with your phone').getByRole('button', { name: 'Back' }).click()
  await list.getByRole('button', { name: EXTENSION }).click()
  const families = dapp.modal('Which network?')
  await expect(families.getByRole('button', { name: 'Cosmos' })).toBeVisible()
  await check('the ecosystems of a wallet')
  await families.getByRole('button', { name: 'Ethereum and compatible' }).click()
  await dapp.ask('Let this site see your account?').getByRole('button', { name: 'Reject' }).click()
  await expect(dapp.modal(EXTENSION).getByRole('button', { name: 'Try again' })).toBeVisible()
  await check('declined')
  await dapp.modal(EXTENSION).getByRole('button', { name: 'Try again' }).click()
  await dapp.ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
  await dapp.isConnected(EXTENSION)
  await check('the page, connected')
  await dapp.accountButton.click()
  const account = dapp.modal('Account')
  await expect(account.getByText(/Balance\s+[\d,.]+\s+ETH/)).toBeVisible()
  await check('Account')
  await account.getByRole('button', { name: /^Current network/ }).click()
  await expect(dapp.modal('Networks').getByRole('button', { name: 'Ethereum' })).toBeVisible()
  await check('Networks')
  await dapp.modal('Networks').getByRole('button', { name: 'Solana' }).click()
  const other = dapp.modal('Switch network')
  await expect(other.getByRole('button', { name: 'Choose a wallet' })).toBeVisible()
  await check('SwitchActiveChain')
  await other.getByRole('button', { name: 'Choose a wallet' }).click()
  await expect(list.getByText('Wallets for Solana')).toBeVisible()
  await check('Connect for one ecosystem')
  await list.getByRole('button', { name: 'Back' }).click()
  await dapp.modal('Networks').getByRole('button', { name: 'Ethereum' }).click()
  await expect(dapp.modal('Ethereum').getByRole('button', { name: 'Cancel' })).toBeVisible()
  await dapp.ask('Add a network?').getByRole('button', { name: 'Reject' }).click()
  await expect(dapp.modal('Ethereum').getByRole('button', { name: 'Try again' })).toBeVisible()
  await check('SwitchNetwork, declined')
  await dapp.modal('Ethereum').getByRole('button', { name: 'Back' }).click()
  await dapp.modal('Networks').getByRole('button', { name: 'Back' }).click()
  await account.getByRole('button', { name: 'Wallets' }).click()
  const wallets = dapp.modal('Wallets')
  await expect(wallets.getByRole('button', { name: `Disconnect ${EXTENSION}` })).toBeVisible()
  await check('ProfileWallets')
  await wallets.getByRole('tab', { name: 'Cosmos' }).click()
  await expect(wallets.getByText('No Cosmos wallet connected')).toBeVisible()
  await check('ProfileWallets, without a wallet')
  await wallets.getByRole('button', { name: 'Close' }).click()
  await dapp.chooseInExtension('Network', 'Polygon')
  await expect(dapp.modal('Unsupported network')).toBeVisible()
  await check('UnsupportedChain')
})
