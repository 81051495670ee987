// Two modals with different settings on one page share nothing, and what is moved in the document keeps working.
import type { Page } from '@playwright/test'
import { dappOf, EXTENSION } from './support/dapp.js'
import { expect, test } from './support/walk.js'

const placesOf = (page: Page) => ({
  shop: page.getByRole('region', { name: 'Shop' }),
  arcade: page.getByRole('region', { name: 'Arcade' }),
})

test('one modal connects, and the other knows nothing of it', async ({ page, stack }) => {
  const { shop, arcade } = placesOf(page)
  const { modal, ask, goto } = dappOf(page)
  const list = modal('Connect a wallet')
  await goto(`${stack.dapp}two/`)

  await shop.getByRole('button', { name: 'Connect', exact: true }).click()
  const light = await list.evaluate((dialog) => getComputedStyle(dialog).backgroundColor)
  await expect(list.getByRole('button', { name: 'Use a phone wallet' })).toBeVisible()
  await list.getByRole('button', { name: EXTENSION }).click()
  await ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
  await expect(shop.getByRole('status').filter({ hasText: `${EXTENSION}: 0x` })).toBeVisible()
  await expect(arcade.getByText('Not connected', { exact: true })).toBeVisible()

  await test.step('their looks, ways and networks are their own', async () => {
    await arcade.getByRole('button', { name: 'Connect', exact: true }).click()
    expect(await list.evaluate((dialog) => getComputedStyle(dialog).backgroundColor)).not.toBe(light)
    await expect(list.getByRole('button', { name: EXTENSION })).toBeVisible()
    await expect(list.getByRole('button', { name: 'Use a phone wallet' })).toHaveCount(0)
    await list.getByRole('button', { name: 'Close' }).click()
    await expect(list).toHaveCount(0)
    await shop.getByRole('button', { name: /^Current network/ }).click()
    await expect(modal('Networks').getByRole('listitem')).toHaveText([/Devnet/, /Ethereum/])
    await modal('Networks').getByRole('button', { name: 'Close' }).click()
    await arcade.getByRole('button', { name: /^Current network/ }).click()
    await expect(modal('Networks').getByRole('listitem')).toHaveText([/Ethereum/, /Base/])
    await modal('Networks').getByRole('button', { name: 'Close' }).click()
  })

  await test.step('only the one that is connected remembers a connection, and restores it', async () => {
    const keys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':connections')))
    expect(keys).toEqual([expect.stringMatching(/^wm:shop:/)])
    await page.reload()
    await expect(shop.getByRole('status').filter({ hasText: `${EXTENSION}: 0x` })).toBeVisible()
    await expect(arcade.getByText('Not connected', { exact: true })).toBeVisible()
  })
})

test('a modal and its buttons work on after they were moved in the document', async ({ page, stack }) => {
  const { shop } = placesOf(page)
  const { modal, ask, goto } = dappOf(page)
  const list = modal('Connect a wallet')
  /** The first modal to another place, and the first card to the end of its list. */
  const move = () =>
    page.evaluate(() => {
      const element = document.querySelector('wallet-modal')
      const aside = document.createElement('div')
      document.body.prepend(aside)
      if (element) aside.append(element)
      const cards = document.querySelectorAll('#places > *')
      cards[0]?.parentElement?.append(...[cards[0]])
    })
  await goto(`${stack.dapp}two/`)
  await move()
  await shop.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(list).toBeVisible()

  await test.step('moved while it is open it stays so, and closes', async () => {
    await move()
    await expect(list.getByRole('button', { name: EXTENSION })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
  })

  await test.step('moved once more it connects, and its buttons say so', async () => {
    await move()
    await shop.getByRole('button', { name: 'Connect', exact: true }).click()
    await list.getByRole('button', { name: EXTENSION }).click()
    await ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
    await expect(shop.getByRole('button', { name: /^Open account/ })).toBeVisible()
    await move()
    await shop.getByRole('button', { name: /^Open account/ }).click()
    await modal('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(shop.getByText('Not connected', { exact: true })).toBeVisible()
  })
})
