// A sign-in is refused as soon as one thing about it is not as it must be: each tampered field, with each kind of account.
import { describe, expect, test } from 'vitest'
import { type SignInMessage, type SignInToVerify, verifySignIn, writeMessage } from '../../src/siwx/index.js'
import { createSigners, type TestSigner } from './signers.js'

const now = Date.parse('2026-11-23T20:00:00Z')
const at = (ms: number) => new Date(now + ms).toISOString()
const signers = await createSigners(0)
const others = await createSigners(1)

const messageOf = ({ chainId, address }: TestSigner): SignInMessage => ({
  domain: 'app.example',
  address,
  statement: 'Sign in to Example',
  uri: 'https://app.example/login',
  version: '1',
  chainId,
  nonce: 'abcd1234efgh',
  issuedAt: at(0),
  expirationTime: at(60_000),
  notBefore: at(-60_000),
})
const expectedOf = (signer: TestSigner) => ({
  domain: 'app.example',
  nonce: 'abcd1234efgh',
  uri: 'https://app.example/login',
  chainId: signer.chainId,
  address: signer.address,
  now,
})
async function signed(signer: TestSigner, message: SignInMessage = messageOf(signer)): Promise<SignInToVerify> {
  const text = writeMessage(message)
  return { text, signature: await signer.sign(text), publicKey: signer.publicKey, expected: expectedOf(signer) }
}
const otherOf = (signer: TestSigner) => others[signers.indexOf(signer)]!

type Tamper = (signer: TestSigner) => Promise<SignInToVerify>
/** The person has signed what they should not have: the signature is good, and the message is not. */
const says =
  (fields: (signer: TestSigner) => Partial<SignInMessage>): Tamper =>
  (signer) =>
    signed(signer, { ...messageOf(signer), ...fields(signer) })
/** The text was changed after it was signed, and what is expected with it. */
const changed =
  (fields: (signer: TestSigner) => Partial<SignInMessage>): Tamper =>
  async (signer) => {
    const message = { ...messageOf(signer), ...fields(signer) }
    const { domain, nonce, uri, chainId, address } = message
    return { ...(await signed(signer)), text: writeMessage(message), expected: { domain, nonce, uri, chainId, address, now } }
  }
const withSignature =
  (change: (signature: string, signer: TestSigner) => string | Promise<string>): Tamper =>
  async (signer) => {
    const whole = await signed(signer)
    return { ...whole, signature: await change(whole.signature, signer) }
  }
const BAD_SIGNATURE = 'the signature is not that of the account'

const cases: readonly (readonly [string, Tamper, string])[] = [
  ['another domain', says(() => ({ domain: 'evil.example' })), 'it is for another domain'],
  ['another nonce', says(() => ({ nonce: 'zzzz9999zzzz' })), 'its nonce is another one'],
  ['another URI', says(() => ({ uri: 'https://app.example/pay' })), 'it is for another URI'],
  ['another chain', says(({ otherChain }) => ({ chainId: otherChain })), 'it is for another chain'],
  ['another account', says((signer) => ({ address: otherOf(signer).address })), 'it is of another account'],
  ['issued in the future', says(() => ({ issuedAt: at(61_000) })), 'it was issued in the future'],
  ['expired', says(() => ({ expirationTime: at(0) })), `it has expired at ${at(0)}`],
  ['not yet valid', says(() => ({ notBefore: at(1) })), `it holds from ${at(1)}`],
  ['the domain changed', changed(() => ({ domain: 'evil.example' })), BAD_SIGNATURE],
  ['the nonce changed', changed(() => ({ nonce: 'zzzz9999zzzz' })), BAD_SIGNATURE],
  ['the URI changed', changed(() => ({ uri: 'https://app.example/pay' })), BAD_SIGNATURE],
  ['the chain changed', changed(({ otherChain }) => ({ chainId: otherChain })), BAD_SIGNATURE],
  ['the account changed', changed((signer) => ({ address: otherOf(signer).address })), BAD_SIGNATURE],
  ['the time of issue changed', changed(() => ({ issuedAt: at(-1) })), BAD_SIGNATURE],
  ['the expiration changed', changed(() => ({ expirationTime: at(99_000) })), BAD_SIGNATURE],
  ['the expiration taken away', changed(() => ({ expirationTime: undefined })), BAD_SIGNATURE],
  ['the beginning changed', changed(() => ({ notBefore: at(-99_000) })), BAD_SIGNATURE],
  ['the statement changed', changed(() => ({ statement: 'Sign in to example' })), BAD_SIGNATURE],
  ['the statement taken away', changed(() => ({ statement: undefined })), BAD_SIGNATURE],
  ['resources added', changed(() => ({ resources: ['https://app.example/admin'] })), BAD_SIGNATURE],
  [
    'one byte of the text',
    async (signer) => {
      const whole = await signed(signer)
      return { ...whole, text: whole.text.replace('Sign in to Example', 'Sign in to Exomple') }
    },
    BAD_SIGNATURE,
  ],
  [
    'one byte of the signature',
    withSignature((signature) => {
      const place = Math.floor(signature.length / 2)
      return signature.slice(0, place) + (signature[place] === '4' ? '5' : '4') + signature.slice(place + 1)
    }),
    BAD_SIGNATURE,
  ],
  ['the signature of another account', withSignature((_, signer) => signed(otherOf(signer), messageOf(signer)).then(({ signature }) => signature)), BAD_SIGNATURE], // oxfmt-ignore
  ['no signature', withSignature(() => ''), BAD_SIGNATURE],
  ['half a signature', withSignature((signature) => signature.slice(0, 40)), BAD_SIGNATURE],
  ['a signature twice', withSignature((signature) => signature + signature.replace(/^0x/, '')), BAD_SIGNATURE],
  ['a huge signature', withSignature((signature) => signature.padEnd(2_000_000, '0')), BAD_SIGNATURE],
]

describe.each(signers.map((signer) => [signer.name, signer] as const))('%s', (_, signer) => {
  test('a sign-in is what its text says', async () => {
    expect(await verifySignIn(await signed(signer))).toEqual(messageOf(signer))
  })

  test.each(cases)('%s is refused', async (_, tamper, problem) => {
    const refusal = { code: 'SIGN_IN_INVALID', details: { problem } }
    await expect(verifySignIn(await tamper(signer))).rejects.toMatchObject(refusal)
  })
})

const [signer] = signers
test('what is expected may be one of several chains, and an EVM address in lower case', async () => {
  const whole = await signed(signer!)
  const address = signer!.address.toLowerCase()
  const expected = { ...whole.expected, chainId: ['eip155:10', 'eip155:1'] as const, address }
  expect(await verifySignIn({ ...whole, address, expected })).toEqual(messageOf(signer!))
  await expect(verifySignIn({ ...whole, expected: { ...expected, chainId: [] } })).rejects.toMatchObject({
    code: 'SIGN_IN_INVALID',
  })
  await expect(verifySignIn({ ...whole, address: others[0]!.address })).rejects.toMatchObject({
    details: { problem: 'it is of another account' },
  })
})

test('clocks may differ by a minute, and no more', async () => {
  const expect60 = await signed(signer!, { ...messageOf(signer!), issuedAt: at(60_000) })
  expect((await verifySignIn(expect60)).issuedAt).toBe(at(60_000))
})

test('a URI without a path is that with a slash', async () => {
  const whole = await signed(signer!, { ...messageOf(signer!), uri: 'https://app.example' })
  const expected = { ...whole.expected, uri: 'https://app.example/' }
  expect((await verifySignIn({ ...whole, expected })).uri).toBe('https://app.example')
})
