// What follows a login by e-mail: coins on Solana, another address, other tabs, other sites, and the end of it in all of them.
import { Connection, PublicKey } from '@solana/web3.js'
import { cardOf } from './support/ecosystem-card.js'
import { addressFor, embeddedOf } from './support/frame.js'
import { mailboxOf } from './support/mailbox.js'
import { expect, needsSolana, test } from './support/walk.js'

const RECEIVER = '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp'
const LAMPORTS = 10_000_000

test(
  'one login: Solana, another address, a second tab, a second dapp, and one sign-out for all',
  { tag: '@embedded' },
  async ({ page, context, stack }) => {
    test.slow() // the services send a mailbox its second mail after half a minute
    needsSolana(stack)
    const wallet = embeddedOf(page, stack, addressFor('fay'))
    const { dapp } = wallet
    await dapp.goto(stack.dapp)
    await wallet.logInAnew()
    const address = await dapp.address()

    await test.step('signs and sends on Solana', async () => {
      const solana = cardOf(page, 'solana')
      const node = new Connection(stack.solana ?? '', 'confirmed')
      const owner = new PublicKey(await solana.address())
      const receiver = new PublicKey(RECEIVER)
      await node.requestAirdrop(owner, 5 * LAMPORTS)
      await expect.poll(() => node.getBalance(owner)).toBe(5 * LAMPORTS)
      await solana.startSigning()
      await wallet.decide('Sign')
      await solana.isSigned(owner.toBase58())
      const before = await node.getBalance(receiver)
      await solana.card.getByRole('button', { name: 'Send', exact: true }).click()
      await wallet.decide('Confirm')
      await expect(solana.card.getByText('Arrived on the devnet.')).toBeVisible()
      expect((await node.getBalance(receiver)) - before).toBe(LAMPORTS)
      expect(await node.getBalance(owner)).toBeLessThan(4 * LAMPORTS)
    })

    const second = await context.newPage()
    const tab = embeddedOf(second, stack, '')
    await test.step('another tab is connected too', async () => {
      await tab.dapp.goto(stack.dapp)
      await tab.isConnected()
      expect(await tab.dapp.address()).toBe(address)
    })

    await test.step('a dapp on another site knows nobody: its storage is apart', async () => {
      const other = await context.newPage()
      const stranger = embeddedOf(other, stack, '')
      await stranger.dapp.goto(stack.dapp.replace('localhost', 'other.localhost'))
      await stranger.dapp.isDisconnected()
      await expect(other.locator('iframe')).toHaveCount(0)
      await stranger.dapp.connectButton.click()
      await expect(stranger.dapp.modal('Connect a wallet').getByRole('textbox', { name: 'Email' })).toHaveValue('')
      await other.close()
    })

    await test.step('a second dapp of the same site has to be let in', async () => {
      // The server of the other demo pages has the dapp too, on another port.
      const url = new URL('dapp/', stack.wallet.replace('127.0.0.1', 'localhost'))
      const other = await context.newPage()
      const beside = embeddedOf(other, stack, wallet.email)
      await beside.dapp.goto(url.href)
      await beside.dapp.isDisconnected()
      await beside.start()
      const ask = beside.frame.getByRole('heading', { name: new RegExp(`Let .*${url.host}.* see your wallet\\?`) })
      await expect(ask).toBeVisible()
      await expect(beside.dapp.account.getByText('No wallet is connected.')).toBeVisible()
      await expect(beside.frame.getByText(wallet.email)).toBeVisible()
      await beside.decide('Don’t allow')
      await expect(ask).toHaveCount(0)
      await beside.dapp.isDisconnected()
      await beside.dapp.modal('Connect a wallet').getByRole('button', { name: 'Continue with email' }).click()
      await beside.decide('Allow')
      await beside.isConnected()
      expect(await beside.dapp.address()).toBe(address)
      await other.close()
    })

    const next = addressFor('gus')
    await test.step('another address takes the place of the first', async () => {
      const mails = mailboxOf(stack.mailbox, next)
      await wallet.mails.mayBeSentTo()
      await dapp.accountButton.click()
      await dapp.modal('Account').getByRole('button', { name: 'Account settings' }).click()
      await dapp.modal('Account settings').getByRole('button', { name: 'Change email' }).click()
      const change = dapp.modal('Change email')
      await change.getByRole('textbox', { name: 'New email' }).fill(next)
      await change.getByRole('button', { name: 'Save' }).click()
      await expect(dapp.modal('Confirm current email').getByText(wallet.email)).toBeVisible()
      await wallet.enter(await wallet.mails.code())
      await expect(dapp.modal('Confirm new email').getByText(next)).toBeVisible()
      await wallet.enter(await mails.code())
      const settings = dapp.modal('Account settings')
      await expect(settings.getByRole('paragraph').filter({ hasText: next })).toBeVisible()
      await expect(settings.getByRole('button', { name: `Change email ${next}` })).toBeVisible()
      expect(await wallet.mails.next(), 'the old address is told').toContain(next)
      await dapp.modal('Account settings').getByRole('button', { name: 'Close' }).click()
      expect(await dapp.address()).toBe(address)
    })

    await test.step('signing out in one tab ends the other', async () => {
      await tab.dapp.account.getByRole('button', { name: 'Disconnect' }).click()
      await tab.dapp.isDisconnected()
      await dapp.isDisconnected()
    })
  },
)

test('on the dapp’s own site it is the same: logs in, signs, is found again', { tag: '@embedded' }, async ({ page, stack }) => {
  const url = stack.dapp.replace('localhost', 'app.shop.localhost')
  const frame = page.waitForRequest((request) => request.url().startsWith(`${stack.frame}/sdk`))
  const wallet = embeddedOf(page, stack, addressFor('eva'))
  await wallet.dapp.goto(url)
  await wallet.logInAnew()
  expect(await (await frame).headerValue('sec-fetch-site')).toBe('same-site')
  const address = await wallet.dapp.address()
  await wallet.dapp.startSigning()
  await wallet.decide('Sign')
  await wallet.signatureIsOf(address)
  await page.reload()
  await wallet.isConnected()
  expect(await wallet.dapp.address()).toBe(address)
})
