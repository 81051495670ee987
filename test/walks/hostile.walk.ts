// Wallets of Ethereum and over the relay that mean harm, or are made as nobody expects: each fails alone, the others work, and nothing of them runs.
import type { Page } from '@playwright/test'
import { dappOf, EXTENSION } from './support/dapp.js'
import { plantHostileProviders } from './support/hostile-wallets.js'
import { devnetKeys, startWallet } from './support/stack.js'
import { expect, test } from './support/walk.js'

const MARKUP = '<img src=x onerror="harmed=1;alert(2)">'
const [FIRST, SECOND] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const

/** Expects at the end that nothing of a wallet was run. */
function watchHarm(page: Page) {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return async () => {
    expect(dialogs).toEqual([])
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  }
}

test('wallets of Ethereum that mean harm fail alone, and the good ones work', async ({ page, context, stack }) => {
  const isUnharmed = watchHarm(page)
  await context.addInitScript(plantHostileProviders)
  const dapp = dappOf(page)
  const list = dapp.modal('Connect a wallet')
  const row = (name: string) => list.getByRole('button', { name }).first()
  await dapp.goto(stack.dapp)

  await test.step('the list has them as text, those that throw not at all, and few of the flood', async () => {
    await dapp.connectButton.click()
    await expect(row(EXTENSION)).toBeVisible()
    await expect.poll(() => page.evaluate(() => 'flooded' in window)).toBe(true)
    await expect(list.getByText('Flood 0', { exact: true }), 'the list has what came with the flood').toBeVisible()
    await expect(list.getByText(MARKUP, { exact: true })).toBeVisible()
    await expect(list.getByText('Safe slaof', { exact: true })).toBeVisible()
    for (const name of ['Throws', 'Getter', 'Same Uuid']) await expect(list.getByText(name, { exact: true })).toHaveCount(0)
    expect(await list.getByText('Flood').count()).toBeLessThan(50)
  })
  await test.step('one that never answers is left', async () => {
    await row('Never Answers').click()
    await dapp.modal('Never Answers').getByRole('button', { name: 'Back' }).click()
    await expect(row('Frozen')).toBeVisible()
  })
  for (const name of ['Frozen', 'Behind A Proxy'])
    await test.step(`${name} works`, async () => {
      if (name !== 'Frozen') await dapp.connectButton.click() // with that one the list is open still
      await row(name).click()
      await dapp.isConnected(name)
      expect(await dapp.address()).toBe(FIRST)
      await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
      await dapp.isDisconnected()
    })
  await test.step('one that changes its account while it signs: the new one is shown, and the signature is not taken for its', async () => {
    await dapp.connectButton.click()
    await row('Changes').click()
    await dapp.isConnected('Changes')
    expect(await dapp.address()).toBe(FIRST)
    await dapp.startSigning()
    await expect(dapp.account.getByText(SECOND, { exact: true })).toBeVisible()
    await expect(dapp.sign.getByText('The signature does not belong to this account.')).toBeVisible()
    await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
    await dapp.isDisconnected()
  })
  await test.step('the good one connects, signs and is restored', async () => {
    await dapp.connectExtension()
    const address = await dapp.address()
    await dapp.startSigning()
    await dapp.ask('Sign a message').getByRole('button', { name: 'Sign' }).click()
    await dapp.signatureIsOf(address)
    await page.reload()
    await dapp.isConnected(EXTENSION)
    expect(await dapp.address()).toBe(address)
  })
  await isUnharmed()
})

test('a session with more than was asked for, under a name of markup, is only what was asked for', async ({ page, stack }) => {
  const isUnharmed = watchHarm(page)
  const extra = { accounts: ['tron:0x2b6653dc:TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9'], methods: ['tron_signMessage'] }
  const wallet = await startWallet({
    relayUrl: stack.relay,
    privateKey: devnetKeys[0],
    chains: ['eip155:31337', 'eip155:4242'], // the page has no such chain
    name: `${MARKUP}\u202Eenohp`,
    others: { tron: extra },
  })
  try {
    const dapp = dappOf(page)
    await dapp.goto(stack.dapp)
    await wallet.pair(await dapp.pairingUri())
    await dapp.isConnected(`${MARKUP} enohp`)
    expect(await dapp.address()).toBe(wallet.address)
    await dapp.startSigning()
    await dapp.signatureIsOf(wallet.address)
    await dapp.accountButton.click()
    const account = dapp.modal('Account')
    await account.getByRole('button', { name: 'Wallets' }).click()
    await expect(dapp.modal('Wallets').getByRole('tab')).toHaveText(['Ethereum', 'Solana', 'Bitcoin', 'Polkadot', 'Cosmos'])
    await dapp.modal('Wallets').getByRole('button', { name: 'Disconnect' }).click()
    await dapp.isDisconnected()
    await expect.poll(() => wallet.sessions()).toBe(0)
    await isUnharmed()
  } finally {
    await wallet.close()
  }
})
