// One-click authentication over the real relay: a wallet that signs in with its approval, one that cannot, and one that lies.
import { createHash } from 'node:crypto'
import type { SignClientTypes } from '@walletconnect/types'
import { describe, expect, test } from 'vitest'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignRequestPayload } from '../../../src/connectors/connector.js'
import { readMessage } from '../../../src/siwx/message.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createSignIns } from '../../../src/state/connections/sign-in.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createTestCore } from '../../support/core.js'
import { createTestWindow } from '../../support/window.js'
import type { WalletPeer } from '../../../services/test/support/wallet-peer.js'
import { evm, network, nextSession, sign, useRelay } from '../../support/relay-page.js'

const { createPage, createWallet } = useRelay()
type Asked = SignClientTypes.EventArguments['session_authenticate']

const request: SignRequestPayload = {
  domain: 'page.example',
  uri: 'https://page.example/',
  nonce: 'abcdefgh12345678',
  statement: 'Sign in to Page.',
  expirationTime: new Date(Date.now() + 3_600_000).toISOString(),
}
const key = `0x${'7a'.repeat(32)}` as const
const account = privateKeyToAccount(key)

/** Lets a wallet answer requests to sign in. */
function answering(wallet: WalletPeer, answer: (asked: Asked) => Promise<void>) {
  const asked: Asked[] = []
  const failures: unknown[] = []
  wallet.client.on('session_authenticate', (event) => {
    asked.push(event)
    answer(event).catch((error: unknown) => failures.push(error))
  })
  return { asked, failures }
}

/** What a wallet signs for one chain; `change` makes it lie. */
async function auth(wallet: WalletPeer, { params }: Asked, chain: string, change: object = {}) {
  const payload = { ...params.authPayload, chains: [chain] }
  const iss = `did:pkh:${chain}:${account.address}`
  const message = wallet.client.formatAuthMessage({ request: payload, iss })
  const signature = await account.signMessage({ message })
  const { aud, domain, version, nonce, iat, exp, statement, resources } = payload
  const p = { iss, aud, domain, version, nonce, iat, exp, statement, resources, ...change }
  return { h: { t: 'caip122' as const }, p, s: { t: 'eip191' as const, s: signature } } as never // the client's type has fields that it does not read
}

describe('a wallet that signs in with its approval', () => {
  test('opens a session that signs, and hands over texts of EIP-4361 that verify', async () => {
    const wallet = await createWallet({ privateKey: key })
    const { asked, failures } = answering(wallet, async (event) => {
      const auths = [await auth(wallet, event, 'eip155:31337'), await auth(wallet, event, 'eip155:137')]
      await wallet.client.approveSessionAuthenticate({ id: event.id, auths })
    })
    const page = createPage()
    const session = await page.relay.pair({ ...page.options, authenticate: request, onUri: (uri) => void wallet.pair(uri) })
    expect(failures).toEqual([])
    expect(wallet.proposals, 'the plain proposal beside it').toEqual([])
    expect(asked[0]?.params.authPayload).toMatchObject({ domain: 'page.example', aud: request.uri, nonce: request.nonce })
    const texts = session.signed?.map(({ message }) => readMessage(message)) ?? []
    const { domain, uri, nonce, expirationTime } = request
    const common = { domain, uri, nonce, expirationTime, address: account.address }
    expect(texts).toMatchObject([
      { ...common, chainId: 'eip155:31337' },
      { ...common, chainId: 'eip155:137' },
    ])
    for (const { message, signature } of session.signed ?? []) {
      expect(message).toContain('Sign in to Page. I further authorize the stated URI')
      expect(await verifyMessage({ address: account.address, message, signature: signature as `0x${string}` })).toBe(true)
    }
    const connector = evm(session)
    const grant = await connector.connect({ networks: page.networks, silent: true })
    expect(grant.accounts.map(({ address }) => address)).toContain(account.address)
    const signature = await sign(connector, 'hello', `eip155:31337:${account.address}`)
    expect(await verifyMessage({ address: account.address, message: 'hello', signature: signature as `0x${string}` })).toBe(true)
    await session.disconnect()
    await nextSession(wallet).toBe(0)
  })

  test('is declined by the person: USER_REJECTED', async () => {
    const wallet = await createWallet({ privateKey: key })
    answering(wallet, ({ id }) => wallet.client.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'Nein.' } }))
    const page = createPage()
    const pairing = page.relay.pair({ ...page.options, authenticate: request, onUri: (uri) => void wallet.pair(uri) })
    await expect(pairing).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('approves without allowing any request: NO_ACCOUNTS', async () => {
    const wallet = await createWallet({ privateKey: key })
    answering(wallet, async (event) => {
      const { resources: _, ...authPayload } = event.params.authPayload
      const bare = { ...event, params: { ...event.params, authPayload } }
      await wallet.client.approveSessionAuthenticate({ id: event.id, auths: [await auth(wallet, bare, 'eip155:31337')] })
    })
    const page = createPage()
    const pairing = page.relay.pair({ ...page.options, authenticate: request, onUri: (uri) => void wallet.pair(uri) })
    await expect(pairing).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
  })
})

test('a wallet that cannot do this gets the plain proposal beside it', async () => {
  const wallet = await createWallet()
  const page = createPage()
  const session = await page.relay.pair({ ...page.options, authenticate: request, onUri: (uri) => void wallet.pair(uri) })
  expect(session.signed).toEqual([])
  expect(wallet.proposals).toHaveLength(1)
  const connector = evm(session)
  await connector.connect({ networks: page.networks, silent: true })
  const signature = await sign(connector, 'hello')
  expect(await verifyMessage({ address: wallet.address, message: 'hello', signature: signature as `0x${string}` })).toBe(true)
  await session.disconnect()
})

test('a signature of a contract asks no host of the vendor, and the next proposal is a plain one', async () => {
  const calls: string[] = []
  const before = globalThis.fetch
  globalThis.fetch = (input, init) => {
    calls.push(String(input instanceof Request ? input.url : input))
    return before(input, init)
  }
  try {
    const wallet = await createWallet({ privateKey: key })
    answering(wallet, async (event) => {
      // The client refuses to send such an answer without asking its vendor, so that it is written by hand.
      const { requester, authPayload } = event.params
      const publicKey = await wallet.client.core.crypto.generateKeyPair()
      const { iat, nonce, domain, aud } = authPayload
      const cacao = {
        h: { t: 'caip122' },
        p: { iss: `did:pkh:eip155:31337:${account.address}`, domain, aud, version: '1', nonce, iat },
        s: { t: 'eip1271', s: '0x1234' },
      }
      const topic = createHash('sha256').update(Buffer.from(requester.publicKey, 'hex')).digest('hex')
      const result = { cacaos: [cacao], responder: { publicKey, metadata: wallet.client.metadata } }
      const message = await wallet.client.core.crypto.encode(
        topic,
        { id: event.id, jsonrpc: '2.0', result },
        { type: 1, receiverPublicKey: requester.publicKey, senderPublicKey: publicKey },
      )
      await wallet.client.core.relayer.publish(topic, message, { ttl: 300, tag: 1117 })
    })
    const page = createPage({}, { networks: [network(31337)] })
    const pair = () => page.relay.pair({ ...page.options, authenticate: request, onUri: (uri) => void wallet.pair(uri) })
    await expect(pair()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    expect(calls.filter((url) => !url.includes('127.0.0.1'))).toEqual([])
    const session = await pair()
    expect(session.signed).toEqual([])
    await session.disconnect()
  } finally {
    globalThis.fetch = before
  }
})

test('a page with the setting `siwx` has its visitor signed in with the approval, and asks nothing more', async () => {
  const wallet = await createWallet({ privateKey: key })
  answering(wallet, async (event) => {
    await wallet.client.approveSessionAuthenticate({ id: event.id, auths: [await auth(wallet, event, 'eip155:31337')] })
  })
  const page = createPage()
  const { core, clock } = createTestCore({
    config: { networks: page.networks, services: { relay: page.options.relayUrl }, siwx: { statement: 'Sign in to Page.' } },
    connectors: { pair: page.relay.pair },
    window: createTestWindow({ url: 'https://page.example/' }).window,
  })
  clock.tick(Date.now() - clock.now()) // the client writes the time of the text itself
  core.use(createReactions)
  const { $pairing, start } = core.use(createPairing)
  const seen: string[] = []
  core.use(createSignIns).$signIn.listen(({ status }) => seen.push(status))
  core.use(createModal).open({ name: 'ConnectingWalletConnect' })
  const stop = $pairing.subscribe((pairing) => pairing.status === 'waiting' && void wallet.pair(pairing.uri))
  await start()
  stop()
  await expect.poll(() => seen.at(-1)).toBe('signedIn')
  expect(seen).toEqual(['checking', 'signedIn'])
  expect(core.use(createSignIns).$signIn.get().message).toContain('page.example wants you to sign in')
  expect(wallet.requests, 'no second question').toEqual([])
  expect(core.use(createModal).$open.get()).toBe(false)
  await core.use(createConnection).disconnect()
  await nextSession(wallet).toBe(0)
  core.destroy()
})
