// The mock wallets of Solana, Bitcoin, Polkadot and Cosmos under the controls that all of them have: found by the modal's own discovery
// and spoken with by its own connectors, their signatures judged by our verifiers and by other people's.
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FoundWallet } from '../../../src/connectors/connector.js'
import { verifySignature } from '../../../src/siwx/verify-signature.js'
import { world } from '../../support/connector-world.js'
import { plainWindow } from '../../support/plain-window.js'
import { codeOf } from '../../support/hostile.js'
import { verifiers } from '../../support/verifiers.js'
import { type Ecosystem, ecosystems, found, pageWith } from './support.js'
import { testRows } from '../../support/rows.js'

const KEYS = ['0x11', '0x22'].map((start) => `${start}${'5a'.repeat(31)}`) as [`0x${string}`, `0x${string}`] // two texts of hex
const MESSAGE = 'example.org wants you to sign in 👋\nas usual <&>'

beforeAll(() => cryptoWaitReady())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe.each(Object.keys(ecosystems) as Ecosystem[])('a mock wallet of %s', (namespace) => {
  const { connect: connecting, sign: signing } = ecosystems[namespace]

  test('is found under its name, connects, and signs what others accept as signed', async () => {
    const { connected, wallet, window } = await pageWith(namespace, { name: 'Aspen', accounts: KEYS.slice(0, 1) })
    expect(found(window, namespace)).toMatchObject([{ wallet: { name: 'Aspen', id: wallet.installed.id } }])
    const { accounts, sign, account } = await connected()
    const { signature, publicKey } = await sign(MESSAGE)
    if (namespace !== 'polkadot')
      expect(accounts.map(({ address }) => address)).toEqual(expect.arrayContaining([...wallet.addresses]))
    const { chain: chainId, address } = account
    const signed = { chainId, address, signature, text: MESSAGE, ...(publicKey ? { publicKey } : {}) }
    expect(await verifySignature(signed)).toBe(true)
    expect(await verifySignature({ ...signed, text: `${MESSAGE}.` })).toBe(false)
    expect(await verifiers[namespace](MESSAGE, signature, address, publicKey)).toBe(true)
    expect(wallet.requests.map(({ method }) => method)).toEqual(expect.arrayContaining([connecting, signing]))
  })

  test('has new keys each time, and the keys that it is given', async () => {
    const addressesOf = async (accounts?: readonly `0x${string}`[]) =>
      (await pageWith(namespace, accounts ? { accounts } : {})).wallet.addresses
    expect(await addressesOf()).not.toEqual(await addressesOf())
    expect(await addressesOf(KEYS)).toEqual(await addressesOf(KEYS))
    await expect(pageWith(namespace, { accounts: ['0x12'] })).rejects.toThrow(TypeError)
  })

  test('refuses for the person who says no, and asks nobody who has said yes', async () => {
    const asked: string[] = []
    let isYes = false
    const { connect, connected } = await pageWith(namespace, { approve: ({ method }) => asked.push(method) > 0 && isYes })
    expect(await codeOf(connect())).toBe('USER_REJECTED')
    isYes = true
    const { sign } = await connected()
    await connect()
    expect(asked).toEqual([connecting, connecting])
    isYes = false
    expect(await codeOf(sign('a'))).toBe('USER_REJECTED')
    expect(asked).toEqual([connecting, connecting, signing])
  })

  testRows([
    ['reject', 'USER_REJECTED'],
    ['pending', 'REQUEST_PENDING'],
    ['disconnect', 'WALLET_DISCONNECTED'],
    [{ code: -32603, message: 'Broken' }, 'WALLET_FAILED'],
  ] as const)('fails on demand: %s', async (failure, code) => {
    const { connect, connected, wallet } = await pageWith(namespace)
    wallet.fail(connecting, failure)
    expect(await codeOf(connect())).toBe(code)
    wallet.fail(connecting, undefined)
    const { sign } = await connected()
    wallet.fail(signing, failure)
    expect(await codeOf(sign('a'))).toBe(code)
    wallet.fail(signing, undefined)
    await sign('a')
  })

  test('never answers, if that is wanted', async () => {
    const { connect, wallet } = await pageWith(namespace)
    wallet.fail(connecting, 'never')
    const life = new AbortController()
    const connection = codeOf(connect({ signal: life.signal }))
    await vi.waitFor(() => expect(wallet.requests.map(({ method }) => method)).toEqual([connecting]))
    life.abort()
    expect(await connection).toBe('ABORTED')
  })

  test('answers late', async () => {
    vi.useFakeTimers()
    const { connected, wallet } = await pageWith(namespace)
    const { sign } = await connected()
    wallet.delay(5_000)
    let isSigned = false
    const signed = sign('a').then(() => (isSigned = true))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(isSigned).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await signed
    wallet.delay(0)
    await sign('b')
  })

  test('tells the page of other accounts, and of none when it is locked', async () => {
    const { connect, again, wallet, changes } = await pageWith(namespace, { accounts: [KEYS[0]] })
    const { accounts } = await connect()
    wallet.setAccounts([KEYS[1]])
    await vi.waitFor(() => expect(changes).toMatchObject([{ type: 'grant' }]))
    const [change] = changes
    expect(change?.type === 'grant' && change.grant.accounts.map(({ address }) => address)).not.toContain(accounts[0]?.address)
    wallet.setAccounts([])
    await vi.waitFor(() => expect(changes[1]).toEqual({ type: 'disconnect' }))
    expect(wallet.addresses).toEqual([])
    expect(await codeOf(again())).toMatch(/NO_ACCOUNTS|UNAUTHORIZED/)
    wallet.setAccounts([KEYS[0]])
    expect((await again()).accounts).toEqual(accounts)
  })

  test('ends the connection, and can be connected again', async () => {
    const { connect, again, wallet, changes } = await pageWith(namespace)
    const { accounts } = await connect()
    wallet.disconnect()
    await vi.waitFor(() => expect(changes).toEqual([{ type: 'disconnect' }]))
    expect((await again()).accounts).toEqual(accounts)
  })

  test('comes back after a reload, if the page was allowed', async () => {
    const isAsked: string[] = []
    const before = await pageWith(namespace, {
      allowed: true,
      approve: ({ method }) => isAsked.push(method) > 0,
    })
    expect((await before.connect({ silent: true })).accounts.length).toBeGreaterThan(0)
    expect(isAsked).toEqual([])
  })

  test('leaves the page, for another one of its name too', async () => {
    const window = plainWindow()
    const first = await pageWith(namespace, { name: 'Aspen' }, window)
    const second = await pageWith(namespace, { name: 'Aspen' }, window)
    expect(found(window, namespace)).toHaveLength(1)
    const { accounts } = await second.connect()
    expect(first.wallet.requests).toEqual([])
    expect(second.wallet.requests.map(({ method }) => method)).toContain(connecting)
    first.wallet.stop() // has left already
    expect(found(window, namespace)).toHaveLength(1)
    second.wallet.stop()
    expect(found(window, namespace)).toEqual([])
    expect(await second.connector.getAccounts()).toEqual(accounts)
  })

  testRows([
    ['spaces in a row', 'Test  Wallet', 'Test Wallet'],
    ['marks that nobody sees', '\u202ETest\u0000\nWallet\u200B ', 'Test Wallet'],
    ['65 letters', 'x'.repeat(65), 'x'.repeat(64)],
    ['65 characters of two units each', '👋'.repeat(65), '👋'.repeat(64)],
  ])('is found under its row when its name has %s', async (_, name, shown) => {
    const { wallet, window, connect } = await pageWith(namespace, { name })
    expect(found(window, namespace).map((each) => [each.wallet.uid, each.wallet.name])).toEqual([[wallet.installed.uid, shown]])
    expect(wallet.installed.name).toBe(shown)
    await connect()
    expect(wallet.requests.map(({ method }) => method)).toContain(connecting)
  })

  test.each(['', ' ', '\u200B'])('does not come without a name that can be shown: %j', async (name) => {
    await expect(pageWith(namespace, { name })).rejects.toThrow(TypeError)
  })

  test('is the one that answers, when the modal has found another one of its name before', async () => {
    vi.useFakeTimers()
    const window = plainWindow()
    const life = new AbortController()
    let listed: readonly FoundWallet[] = []
    const first = await pageWith(namespace, {}, window)
    ecosystems[namespace].discover(window, (wallets) => void (listed = wallets), life.signal)
    await vi.advanceTimersByTimeAsync(60_000) // nothing is looked for any more
    first.wallet.stop()
    const second = await pageWith(namespace, {}, window)
    const [row] = listed
    if (!row) throw new Error('no wallet was found')
    await ecosystems[namespace].module.createConnector(row, world).connect({ networks: ecosystems[namespace].networks })
    life.abort()
    expect(first.wallet.requests).toEqual([])
    expect(second.wallet.requests.map(({ method }) => method)).toContain(connecting)
  })

  test('misbehaves, and the modal has a code for it', async () => {
    for (const way of ['nothing', 'wrong shape', 'throwing getters'] as const) {
      const { connect, connected, wallet } = await pageWith(namespace)
      const answers = { solana: connecting, bip122: connecting, polkadot: connecting, cosmos: 'getKey' }[namespace] // that of `enable` says nothing
      wallet.misbehave(answers, way)
      expect([way, await codeOf(connect())]).toEqual([way, namespace === 'polkadot' ? 'UNSUPPORTED_METHOD' : 'NO_ACCOUNTS'])
      wallet.misbehave(answers, undefined)
      const { sign } = await connected()
      wallet.misbehave(signing, way)
      expect([way, await codeOf(sign('a'))]).toEqual([way, 'WALLET_FAILED'])
      wallet.misbehave(signing, () => Promise.reject(new Error('It is full of bees.')))
      expect(await codeOf(sign('a'))).toBe('WALLET_FAILED')
      wallet.misbehave(signing, (_request, answer) => answer())
      await sign('a')
    }
  })

  test('changes its account while it is asked', async () => {
    const { connect, wallet } = await pageWith(namespace, { accounts: [KEYS[0]] })
    const [before] = wallet.addresses
    wallet.misbehave(connecting, 'other accounts')
    const { accounts } = await connect()
    expect(wallet.addresses).not.toContain(before)
    expect(accounts.length).toBeGreaterThan(0)
    const { connected, wallet: other, changes } = await pageWith(namespace)
    const { sign, account } = await connected()
    other.misbehave(signing, 'other accounts')
    const { signature, publicKey } = await sign(MESSAGE)
    expect(await verifiers[namespace](MESSAGE, signature, account.address, publicKey)).toBe(true)
    await vi.waitFor(() => expect(changes).toMatchObject([{ type: 'grant' }]))
  })
})

test.each([
  ['solana', 'standard:disconnect'],
  ['bip122', 'wallet_disconnect'],
  ['cosmos', 'disable'],
] as const)('a mock wallet of %s is told when the page disconnects', async (namespace, method) => {
  const { connect, connector, wallet } = await pageWith(namespace)
  await connect()
  await connector.disconnect()
  expect(wallet.requests.at(-1)?.method).toBe(method)
})

test.each([
  ['Test Wallet', 'TestWallet'],
  ['★', '☆'],
])('mock wallets of Bitcoin named %s and %s stand in one page', async (...names) => {
  const window = plainWindow()
  for (const name of names) await pageWith('bip122', { name }, window)
  expect(found(window, 'bip122').map(({ wallet }) => wallet.name)).toEqual(names)
})
