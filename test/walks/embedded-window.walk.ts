// A risky request of the wallet by e-mail: decided in a window of the wallet's own, signed in the frame, which lives on another site than the dapp.
import type { Page } from '@playwright/test'
import { createWalletClient, encodeFunctionData, erc20Abi, http, maxUint256, parseEther, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { STABLE } from '../../services/devnet/manifest.js'
import { devnetChain } from '../support/devnet-chain.js'
import { chainOf } from './support/chain.js'
import { addressFor, embeddedOf } from './support/frame.js'
import { devnetKeys, type Stack } from './support/stack.js'
import { expect, test } from './support/walk.js'

/** Logs in by e-mail. @returns the wallet, and how the page asks for an endless allowance */
async function begin(page: Page, stack: Stack) {
  const wallet = embeddedOf(page, stack, addressFor('window'))
  await wallet.dapp.goto(stack.dapp)
  await wallet.logInAnew()
  const address = await wallet.dapp.address()
  const chain = chainOf(stack.evm, address)
  const rich = createWalletClient({ account: privateKeyToAccount(devnetKeys[1]), chain: devnetChain, transport: http(stack.evm) })
  await chain.node.waitForTransactionReceipt({ hash: await rich.sendTransaction({ to: address, value: parseEther('1') }) })

  const askFor = (spender: Hex) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
    return wallet.dapp.request('eth_sendTransaction', [{ from: address, to: STABLE.address, data }])
  }
  return { wallet, chain, askFor }
}

const approved = 'a visitor logs in by e-mail and approves an endless allowance in the wallet’s own window'
test(approved, { tag: ['@journey', '@embedded'] }, async ({ page, context, stack }) => {
  const { wallet, chain, askFor } = await begin(page, stack)
  const spender = '0x00000000000000000000000000000000000b4701'
  await askFor(spender)
  const popup = await wallet.openWindow('Open window')
  await expect(popup.getByRole('heading', { name: 'Allow spending' })).toBeVisible()
  await expect(popup.getByText(new URL(stack.dapp).host)).toBeVisible()
  expect(new URL(popup.url()).hash, 'nothing of the fragment is left in its address').toBe('')
  expect(await popup.evaluate(() => window.opener === null)).toBe(true)
  const closed = popup.waitForEvent('close')
  await wallet.press(popup.getByRole('checkbox'))
  await wallet.press(popup.getByRole('button', { name: 'Confirm' }))
  await closed
  await expect.poll(() => chain.allowance(STABLE.address, spender)).toBe(maxUint256)
  await expect(wallet.dapp.modal(/./)).toHaveCount(0)
  expect(context.pages()).toHaveLength(1)
})

const refused = 'an allowance whose window is closed, opened again and answered with no is not given'
test(refused, { tag: '@embedded' }, async ({ page, context, stack, records }) => {
  records.expectProblems(/ProviderRpcError: User rejected the request/) // the page is told, and writes it down
  const { wallet, chain, askFor } = await begin(page, stack)
  const spender = '0x00000000000000000000000000000000000b4702'
  const nonce = await chain.nonce()
  await askFor(spender)
  const popup = await wallet.openWindow('Open window')
  await expect(popup.getByRole('heading', { name: 'Allow spending' })).toBeVisible()
  await popup.close({ runBeforeUnload: true }) // as by its cross: the page hears of it
  await expect(wallet.frame.getByText('The window was closed.')).toBeVisible()
  const again = await wallet.openWindow('Open again')
  const closed = again.waitForEvent('close')
  await again.getByRole('button', { name: 'Reject' }).click()
  await closed
  await expect(wallet.dapp.modal(/./)).toHaveCount(0)
  expect(await chain.allowance(STABLE.address, spender)).toBe(0n)
  expect(await chain.nonce()).toBe(nonce)
  expect(context.pages()).toHaveLength(1)
})
