// A wallet by e-mail: its keys live in a frame on another site than the dapp, in a browser that keeps storage apart by site.
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { embeddedOf } from './support/frame.js'
import { devnetKeys } from './support/stack.js'
import { expect, test } from './support/walk.js'

/** Each walk has a mailbox of its own. */
const addressFor = (name: string) => `${name}-${Date.now().toString(36)}@example.com`

test('a visitor without a wallet gets one by e-mail, signs, sends, comes back and leaves @embedded', async ({ page, stack }) => {
  const wallet = embeddedOf(page, stack, addressFor('ada'))
  await wallet.dapp.goto(stack.dapp)
  await expect(page.locator('iframe'), 'no frame before it is needed').toHaveCount(0)
  await wallet.logInAnew()
  const address = await wallet.dapp.address()

  await test.step('signs', async () => {
    await wallet.dapp.startSigning()
    await wallet.decide('Sign')
    await wallet.dapp.signatureIsOf(address)
  })

  await test.step('is found again after a reload', async () => {
    await page.reload()
    await wallet.isConnected()
    expect(await wallet.dapp.address()).toBe(address)
  })

  await test.step('declines', async () => {
    await wallet.dapp.startSigning()
    await wallet.decide('Reject')
    await expect(wallet.dapp.sign.getByText(/rejected|declined/i)).toBeVisible()
    await expect(wallet.dapp.modal(/./)).toHaveCount(0)
  })

  await test.step('sends on the devnet', async () => {
    const client = createPublicClient({ chain: foundry, transport: http(stack.evm) })
    const rich = createWalletClient({ account: privateKeyToAccount(devnetKeys[1]), chain: foundry, transport: http(stack.evm) })
    await client.waitForTransactionReceipt({ hash: await rich.sendTransaction({ to: address, value: parseEther('2') }) })
    await wallet.dapp.send.getByRole('button', { name: 'Send' }).click()
    await wallet.decide('Confirm')
    await expect.poll(() => client.getTransactionCount({ address })).toBe(1)
    expect(await client.getBalance({ address })).toBeLessThan(parseEther('2'))
  })

  await test.step('signs out, and comes back with the code alone, because the browser is known', async () => {
    await wallet.dapp.account.getByRole('button', { name: 'Disconnect' }).click()
    await wallet.dapp.isDisconnected()
    await page.reload()
    await wallet.dapp.isDisconnected()
    await expect(page.locator('iframe')).toHaveCount(0)
    await wallet.logIn()
    expect(await wallet.dapp.address()).toBe(address)
  })
})
