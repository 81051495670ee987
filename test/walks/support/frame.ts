// The embedded wallet as a visitor uses it: the field in Connect, the mails, and the window in the frame.
import type { Page } from '@playwright/test'
import { dappOf } from './dapp.js'
import { mailboxOf } from './mailbox.js'
import type { Stack } from './stack.js'
import { expect } from './walk.js'

export function embeddedOf(page: Page, stack: Pick<Stack, 'mailbox'>, email: string) {
  const dapp = dappOf(page)
  const mails = mailboxOf(stack.mailbox, email)
  const frame = page.locator('wallet-modal iframe').contentFrame()

  async function start() {
    await mails.mayBeSentTo()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const connect = dapp.modal('Connect a wallet')
    await connect.getByRole('textbox', { name: 'Email' }).fill(email)
    await connect.getByRole('button', { name: 'Continue with email' }).click()
  }

  return {
    dapp,
    mails,
    frame,
    start,
    /** Approves this browser on the page that the mail links to. */
    async approveDevice(answer: 'Yes, it is me' | 'No, refuse' = 'Yes, it is me') {
      const modal = dapp.modal('Approve this browser')
      const number = (await modal.getByText(/^\d{2}$/).textContent()) ?? 'no number'
      const own = await page.context().newPage()
      await own.goto(await mails.link())
      await expect(own.getByText(number, { exact: true })).toBeVisible()
      await own.getByRole('button', { name: answer }).click()
      await expect(own.getByRole('heading', { name: answer.startsWith('Yes') ? 'Confirmed' : 'Refused' })).toBeVisible()
      await own.close()
    },
    async enter(code: string) {
      await dapp.modal('Check your inbox').getByLabel(/code/).first().pressSequentially(code)
    },
    /** From the closed button to the connected account, on a browser that the wallet does not know. */
    async logInAnew() {
      await start()
      await this.approveDevice()
      await this.enter(await mails.code())
      await this.isConnected()
    },
    async logIn() {
      await start()
      await this.enter(await mails.code())
      await this.isConnected()
    },
    async isConnected() {
      await expect(dapp.account.getByText(/^0x[0-9a-fA-F]{40}$/)).toBeVisible()
      await expect(dapp.modal(/./)).toHaveCount(0)
    },
    /** Decides in the frame what the page asks for. */
    async decide(button: 'Sign' | 'Confirm' | 'Sign in' | 'Reject') {
      await expect(dapp.modal('Approve in your wallet')).toBeVisible()
      const wanted = frame.getByRole('button', { name: button, exact: true })
      await wanted.hover()
      // A mouse has to have been over the frame for 700 ms: a frame that is pushed below a mouse has not.
      await page.waitForTimeout(800)
      await wanted.click()
    },
  }
}
