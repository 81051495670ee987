// Passkeys by an authenticator of the tests: what is asked, what is taken of the answers, and what each failure is called.
import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import {
  ASK_LIMIT_MS,
  canAsk,
  createPasskey,
  evaluatePasskey,
  prfInput,
  type PasskeyWindow,
} from '../../../frame/passkeys/webauthn.js'
import { testAuthenticator, type AuthenticatorOptions, type Change, type TestAuthenticator } from './authenticator.js'

const origin = 'https://wallet.example'
const { signal } = new AbortController()
const user = { userId: 'user-0123456789abcdef', userName: 'ada@example.org', walletId: 'wallet_0123456789abc', known: [] }
const authenticator = (options: Partial<AuthenticatorOptions> = {}) => testAuthenticator({ origin, ...options })
const make = (at: TestAuthenticator, over: Partial<Parameters<typeof createPasskey>[1]> = {}) =>
  createPasskey(at, { ...user, ...over }, signal)
const ask = (at: TestAuthenticator, credentialId: string, walletId = user.walletId) =>
  evaluatePasskey(at, { walletId, passkeys: [{ credentialId, transports: [] }] }, signal)

test('the input of a wallet is a hash of its id and nothing else', async () => {
  const expected = createHash('sha256').update('wm/prf/1wallet_0123456789abc').digest()
  expect(Buffer.from(await prfInput(user.walletId))).toEqual(expected)
  expect(Buffer.from(await prfInput('wallet_0123456789abd'))).not.toEqual(expected)
})

test('a passkey is made for this host, this user and this wallet, verified and kept by its authenticator', async () => {
  const at = authenticator()
  const { credentialId, transports } = await make(at, { known: [{ credentialId: 'AAAA', transports: ['usb'] }] })
  expect(transports).toEqual(['internal']) // another name is no hint that browsers know
  const [create, get] = at.asked.map(({ publicKey }) => publicKey)
  expect(create).toMatchObject({
    rp: { id: 'wallet.example' },
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [{ type: 'public-key', id: new Uint8Array(3), transports: ['usb'] }],
    extensions: { prf: { eval: { first: await prfInput(user.walletId) } } },
  })
  expect(at.kept.get(credentialId)?.user).toBe(user.userId) // no address, no name
  expect(get).toMatchObject({ rpId: 'wallet.example', userVerification: 'required' })
  const challenges = at.asked.map(({ publicKey }) => publicKey['challenge'] as Uint8Array)
  expect(challenges.map(({ length }) => length)).toEqual([32, 32])
  expect(challenges[0]).not.toEqual(challenges[1])
})

test.each(['create and get', 'get'] as const)(
  'a passkey that says its secret at %s says the same one each time, and another for another wallet',
  async (prf) => {
    const at = authenticator({ prf })
    const { credentialId, half } = await make(at)
    expect(half).toHaveLength(32)
    expect((await ask(at, credentialId)).half).toEqual(half)
    expect((await ask(at, credentialId, 'wallet_of_somebody_e')).half).not.toEqual(half)
    // The browser's own bytes were overwritten.
    for (const given of at.given) expect(new Uint8Array(given)).toEqual(new Uint8Array(32))
  },
)

test('without the extension there is no passkey, and its manager is told so', async () => {
  const signalUnknownCredential = vi.fn(async () => {})
  vi.stubGlobal('PublicKeyCredential', { signalUnknownCredential })
  try {
    const at = authenticator({ prf: 'none' })
    await expect(make(at)).rejects.toMatchObject({ code: 'NO_PRF' })
    const [credentialId] = at.kept.keys()
    expect(signalUnknownCredential).toHaveBeenCalledExactlyOnceWith({ rpId: 'wallet.example', credentialId })
    await expect(ask(at, credentialId!)).rejects.toMatchObject({ code: 'NO_PRF' })
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a passkey that says another secret the second time, or one that is none, is not taken', async () => {
  const secrets = [new Uint8Array(32).fill(1), new Uint8Array(31), new Uint8Array(33), crypto.getRandomValues(new Uint8Array(32))]
  for (const first of secrets) {
    const at = authenticator()
    at.change = (answer) => {
      if (answer.clientData['type'] === 'webauthn.get') answer.extensions = { prf: { results: { first: first.buffer } } }
    }
    await expect(make(at), String(first.length)).rejects.toMatchObject({ code: 'NO_PRF' })
  }
})

test('what browsers throw has a code', async () => {
  const failures: readonly (readonly [unknown, string, number?])[] = [
    [new DOMException('', 'NotAllowedError'), 'CANCELLED'],
    [new DOMException('', 'NotAllowedError'), 'TIMED_OUT', ASK_LIMIT_MS],
    [new DOMException('', 'InvalidStateError'), 'EXISTS'],
    [new DOMException('', 'SecurityError'), 'UNSUPPORTED'],
    [new DOMException('', 'NotSupportedError'), 'UNSUPPORTED'],
    [new TypeError('of an old browser'), 'UNSUPPORTED'],
    ['a text', 'BAD_ANSWER'],
    [null, 'BAD_ANSWER'],
  ]
  for (const [failure, code, waitMs = 10] of failures) {
    const at = Object.assign(authenticator(), { failure, waitMs })
    await expect(make(at), code).rejects.toMatchObject({ name: 'PasskeyError', code })
    Object.assign(at, { failure })
    await expect(ask(at, 'AAAA'), code).rejects.toMatchObject({ code })
  }
  const at = authenticator()
  const { credentialId } = await make(at)
  await expect(make(at, { known: [{ credentialId, transports: [] }] })).rejects.toMatchObject({ code: 'EXISTS' })
  expect(at.kept.size).toBe(1)
})

test('an answer that was not asked for is refused, and its secret overwritten', async () => {
  const changes: Readonly<Record<string, Change>> = {
    'another type of credential': (answer) => (answer.type = 'password'),
    'no id': (answer) => (answer.rawId = new ArrayBuffer(0)),
    'a passkey that was not asked': (answer) => (answer.rawId = new Uint8Array(32).buffer),
    'another ceremony': (answer) => (answer.clientData['type'] = 'webauthn.create'),
    'an old challenge': (answer) => (answer.clientData['challenge'] = 'AAAA'),
    'another page': (answer) => (answer.clientData['origin'] = 'https://evil.example'),
    'data of no page': (answer) => (answer.clientData = { type: 'webauthn.get' }),
    'nobody verified': (answer) => (answer.authenticatorData[32] = 1),
    'another host': (answer) => (answer.authenticatorData[0]! ^= 1),
    'no authenticator': (answer) => (answer.authenticatorData = new Uint8Array(5)),
    'a secret that is text': (answer) => (answer.extensions = { prf: { results: { first: 'secret' } } }),
    'extensions that are none': (answer) => (answer.extensions = null as never),
  }
  const at = authenticator()
  const { credentialId } = await make(at)
  for (const [what, change] of Object.entries(changes)) {
    at.change = change
    await expect(ask(at, credentialId), what).rejects.toMatchObject({ code: 'BAD_ANSWER' })
  }
  at.change = undefined
  for (const nothing of [null, undefined, {}, 'x'])
    await expect(evaluatePasskey({ ...at, credentials: { ...at.credentials, get: async () => nothing } }, { walletId: user.walletId, passkeys: [] }, signal)).rejects.toMatchObject({ code: 'BAD_ANSWER' }) // oxfmt-ignore
})

test('who no longer waits is told so, whatever the browser says', async () => {
  const end = new AbortController()
  const at = authenticator()
  const { credentialId } = await make(at)
  const input = { walletId: user.walletId, passkeys: [{ credentialId, transports: [] }] }
  const get = () => (end.abort(), Promise.reject(new DOMException('', 'AbortError')))
  const leaving = { ...at, credentials: { ...at.credentials, get } }
  await expect(evaluatePasskey(leaving, input, end.signal)).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(createPasskey(at, user, end.signal)).rejects.toMatchObject({ code: 'ABORTED' })
})

test('passkeys are asked for where the browser has them, the page may, and the host has a name', () => {
  const { window } = authenticator()
  const at = (over: Partial<PasskeyWindow>) => canAsk({ ...window, ...over })
  const policy = (isAllowed: boolean) => ({ allowsFeature: (name: string) => name !== 'publickey-credentials-get' || isAllowed })
  expect(at({})).toBe('yes')
  expect(at({ document: { permissionsPolicy: policy(true) } })).toBe('yes')
  expect(at({ document: { permissionsPolicy: policy(false) } })).toBe('NOT_HERE')
  expect(at({ document: { featurePolicy: policy(false) } })).toBe('NOT_HERE')
  expect(at({ PublicKeyCredential: undefined })).toBe('UNSUPPORTED')
  for (const hostname of ['127.0.0.1', '[::1]']) expect(at({ location: { hostname } })).toBe('UNSUPPORTED')
})
