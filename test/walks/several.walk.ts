// Five wallets of five ecosystems in one modal at once: four in the page, and a phone whose one session has three of the ecosystems.
import type { Page } from '@playwright/test'
import { SOLANA_CHAIN_ID } from '../../services/devnet/solana/manifest.js'
import { bitcoin } from '../../src/vocabulary/non-evm-networks.js'
import { bundleWallets } from './support/bundle-wallets.js'
import { dappOf } from './support/dapp.js'
import { cardOf, type Ecosystem } from './support/ecosystem-card.js'
import { devnetKeys, startWallet } from './support/stack.js'
import { expect, needsSolana, test } from './support/walk.js'

const PHONE = 'Phone'
/** The wallets in the page. */
const installed = {
  solana: 'Keypair Wallet',
  bip122: 'Sats Wallet',
  polkadot: 'Polkadot.js',
  cosmos: 'Keplr',
} as const satisfies Readonly<Record<Ecosystem, string>>
const namespaces = Object.keys(installed) as Ecosystem[] // keys of a record by namespace
/** How the list of wallets calls the ecosystems. */
const tabs = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot', cosmos: 'Cosmos' } as const

/** A tab of the browser, with the list of connected wallets. */
function tabOf(page: Page) {
  const dapp = dappOf(page)
  const wallets = dapp.modal('Wallets')
  return {
    ...dapp,
    wallets,
    async openWallets(namespace: keyof typeof tabs) {
      await page.bringToFront()
      if (!(await wallets.isVisible())) {
        await dapp.accountButton.click()
        await dapp.modal('Account').getByRole('button', { name: 'Wallets' }).click()
      }
      await wallets.getByRole('tab', { name: tabs[namespace] }).click()
      await expect(wallets.getByRole('tabpanel', { name: tabs[namespace] })).toBeVisible()
    },
    async closeWallets() {
      await wallets.getByRole('button', { name: 'Close' }).click()
      await expect(wallets).toBeHidden()
    },
    /** Each ecosystem beside Ethereum has its wallet of the page, but for those that are named. */
    async hasInstalled(ended: readonly Ecosystem[] = []) {
      for (const namespace of namespaces) {
        const card = cardOf(page, namespace)
        await (ended.includes(namespace) ? card.isDisconnected() : card.isConnected(installed[namespace]))
      }
    },
    async addresses() {
      const others = await Promise.all(namespaces.map((namespace) => cardOf(page, namespace).address()))
      return [await dapp.address(), ...others]
    },
  }
}

test('five wallets at once are restored, agreed on by two tabs, and end one by one', async ({ page, context, stack }) => {
  needsSolana(stack)
  await context.addInitScript((url) => Object.assign(window, { solanaNode: url }), stack.solana ?? '')
  const [content, wallet] = await Promise.all([
    bundleWallets(),
    startWallet({
      relayUrl: stack.relay,
      privateKey: devnetKeys[0],
      chains: ['eip155:31337'],
      name: PHONE,
      five: { solana: [SOLANA_CHAIN_ID], bip122: [bitcoin.caipNetworkId] },
    }),
  ])
  await context.addInitScript({ content })
  try {
    const first = tabOf(page)
    await first.goto(stack.dapp)
    await test.step('connects four in the page, and the phone beside them', async () => {
      for (const namespace of namespaces) await cardOf(page, namespace).choose(installed[namespace])
      await first.hasInstalled()
      await first.openWallets('eip155')
      await first.wallets.getByRole('button', { name: 'Connect a wallet' }).click()
      await first.modal('Connect a wallet').getByRole('button', { name: 'Use a phone wallet' }).click()
      await wallet.pair(await first.copyLink())
      await expect(first.wallets).toBeVisible()
      // The session has Solana and Bitcoin, too: there it stands behind what was connected.
      await first.openWallets('solana')
      const listed = (name: string, wallet: string) =>
        first.wallets.getByRole('list', { name }).getByRole('button', { name: `Disconnect ${wallet}` })
      await expect(listed('Active wallet', installed.solana)).toBeVisible()
      await expect(listed('Also connected', PHONE)).toBeVisible()
      await first.closeWallets()
      await first.isConnected(PHONE)
      await first.hasInstalled()
    })
    const before = await first.addresses()
    expect(before[0]).toBe(wallet.address)
    expect(new Set(before).size, 'five accounts').toBe(5)

    await test.step('a reload brings all of them back, each with its account', async () => {
      await page.reload()
      await first.isConnected(PHONE)
      await first.hasInstalled()
      expect(await first.addresses()).toEqual(before)
      await first.startSigning()
      await first.signatureIsOf(wallet.address)
    })

    const second = tabOf(await context.newPage())
    await test.step('another tab has the same; what ends in one has ended in the other', async () => {
      await second.goto(stack.dapp)
      await second.isConnected(PHONE)
      await second.hasInstalled()
      expect(await second.addresses()).toEqual(before)
      await first.openWallets('cosmos')
      await first.wallets.getByRole('button', { name: `Disconnect ${installed.cosmos}` }).click()
      await expect(first.wallets.getByText('No Cosmos wallet connected')).toBeVisible()
      await first.closeWallets()
      for (const tab of [first, second]) {
        await tab.hasInstalled(['cosmos'])
        await tab.isConnected(PHONE)
      }
    })
    await test.step('what is connected in one tab is there in the other after a load', async () => {
      await second.page.bringToFront()
      await cardOf(second.page, 'cosmos').choose(installed.cosmos)
      await second.hasInstalled()
      await page.reload()
      await first.hasInstalled()
    })

    await test.step('the phone ends in all of its ecosystems, after a question that names them, and the others stay', async () => {
      await first.openWallets('bip122')
      await first.wallets.getByRole('button', { name: `Disconnect ${PHONE}` }).click()
      const question = first.modal('Disconnect')
      await expect(question.getByRole('listitem')).toHaveText(['Ethereum and compatible', 'Solana', 'Bitcoin'])
      expect(await wallet.sessions(), 'before the answer').toBe(1)
      await question.getByRole('button', { name: 'Disconnect' }).click()
      await expect.poll(() => wallet.sessions()).toBe(0)
      await expect(first.wallets).toBeVisible() // the phone may have ended before the question has gone
      for (const namespace of ['eip155', 'solana', 'bip122'] as const) {
        await first.openWallets(namespace)
        await expect(first.wallets.getByRole('button', { name: `Disconnect ${PHONE}` })).toHaveCount(0)
      }
      await first.closeWallets()
      for (const tab of [first, second]) {
        await expect(tab.sign.getByText('Connect an Ethereum wallet first.')).toBeVisible()
        await tab.hasInstalled()
      }
    })

    await test.step('each of the others ends alone, in both tabs', async () => {
      const ended: Ecosystem[] = []
      for (const namespace of namespaces) {
        await first.openWallets(namespace)
        await first.wallets.getByRole('button', { name: `Disconnect ${installed[namespace]}` }).click()
        ended.push(namespace)
        await second.hasInstalled(ended)
      }
      await first.hasInstalled(ended)
    })

    await test.step('nothing that has ended comes back with a reload', async () => {
      await page.reload()
      await expect(first.connectButton).toBeVisible()
      await first.isDisconnected()
      await first.hasInstalled(namespaces)
    })
  } finally {
    await wallet.close()
  }
})
