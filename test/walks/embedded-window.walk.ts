// A risky request of the wallet by e-mail: decided in a window of the wallet's own, signed in the frame, which lives on another site than the dapp.
import { createWalletClient, encodeFunctionData, erc20Abi, http, maxUint256, parseEther, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { STABLE } from '../../services/devnet/manifest.js'
import { chainOf } from './support/chain.js'
import { addressFor, embeddedOf } from './support/frame.js'
import { devnetKeys } from './support/stack.js'
import { expect, test } from './support/walk.js'

test('row 69: an endless allowance is approved in the wallet’s own window, and not in one that is closed or says no @embedded', async ({
  page,
  context,
  stack,
  records,
}) => {
  records.expectProblems(/ProviderRpcError: User rejected the request/) // the page is told that the second was rejected, and writes it down
  const wallet = embeddedOf(page, stack, addressFor('window'))
  await wallet.dapp.goto(stack.dapp)
  await wallet.logInAnew()
  const address = await wallet.dapp.address()
  const chain = chainOf(stack.evm, address)
  const rich = createWalletClient({ account: privateKeyToAccount(devnetKeys[1]), chain: foundry, transport: http(stack.evm) })
  await chain.node.waitForTransactionReceipt({ hash: await rich.sendTransaction({ to: address, value: parseEther('1') }) })

  const askFor = (spender: Hex) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
    return wallet.dapp.request('eth_sendTransaction', [{ from: address, to: STABLE.address, data }])
  }
  const [first, second] = ['0x00000000000000000000000000000000000b4701', '0x00000000000000000000000000000000000b4702'] as const

  await test.step('approved: the allowance is on the chain', async () => {
    await askFor(first)
    const popup = await wallet.openWindow('Open window')
    await expect(popup.getByRole('heading', { name: 'Allow spending' })).toBeVisible()
    await expect(popup.getByText(new URL(stack.dapp).host)).toBeVisible()
    expect(new URL(popup.url()).hash, 'nothing of the fragment is left in its address').toBe('')
    expect(await popup.evaluate(() => window.opener === null)).toBe(true)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('checkbox').hover()
    await popup.waitForTimeout(800) // the moment for which a mouse must have been there
    await popup.getByRole('checkbox').click()
    await wallet.press(popup, popup.getByRole('button', { name: 'Confirm' }))
    await closed
    await expect.poll(() => chain.allowance(STABLE.address, first), { timeout: 30_000 }).toBe(maxUint256)
    await expect(wallet.dapp.modal(/./)).toHaveCount(0)
  })

  await test.step('closed, opened again, and rejected there: nothing is allowed', async () => {
    const nonce = await chain.nonce()
    await askFor(second)
    const popup = await wallet.openWindow('Open window')
    await expect(popup.getByRole('heading', { name: 'Allow spending' })).toBeVisible()
    await popup.close({ runBeforeUnload: true }) // as by its cross: the page hears of it
    await expect(wallet.frame.getByText('The window was closed.')).toBeVisible()
    const again = await wallet.openWindow('Open again')
    const closed = again.waitForEvent('close')
    await again.getByRole('button', { name: 'Reject' }).click()
    await closed
    await expect(wallet.dapp.modal(/./)).toHaveCount(0)
    expect(await chain.allowance(STABLE.address, second)).toBe(0n)
    expect(await chain.nonce()).toBe(nonce)
  })
  expect(context.pages()).toHaveLength(1)
})
