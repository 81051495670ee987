// The demo dapp as a visitor finds it: its cards, the modal in it, and the windows of the wallet that is installed in the page.
import type { Page } from '@playwright/test'
import { verifyMessage, type Hex } from 'viem'
import type { View, ViewName } from '../../../src/index.js'
import { expect } from './walk.js'

/** What the page lets wallets sign. */
export const MESSAGE = 'Hello from the demo'
/** What the injected wallet calls itself. */
export const EXTENSION = 'Sandbox Extension'

export function dappOf(page: Page) {
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const account = card('Account')
  const sign = card('Sign a message')
  const send = card('Send on the devnet')
  /** The open modal; the wallet's own windows have other names. */
  const modal = (title: string | RegExp) => page.getByRole('dialog', { name: title })
  /** A window of the installed wallet. */
  const ask = (title: string) => page.getByRole('dialog', { name: title })

  return {
    page,
    account,
    sign,
    send,
    modal,
    ask,
    connectButton: page.getByRole('button', { name: 'Connect', exact: true }),
    networkButton: page.getByRole('button', { name: /^Current network/ }),
    accountButton: page.getByRole('button', { name: /^Open account/ }),
    signature: sign.getByText(/^0x[0-9a-f]{130}$/),

    async goto(url: string) {
      await page.goto(url)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
    /** Opens a view as the page's own code does. What comes of it is told by `outcome`. */
    open: (view: ViewName | View) =>
      page.evaluate((wanted) => {
        type Holder = Element & { readonly modal?: { open(view: unknown): Promise<unknown> } }
        const holders: Holder[] = [...document.querySelectorAll('wallet-provider, wallet-modal')]
        const opening = holders.find(({ modal }) => modal)?.modal?.open(wanted)
        const outcome = opening?.then(
          (result) => result,
          (error: unknown) => (error as { readonly code: string }).code,
        )
        Object.assign(window, { outcome })
      }, view),
    /** Asks the wallet as the page's own code does, and does not wait for the answer. */
    request: (method: string, params: readonly unknown[]) =>
      page.evaluate(
        ([asked, sent]) => {
          type Provider = { request(args: unknown): Promise<unknown> }
          type Holder = Element & { readonly modal?: { provider(): Provider } }
          const holders: Holder[] = [...document.querySelectorAll('wallet-provider, wallet-modal')]
          const answer = holders
            .find(({ modal }) => modal)
            ?.modal?.provider()
            .request({ method: asked, params: sent })
          answer?.catch((error: unknown) => console.error(error))
        },
        [method, params] as const,
      ),
    /** What the last `open` has resolved with, or the code that it has rejected with. */
    outcome: () => page.evaluate(() => (window as unknown as { readonly outcome: Promise<unknown> }).outcome),
    /** Opens the modal and chooses the installed wallet for Ethereum; its question is open then. */
    async chooseExtension() {
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await this.pressExtension()
    },
    /** In the open list; the wallet has several ecosystems, and Ethereum is chosen. */
    async pressExtension() {
      await modal('Connect a wallet').getByRole('button', { name: EXTENSION }).click()
      await modal('Which network?').getByRole('button', { name: 'Ethereum and compatible' }).click()
    },
    async connectExtension() {
      await this.chooseExtension()
      await ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
      await this.isConnected(EXTENSION)
    },
    /** In the wallet's own window, which is folded in a corner. */
    async chooseInExtension(label: 'Account' | 'Network', option: string | { readonly index: number }) {
      const extension = page.getByRole('complementary', { name: EXTENSION })
      const choice = extension.getByLabel(label)
      if (!(await choice.isVisible())) await extension.getByText(EXTENSION).click()
      await choice.selectOption(typeof option === 'string' ? { label: option } : option)
    },
    async isConnected(wallet: string) {
      await expect(account.getByText(wallet, { exact: true })).toBeVisible()
      await expect(modal(/./)).toHaveCount(0)
    },
    async isDisconnected() {
      await expect(account.getByText('No wallet is connected.')).toBeVisible()
    },
    /** The address that the page shows. */
    async address(): Promise<Hex> {
      return (await account.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) as Hex // what the locator matched
    },
    /** Asks for a signature; whoever signs is asked elsewhere. */
    async startSigning() {
      await sign.getByRole('button', { name: 'Sign' }).click()
    },
    /** Checks the page's newest signature here, outside of the page. */
    async signatureIsOf(address: Hex) {
      await expect(sign.getByText('The signature belongs to this account.')).toBeVisible()
      const signature = (await this.signature.textContent()) as Hex // what the locator matched
      expect(await verifyMessage({ address, message: MESSAGE, signature }), 'the signature verifies').toBe(true)
    },
    /** Opens a code for any phone wallet and takes its link from the clipboard. */
    async pairingUri(): Promise<string> {
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await modal('Connect a wallet').getByRole('button', { name: 'Use a phone wallet' }).click()
      return this.copyLink()
    },
    async copyLink(): Promise<string> {
      await modal('Scan with your phone').getByRole('button', { name: 'Copy link' }).click()
      await expect(modal('Scan with your phone').getByText('Copied to clipboard').first()).toBeVisible()
      const uri = await page.evaluate(() => navigator.clipboard.readText())
      expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
      return uri
    },
  }
}
