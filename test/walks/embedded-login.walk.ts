// Logging in by e-mail when something is wrong: the code, its age, the person who reads the mail.
import type { Page } from '@playwright/test'
import { EXTENSION } from './support/dapp.js'
import { addressFor, embeddedOf } from './support/frame.js'
import { expect, test } from './support/walk.js'

const WRONG = 'That code isn’t right. Try again.'
const RESEND = /^Send a new code in \d+ seconds?$/

test(
  'a wrong code is told, five end it, and only the code of a new mail works',
  { tag: '@embedded' },
  async ({ page, stack, records }) => {
    records.expectProblems(/the server responded with a status of 4(?:00|10)/)
    const wallet = embeddedOf(page, stack, addressFor('bea'))
    const modal = wallet.dapp.modal('Check your inbox')
    const field = modal.getByRole('textbox', { name: /code/ })
    const again = modal.getByRole('button', { name: 'Send a new code', exact: true })
    let old = ''
    await wallet.dapp.goto(stack.dapp)
    await wallet.start()
    await wallet.approveDevice()

    await test.step('five wrong codes', async () => {
      old = await wallet.mails.code()
      const wrong = old === '000000' ? '111111' : '000000'
      await expect(modal.getByRole('button', { name: RESEND })).toBeVisible()
      for (let guess = 1; guess <= 5; guess++) {
        await wallet.enter(wrong)
        await expect(field, `guess ${guess}`).toHaveAccessibleDescription(WRONG)
      }
    })
    await test.step('the sixth is refused, although it is right', async () => {
      await wallet.enter(old)
      await expect(field).toHaveAccessibleDescription('This code has expired. Send a new one.')
      await expect(wallet.dapp.account.getByText('No wallet is connected.')).toBeVisible()
    })

    await test.step('meanwhile, on another site, the owner of another mailbox refuses', async () => {
      const other = await page.context().newPage()
      const elsewhere = embeddedOf(other, stack, addressFor('cem'))
      await elsewhere.dapp.goto(stack.dapp.replace('localhost', 'other.localhost'))
      await elsewhere.start()
      await elsewhere.approveDevice('No, refuse')
      const asked = elsewhere.dapp.modal('Approve this browser')
      await expect(asked.locator('.danger').getByText('The request was declined. Nothing was opened.')).toBeVisible()
      await expect(asked.getByRole('button', { name: /^Send again in \d+ seconds?$/ })).toBeVisible()
      await elsewhere.dapp.isDisconnected()
      await other.close()
    })

    await test.step('a new mail: the old code is wrong, the new one is right', async () => {
      await expect(again).toBeEnabled()
      await again.click()
      await wallet.approveDevice()
      await wallet.enter(old)
      await expect(field).toHaveAccessibleDescription(WRONG)
      await wallet.enter(await wallet.mails.code())
      await wallet.isConnected()
    })
  },
)

test(
  'the wallets of Connect come with the field for an address, however late that is, and stay where they are',
  { tag: '@embedded' },
  async ({ page, stack }) => {
    const { modal, ...dapp } = embeddedOf(page, stack, '').dapp
    await page.emulateMedia({ reducedMotion: 'reduce' }) // what moves is not the dialog that opens
    await page.route(/\/assets\/logins-[^/]+\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.continue()
    })
    await dapp.goto(stack.dapp)
    await watchWallet(page, EXTENSION)
    await dapp.connectButton.click()
    const wallet = modal('Connect a wallet').getByRole('button', { name: EXTENSION })
    await expect(modal('Connect a wallet').getByRole('textbox', { name: 'Email' })).toBeVisible()
    await expect(wallet).toBeVisible()
    // Also once the wallets of the services' list have come.
    await expect(modal('Connect a wallet').getByRole('button', { name: 'MetaMask' })).toBeVisible()
    expect(await seen(page), 'frames of the screen in which the wallet was seen').toEqual([
      { hasField: true, box: Object.values((await wallet.boundingBox()) ?? {}) },
    ])
    await wallet.click()
    await expect(modal('Which network?')).toBeVisible()
  },
)

interface Sight {
  readonly hasField: boolean
  /** x, y, width, height */
  readonly box: readonly number[]
}
type Watching = typeof globalThis & { sights?: Sight[] }

/** Writes down, in each frame of the screen, where the wallet is and whether the field is there; what is as in the frame before is left out. */
function watchWallet(page: Page, name: string): Promise<void> {
  return page.evaluate((label) => {
    const sights: Sight[] = ((globalThis as Watching).sights = [])
    const within = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? within(element.shadowRoot) : [])])
    const look = () => {
      const holder = document.querySelector('wallet-modal')
      const all = holder?.shadowRoot ? within(holder.shadowRoot) : []
      const box = all
        .find((element) => element.localName === 'button' && element.textContent?.includes(label))
        ?.getBoundingClientRect()
      if (box && box.height > 0) {
        const field = all.find((element) => element.localName === 'input' && element.getAttribute('type') === 'email')
        const sight = { hasField: (field?.getBoundingClientRect().height ?? 0) > 0, box: [box.x, box.y, box.width, box.height] }
        if (JSON.stringify(sight) !== JSON.stringify(sights.at(-1))) sights.push(sight)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, name)
}

const seen = (page: Page) => page.evaluate(() => (globalThis as Watching).sights)
