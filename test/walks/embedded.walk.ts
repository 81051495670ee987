// A wallet by e-mail: its keys live in a frame on another site than the dapp, in a browser that keeps storage apart by site.
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devnetChain } from '../support/devnet-chain.js'
import { addressFor, embeddedOf } from './support/frame.js'
import { devnetKeys } from './support/stack.js'
import { expect, test } from './support/walk.js'

test(
  'a visitor without a wallet gets one by e-mail, signs, sends, changes the account, comes back and leaves',
  { tag: '@embedded' },
  async ({ page, stack }) => {
    const wallet = embeddedOf(page, stack, addressFor('ada'))
    await wallet.dapp.goto(stack.dapp)
    await expect(page.locator('iframe'), 'no frame before it is needed').toHaveCount(0)
    await wallet.logInAnew()
    const address = await wallet.dapp.address()

    const client = createPublicClient({ chain: devnetChain, transport: http(stack.evm) })

    await test.step('signs by a smart account that is not there yet', async () => {
      expect(await client.getCode({ address })).toBeUndefined()
      await wallet.dapp.startSigning()
      await wallet.decide('Sign')
      await expect(wallet.dapp.sign.getByText(/^0x[0-9a-f]{131,}$/), 'more than a signature of a key').toBeVisible()
      await wallet.signatureIsOf(address)
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
      const rich = createWalletClient({
        account: privateKeyToAccount(devnetKeys[1]),
        chain: devnetChain,
        transport: http(stack.evm),
      })
      await client.waitForTransactionReceipt({ hash: await rich.sendTransaction({ to: address, value: parseEther('2') }) })
      await wallet.dapp.send.getByRole('button', { name: 'Send' }).click()
      await wallet.decide('Confirm')
      await expect(wallet.dapp.send.getByText(/^Arrived in block/)).toBeVisible()
      expect(await client.getCode({ address }), 'the first operation has made the account').toBeDefined()
      expect(await client.getBalance({ address })).toBeLessThan(parseEther('2'))
    })

    await test.step('sends a batch', async () => {
      const to = '0x00000000000000000000000000000000000b47c4'
      const calls = [1, 2].map((value) => ({ to, value: `0x${value}` }))
      await wallet.dapp.request('wallet_sendCalls', [
        { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: true, calls },
      ])
      await wallet.decide('Confirm')
      await expect.poll(() => client.getBalance({ address: to })).toBe(3n)
    })

    const key = await test.step('changes to the account of the key', async () => {
      await wallet.dapp.open('AccountSettings')
      await wallet.dapp
        .modal('Account settings')
        .getByRole('button', { name: /Own key/ })
        .click()
      await wallet.dapp.modal('Account settings').getByRole('button', { name: 'Close' }).click()
      await expect.poll(() => wallet.dapp.address()).not.toBe(address)
      const other = await wallet.dapp.address()
      await wallet.dapp.startSigning()
      await wallet.decide('Sign')
      await wallet.signatureIsOf(other)
      return other
    })

    await test.step('signs out, and comes back with the code alone, because the browser is known', async () => {
      await wallet.dapp.account.getByRole('button', { name: 'Disconnect' }).click()
      await wallet.dapp.isDisconnected()
      await page.reload()
      await wallet.dapp.isDisconnected()
      await expect(page.locator('iframe')).toHaveCount(0)
      await wallet.logIn()
      expect(await wallet.dapp.address(), 'the choice is kept').toBe(key)
    })
  },
)
