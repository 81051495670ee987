// A wallet by an account elsewhere: the window of each provider, and Farcaster's code, in a browser that keeps storage apart by site.
import { embeddedOf } from './support/frame.js'
import { scan, socialsOf } from './support/social.js'
import { expect, test } from './support/walk.js'

/** Apple answers with a form, X names no address, GitHub has no id token: each its own way. */
const PROVIDERS = ['GitHub', 'Facebook', 'X', 'Discord', 'Apple', 'Google']

const google = 'a visitor logs in with Google, signs, finds the wallet again after a reload, and signs out'
test(google, { tag: ['@journey', '@embedded'] }, async ({ page, stack }) => {
  const wallet = embeddedOf(page, stack, '')
  const { dapp } = wallet
  const socials = socialsOf(page, wallet)
  await dapp.goto(stack.dapp)
  await expect(page.locator('iframe'), 'no frame before it is needed').toHaveCount(0)

  await socials.logIn('Google')
  await wallet.isConnected()
  const address = await dapp.address()
  await test.step('signs', async () => {
    await dapp.startSigning()
    await wallet.decide('Sign')
    await wallet.signatureIsOf(address)
  })
  await test.step('is found again after a reload', async () => {
    await page.reload()
    await wallet.isConnected()
    expect(await dapp.address()).toBe(address)
  })
  await test.step('signs out', async () => {
    await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
    await dapp.isDisconnected()
    await page.reload()
    await dapp.isDisconnected()
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})

test('each of the six providers leads to a wallet of its own', { tag: '@embedded' }, async ({ page, stack }) => {
  const wallet = embeddedOf(page, stack, '')
  const { dapp } = wallet
  const socials = socialsOf(page, wallet)
  await dapp.goto(stack.dapp)
  const addresses = new Set<string>()
  for (const provider of PROVIDERS)
    await test.step(provider, async () => {
      await socials.logIn(provider)
      await wallet.isConnected()
      addresses.add(await dapp.address())
      await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
      await dapp.isDisconnected()
    })
  expect(addresses.size).toBe(PROVIDERS.length)
})

test('a visitor closes the window, declines, and logs in after all', { tag: '@embedded' }, async ({ page, stack }) => {
  const wallet = embeddedOf(page, stack, '')
  const { dapp } = wallet
  const socials = socialsOf(page, wallet)
  await dapp.goto(stack.dapp)
  const modal = dapp.modal('Google')
  const again = modal.getByRole('button', { name: 'Try again' })

  const closed = await socials.choose('Google')
  await expect(closed.getByRole('link', { name: 'Continue with Google' })).toBeVisible()
  await closed.close()
  await expect(modal.getByRole('heading', { name: 'Did you close the window?' })).toBeVisible()

  const declined = await socials.press(() => again.click())
  await socials.toProvider(declined, 'Google')
  await socials.answer(declined, 'Cancel')
  await expect(modal.getByText('You declined at Google. Nothing was shared.').first()).toBeVisible()

  const popup = await socials.press(() => again.click())
  await socials.toProvider(popup, 'Google')
  await socials.answer(popup, /^Ada Test/)
  await wallet.isConnected()
})

test(
  'on the site of the frame the window of each goes to the provider at once',
  { tag: '@embedded' },
  async ({ page, stack }) => {
    const wallet = embeddedOf(page, stack, '')
    const { dapp } = wallet
    const socials = socialsOf(page, wallet)
    const frame = page.waitForRequest((request) => request.url().startsWith(`${stack.frame}/sdk`))
    await dapp.goto(stack.dapp.replace('localhost', 'app.shop.localhost'))
    const addresses = new Set<string>()
    for (const provider of PROVIDERS)
      await test.step(provider, async () => {
        const popup = await socials.choose(provider)
        await expect(popup.getByRole('heading', { name: `Log in with ${provider}` })).toBeVisible()
        await socials.answer(popup, /^Ada Test/)
        await wallet.isConnected()
        addresses.add(await dapp.address())
        if (provider === PROVIDERS.at(-1)) return
        await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
        await dapp.isDisconnected()
      })
    expect(await (await frame).headerValue('sec-fetch-site')).toBe('same-site')
    expect(addresses.size, 'a wallet of its own for each account').toBe(6)
    const address = await dapp.address()
    await page.reload()
    await wallet.isConnected()
    expect(await dapp.address()).toBe(address)
  },
)

test(
  'a code of Farcaster is scanned; Back makes the one before worthless',
  { tag: '@embedded' },
  async ({ page, context, stack }) => {
    const wallet = embeddedOf(page, stack, '')
    const { dapp } = wallet
    const socials = socialsOf(page, wallet)
    await dapp.goto(stack.dapp)

    const left = await socials.code()
    await dapp.modal('Farcaster').getByRole('button', { name: 'Back' }).click()
    await expect(dapp.modal('Connect a wallet')).toBeVisible()
    await scan(context, left, 'Bo Test')
    await page.keyboard.press('Escape')
    await dapp.isDisconnected()

    const code = await socials.code()
    expect(code).not.toBe(left)
    await scan(context, code, 'Ada Test (101)')
    await wallet.isConnected()
    const address = await dapp.address()
    await dapp.startSigning()
    await wallet.decide('Sign')
    await wallet.signatureIsOf(address)
  },
)
