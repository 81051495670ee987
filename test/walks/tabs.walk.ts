// Two tabs of one site share the phone wallet's session: both use it, and what one of them ends is over in the other.
import { dappOf } from './support/dapp.js'
import { devnetKeys, startWallet } from './support/stack.js'
import { expect, test } from './support/walk.js'

test('two tabs sign over one session, and the end of it in one is the end in the other', async ({ page, context, stack }) => {
  const wallet = await startWallet({
    relayUrl: stack.relay,
    privateKey: devnetKeys[0],
    chains: ['eip155:31337'],
    name: 'Phone',
  })
  try {
    const first = dappOf(page)
    await first.goto(stack.dapp)
    await wallet.pair(await first.pairingUri())
    await first.isConnected('Phone')
    const second = dappOf(await context.newPage())
    await second.goto(stack.dapp)
    await second.isConnected('Phone')
    for (const tab of [second, first]) {
      await tab.page.bringToFront()
      await tab.startSigning()
      await tab.signatureIsOf(wallet.address)
    }

    await first.account.getByRole('button', { name: 'Disconnect' }).click()
    await first.isDisconnected()
    await expect.poll(() => wallet.sessions()).toBe(0)
    await second.isDisconnected()
    await second.page.reload()
    await expect(second.connectButton).toBeVisible()
    await second.isDisconnected()
  } finally {
    await wallet.close()
  }
})
