// A sign-in is refused as soon as one thing about it is not as it must be. `verify-signature.test.ts` shows for each kind of account that a changed text,
// signature or account is refused; here every tampering meets every ecosystem, and every kind of account one tampering at least.
import { describe, expect, test } from 'vitest'
import { type SignInMessage, type SignInToVerify, verifySignIn, writeMessage } from '../../src/siwx/index.js'
import { checkEach } from '../support/rows.js'
import { createSigners, type TestSigner } from './signers.js'

const now = Date.parse('2026-11-23T20:00:00Z')
const time = (offset: number) => new Date(now + offset).toISOString()
const signers = await createSigners(0)
const others = await createSigners(1)
const getOther = (signer: TestSigner) => others[signers.indexOf(signer)]!

const createMessage = ({ chainId, address }: TestSigner): SignInMessage => ({
  domain: 'app.example',
  address,
  statement: 'Sign in to Example',
  uri: 'https://app.example/login',
  version: '1',
  chainId,
  nonce: 'abcd1234efgh',
  issuedAt: time(0),
  expirationTime: time(60_000),
  notBefore: time(-60_000),
})
async function signIn(signer: TestSigner, message: SignInMessage = createMessage(signer)): Promise<SignInToVerify> {
  const { chainId, address, publicKey } = signer
  const text = writeMessage(message)
  const expected = { domain: 'app.example', nonce: 'abcd1234efgh', uri: 'https://app.example/login', chainId, address, now }
  return { text, signature: await signer.sign(text), publicKey, expected }
}

type Fields = (signer: TestSigner) => Partial<SignInMessage>
type Tamper = (signer: TestSigner) => Promise<SignInToVerify>
/** The person has signed what they should not have: the signature is good, and the message is not. */
const signWith =
  (fields: Fields): Tamper =>
  (signer) =>
    signIn(signer, { ...createMessage(signer), ...fields(signer) })
/** The text was changed after it was signed, and what is expected with it. */
const changeSigned =
  (fields: Fields): Tamper =>
  async (signer) => {
    const message = { ...createMessage(signer), ...fields(signer) }
    const { domain, nonce, uri, chainId, address } = message
    return { ...(await signIn(signer)), text: writeMessage(message), expected: { domain, nonce, uri, chainId, address, now } }
  }
const changeSignature =
  (change: (signature: string, signer: TestSigner) => string | Promise<string>): Tamper =>
  async (signer) => {
    const whole = await signIn(signer)
    return { ...whole, signature: await change(whole.signature, signer) }
  }

const messages: readonly (readonly [string, string, Fields])[] = [
  ['another domain', 'it is for another domain', () => ({ domain: 'evil.example' })],
  ['another nonce', 'its nonce is another one', () => ({ nonce: 'zzzz9999zzzz' })],
  ['another URI', 'it is for another URI', () => ({ uri: 'https://app.example/pay' })],
  ['another chain', 'it is for another chain', ({ otherChain }) => ({ chainId: otherChain })],
  ['another account', 'it is of another account', (signer) => ({ address: getOther(signer).address })],
  ['a time of issue in the future', 'it was issued in the future', () => ({ issuedAt: time(60_001) })],
  ['an expiration that is over', `it has expired at ${time(0)}`, () => ({ expirationTime: time(0) })],
  ['a beginning that is to come', `it holds from ${time(1)}`, () => ({ notBefore: time(1) })],
]
const changes: readonly (readonly [string, Fields])[] = [
  ['another domain', () => ({ domain: 'evil.example' })],
  ['another nonce', () => ({ nonce: 'zzzz9999zzzz' })],
  ['another URI', () => ({ uri: 'https://app.example/pay' })],
  ['another chain', ({ otherChain }) => ({ chainId: otherChain })],
  ['another account', (signer) => ({ address: getOther(signer).address })],
  ['another time of issue', () => ({ issuedAt: time(-1) })],
  ['another expiration', () => ({ expirationTime: time(99_000) })],
  ['no expiration', () => ({ expirationTime: undefined })],
  ['another beginning', () => ({ notBefore: time(-99_000) })],
  ['another letter in the statement', () => ({ statement: 'Sign in to Exomple' })],
  ['no statement', () => ({ statement: undefined })],
  ['one more resource', () => ({ resources: ['https://app.example/admin'] })],
]
const signatures: readonly (readonly [string, Tamper])[] = [
  [
    'a signature with another letter',
    changeSignature((signature) => {
      const middle = Math.floor(signature.length / 2)
      return signature.slice(0, middle) + (signature[middle] === '4' ? '5' : '4') + signature.slice(middle + 1)
    }),
  ],
  [
    'the signature of another account',
    changeSignature(async (_, signer) => (await signIn(getOther(signer), createMessage(signer))).signature),
  ],
  ['no signature', changeSignature(() => '')],
  ['half a signature', changeSignature((signature) => signature.slice(0, 40))],
  ['a signature twice', changeSignature((signature) => signature + signature.replace(/^0x/, ''))],
  ['a huge signature', changeSignature((signature) => signature.padEnd(2_000_000, '0'))],
]
const unsigned = 'the signature is not that of the account'
const tamperings: readonly (readonly [string, Tamper, string])[] = [
  ...messages.map(([what, problem, fields]) => [`a signed message with ${what}`, signWith(fields), problem] as const),
  ...changes.map(
    ([what, fields]) => [`a text changed after it was signed, to ${what},`, changeSigned(fields), unsigned] as const,
  ),
  ...signatures.map(([what, tamper]) => [what, tamper, unsigned] as const),
]

const named = (chosen: readonly TestSigner[]) => chosen.map((signer) => [signer.name, signer] as const)
const ecosystems = ['eip155 key', 'solana', 'bip122 p2wpkh bip137', 'polkadot sr25519', 'cosmos']
/** One account of each ecosystem, and of all others those whose turn it is. */
const choose = (turn: number) =>
  named(signers.filter(({ name }, index) => ecosystems.includes(name) || index % tamperings.length === turn))

test('an account of each kind signs in, with what its text says', async () => {
  await checkEach(named(signers), '%s', async (_, signer) => {
    expect(await verifySignIn(await signIn(signer))).toEqual(createMessage(signer))
  })
})

describe('in every ecosystem', () => {
  test.each(tamperings.map((tampering, turn) => [...tampering, turn] as const))(
    '%s is refused',
    async (_, tamper, problem, turn) => {
      await checkEach(choose(turn), '%s', async (_, signer) => {
        const refusal = { code: 'SIGN_IN_INVALID', details: { problem } }
        await expect(verifySignIn(await tamper(signer))).rejects.toMatchObject(refusal)
      })
    },
  )
})

const [signer] = signers
test('what is expected may be one of several chains, and an EVM address in lower case', async () => {
  const whole = await signIn(signer!)
  const address = signer!.address.toLowerCase()
  const expected = { ...whole.expected, chainId: ['eip155:10', 'eip155:1'] as const, address }
  expect(await verifySignIn({ ...whole, address, expected })).toEqual(createMessage(signer!))
  await expect(verifySignIn({ ...whole, expected: { ...expected, chainId: [] } })).rejects.toMatchObject({
    code: 'SIGN_IN_INVALID',
  })
  await expect(verifySignIn({ ...whole, address: others[0]!.address })).rejects.toMatchObject({
    details: { problem: 'it is of another account' },
  })
})

test('what is not expected is not compared', async () => {
  const { expected, ...whole } = await signIn(signer!)
  const { domain, nonce } = expected
  expect(await verifySignIn({ ...whole, expected: { domain, nonce, now } })).toEqual(createMessage(signer!))
})

test('clocks may differ by a minute, and no more', async () => {
  const ahead = await signIn(signer!, { ...createMessage(signer!), issuedAt: time(60_000) })
  expect((await verifySignIn(ahead)).issuedAt).toBe(time(60_000))
})

test('a URI without a path is that with a slash', async () => {
  const whole = await signIn(signer!, { ...createMessage(signer!), uri: 'https://app.example' })
  const expected = { ...whole.expected, uri: 'https://app.example/' }
  expect((await verifySignIn({ ...whole, expected })).uri).toBe('https://app.example')
})
