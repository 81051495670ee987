// One-click authentication over the real relay: a wallet that signs in with its approval, one that cannot, and one that lies.
import type { SignClientTypes } from '@walletconnect/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignRequestPayload } from '../../../src/connectors/connector.js'
import { readMessage } from '../../../src/siwx/message.js'
import type { RelayStorage } from '../../../src/connectors/relay/shared-storage.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createSignIns } from '../../../src/state/connections/sign-in.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createTestCore } from '../../support/core.js'
import { createTestWindow } from '../../support/window.js'
import type { WalletPeer } from '../../../services/test/support/wallet-peer.js'
import { createMemory, evm, network, nextSession, sign, useRelay } from '../../support/relay-page.js'

const { createPage, createWallet } = useRelay()
type Asked = SignClientTypes.EventArguments['session_authenticate']

const request: SignRequestPayload = {
  domain: 'page.example',
  uri: 'https://page.example/',
  nonce: 'abcdefgh12345678',
  statement: 'Sign in to Page.',
  expirationTime: new Date(Date.now() + 3_600_000).toISOString(),
}
const authenticate = () => Promise.resolve(request)
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
    const session = await page.relay.pair({ ...page.options, authenticate, onUri: (uri) => void wallet.pair(uri) })
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
    const pairing = page.relay.pair({ ...page.options, authenticate, onUri: (uri) => void wallet.pair(uri) })
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
    const pairing = page.relay.pair({ ...page.options, authenticate, onUri: (uri) => void wallet.pair(uri) })
    await expect(pairing).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
  })
})

test('a client that cannot ask for it asks for a plain session', async () => {
  const wallet = await createWallet()
  const page = createPage()
  const unreadable = () => Promise.resolve({ ...request, uri: 'no uri' })
  const session = await page.relay.pair({ ...page.options, authenticate: unreadable, onUri: (uri) => void wallet.pair(uri) })
  expect(wallet.proposals.length).toBe(1)
  expect(session.signed).toEqual([])
  await session.disconnect()
  await nextSession(wallet).toBe(0)
})

test('a wallet that cannot do this gets the plain proposal beside it', async () => {
  const wallet = await createWallet()
  const page = createPage()
  const session = await page.relay.pair({ ...page.options, authenticate, onUri: (uri) => void wallet.pair(uri) })
  expect(session.signed).toEqual([])
  expect(wallet.proposals).toHaveLength(1)
  const connector = evm(session)
  await connector.connect({ networks: page.networks, silent: true })
  const signature = await sign(connector, 'hello')
  expect(await verifyMessage({ address: wallet.address, message: 'hello', signature: signature as `0x${string}` })).toBe(true)
  await session.disconnect()
})

/** A good signature of another text. */
const otherSignature = await account.signMessage({ message: 'Another text.' })
const recapOf = (text: string) => [`urn:recap:${Buffer.from(text).toString('base64')}`]

/** What a wallet may answer instead of what it has signed. */
const broken: Readonly<Record<string, (result: Result) => unknown>> = {
  'the signature of a contract': withCacao(({ p }) => ({ p, s: { t: 'eip1271', s: '0x1234' } })),
  'one beside a malformed one': (result) => ({
    ...result,
    cacaos: [
      { ...result.cacaos[0], s: { t: 'eip1271', s: '0x1234' } },
      { p: {}, s: null },
    ],
  }),
  'the signature of a contract as that of a key': withCacao(({ p }) => ({ p, s: { t: 'eip191', s: '0x1234' } })),
  'the signature of another text': withCacao(({ p }) => ({ p, s: { t: 'eip191', s: otherSignature } })),
  '65 bytes of no key': withCacao(({ p }) => ({ p, s: { t: 'eip191', s: `0x${'ff'.repeat(65)}` } })),
  'no signatures at all': ({ responder }) => ({ responder }),
  'a recap that is no JSON': withCacao(({ p, s }) => ({ p: { ...p, resources: recapOf('{') }, s })),
  'a recap without anything': withCacao(({ p, s }) => ({ p: { ...p, resources: recapOf('{}') }, s })),
  'nobody who answers': ({ cacaos }) => ({ cacaos }),
  nothing: () => null,
}

interface Result {
  readonly cacaos: readonly { readonly p: object; readonly s: object }[]
  readonly responder: unknown
}

function withCacao(change: (cacao: Result['cacaos'][number]) => unknown) {
  return (result: Result) => ({ ...result, cacaos: result.cacaos.map(change) })
}

/** Changes what a wallet answers after its client has checked it. */
function lying(wallet: WalletPeer, change: (result: Result) => unknown): void {
  const { crypto } = wallet.client.core
  const encode = crypto.encode.bind(crypto)
  crypto.encode = (topic, payload, options) => {
    const { result } = payload as { readonly result?: Result }
    return encode(topic, result?.cacaos ? ({ ...payload, result: change(result) } as typeof payload) : payload, options)
  }
}

/** The sessions that a page has stored. */
async function sessionsIn(storage: RelayStorage): Promise<readonly unknown[]> {
  const entries = await storage.getEntries<readonly unknown[]>()
  return entries.flatMap(([name, value]) => (name.endsWith('//session') ? value : []))
}

describe('a wallet that answers with', () => {
  const calls: string[] = []
  const before = globalThis.fetch
  beforeEach(() => {
    calls.length = 0
    globalThis.fetch = (input, init) => {
      calls.push(String(input instanceof Request ? input.url : input))
      return before(input, init)
    }
  })
  afterEach(() => {
    globalThis.fetch = before
  })

  for (const [what, change] of Object.entries(broken)) {
    test(`${what} is refused at once, asks no host of the vendor, leaves no session, and gets a plain proposal next`, async () => {
      const wallet = await createWallet({ privateKey: key })
      answering(wallet, async (event) => {
        await wallet.client.approveSessionAuthenticate({ id: event.id, auths: [await auth(wallet, event, 'eip155:31337')] })
      })
      lying(wallet, change)
      const storage = createMemory()
      const page = createPage({ storage }, { networks: [network(31337)] })
      const asking = vi.fn(authenticate)
      const pair = () => page.relay.pair({ ...page.options, authenticate: asking, onUri: (uri) => void wallet.pair(uri) })
      await expect(pair()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
      expect(calls.filter((url) => !url.includes('127.0.0.1'))).toEqual([])
      await expect.poll(() => sessionsIn(storage)).toEqual([])
      const session = await pair()
      expect(session.signed).toEqual([])
      expect(asking, 'no second nonce').toHaveBeenCalledTimes(1)
      expect(await sessionsIn(storage)).toHaveLength(1)
      await session.disconnect()
    })
  }
})

test('the session of a wallet whose signature is of another text ends', async () => {
  const wallet = await createWallet({ privateKey: key })
  const { failures } = answering(wallet, async (event) => {
    await wallet.client.approveSessionAuthenticate({ id: event.id, auths: [await auth(wallet, event, 'eip155:31337')] })
  })
  lying(
    wallet,
    withCacao(({ p }) => ({ p, s: { t: 'eip191', s: otherSignature } })),
  )
  const page = createPage()
  const pairing = page.relay.pair({ ...page.options, authenticate, onUri: (uri) => void wallet.pair(uri) })
  await expect(pairing).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  await nextSession(wallet).toBe(0)
  expect(failures).toEqual([])
})

test('a session that a wallet opens after the visitor has left ends', async () => {
  const wallet = await createWallet({ privateKey: key })
  const leaving = new AbortController()
  let isTold = false
  wallet.client.once('session_delete', () => {
    isTold = true
  })
  const storage = createMemory()
  const page = createPage({ storage })
  answering(wallet, async (event) => {
    leaving.abort()
    await expect(pairing).rejects.toMatchObject({ code: 'ABORTED' })
    const auths = [await auth(wallet, event, 'eip155:31337')]
    // Rejects after it has answered, since the page has ended the pairing.
    await wallet.client.approveSessionAuthenticate({ id: event.id, auths }).catch(() => undefined)
  })
  const { signal } = leaving
  const onUri = (uri: string) => void wallet.pair(uri)
  const pairing = page.relay.pair({ ...page.options, authenticate, signal, onUri })
  await expect(pairing).rejects.toMatchObject({ code: 'ABORTED' })
  await expect.poll(() => isTold).toBe(true)
  await nextSession(wallet).toBe(0)
  expect(await sessionsIn(storage)).toEqual([])
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
