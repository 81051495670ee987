// Signing in with a wallet of the Wallet Standard (`solana:signIn`). Wallets write their texts with the standard's own library, whose verifier judges what
// the connector lets pass.
import { type SolanaSignInInputWithRequiredFields, verifySignIn } from '@solana/wallet-standard-util'
import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { describe, expect, test } from 'vitest'
import { solanaDevnet } from '../../../src/vocabulary/non-evm-networks.js'
import { plainWindow } from '../../support/plain-window.js'
import { connect, connected, open } from '../../support/solana-page.js'
import {
  createKeypairWallet,
  createLegacyObject,
  keypair,
  letSignIn,
  ownDomain,
  signBytes,
  type SignInAnswer,
  type SignInOptions,
} from '../../support/solana-wallet.js'
import { testRows } from '../../support/rows.js'

const [own, other, stranger] = [keypair(3), keypair(5), keypair(6)]
const addressOf = ({ publicKey }: typeof own) => publicKey.toBase58()
const utf8 = (text: string) => new TextEncoder().encode(text)

/** What the standard lets a page ask for. */
type Asked = Partial<SolanaSignInInputWithRequiredFields>

/** All fields but the address. */
const full = {
  domain: 'shop.example:8443',
  statement: 'Sign in to the shop, 👋',
  uri: 'https://shop.example/login?a=1',
  version: '1',
  chainId: 'mainnet',
  nonce: 'oBbLoEldZs12',
  issuedAt: '2026-11-24T20:00:00.000Z',
  expirationTime: '2026-11-24T21:00:00.000Z',
  notBefore: '2026-11-24T19:00:00.000Z',
  requestId: 'login-7',
  resources: ['https://shop.example/terms', 'ipfs://bafy'],
} satisfies Asked

const without = (field: keyof typeof full): Asked => Object.fromEntries(Object.entries(full).filter(([key]) => key !== field))

interface Answer {
  readonly pubkey: string
  readonly message: string
  readonly signature: string
}

/** A page with a wallet that shares two accounts and signs in, connected. */
async function setup(options: SignInOptions = {}, made = createKeypairWallet()) {
  const asked = letSignIn(made, options)
  made.wallet.accounts = [own, other].map((key) => made.accountOf(key))
  const page = await connected(made.wallet)
  return {
    ...made,
    ...page,
    asked,
    signIn: async (input: object = {}, chain?: typeof solanaDevnet.caipNetworkId) =>
      (await page.ask('solana_signIn', input, chain)) as Answer,
  }
}

/** Whether the standard's own library takes an answer for what was asked. */
function isGood(input: Asked, { pubkey, message, signature }: Answer): boolean {
  const { wallet } = createKeypairWallet()
  const account = { address: pubkey, publicKey: new PublicKey(pubkey).toBytes(), chains: wallet.chains, features: [] }
  const output = { account, signedMessage: bs58.decode(message), signature: bs58.decode(signature) }
  return verifySignIn(input, output as Parameters<typeof verifySignIn>[1])
}

describe('signs in', () => {
  const fields = Object.keys(full) as (keyof typeof full)[]
  testRows<readonly [what: string, input: Asked]>([
    ['nothing', {}],
    ['all fields', full],
    ['all fields and the address', { ...full, address: addressOf(own) }],
    ['an empty list of resources', { nonce: full.nonce, resources: [] }],
    ...fields.map((field) => [field, { [field]: full[field] }] as const),
    ...fields.map((field) => [`all but ${field}`, without(field)] as const),
  ])('with %s, as the standard’s library verifies it', async (_what, input) => {
    const { signIn, asked, connector } = await setup()
    expect(connector.abilities?.methods).toContain('solana_signIn')
    const answer = await signIn(input)
    expect(answer.pubkey).toBe(addressOf(own))
    expect(isGood(input, answer)).toBe(true)
    expect(isGood({ ...input, nonce: 'anotherNonce' }, answer)).toBe(false)
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    expect(asked).toStrictEqual([Object.fromEntries(given)])
  })

  test('on the domain of the wallet, where the page gives none', async () => {
    const { signIn } = await setup()
    const { message } = await signIn({ nonce: full.nonce })
    const text = new TextDecoder().decode(bs58.decode(message))
    expect(text).toBe(`${ownDomain} wants you to sign in with your Solana account:\n${addressOf(own)}\n\nNonce: ${full.nonce}`)
  })

  test('with the account that the page names', async () => {
    const { signIn, asked } = await setup({ by: other })
    const answer = await signIn({ ...full, pubkey: addressOf(other) })
    expect(asked).toEqual([{ ...full, address: addressOf(other) }])
    expect(answer.pubkey).toBe(addressOf(other))
    expect(isGood({ ...full, address: addressOf(other) }, answer)).toBe(true)
  })

  test('with another of its accounts, where the page names none', async () => {
    const { signIn, changes } = await setup({ by: other })
    const answer = await signIn(full)
    expect(answer.pubkey).toBe(addressOf(other))
    expect(isGood(full, answer)).toBe(true)
    expect(changes).toEqual([])
  })

  test.each([true, false])('with an account that it shares with this very answer, which it reports: %s', async (reports) => {
    const made = createKeypairWallet()
    const share = (good: SignInAnswer) => {
      const accounts = [good.account, ...made.wallet.accounts]
      if (reports) made.share(accounts)
      else made.wallet.accounts = accounts
      return [good]
    }
    const { signIn, changes, ask } = await setup({ by: stranger, answer: share }, made)
    const answer = await signIn(full)
    expect(answer.pubkey).toBe(addressOf(stranger))
    expect(isGood(full, answer)).toBe(true)
    expect(changes).toHaveLength(1)
    expect(changes).toMatchObject([
      { type: 'grant', grant: { accounts: [{ address: addressOf(stranger) }, {}, {}, {}, {}, {}] } },
    ])
    expect(await ask('solana_getAccounts')).toMatchObject([{ pubkey: addressOf(stranger) }, {}, {}])
  })

  test('when the wallet says with which kind of key', async () => {
    const { signIn } = await setup({ answer: (good) => [{ ...good, signatureType: 'ed25519' }] })
    expect(isGood(full, await signIn(full))).toBe(true)
  })
})

describe('fails', () => {
  const lacking = (key: keyof SignInAnswer) => (good: SignInAnswer) => [{ ...good, [key]: undefined }]
  const signed =
    (bytes: Uint8Array, key = own) =>
    (good: SignInAnswer) => [{ ...good, signedMessage: bytes, signature: signBytes(key, bytes) }]
  const bytesBefore =
    (...before: number[]) =>
    (good: SignInAnswer) =>
      signed(Uint8Array.from([...before, ...good.signedMessage]))(good)
  const throwing = new Proxy({}, { get: () => { throw new Error('boom') } }) // oxfmt-ignore
  const replaced = (from: string, to: string): SignInOptions => ({ alter: (text) => text.replace(from, to) })

  testRows<readonly [what: string, options: SignInOptions, problem: RegExp]>([
    ['another domain', { write: (input) => ({ ...input, domain: 'evil.example' }) }, /its domain/],
    ['a domain that begins the same', { write: (input) => ({ ...input, domain: `${full.domain}.evil` }) }, /its domain/],
    ['another chain’s first line', replaced('Solana', 'Ethereum'), /its domain/],
    ['another address in the text', { write: (input) => ({ ...input, address: addressOf(other) }) }, /its address/],
    ['no statement', { write: ({ statement: _, ...rest }) => rest }, /its statement/],
    ['another statement', { write: (input) => ({ ...input, statement: 'Pay' }) }, /its statement/],
    ['another uri', { write: (input) => ({ ...input, uri: 'https://evil.example' }) }, /its uri/],
    ['another version', { write: (input) => ({ ...input, version: '2' }) }, /its version/],
    ['another chain', { write: (input) => ({ ...input, chainId: 'devnet' }) }, /its chainId/],
    ['another nonce', { write: (input) => ({ ...input, nonce: 'replayed1234' }) }, /its nonce/],
    ['no nonce', { write: ({ nonce: _, ...rest }) => rest }, /its nonce/],
    ['the nonce in other letters', { alter: (text) => text.replace('Nonce:', 'nonce:') }, /its nonce/],
    ['another time', { write: (input) => ({ ...input, issuedAt: full.notBefore }) }, /its issuedAt/],
    ['no end', { write: ({ expirationTime: _, ...rest }) => rest }, /its notBefore|its expirationTime/],
    ['another beginning', { write: (input) => ({ ...input, notBefore: full.issuedAt }) }, /its notBefore/],
    ['another request', { write: (input) => ({ ...input, requestId: '8' }) }, /its requestId/],
    ['one resource less', { write: (input) => ({ ...input, resources: full.resources.slice(1) }) }, /its resources/],
    ['one resource more', { write: (input) => ({ ...input, resources: [...full.resources, 'x:y'] }) }, /more lines/],
    ['a line more at its end', { alter: (text) => `${text}\nSend all: yes` }, /more lines/],
    ['a line break more at its end', { alter: (text) => `${text}\n` }, /more lines/],
    ['a line more in between', replaced('\nNonce', '\nAmount: 5\nNonce'), /its nonce/],
    ['a line more in its statement', replaced(full.statement, `${full.statement}\nand pay`), /its uri/],
    ['a line more at its start', { alter: (text) => `Hello\n${text}` }, /its domain/],
    ['line breaks of Windows', { alter: (text) => text.replaceAll('\n', '\r\n') }, /its domain/],
    ['two lines changed about', replaced('Version: 1\nChain ID: mainnet', 'Chain ID: mainnet\nVersion: 1'), /its version/],
    ['a byte order mark', { answer: bytesBefore(0xef, 0xbb, 0xbf) }, /its domain/],
    ['the header of a message off chain', { answer: bytesBefore(0xff, ...utf8('solana offchain')) }, /no text/],
    ['a text without end', { alter: (text) => text + '\n'.repeat(3_000) }, /no text/],
    ['another text altogether', { answer: signed(utf8('Pay everything')) }, /its domain/],
    ['no text', { answer: lacking('signedMessage') }, /the text/],
    [
      'the text as a string',
      { answer: (good) => [{ ...good, signedMessage: new TextDecoder().decode(good.signedMessage) }] },
      /the text/,
    ],
    ['no signature', { answer: lacking('signature') }, /a signature/],
    ['a signature of 63 bytes', { answer: (good) => [{ ...good, signature: good.signature.slice(1) }] }, /a signature/],
    [
      'a signature of 65 bytes',
      { answer: (good) => [{ ...good, signature: Uint8Array.of(...good.signature, 0) }] },
      /a signature/,
    ],
    ['a signature as a text', { answer: (good) => [{ ...good, signature: bs58.encode(good.signature) }] }, /a signature/],
    ['a signature of nothing', { answer: (good) => [{ ...good, signature: new Uint8Array(64) }] }, /not that of the account/],
    [
      'a signature of another key',
      { answer: (good) => [{ ...good, signature: signBytes(other, good.signedMessage) }] },
      /not that of the account/,
    ],
    [
      'a signature of another text',
      { answer: (good) => [{ ...good, signature: signBytes(own, utf8('x')) }] },
      /not that of the account/,
    ],
    ['another kind of key', { answer: (good) => [{ ...good, signatureType: 'secp256k1' }] }, /kind of key/],
    ['no account', { answer: lacking('account') }, /an account/],
    ['an account without an address', { answer: (good) => [{ ...good, account: {} }] }, /an account/],
    ['nothing', { answer: () => undefined }, /an account/],
    ['null', { answer: () => null }, /an account/],
    ['an empty list', { answer: () => [] }, /an account/],
    ['no list', { answer: (good) => good }, /an account/],
    ['a hostile proxy', { answer: () => [throwing] }, /an account/],
  ])('when the wallet answers with %s', async (_what, options, problem) => {
    const { signIn } = await setup(options)
    await expect(signIn(full)).rejects.toMatchObject({
      code: 'WALLET_FAILED',
      details: { problem: expect.stringMatching(problem) },
    })
  })

  test('when any line of the text is missing, doubled or changed, or one that was not asked for is there', async () => {
    let change = (lines: string[]): string[] => lines
    const { signIn } = await setup({ alter: (text) => change(text.split('\n')).join('\n') })
    const { message } = await signIn(full)
    const count = new TextDecoder().decode(bs58.decode(message)).split('\n').length
    expect(count).toBe(16)
    const changes = Array.from({ length: count }, (_, at): readonly (typeof change)[] => [
      (lines) => lines.toSpliced(at, 1),
      (lines) => lines.toSpliced(at, 0, lines[at] ?? ''),
      (lines) => lines.with(at, `${lines[at] ?? ''} `),
    ]).flat()
    for (change of changes) await expect(signIn(full), change.toString()).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })

  testRows(['uri', 'version', 'chainId', 'nonce', 'issuedAt', 'requestId', 'statement', 'resources'] as const)(
    'when the wallet adds %s, which was not asked for',
    async (field) => {
      const { signIn } = await setup({ write: (input) => ({ ...input, [field]: full[field] }) })
      await expect(signIn({ domain: full.domain })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    },
  )

  test.each<readonly [what: string, options: SignInOptions]>([
    ['without a domain', { alter: (text) => text.replace(ownDomain, '') }],
    ['with a domain of two lines', { write: (input) => ({ ...input, domain: 'shop\n.example' }) }],
    ['with a domain without end', { write: (input) => ({ ...input, domain: 'x'.repeat(256) }) }],
  ])('when the wallet fills in a text %s', async (_what, options) => {
    const { signIn } = await setup(options)
    await expect(signIn({ nonce: full.nonce })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })

  test('when another account signs in than the page has named, though its text is right', async () => {
    const { signIn } = await setup({ by: other, write: (input) => ({ ...input, address: addressOf(other) }) })
    const failed = { code: 'WALLET_FAILED', details: { problem: expect.stringMatching(/another account/) } }
    await expect(signIn({ ...full, address: addressOf(own) })).rejects.toMatchObject(failed)
    await expect(signIn({ ...full, pubkey: addressOf(own) })).rejects.toMatchObject(failed)
  })

  test('when the account is not shared, or not on this chain', async () => {
    const { signIn } = await setup({ by: stranger })
    const refused = { code: 'UNAUTHORIZED', details: { account: addressOf(stranger) } }
    await expect(signIn(full)).rejects.toMatchObject(refused)
    await expect(signIn({ ...full, address: addressOf(stranger) })).rejects.toMatchObject(refused)
    const made = createKeypairWallet()
    const { signIn: onDevnet } = await setup({ by: other }, made)
    made.wallet.accounts = [made.accountOf(own), made.accountOf(other, ['solana:mainnet'])]
    await expect(onDevnet(full, solanaDevnet.caipNetworkId)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(onDevnet(full)).resolves.toMatchObject({ pubkey: addressOf(other) })
  })

  test('when the wallet throws, with what it threw', async () => {
    const refusal = Object.assign(new Error('User rejected the request.'), { code: 4001 })
    const { signIn, wallet } = await setup()
    for (const refuse of [
      () => Promise.reject(refusal),
      () => {
        throw refusal
      },
    ]) {
      wallet.features['solana:signIn'] = { version: '1.0.0', signIn: refuse }
      await expect(signIn(full)).rejects.toBe(refusal)
    }
  })

  test('when the connection has ended', async () => {
    const { signIn, connector, asked } = await setup()
    await connector.disconnect()
    await expect(signIn(full)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(asked).toEqual([])
  })
})

test('a wallet that never answers holds nothing up', async () => {
  const made = createKeypairWallet()
  let answer = (_answer: unknown): void => undefined
  const { signIn, sign, connector, changes } = await setup(
    { answer: (good) => new Promise((resolve) => (answer = () => resolve([good]))) },
    made,
  )
  let isSettled = false
  const signingIn = signIn(full).finally(() => (isSettled = true))
  await expect(sign('x')).resolves.toMatchObject({ signature: expect.any(String) })
  await connector.disconnect()
  expect(isSettled).toBe(false)
  made.wallet.accounts = [made.accountOf(own)]
  answer(undefined)
  await expect(signingIn).resolves.toMatchObject({ pubkey: addressOf(own) })
  expect(changes, 'an answer after the end connects nothing').toEqual([])
  expect(await connector.getAccounts()).toEqual([])
})

describe('refuses, before the wallet hears of it,', () => {
  testRows<readonly [what: string, params: unknown]>([
    ['a list', [full]],
    ['a number as nonce', { nonce: 12345678 }],
    ['null as domain', { domain: null }],
    ['an empty statement', { statement: '' }],
    ...Object.keys(full).map(
      (field) => [`a line break in ${field}`, { [field]: field === 'resources' ? ['a\nNonce: b'] : 'a\nNonce: b' }] as const,
    ),
    ...['\r', '\u2028', '\u0000', '\u0085'].map((sign) => ['a sign that no line has', { statement: `a${sign}b` }] as const),
    ['a text as resources', { resources: 'https://shop.example' }],
    ['65 resources', { resources: Array.from({ length: 65 }, () => 'a:b') }],
    ['a domain without end', { domain: 'x'.repeat(256) }],
    ['a text without end', { statement: 'x'.repeat(2_049) }],
    ['a text that is long in bytes', { statement: '👋'.repeat(500) }],
    ['two accounts', { address: addressOf(own), pubkey: addressOf(other) }],
    ['a field that would not be in the text', { useOffchainMessage: { messageVersion: 1 } }],
    ['a field of no standard', { amount: '5' }],
  ])('what cannot stand in the text: %s', async (_what, params) => {
    const { ask, asked } = await setup()
    await expect(ask('solana_signIn', params as object)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { method: 'solana_signIn' },
    })
    expect(asked).toEqual([])
  })

  test('an account that is not connected', async () => {
    const { signIn, asked } = await setup()
    await expect(signIn({ ...full, pubkey: addressOf(stranger) })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(asked).toEqual([])
  })
})

describe('a wallet without the feature', () => {
  const unsupported = { code: 'UNSUPPORTED_METHOD', details: { method: 'solana_signIn' } }

  test('of the standard is not asked, until it learns it', async () => {
    const made = createKeypairWallet()
    const { connector, ask } = await connected(made.wallet)
    expect(connector.abilities?.methods).not.toContain('solana_signIn')
    await expect(ask('solana_signIn', full)).rejects.toMatchObject(unsupported)
    letSignIn(made)
    expect(connector.abilities?.methods).toContain('solana_signIn')
    expect(isGood(full, (await ask('solana_signIn', full)) as Answer)).toBe(true)
  })

  test('from before the standard is not asked', async () => {
    const { object } = createLegacyObject()
    const { connector, ask } = await connect(open(plainWindow({ phantom: { solana: object } }), 'Phantom'))
    expect(connector.abilities?.methods).not.toContain('solana_signIn')
    await expect(ask('solana_signIn', full)).rejects.toMatchObject(unsupported)
  })
})
