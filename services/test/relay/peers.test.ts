// Real clients on a real relay: the dapp's provider of today with wallets of today and of a year ago.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { verifyMessage } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { createDappPeer, type DappPeer, type DappPeerOptions } from '../support/dapp-peer.js'
import { fillFolder } from '../support/embedded.js'
import { connectClient } from '../support/relay-client.js'
import { startRelayProcess } from '../support/spawn-relay.js'
import { startRelay, type StartRelayOptions } from '../support/relay.js'
import { createWalletPeer, type PeerVersion, type WalletPeer, type WalletPeerOptions } from '../support/wallet-peer.js'

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

async function databaseFolder(): Promise<string> {
  const folder = join(temporaryFolder(), 'db')
  await fillFolder(folder)
  return folder
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wm-relay-'))
  cleanups.push(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const reconnected = (peer: WalletPeer) =>
  new Promise<void>((resolve) => peer.client.core.relayer.events.once('relayer_connect', () => resolve()))

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

  test('gets a proposal that was made before it scanned the code', async () => {
    const { url, db } = await relay()
    const page = await dapp({ relayUrl: url })
    const { uri, session } = await page.connect()
    expect(await db.query('select tag from relay_messages')).toEqual([{ tag: 1100 }])
    const phone = await wallet({ relayUrl: url, version })
    await phone.pair(uri)
    expect((await session)?.peer.metadata.name).toBe('Test wallet')
  })

  test('may refuse the connection, and then a request', async () => {
    const { url } = await relay()
    const page = await dapp({ relayUrl: url })
    const phone = await wallet({ relayUrl: url, version })
    phone.policy.proposals = 'reject'
    const refused = await page.connect()
    await phone.pair(refused.uri)
    await expect(refused.session).rejects.toMatchObject({ code: 5000 })

    phone.policy.proposals = 'approve'
    const accepted = await page.connect()
    await phone.pair(accepted.uri)
    await accepted.session
    phone.policy.requests = 'reject'
    await expect(page.personalSign('hello', phone.address)).rejects.toMatchObject({ code: 5000 })
  })

  test('answers a request that was open while the relay restarted', async () => {
    const folder = await databaseFolder()
    const first = await startRelayProcess(folder)
    const page = await dapp({ relayUrl: first.url })
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const phone = await wallet({
      relayUrl: first.url,
      version,
      answer: async () => {
        await gate
        return 'late answer'
      },
    })
    const { uri, session } = await page.connect()
    await phone.pair(uri)
    await session
    const answer = page.personalSign('hello', phone.address)
    await expect.poll(() => phone.requests.length).toBe(1)
    const back = reconnected(phone)
    await first.kill()
    await startRelayProcess(folder, first.port)
    await back
    open()
    expect(await answer).toBe('late answer')
  })
})

test('a request made while the wallet is away waits for it on disk, over a restart of the relay', async () => {
  const folder = await databaseFolder()
  const first = await startRelayProcess(folder)
  const page = await dapp({ relayUrl: first.url })
  const phone = await wallet({ relayUrl: first.url })
  const { uri, session } = await page.connect()
  await phone.pair(uri)
  await session
  await phone.client.core.relayer.transportClose()
  const answer = page.personalSign('hello', phone.address)
  const witness = await connectClient(first.url)
  const topic = page.provider.session?.topic ?? ''
  await expect.poll(async () => JSON.stringify(await witness.ask('irn_fetchMessages', { topic }))).toContain('"tag":1108')
  await first.kill()
  await startRelayProcess(folder, first.port)
  await phone.client.core.relayer.transportOpen()
  expect(await answer).toMatch(/^0x/)
})

test('a dapp that comes back from its storage still has its session', async () => {
  const folder = temporaryFolder()
  const { url } = await relay()
  const storage = { relayUrl: url, storageFile: join(folder, 'dapp.db'), storagePrefix: 'same-page' }
  const before = await createDappPeer(storage)
  const phone = await wallet({ relayUrl: url })
  const { uri, session } = await before.connect()
  await phone.pair(uri)
  await session
  await before.close()
  const after = await dapp(storage)
  expect(after.provider.session?.namespaces['eip155']?.accounts).toEqual([`${CHAIN}:${phone.address}`])
  expect(await after.personalSign('again', phone.address)).toMatch(/^0x/)
})

test('the wallet tells of another chain', async () => {
  const { url } = await relay()
  const page = await dapp({ relayUrl: url })
  const phone = await wallet({ relayUrl: url })
  const { uri, session } = await page.connect()
  await phone.pair(uri)
  await session
  const changed = new Promise((resolve) => page.provider.once('chainChanged', resolve))
  await phone.emitChain(CHAIN)
  expect(await changed).toBe('31337')
})
