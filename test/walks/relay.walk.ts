// Wallets in other processes, which know this page by nothing but the link behind "Copy link": the clients of today and of a year ago.
import { createPublicClient, http, type Hex } from 'viem'
import type { PeerVersion } from '../../services/test/support/wallet-peer.js'
import { dappOf } from './support/dapp.js'
import { devnetKeys, type Stack, startWallet } from './support/stack.js'
import { expect, test } from './support/walk.js'

const versions: readonly PeerVersion[] = ['2.21.8', '2.17.1']

for (const [index, version] of versions.entries()) {
  const phone = (stack: Stack) =>
    startWallet({
      relayUrl: stack.relay,
      version,
      privateKey: devnetKeys[index] ?? devnetKeys[0],
      chains: ['eip155:31337', 'eip155:1'],
      rpcUrl: stack.evm,
      name: 'Phone',
    })

  const paired = `a visitor pairs a phone wallet of client ${version}, signs, finds it again after a reload, and lets it go`
  test(paired, { tag: '@journey' }, async ({ page, stack }) => {
    const wallet = await phone(stack)
    try {
      const dapp = dappOf(page)
      await dapp.goto(stack.dapp)
      await wallet.pair(await dapp.pairingUri())
      await dapp.isConnected('Phone')
      expect(await dapp.address()).toBe(wallet.address)

      await test.step('signs', async () => {
        await dapp.startSigning()
        await dapp.signatureIsOf(wallet.address)
      })

      await test.step('a reload restores the session, and it still signs', async () => {
        await page.reload()
        await dapp.isConnected('Phone')
        await dapp.startSigning()
        await dapp.signatureIsOf(wallet.address)
        expect(await wallet.requests()).toEqual(['personal_sign', 'personal_sign'])
      })

      await test.step('the page ends it, and the wallet knows', async () => {
        await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
        await dapp.isDisconnected()
        await expect.poll(() => wallet.sessions()).toBe(0)
      })
    } finally {
      await wallet.close()
    }
  })

  test(`a phone wallet of client ${version} sends, and ends the session by itself`, async ({ page, stack }) => {
    const wallet = await phone(stack)
    try {
      const dapp = dappOf(page)
      await dapp.goto(stack.dapp)
      await wallet.pair(await dapp.pairingUri())
      await dapp.isConnected('Phone')

      await test.step('sends, and the chain has it', async () => {
        await dapp.send.getByRole('button', { name: 'Send' }).click()
        await expect(dapp.send.getByText(/^Arrived in block/)).toBeVisible()
        const hash = (await dapp.send.getByText(/^0x[0-9a-f]{64}$/).textContent()) as Hex // what the locator matched
        const receipt = await createPublicClient({ transport: http(stack.evm) }).getTransactionReceipt({ hash })
        expect([receipt.status, receipt.from]).toEqual(['success', wallet.address.toLowerCase()])
      })

      await test.step('the wallet ends it, and the page knows', async () => {
        await wallet.disconnect()
        await dapp.isDisconnected()
        await page.reload()
        await expect(dapp.connectButton).toBeVisible()
        await dapp.isDisconnected()
      })
    } finally {
      await wallet.close()
    }
  })
}

test('a modal that replaces another on the same page takes over its phone wallet', async ({ page, stack }) => {
  const wallet = await startWallet({
    relayUrl: stack.relay,
    privateKey: devnetKeys[2],
    chains: ['eip155:31337'],
    name: 'Phone',
  })
  const dapp = dappOf(page)
  try {
    await dapp.goto(stack.dapp)
    await wallet.pair(await dapp.pairingUri())
    await dapp.isConnected('Phone')
    // The kind of dialog is for life, so the page makes another modal with the same storage.
    await page.getByLabel('Dialog').selectOption({ label: 'Layer' })
    await dapp.isConnected('Phone')
    await dapp.startSigning()
    await dapp.signatureIsOf(wallet.address)
    await wallet.disconnect()
    await dapp.isDisconnected()
  } finally {
    await wallet.close()
  }
})
