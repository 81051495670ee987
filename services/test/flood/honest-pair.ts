// An honest page and wallet that pair, sign and disconnect.
import { onTestFinished } from 'vitest'
import { verifyMessage, type Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { createDappPeer } from '../support/dapp-peer.js'
import { createWalletPeer } from '../support/wallet-peer.js'

/** Until the test is over. */
export async function createHonestPair(relayUrl: string) {
  const page = await createDappPeer({ relayUrl })
  const phone = await createWalletPeer({ relayUrl, privateKey: generatePrivateKey(), chains: ['eip155:31337'] })
  onTestFinished(async () => {
    await page.close()
    await phone.close()
  })
  return {
    /** What went wrong at the wallet. */
    failures: phone.failures,
    /** Resolves with the milliseconds that it took. @throws Error for a signature that does not verify */
    async sign(message: string): Promise<number> {
      const start = Date.now()
      const { uri, session } = await page.connect()
      await phone.pair(uri)
      await session
      const signature = await page.personalSign(message, phone.address)
      const isTrue = await verifyMessage({ address: phone.address, message, signature: signature as Hex })
      if (!isTrue) throw new Error('The signature is of somebody else')
      const gone = new Promise((resolve) => phone.client.once('session_delete', resolve))
      await page.provider.disconnect()
      await gone
      return Date.now() - start
    },
  }
}
