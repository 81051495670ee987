// Buying on the devnet: the sandbox's checkout page in a window of its own, paid, cancelled and blocked. What is shown of the
// balance is compared with the chain.
import type { Page } from '@playwright/test'
import { Connection, PublicKey } from '@solana/web3.js'
import { createPublicClient, formatEther, formatUnits, http, type Hex } from 'viem'
import * as z from 'zod'
import { SOLANA_STABLE } from '../../services/devnet/solana/manifest.js'
import { dappOf, EXTENSION } from './support/dapp.js'
import { cardOf } from './support/ecosystem-card.js'
import { expect, needsSolana, test } from './support/walk.js'

const parsedSchema = z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) })

/** By code, as a page does; the outcome is kept in the page. */
const open = (page: Page, view: Readonly<Record<string, string>>) =>
  page.evaluate((wanted) => {
    const element = document.querySelector('wallet-modal') as unknown as { modal: { open(view: unknown): Promise<unknown> } }
    const noted = window as { outcome?: unknown }
    noted.outcome = undefined
    element.modal.open(wanted).then(
      (outcome) => (noted.outcome = outcome),
      (error: unknown) => (noted.outcome = (error as { code?: string }).code),
    )
  }, view)
const outcomeOf = (page: Page) => page.evaluate(() => (window as { outcome?: unknown }).outcome)

const parts = (page: Page) => {
  const dapp = dappOf(page)
  return { dapp, form: dapp.modal('Buy'), progress: dapp.modal('Your purchase'), list: dapp.modal('Purchases') }
}

const bought = 'a visitor buys in the checkout’s window; the balance is the chain’s, and the purchase is listed'
test(bought, { tag: ['@journey', '@relay'] }, async ({ page, stack, wallet }) => {
  const { dapp, form, progress, list } = parts(page)
  await dapp.goto(stack.dapp)
  await wallet.connect()
  const owner: Hex = await dapp.address()
  const node = createPublicClient({ transport: http(stack.evm), pollingInterval: 50 })
  const before = await node.getBalance({ address: owner })

  await open(page, { view: 'OnRampProviders', amount: '100', token: 'ETH' })
  const get = form.getByRole('textbox', { name: 'You get' })
  await expect(get).toHaveValue(/^0\.\d+/)
  await expect(form.getByText('Provider fee')).toBeVisible()
  const opening = page.waitForEvent('popup')
  await form.getByRole('button', { name: /^Test checkout/ }).click()
  const checkout = await opening
  await expect(checkout.getByRole('heading', { name: 'Test purchase' })).toBeVisible()
  expect(await checkout.evaluate(() => window.opener === null), 'the checkout page has no way back to this one').toBe(true)
  const answer = await checkout.request.get(checkout.url())
  expect(answer.headers()['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  await expect(progress.getByRole('heading', { name: 'Finish in the Test checkout window' })).toBeVisible()
  const gets = (await checkout.locator('dd').first().textContent()) ?? ''
  await checkout.getByRole('button', { name: 'Confirm' }).click()
  await expect(checkout.getByText('The test tokens have arrived.')).toBeVisible()
  await checkout.close()
  await page.bringToFront()

  await expect(progress.getByRole('heading', { name: 'Purchase finished' })).toBeVisible()
  const after = await node.getBalance({ address: owner })
  expect(`${formatEther(after - before)} ETH`, 'what was promised has come').toBe(gets)
  expect(await outcomeOf(page)).toMatchObject({ status: 'done', provider: 'sandbox', amount: formatEther(after - before) })

  await progress.getByRole('button', { name: 'Done' }).click()
  const [whole = '', fraction = ''] = formatEther(after).split('.')
  const shown = `${BigInt(whole).toLocaleString('en')}.${fraction.slice(0, 3).padEnd(3, '0')}`
  await expect(dapp.modal('Account').getByText(`${shown} ETH`).first()).toBeVisible()
  await open(page, { view: 'OnRampActivity' })
  await expect(list.getByRole('button', { name: /ETH Finished · Test checkout/ }).first()).toBeVisible()
})

test('test money on Solana: what was promised is on its devnet', async ({ page, stack }) => {
  needsSolana(stack)
  const { dapp, form, progress, list } = parts(page)
  const { choose, isConnected, address } = cardOf(page, 'solana')
  await dapp.goto(stack.dapp)
  await choose(EXTENSION)
  await dapp.ask('Let this site see your Solana account?').getByRole('button', { name: 'Connect' }).click()
  await isConnected(EXTENSION)
  const owner = new PublicKey(await address())
  const node = new Connection(stack.solana ?? '', 'confirmed')
  const amountOf = async (token: string) => {
    if (token === 'SOL') return BigInt(await node.getBalance(owner))
    const { value } = await node.getParsedTokenAccountsByOwner(owner, { mint: new PublicKey(SOLANA_STABLE.mint) })
    return value.reduce((sum, { account }) => sum + BigInt(parsedSchema.parse(account.data.parsed).info.tokenAmount.amount), 0n)
  }
  for (const [token, decimals] of [
    ['SOL', 9],
    ['TUSD', 6],
  ] as const) {
    await test.step(token, async () => {
      const before = await amountOf(token)
      await open(page, { view: 'OnRampProviders', amount: '100', token })
      await expect(form.getByRole('textbox', { name: 'You get' })).toHaveValue(/^\d+\.\d+/)
      const opening = page.waitForEvent('popup')
      await form.getByRole('button', { name: /^Test checkout/ }).click()
      const checkout = await opening
      const gets = (await checkout.locator('dd').first().textContent()) ?? ''
      await checkout.getByRole('button', { name: 'Confirm' }).click()
      await expect(checkout.getByText('The test tokens have arrived.')).toBeVisible()
      await checkout.close()
      await page.bringToFront()
      await expect(progress.getByRole('heading', { name: 'Purchase finished' })).toBeVisible()
      expect(`${formatUnits((await amountOf(token)) - before, decimals)} ${token}`).toBe(gets)
      await progress.getByRole('button', { name: 'Done' }).click()
    })
  }
  await open(page, { view: 'OnRampActivity' })
  await expect(list.getByRole('button', { name: /TUSD Finished · Test checkout/ }).first()).toBeVisible()
})

test('a checkout that is cancelled ends, and what was entered stays', async ({ page, stack, wallet }) => {
  const { dapp, form, progress } = parts(page)
  await dapp.goto(stack.dapp)
  await wallet.connect()
  await dapp.accountButton.click()
  await dapp.modal('Account').getByRole('button', { name: 'Buy', exact: true }).click()
  await form.getByRole('button', { name: '$250' }).click()
  await expect(form.getByRole('textbox', { name: 'You get' })).toHaveValue(/^0\.\d+/)
  const opening = page.waitForEvent('popup')
  await form.getByRole('button', { name: /^Test checkout/ }).click()
  const checkout = await opening
  await checkout.getByRole('button', { name: 'Cancel' }).click()
  await expect(checkout.getByText('This order is closed.')).toBeVisible()
  await checkout.close()
  await page.bringToFront()
  await expect(progress.getByRole('heading', { name: 'Purchase did not finish' })).toBeVisible()
  await progress.getByRole('button', { name: 'Begin again' }).click()
  await expect(form.getByRole('textbox', { name: 'Spend' })).toHaveValue('250')
})
