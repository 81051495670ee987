// The ecosystems beside Ethereum on the demo dapp, under its strict policy: wallets of other people's code in the page and over the relay, what the
// sandbox's phone wallet says it signs, and page wallets that mean harm.
import type { Page } from '@playwright/test'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { Connection, PublicKey } from '@solana/web3.js'
import { SOLANA_CHAIN_ID } from '../../services/devnet/solana/manifest.js'
import { bitcoin, cosmoshub, polkadot } from '../../src/vocabulary/non-evm-networks.js'
import { createCosmosWallet } from '../support/cosmos-wallet.js'
import { plainWindow } from '../support/plain-window.js'
import { bundleWallets } from './support/bundle-wallets.js'
import { dappOf, EXTENSION } from './support/dapp.js'
import { cardOf, ecosystems, titles } from './support/ecosystem-card.js'
import { plantHostileWallets } from './support/hostile-wallets.js'
import { devnetKeys, startWallet } from './support/stack.js'
import { expect, needsSolana, test } from './support/walk.js'

const MESSAGE = 'Hello from the demo'
const RECEIVER = '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp'
const LAMPORTS = 10_000_000

test.beforeAll(() => cryptoWaitReady())

/** Presses Send, lets `approve` do what a person does in the wallet, and expects the coins at the receiver. */
async function sendsLamports(page: Page, url: string, approve: () => Promise<void> = () => Promise.resolve()) {
  const node = new Connection(url, 'confirmed')
  const receiver = new PublicKey(RECEIVER)
  const before = await node.getBalance(receiver)
  const { card } = cardOf(page, 'solana')
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await approve()
  await expect(card.getByText('Arrived on the devnet.')).toBeVisible()
  expect((await node.getBalance(receiver)) - before).toBe(LAMPORTS)
}

/** The public key of the Cosmos wallet in the page, in hex: its signatures do not give it. */
async function keyOfCosmos(): Promise<string> {
  const { keplr } = await createCosmosWallet(plainWindow())
  await keplr.enable('cosmoshub-4')
  return Buffer.from((await keplr.getKey('cosmoshub-4')).pubKey).toString('hex')
}

test('wallets of other people’s code connect, sign and send', async ({ page, context, stack }) => {
  needsSolana(stack)
  const solanaNode = stack.solana ?? ''
  await context.addInitScript((url) => Object.assign(window, { solanaNode: url }), solanaNode)
  await context.addInitScript({ content: await bundleWallets() })
  const publicKey = await keyOfCosmos()
  await dappOf(page).goto(stack.dapp)

  const wallets = [
    ['solana', 'Burner Wallet'],
    ['bip122', 'Sats Wallet'],
    ['bip122', 'Unisat'],
    ['polkadot', 'Polkadot.js'],
    ['cosmos', 'Keplr'],
  ] as const
  for (const [namespace, wallet] of wallets) {
    await test.step(`${wallet} of ${namespace}`, async () => {
      const { card, choose, isConnected, address, startSigning, isSigned } = cardOf(page, namespace)
      await choose(wallet)
      await isConnected(wallet)
      await startSigning()
      await isSigned(await address(), publicKey)
      if (wallet === 'Sats Wallet') await card.getByRole('button', { name: 'Disconnect' }).click()
    })
  }
  await test.step('Solana sends', async () => {
    const node = new Connection(solanaNode, 'confirmed')
    const owner = new PublicKey(await cardOf(page, 'solana').address())
    await node.requestAirdrop(owner, 5 * LAMPORTS)
    await expect.poll(() => node.getBalance(owner)).toBe(5 * LAMPORTS)
    await sendsLamports(page, solanaNode)
  })
})

test('a visitor pairs one phone wallet and signs in five ecosystems', { tag: '@journey' }, async ({ page, stack }) => {
  const wallet = await startWallet({
    relayUrl: stack.relay,
    privateKey: devnetKeys[0],
    chains: ['eip155:31337'],
    name: 'Phone',
    five: {
      solana: [SOLANA_CHAIN_ID],
      bip122: [bitcoin.caipNetworkId],
      polkadot: [polkadot.caipNetworkId],
      cosmos: [cosmoshub.caipNetworkId],
    },
  })
  try {
    const dapp = dappOf(page)
    const publicKey = await keyOfCosmos()
    await dapp.goto(stack.dapp)
    await wallet.pair(await dapp.pairingUri())
    await dapp.isConnected('Phone')
    await dapp.startSigning()
    await dapp.signatureIsOf(wallet.address)
    for (const namespace of ecosystems) {
      const { isConnected, address, startSigning, isSigned } = cardOf(page, namespace)
      await isConnected('Phone')
      await startSigning()
      await isSigned(await address(), publicKey)
    }
    expect(await wallet.requests()).toEqual([
      ...['personal_sign', 'solana_signMessage', 'signMessage', 'polkadot_signMessage', 'cosmos_signAmino'],
    ])
    expect(await wallet.sessions()).toBe(1)
    await wallet.disconnect()
    await dapp.isDisconnected()
    for (const namespace of ecosystems) await cardOf(page, namespace).isDisconnected()
  } finally {
    await wallet.close()
  }
})

test('the phone wallet says in words what it signs in each ecosystem', async ({ page, context, stack }) => {
  needsSolana(stack)
  const dapp = dappOf(page)
  await dapp.goto(stack.dapp)
  const uri = await dapp.pairingUri()
  const phone = await context.newPage()
  await phone.goto(`${stack.wallet}?uri=${encodeURIComponent(uri)}`)
  const sheet = phone.getByRole('dialog')
  for (const family of ['Ethereum', 'Solana devnet', 'Bitcoin', 'Polkadot', 'Cosmos Hub'])
    await expect(sheet.getByText(family, { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Approve' }).click()
  for (const namespace of ecosystems) {
    const { card, isConnected, startSigning } = cardOf(page, namespace)
    await isConnected('Sandbox Phone Wallet')
    await page.bringToFront() // in a tab behind another one a press takes seconds
    await startSigning()
    await phone.bringToFront()
    await expect(sheet.getByRole('heading', { name: 'Sign a message' })).toBeVisible()
    await expect(sheet.getByLabel('What will be signed')).toHaveText(MESSAGE)
    await sheet.getByRole('button', { name: 'Sign' }).click()
    await expect(card.getByText('The signature belongs to this account.')).toBeVisible()
  }
  await page.bringToFront()
  await sendsLamports(page, stack.solana ?? '', async () => {
    await phone.bringToFront()
    await expect(sheet.getByRole('heading', { name: 'Send coins' })).toBeVisible()
    await expect(sheet.getByText('0.01 SOL', { exact: true })).toBeVisible()
    await expect(sheet.getByTitle(RECEIVER)).toBeVisible()
    await sheet.getByRole('button', { name: 'Sign' }).click()
  })
  const { card, startSigning } = cardOf(page, 'cosmos')
  await page.bringToFront()
  await startSigning()
  await phone.bringToFront()
  await sheet.getByRole('button', { name: 'Reject' }).click()
  await expect(card.getByText('You declined in your wallet. Nothing happened.')).toBeVisible()
})

test('page wallets that mean harm leave the good one alone', async ({ page, context, stack }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await context.addInitScript(plantHostileWallets)
  const dapp = dappOf(page)
  await dapp.goto(stack.dapp)
  for (const namespace of ecosystems) {
    const { card, choose, isConnected, startSigning } = cardOf(page, namespace)
    if (namespace === 'solana') {
      await choose('Never Answers')
      await page.getByRole('dialog', { name: 'Never Answers' }).getByRole('button', { name: 'Back' }).click()
      await dapp.modal('Connect a wallet').getByRole('button', { name: 'Close' }).click()
    }
    await choose(EXTENSION)
    await dapp.ask(`Let this site see your ${titles[namespace]} account?`).getByRole('button', { name: 'Connect' }).click()
    await isConnected(EXTENSION)
    await startSigning()
    await dapp.ask('Sign a message').getByRole('button', { name: 'Sign' }).click()
    await expect(card.getByText('The signature belongs to this account.')).toBeVisible()
  }
  await page.reload()
  for (const namespace of ecosystems) await cardOf(page, namespace).isConnected(EXTENSION)
  expect(dialogs).toEqual([])
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
})
