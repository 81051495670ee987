// The way to a wallet for whoever has none.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanUp, directoryOf, mountView } from '../../support/view-harness.js'
import { listed } from './every-view.js'

afterEach(cleanUp)

test('leads from the question to the stores', async () => {
  const modal = await mountView({ name: 'WhatIsAWallet' }, { directory: directoryOf(8) })
  await modal.click('Get a wallet')
  await modal.click('Birch Wallet')
  await expect
    .element(page.getByRole('link', { name: 'Google Play (opens in a new tab)' }))
    .toHaveAttribute('href', 'https://play.example/wallet')
  expect(modal.view()).toMatchObject({ name: 'Downloads', wallet: { name: 'Birch Wallet' } })
})

test('says so when nothing can be suggested, and when a wallet has no store', async () => {
  const modal = await mountView({ name: 'GetWallet' })
  await modal.see('No suggestions right now')
  await modal.show({ name: 'Downloads', wallet: { ...listed, entry: undefined } })
  await modal.see('We don’t have a download link for Alder Wallet')
})
