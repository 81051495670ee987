// The embedded wallet as a visitor uses it: the field in Connect, the mails, and the window in the frame.
import type { Locator, Page } from '@playwright/test'
import { createPublicClient, http, type Hex } from 'viem'
import { devnetChain } from '../../support/devnet-chain.js'
import { dappOf, MESSAGE } from './dapp.js'
import { mailboxOf } from './mailbox.js'
import type { Stack } from './stack.js'
import { expect } from './walk.js'

/** Each walk has a mailbox of its own. */
export const addressFor = (name: string) => `${name}-${Date.now().toString(36)}@example.com`

export function embeddedOf(page: Page, stack: Pick<Stack, 'mailbox' | 'evm'>, email: string) {
  const dapp = dappOf(page)
  const mails = mailboxOf(stack.mailbox, email)
  const frame = page.locator('wallet-modal iframe').contentFrame()

  const connect = dapp.modal('Connect a wallet')

  /** Opens Connect, and types the address. */
  async function open() {
    await dapp.connectButton.click()
    await connect.getByRole('textbox', { name: 'Email' }).fill(email)
  }

  async function start() {
    await mails.mayBeSentTo()
    await open()
    await connect.getByRole('button', { name: 'Continue with email' }).click()
  }

  return {
    dapp,
    email,
    mails,
    frame,
    open,
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
      await dapp
        .modal(/^(?:Check your inbox|Confirm (?:current|new) email)$/)
        .getByRole('textbox', { name: /code/ })
        .pressSequentially(code)
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
    /** Checks the page's newest signature here: that of the key, or of a smart account, which need not be on the chain yet (ERC-6492). */
    async signatureIsOf(address: Hex) {
      await expect(dapp.sign.getByText('The signature belongs to this account.')).toBeVisible()
      const signature = (await dapp.sign.getByText(/^0x[0-9a-f]{130,}$/).textContent()) as Hex // what the locator matched
      const client = createPublicClient({ chain: devnetChain, transport: http(stack.evm) })
      expect(await client.verifyMessage({ address, message: MESSAGE, signature }), 'the signature verifies').toBe(true)
    },
    /** Decides in the frame what the page asks for. */
    async decide(button: 'Sign' | 'Confirm' | 'Sign in' | 'Reject' | 'Allow' | 'Don’t allow') {
      await expect(dapp.modal('Approve in your wallet')).toBeVisible()
      await this.press(frame.getByRole('button', { name: button, exact: true }))
    },
    /** As a person does who looks first. */
    async press(wanted: Locator) {
      await wanted.hover()
      await expect(wanted).not.toHaveAttribute('aria-disabled', 'true')
      // A mouse has to have been over the frame for 700 ms by the clock of the frame, which may be behind on a busy machine.
      await wanted.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)))
      await wanted.click()
    },
    /** From the frame to the window in which a risky request is decided. */
    async openWindow(button: 'Open window' | 'Open again') {
      await expect(dapp.modal('Approve in your wallet')).toBeVisible()
      const opening = page.context().waitForEvent('page')
      await this.press(frame.getByRole('button', { name: button, exact: true }))
      return opening
    },
  }
}
