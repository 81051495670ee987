// Real clients on a real relay: the dapp's provider of today with wallets of today and of a year ago.
import { afterEach, describe, expect, test } from 'vitest'
import { verifyMessage } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { createDappPeer, type DappPeer, type DappPeerOptions } from '../support/dapp-peer.js'
import { startRelay, type StartRelayOptions } from '../support/relay.js'
import { createWalletPeer, type PeerVersion, type WalletPeerOptions } from '../support/wallet-peer.js'

const CHAIN = 'eip155:31337'
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function relay(options?: StartRelayOptions) {
  const started = await startRelay(options)
  cleanups.push(() => started.stop())
  return started
}

async function dapp(options: DappPeerOptions) {
  const peer = await createDappPeer(options)
  cleanups.push(() => peer.close())
  return peer
}

async function wallet(options: Omit<WalletPeerOptions, 'privateKey' | 'chains'>) {
  const peer = await createWalletPeer({ privateKey: generatePrivateKey(), chains: [CHAIN], ...options })
  cleanups.push(() => peer.close())
  return peer
}

const ended = (peer: DappPeer) => new Promise<void>((resolve) => peer.provider.once('session_delete', () => resolve()))

describe.each<PeerVersion>(['2.21.8', '2.17.1'])('with a wallet of %s', (version) => {
  test('connects, signs, and ends from the dapp', async () => {
    const { url } = await relay()
    const page = await dapp({ relayUrl: url })
    const phone = await wallet({ relayUrl: url, version })
    const { uri, session } = await page.connect()
    await phone.pair(uri)
    expect((await session)?.namespaces['eip155']?.accounts).toEqual([`${CHAIN}:${phone.address}`])

    const signature = await page.personalSign('hello', phone.address)
    expect(await verifyMessage({ address: phone.address, message: 'hello', signature: signature as `0x${string}` })).toBe(true)

    const gone = new Promise((resolve) => phone.client.once('session_delete', resolve))
    await page.provider.disconnect()
    await gone
    expect(phone.sessions()).toEqual([])
    expect(phone.failures).toEqual([])
  })

  test('ends from the wallet', async () => {
    const { url } = await relay()
    const page = await dapp({ relayUrl: url })
    const phone = await wallet({ relayUrl: url, version })
    const { uri, session } = await page.connect()
    await phone.pair(uri)
    await session
    const gone = ended(page)
    await phone.disconnect()
    await gone
    expect(page.provider.session).toBeUndefined()
  })
})
