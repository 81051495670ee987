// Social logins as a visitor does them: the button in Connect, the window of the provider, the code of Farcaster.
import type { BrowserContext, Page } from '@playwright/test'
import type { embeddedOf } from './frame.js'
import { expect } from './walk.js'

type Wallet = ReturnType<typeof embeddedOf>

export function socialsOf(page: Page, { dapp }: Wallet) {
  /** The buttons of Connect; those that have no place there are in a list of their own. */
  async function choose(provider: string) {
    await dapp.connectButton.click()
    const connect = dapp.modal('Connect a wallet')
    const more = connect.getByRole('button', { name: 'More sign-in options' })
    await expect(more).toBeVisible()
    const own = connect.getByRole('button', { name: `Continue with ${provider}`, exact: true })
    if (await own.isVisible()) return press(() => own.click())
    await more.click()
    return press(() => dapp.modal('All sign-in options').getByRole('button', { name: provider, exact: true }).click())
  }
  /** @returns the window that a press opens */
  async function press(act: () => Promise<void>): Promise<Page> {
    const [popup] = await Promise.all([page.waitForEvent('popup'), act()])
    return popup
  }
  /** From the wallet's own page, which asks first because the frame is on another site, to the provider's. */
  async function toProvider(popup: Page, provider: string) {
    await popup.getByRole('link', { name: `Continue with ${provider}` }).click()
    await expect(popup.getByRole('heading', { name: `Log in with ${provider}` })).toBeVisible()
  }
  /** The window closes itself at the end. */
  async function answer(popup: Page, button: RegExp | 'Cancel') {
    const closed = popup.waitForEvent('close')
    // oxlint-disable-next-line typescript/no-deprecated -- until it is the default: a click would wait for a window that has closed itself
    await popup.getByRole('button', { name: button }).click({ noWaitAfter: true })
    await closed
  }

  return {
    choose,
    press,
    toProvider,
    answer,
    async logIn(provider: string) {
      const popup = await choose(provider)
      await toProvider(popup, provider)
      await answer(popup, /^Ada Test/)
    },
    /** Opens the code of Farcaster. @returns where it leads */
    async code(): Promise<string> {
      await dapp.connectButton.click()
      await dapp.modal('Connect a wallet').getByRole('button', { name: 'Continue with Farcaster', exact: true }).click()
      const modal = dapp.modal('Farcaster')
      await expect(modal.getByRole('img', { name: 'QR code for Farcaster' })).toBeVisible()
      await modal.getByRole('button', { name: 'Copy link' }).click()
      await expect(modal.getByText('Copied to clipboard').first()).toBeVisible()
      return page.evaluate(() => navigator.clipboard.readText())
    },
  }
}

/** Scans a code of Farcaster with a phone, on which `person` signs. */
export async function scan(context: BrowserContext, url: string, person: string): Promise<void> {
  const phone = await context.newPage()
  await phone.goto(url)
  await phone.getByRole('button', { name: person }).click()
  await expect(phone.getByRole('status')).toHaveText(/^You have signed in/)
  await phone.close()
}
