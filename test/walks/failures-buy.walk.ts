// What may go wrong while one buys: services that are gone, a window that is closed, a payment that fails, a tab that is closed. Each ends in plain words, with one
// purchase for each that was ordered, and the chain says what has come.
import type { Page } from '@playwright/test'
import { formatEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { STABLE } from '../../services/devnet/manifest.js'
import { chainOf } from './support/chain.js'
import { type Tab, test } from './support/failing.js'
import { devnetKeys } from './support/stack.js'
import { expect } from './support/walk.js'

/** Code of a contract that fails at once. */
const FAILS = '0xfe'
const user = privateKeyToAccount(devnetKeys[0]).address

test('a purchase without services, unpaid, paid meanwhile, that fails, whose tab is closed', async ({
  page,
  context,
  restartable: stack,
  connect,
  reopen,
}) => {
  const chain = chainOf(stack.evm, user)
  /** What the services know of, the newest first. */
  const ordered = async () => {
    const answer = await fetch(`${stack.services}/v1/account/${user}/history?onramp=coinbase`)
    const { data } = (await answer.json()) as { readonly data: readonly { readonly metadata: { readonly status: string } }[] }
    return data.map(({ metadata }) => metadata.status.replace('ONRAMP_TRANSACTION_STATUS_', ''))
  }
  const statuses: string[] = []
  const here = await connect()
  const [form, progress] = [here.modal('Buy'), here.modal('Your purchase')]
  const fill = async (token: string) => {
    await here.open({ name: 'OnRampProviders', token, amount: '100' })
    await expect(form.getByRole('textbox', { name: 'You get' })).toHaveValue(/\d/)
  }
  /** To the provider's window. */
  const order = async () => {
    const opening = page.waitForEvent('popup')
    await form.getByRole('button', { name: /^Test checkout/ }).click()
    const checkout = await opening
    await expect(checkout.getByRole('heading', { name: 'Test purchase' })).toBeVisible()
    return checkout
  }
  const promised = async (checkout: Page) => (await checkout.locator('dd').first().textContent()) ?? ''
  const pay = (checkout: Page) => checkout.getByRole('button', { name: 'Confirm' }).click()
  const finished = ({ modal }: Tab) =>
    expect(modal('Your purchase').getByRole('heading', { name: 'Purchase finished' })).toBeVisible()
  /** One purchase more, and exactly what was promised has come. */
  const cameOnce = async (gets: string, before: bigint) => {
    statuses.unshift('SUCCESS')
    expect([`${formatEther((await chain.coins(user)) - before)} ETH`, await ordered()]).toEqual([gets, statuses])
  }

  await test.step('services away when the provider is chosen: nothing is ordered, and no window is left', async () => {
    await fill('ETH')
    await stack.kill()
    const opening = page.waitForEvent('popup')
    await form.getByRole('button', { name: /^Test checkout/ }).click()
    const popup = await opening
    await expect(progress.getByText('The services didn’t answer. Nothing was ordered.')).toBeVisible()
    expect(popup.isClosed()).toBe(true)
    await stack.revive()
    expect(await ordered()).toEqual(statuses)
    await progress.getByRole('button', { name: 'Back' }).last().click()
  })

  await test.step('the window is closed, and opened again: one purchase', async () => {
    const before = await chain.coins(user)
    await (await order()).close()
    await expect(progress.getByRole('heading', { name: 'Finish in the Test checkout window' })).toBeVisible()
    expect(await chain.coins(user)).toBe(before)
    const opening = context.waitForEvent('page')
    await progress.getByRole('link', { name: /^Open Test checkout again/ }).click()
    const checkout = await opening
    const gets = await promised(checkout)
    await pay(checkout)
    await finished(here)
    await checkout.close()
    await cameOnce(gets, before)
  })

  await test.step('services die while it is paid: it is paid once', async () => {
    const before = await chain.coins(user)
    await fill('ETH')
    const checkout = await order()
    const gets = await promised(checkout)
    await chain.wait()
    await pay(checkout)
    await expect(progress.getByRole('heading', { name: 'Test checkout is working on it' })).toBeVisible()
    await stack.kill()
    await chain.go()
    await stack.revive()
    await finished(here)
    await checkout.close()
    await cameOnce(gets, before)
  })

  await test.step('offline while the payment fails: nothing has come, and it says so when it is back', async () => {
    const before = await chain.held(STABLE.address)
    await fill(STABLE.symbol)
    const checkout = await order()
    await chain.wait()
    await pay(checkout)
    await expect(progress.getByRole('heading', { name: 'Test checkout is working on it' })).toBeVisible()
    await context.setOffline(true)
    await chain.mineWith(STABLE.address, FAILS)
    await chain.go()
    await context.setOffline(false)
    await expect(progress.getByRole('heading', { name: 'Purchase did not finish' })).toBeVisible()
    await checkout.close()
    statuses.unshift('FAILED')
    expect([await chain.held(STABLE.address), await ordered()]).toEqual([before, statuses])
  })

  await test.step('the tab is closed after the order: another one knows what became of it', async () => {
    const before = await chain.coins(user)
    await fill('ETH')
    const checkout = await order()
    const gets = await promised(checkout)
    const again = await reopen(here, async () => {
      await pay(checkout)
      await expect(checkout.getByText('The test tokens have arrived.')).toBeVisible()
      await checkout.close()
    })
    await again.open({ name: 'BuyInProgress' })
    await finished(again)
    await cameOnce(gets, before)
    await again.open('OnRampActivity')
    const list = again.modal('Purchases')
    await expect(list.getByRole('button', { name: /ETH Finished · Test checkout/ }).first()).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(statuses.length)
  })
})
