// Buying in the page on the devnet, with the script build: `<wallet-onramp>` without the modal's dialog, before and after a reload.
import { createPublicClient, formatEther, http, type Hex } from 'viem'
import { dappOf, EXTENSION } from './support/dapp.js'
import { expect, test } from './support/walk.js'

test('a page buys without the dialog: a token is chosen, the purchase arrives, a reload brings the form back', async ({
  page,
  stack,
}) => {
  const dapp = dappOf(page)
  await dapp.goto(`${stack.dapp}onramp/`)
  const onramp = page.locator('wallet-onramp')
  const dialog = page.getByRole('dialog')
  await dapp.connectButton.click()
  await dapp.modal('Connect a wallet').getByRole('button', { name: EXTENSION }).click()
  await dapp.ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
  const get = onramp.getByRole('textbox', { name: 'You get' })
  await expect(get).toHaveValue(/^0\.\d+/)
  await expect(dialog).toHaveCount(0)

  await test.step('a token is chosen in the page', async () => {
    await onramp.getByRole('button', { name: 'Choose a token: ETH' }).click()
    await expect(onramp.getByRole('heading', { name: 'Choose a token' })).toBeFocused()
    await onramp.getByRole('button', { name: 'Back' }).click()
    await expect(onramp.getByRole('button', { name: 'Choose a token: ETH' })).toBeFocused()
  })
  await test.step('what was promised arrives', async () => {
    const owner = (await page.evaluate(
      () =>
        (
          document.querySelector('wallet-modal') as unknown as { modal: { $account: { get(): { address: string } } } }
        ).modal.$account.get().address,
    )) as Hex
    const node = createPublicClient({ transport: http(stack.evm), pollingInterval: 50 })
    const before = await node.getBalance({ address: owner })
    const opening = page.waitForEvent('popup')
    await onramp.getByRole('button', { name: /^Test checkout/ }).click()
    const checkout = await opening
    const gets = (await checkout.locator('dd').first().textContent()) ?? ''
    await checkout.getByRole('button', { name: 'Confirm' }).click()
    await expect(checkout.getByText('The test tokens have arrived.')).toBeVisible()
    await checkout.close()
    await page.bringToFront()
    await expect(onramp.getByRole('heading', { name: 'Purchase finished' })).toBeVisible()
    expect(`${formatEther((await node.getBalance({ address: owner })) - before)} ETH`).toBe(gets)
    await expect(dialog).toHaveCount(0)
    await onramp.getByRole('button', { name: 'Done' }).click()
    await onramp.getByRole('button', { name: /^Purchases/ }).click()
    await expect(onramp.getByRole('button', { name: /ETH Finished · Test checkout/ }).first()).toBeVisible()
  })
  await test.step('after a reload the form is there without a press', async () => {
    await page.reload()
    await expect(get).toHaveValue(/^0\.\d+/)
    await expect(dialog).toHaveCount(0)
  })
})
