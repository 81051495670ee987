// An installed wallet on the demo dapp, from the first click to a reload after the last.
import { dappOf, EXTENSION } from './support/dapp.js'
import { expect, test } from './support/walk.js'

test(
  'a visitor connects an announced wallet, signs, finds it again after a reload, and lets it go',
  { tag: '@journey' },
  async ({ page, stack }) => {
    const dapp = dappOf(page)
    await dapp.goto(stack.dapp)
    await dapp.connectExtension()

    await test.step('signs with the account that the page shows', async () => {
      const address = await dapp.address()
      await dapp.startSigning()
      await dapp.ask('Sign a message').getByRole('button', { name: 'Sign' }).click()
      await dapp.signatureIsOf(address)
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
  },
)

test('an announced wallet changes its network and its account', async ({ page, stack }) => {
  const dapp = dappOf(page)
  await dapp.goto(stack.dapp)
  await dapp.connectExtension()
  const first = await dapp.address()

  await test.step('switches network when the person agrees', async () => {
    await dapp.networkButton.click()
    await dapp.modal('Networks').getByRole('button', { name: 'Ethereum' }).click()
    await dapp.ask('Add a network?').getByRole('button', { name: 'Add' }).click()
    await dapp.ask('Switch to Ethereum').getByRole('button', { name: 'Switch' }).click()
    await expect(dapp.account.getByText('Ethereum', { exact: true })).toBeVisible()
    await expect(dapp.modal('Networks').getByRole('button', { name: 'Ethereum Current' })).toBeVisible()
    await dapp.modal('Networks').getByRole('button', { name: 'Close' }).click()
    await expect(dapp.modal('Networks')).toHaveCount(0)
    await dapp.accountButton.click()
    await expect(dapp.modal('Account').getByText(/Balance\s+[\d,.]+\s+ETH/)).toBeVisible()
    await dapp.modal('Account').getByRole('button', { name: 'Close' }).click()
  })

  await test.step('follows the wallet to another account', async () => {
    await dapp.chooseInExtension('Account', { index: 1 })
    await expect.poll(() => dapp.address()).not.toBe(first)
    await dapp.startSigning()
    await dapp.ask('Sign a message').getByRole('button', { name: 'Sign' }).click()
    await dapp.signatureIsOf(await dapp.address())
  })
})

test('a wallet on a network that the page has not is shown ways out, and every one works', async ({ page, stack }) => {
  const dapp = dappOf(page)
  const unsupported = dapp.modal('Unsupported network')
  await dapp.goto(stack.dapp)
  await dapp.connectExtension()
  await dapp.chooseInExtension('Network', 'Polygon')
  await expect(unsupported).toBeVisible()

  await test.step('close: the page says so, and leads back to the choice', async () => {
    await unsupported.getByRole('button', { name: 'Close' }).last().click()
    await expect(unsupported).toHaveCount(0)
    await page.getByRole('button', { name: 'Wrong network' }).first().click()
  })

  await test.step('switch: the wallet is asked, and the modal is done', async () => {
    await page.reload()
    await dapp.isConnected(EXTENSION)
    await dapp.chooseInExtension('Network', 'Polygon')
    await unsupported.getByRole('button', { name: 'Devnet' }).click()
    await dapp.ask('Switch to Devnet').getByRole('button', { name: 'Switch' }).click()
    await expect(unsupported).toHaveCount(0)
    await expect(dapp.networkButton).toContainText('Devnet')
  })

  await test.step('disconnect: nothing is left', async () => {
    await dapp.chooseInExtension('Network', 'Polygon')
    await unsupported.getByRole('button', { name: 'Disconnect' }).click()
    await dapp.isDisconnected()
    await expect(unsupported).toHaveCount(0)
  })
})
