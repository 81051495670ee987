// Polkadot wallets that mean harm or are broken: whatever they do stays with their own connector. Signatures against the library's verifier.
import { stringToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import { hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { createConnector } from '../../../src/connectors/polkadot/index.js'
import { discover } from '../../../src/connectors/polkadot/discover.js'
import type { ConnectorChange, FoundWallet } from '../../../src/connectors/connector.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import { WalletError } from '../../../src/vocabulary/errors.js'
import { kusama, polkadot, westend } from '../../../src/vocabulary/non-evm-networks.js'
import { world } from '../../support/connector-world.js'
import {
  changedBytes,
  changedText,
  codeOf,
  rejects,
  throwingGetters,
  throwsOnEverything,
  wrongAnswers,
} from '../../support/hostile.js'
import { plainWindow } from '../../support/plain-window.js'
import { injectPolkadotWallet } from '../../support/polkadot-wallet.js'
import { testRows } from '../../support/rows.js'

const networks = [polkadot, kusama]
const chain = westend.caipNetworkId
const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const account = `${chain}:${alice}` as const
const signature = `0x${'ab'.repeat(64)}`

const open = (extension: unknown) =>
  createConnector(
    {
      wallet: { id: 'w', uid: 'w', namespace: 'polkadot', name: 'W', source: 'injected' },
      provider: { extension },
    },
    world,
  )

/** An extension that shares one account, and answers to signing with `answer`. */
const extensionOf = (answer: () => unknown, accounts: () => unknown = async () => [{ address: alice }]) => ({
  enable: async () => ({
    accounts: { get: accounts },
    signer: { signRaw: answer, signPayload: answer },
  }),
})

function find(globals: object) {
  const reports: (readonly FoundWallet[])[] = []
  const life = new AbortController()
  discover(plainWindow(globals), (found) => reports.push(found), life.signal)
  life.abort()
  return reports.at(-1) ?? []
}

test('a signature is that of its text, its key and its bytes, and of no other', async () => {
  const window = plainWindow()
  await injectPolkadotWallet(window)
  const [found] = find(window)
  if (!found) throw new Error('no wallet was found')
  const connector = createConnector(found, world)
  const { accounts } = await connector.connect({ networks: [westend] })
  expect(accounts.map(({ type }) => type)).toEqual(['sr25519', 'ed25519', 'ecdsa'])
  const message = 'example.org wants you to sign in 👋'
  const isValid = (text: string, bytes: Uint8Array, address: string) =>
    signatureVerify(u8aWrapBytes(stringToU8a(text)), bytes, address).isValid
  for (const [index, each] of accounts.entries()) {
    const bytes = hex.decode((await connector.sign({ account: accountIdOf(each), message })).signature.slice(2))
    const next = accounts[(index + 1) % accounts.length]?.address ?? ''
    expect([
      isValid(message, bytes, each.address),
      isValid(changedText(message), bytes, each.address),
      isValid(message, changedBytes(bytes), each.address),
      isValid(message, bytes, next),
    ]).toEqual([true, false, false, false])
  }
})

describe('a wallet', () => {
  const everything = (answer: () => unknown) => ({ enable: answer, connect: answer })
  testRows([
    ...wrongAnswers.map(([name, answer]) => [`answers with ${name}`, everything(() => answer)] as const),
    ...wrongAnswers.map(
      ([name, answer]) =>
        [
          `has ${name} for accounts`,
          extensionOf(
            async () => 7,
            () => answer,
          ),
        ] as const,
    ),
    ['throws on every call', everything(rejects)] as const,
    ['has getters that throw', throwingGetters('enable', 'connect')] as const,
    ['shares getters that throw', everything(async () => throwingGetters('accounts', 'signer'))] as const,
    ['is a proxy that throws', throwsOnEverything] as const,
    ['is frozen and empty', Object.freeze({})] as const,
    ['is nothing', undefined] as const,
  ])('that %s is not connected, and can be let go', async (_, extension) => {
    const connector = open(extension)
    connector.onChange(() => undefined)
    expect(await codeOf(connector.connect({ networks }))).toMatch(/^(?:NO_ACCOUNTS|WALLET_FAILED|UNSUPPORTED_METHOD)$/)
    expect([await connector.getAccounts(), await connector.isAuthorized()]).toEqual([[], false])
    await connector.disconnect()
    connector.release()
  })

  test('whose first answer was nonsense is asked again', async () => {
    const answers = [7, { accounts: { get: async () => [{ address: alice }] } }]
    const connector = open({ enable: async () => answers.shift() })
    expect(await codeOf(connector.connect({ networks }))).toBe('UNSUPPORTED_METHOD')
    expect(await connector.connect({ networks })).toMatchObject({ chain: polkadot.caipNetworkId })
  })

  testRows(wrongAnswers)('that signs with %s fails with a code, and stays connected', async (name, answer) => {
    const connector = open(extensionOf(() => answer))
    await connector.connect({ networks: [westend] })
    expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('WALLET_FAILED')
    // What a wallet throws by itself reaches a page as it is.
    const error = name === 'a proxy that throws' ? Error : WalletError
    const ask = (method: string, params: object) => connector.request(chain, { method, params })
    await expect(ask('polkadot_signMessage', { message: 'x' })).rejects.toBeInstanceOf(error)
    await expect(ask('polkadot_signTransaction', { transactionPayload: {} })).rejects.toBeInstanceOf(error)
    expect(await connector.getAccounts()).toHaveLength(1)
  })

  testRows([['0x'], ['0x1234'], [`0x${'ab'.repeat(63)}`], [`0x${'ab'.repeat(67)}`], [`0x${'zz'.repeat(64)}`], [`${signature} `]])(
    'whose signature is %.20s fails with a code',
    async (text) => {
      const connector = open(extensionOf(async () => ({ signature: text })))
      await connector.connect({ networks: [westend] })
      expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('WALLET_FAILED')
    },
  )

  test('that has no signer cannot sign', async () => {
    const connector = open({ enable: async () => ({ accounts: { get: async () => [{ address: alice }] } }) })
    await connector.connect({ networks: [westend] })
    expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('UNSUPPORTED_METHOD')
  })

  test('that never answers is given up, and one beside it connects', async () => {
    const life = new AbortController()
    const connecting = open({ enable: () => new Promise(() => undefined) }).connect({ networks, signal: life.signal })
    life.abort()
    expect(await codeOf(connecting)).toBe('ABORTED')
    expect(await open(extensionOf(async () => ({ signature }))).connect({ networks })).toMatchObject({
      chain: polkadot.caipNetworkId,
    })
  })

  test('that is frozen works', async () => {
    const connector = open(Object.freeze(extensionOf(async () => Object.freeze({ signature }))))
    await connector.connect({ networks: [westend] })
    expect(await connector.sign({ account, message: 'x' })).toEqual({ signature, scheme: 'sr25519' })
  })

  test('answers a transaction with its signature and what belongs to it, and nothing else', async () => {
    const asked: unknown[] = []
    const extension = {
      enable: async () => ({
        accounts: { get: async () => [{ address: alice }] },
        signer: {
          signPayload: async (payload: unknown) => {
            asked.push(payload)
            return { id: 7, signature, signedTransaction: '0x00', extra: 'x' }
          },
        },
      }),
    }
    const connector = open(extension)
    await connector.connect({ networks: [westend] })
    const params = { address: alice, transactionPayload: { address: bob, method: '0x00' } }
    expect(await connector.request(chain, { method: 'polkadot_signTransaction', params })).toEqual({
      id: 7,
      signature,
      signedTransaction: '0x00',
    })
    expect(asked).toEqual([{ address: alice, method: '0x00' }])
  })
})

describe('accounts', () => {
  const bad = [
    `${alice.slice(0, -1)}Z`,
    'a'.repeat(1_000_000),
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', // on chains with such addresses only
    '<img src=x onerror=alert(1)>',
    '',
  ]
  test('with other texts for addresses are left out; names are one visible line', async () => {
    const shared = [
      ...bad.map((address) => ({ address })),
      null,
      7,
      throwsOnEverything,
      throwingGetters('address', 'type', 'name', 'genesisHash'),
      { address: alice, name: '\u202EAlice <b>\u0000', type: 'other' },
      { address: bob, name: throwsOnEverything, genesisHash: 7 },
      { address: alice, name: 'Alice again' },
    ]
    const { accounts } = await open(
      extensionOf(
        async () => 7,
        async () => shared,
      ),
    ).connect({ networks: [westend] })
    expect(accounts.map(({ address, label, type }) => [address, label, type])).toEqual([
      [alice, 'Alice <b>', 'sr25519'],
      [bob, undefined, 'sr25519'],
    ])
  })

  test('that change while the wallet signs are told, and the signature is that of the one that was asked for', async () => {
    let answer: (signed: unknown) => void = () => undefined
    let tell: (accounts: unknown) => void = () => undefined
    const extension = {
      enable: async () => ({
        accounts: {
          get: async () => [{ address: alice }],
          subscribe: (subscriber: typeof tell) => {
            tell = subscriber
            return 7 // no function to stop with
          },
        },
        signer: { signRaw: () => new Promise((resolve) => (answer = resolve)) },
      }),
    }
    const connector = open(extension)
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    await connector.connect({ networks: [westend] })
    const signing = connector.sign({ account, message: 'x' })
    tell([{ address: bob }])
    tell(throwsOnEverything)
    answer({ signature: u8aToHex(new Uint8Array(64)) })
    expect(await signing).toMatchObject({ signature: `0x${'00'.repeat(64)}` })
    expect(changes).toMatchObject([{ type: 'grant', grant: { accounts: [{ address: bob }] } }, { type: 'disconnect' }])
    connector.release()
    tell([{ address: alice }])
    expect(changes).toHaveLength(2)
  })
})

describe('a page with a thousand entries', () => {
  const enable = () => undefined
  const flood = (entry: object) => Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, entry]))
  testRows([
    ['wallets', flood({ enable })],
    ['things that are no wallets', flood({})],
    ['proxies that throw', flood(throwsOnEverything)],
    ['names of a megabyte', { ['a'.repeat(1_000_000)]: { enable } }],
  ])('that are %s still has the known one', (_, entries) => {
    const found = find({ injectedWeb3: { ...entries, talisman: { enable } } })
    expect(found.map(({ wallet }) => wallet.name)).toContain('Talisman')
    expect(found.length).toBeLessThanOrEqual(50)
  })

  test.each([
    ['is a proxy that throws', throwsOnEverything],
    ['is a text', 'x'.repeat(1_000_000)],
    ['is null', null],
  ])('in an object that %s has none', (_, injectedWeb3) => {
    expect(find({ injectedWeb3 })).toEqual([])
  })

  test('names are one visible line of text', () => {
    const names = ['<b onclick=alert(1)>x</b>', '\u202Egnp.exe', 'constructor', '\u200B']
    const found = find({ injectedWeb3: Object.fromEntries(names.map((name) => [name, { enable }])) })
    expect(found.map(({ wallet }) => wallet.name)).toEqual(['<b onclick=alert(1)>x</b>', 'gnp.exe', 'constructor'])
  })
})
