// An installed wallet on the demo dapp, from the first click to a reload after the last.
import { dappOf, EXTENSION } from './support/dapp.js'
import { expect, test } from './support/walk.js'

test('an announced wallet connects, signs, changes network and account, and is let go', async ({ page, stack }) => {
  const dapp = dappOf(page)
  await dapp.goto(stack.dapp)
  await dapp.connectExtension()
  const first = await dapp.address()

  await test.step('signs with the account that the page shows', async () => {
    await dapp.startSigning()
    await dapp.ask('Sign a message').getByRole('button', { name: 'Sign' }).click()
    await dapp.signatureIsOf(first)
  })

  await test.step('switches network when the person agrees', async () => {
    await dapp.networkButton.click()
    await dapp.modal('Networks').getByRole('button', { name: 'Ethereum' }).click()
    await dapp.ask('Add a network?').getByRole('button', { name: 'Add' }).click()
    await dapp.ask('Switch to Ethereum').getByRole('button', { name: 'Switch' }).click()
    await expect(dapp.account.getByText('Ethereum', { exact: true })).toBeVisible()
    await expect(dapp.modal('Networks').getByRole('button', { name: 'Ethereum Current' })).toBeVisible()
    await dapp.modal('Networks').getByRole('button', { name: 'Close' }).click()
    await expect(dapp.modal('Networks')).toHaveCount(0)
  })

  await test.step('follows the wallet to another account', async () => {
    await page.getByText(EXTENSION).last().click()
    await page.getByRole('complementary', { name: EXTENSION }).getByLabel('Account').selectOption({ index: 1 })
    await expect.poll(() => dapp.address()).not.toBe(first)
    await dapp.startSigning()
    await dapp.ask('Sign a message').getByRole('button', { name: 'Sign' }).click()
    await dapp.signatureIsOf(await dapp.address())
  })

  await test.step('a reload restores the connection without a question', async () => {
    await page.reload()
    await dapp.isConnected(EXTENSION)
  })

  await test.step('after disconnecting a reload does not connect again', async () => {
    await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
    await dapp.isDisconnected()
    await page.reload()
    await expect(dapp.connectButton).toBeVisible()
    await dapp.isDisconnected()
  })
})
