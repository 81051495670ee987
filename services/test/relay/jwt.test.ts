// The token at the door: what passes, and each way in which it must not.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ed25519KeyOf } from '../../src/relay/did-key.js'
import { checkToken } from '../../src/relay/jwt.js'
import { didKeyOf } from '../support/did-key.js'
import { checkEach } from '../../../test/support/rows.js'
import { createIdentity, createToken } from '../support/relay-client.js'

const DAY_AND_HOUR_S = 25 * 3_600
const NOW = Date.UTC(2030, 0, 1)
const seconds = NOW / 1_000
const identity = createIdentity()
const check = (token: string, audiences?: string[]) => checkToken(token, { now: NOW, audiences })
const refusal = (token: string, audiences?: string[]) => {
  const result = check(token, audiences)
  return result.ok ? 'accepted' : result.reason
}
const withClaims = (claims: object) => createToken(identity, { now: NOW, claims })

describe('did:key', () => {
  test('reads the Ed25519 vectors of the did:key specification', () => {
    const vectors = [
      [
        'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
        '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29',
      ],
      [
        'did:key:z6MkjchhfUsD6mmvni8mCdXHw216Xrm9bQe2mBH1P5RDjVJG',
        '4cb5abf6ad79fbf5abbccafcc269d85cd2651ed4b885b5869f241aedf0a5ba29',
      ],
    ] as const
    for (const [did, key] of vectors) {
      expect(Buffer.from(ed25519KeyOf(did) ?? []).toString('hex')).toBe(key)
      expect(didKeyOf(Buffer.from(key, 'hex'))).toBe(did)
    }
  })

  test('refuses what is no key', () =>
    checkEach(
      [
        ['another method', 'did:web:example.org'],
        ['another key type (secp256k1)', 'did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme'],
        ['a character outside base58', 'did:key:z6Mk0TBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'],
        ['too short', 'did:key:z6Mk'],
        ['nothing', 'did:key:z'],
        ['only zeros', `did:key:z${'1'.repeat(34)}`],
        ['far too long', `did:key:z${'6'.repeat(10_000)}`],
      ],
      'refuses %s',
      (_what, did) => expect(ed25519KeyOf(did)).toBeUndefined(),
    ))
})

describe('token', () => {
  test('passes, and names the client', () => {
    expect(check(createToken(identity, { now: NOW }))).toEqual({ ok: true, clientId: identity.clientId })
  })

  test('passes with the fixed key of RFC 8032, test 1', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    const clientId = didKeyOf(Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex'))
    expect(check(createToken({ clientId, privateKey }, { now: NOW }))).toEqual({ ok: true, clientId })
  })

  test('refuses a header that is wrong', () =>
    checkEach(
      [
        ['alg none', { alg: 'none' }, 'JWT algorithm must be EdDSA'],
        ['alg HS256', { alg: 'HS256' }, 'JWT algorithm must be EdDSA'],
        ['alg ES256', { alg: 'ES256' }, 'JWT algorithm must be EdDSA'],
        ['alg missing', { alg: undefined }, 'JWT header is malformed'],
      ],
      'refuses %s',
      (_what, header, reason) => {
        expect(refusal(createToken(identity, { now: NOW, header }))).toBe(`JWT validation error: ${reason}`)
      },
    ))

  test('refuses claims that are wrong', () =>
    checkEach(
      [
        ['issued in the future', { iat: seconds + 121 }, 'JWT Token is not yet valid'],
        ['expired', { exp: seconds - 120 }, 'JWT Token is expired'],
        ['without times', { iat: undefined }, 'JWT claims are malformed'],
        ['with text for a time', { exp: 'tomorrow' }, 'JWT claims are malformed'],
        ['of no did:key', { iss: 'ada' }, 'JWT issuer is not an Ed25519 did:key'],
        ["in another key's name", { iss: createIdentity().clientId }, 'JWT signature is invalid'],
        ['of a key that is no point', { iss: didKeyOf(Buffer.alloc(32, 0xff)) }, 'JWT signature is invalid'],
      ],
      'refuses one %s',
      (_what, claims, reason) => {
        expect(refusal(withClaims(claims))).toBe(`JWT validation error: ${reason}`)
      },
    ))

  test('forgives two minutes of clock skew either way', () => {
    expect(refusal(withClaims({ iat: seconds + 120 }))).toBe('accepted')
    expect(refusal(withClaims({ exp: seconds - 119 }))).toBe('accepted')
  })

  test('refuses a changed body, another signature, and a signature of another kind', () => {
    const [head, body, signature] = createToken(identity, { now: NOW }).split('.')
    const other = createToken(identity, { now: NOW }).split('.')
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
    const wrong = 'JWT validation error: JWT signature is invalid'
    expect(refusal(`${head}.${other[1]}.${signature}`)).toBe(wrong)
    expect(refusal(`${head}.${body}.${other[2]}`)).toBe(wrong)
    expect(refusal(`${head}.${body}.AAAA`)).toBe(wrong)
    expect(refusal(`${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), rsa).toString('base64url')}`)).toBe(wrong)
  })

  test('refuses garbage', () =>
    checkEach(
      ['', '.', '..', 'a.b', 'a.b.c', 'a.b.c.d', `${'a'.repeat(5_000)}.b.c`, 'bnVsbA.bnVsbA.bnVsbA', '\u0000.\u0000.\u0000'],
      'refuses garbage (%#)',
      (token) => expect(refusal(token)).toMatch(/^JWT validation error: JWT (header )?is malformed$/),
    ))

  test('compares the audience by scheme and host, when there is a list', () => {
    const list = ['wss://relay.example.org']
    expect(refusal(withClaims({ aud: 'wss://relay.example.org/' }), list)).toBe('accepted')
    expect(refusal(withClaims({ aud: 'wss://relay.example.org/relay' }), list)).toBe('accepted')
    for (const aud of ['ws://relay.example.org', 'wss://relay.example.org:444', 'wss://evil.example', 'relay', '']) {
      expect(refusal(withClaims({ aud }), list)).toBe('JWT validation error: JWT audience is not this relay')
    }
  })

  test('an audience by http is the same as by ws', () => {
    const list = ['wss://relay.example.org']
    for (const aud of ['https://relay.example.org', 'https://relay.example.org/', 'wss://relay.example.org/?projectId=x'])
      expect(refusal(withClaims({ aud }), list)).toBe('accepted')
    for (const aud of ['http://relay.example.org', 'https://relay.example.org.evil.example', 'https://evil.example'])
      expect(refusal(withClaims({ aud }), list)).toBe('JWT validation error: JWT audience is not this relay')
  })

  test('refuses one that lives longer than a day and an hour', () => {
    expect(refusal(withClaims({ exp: seconds + DAY_AND_HOUR_S }))).toBe('accepted')
    const long = 'JWT validation error: JWT Token lives too long'
    expect(refusal(withClaims({ exp: seconds + DAY_AND_HOUR_S + 1 }))).toBe(long)
    expect(refusal(withClaims({ iat: -1e9, exp: seconds + 60 }))).toBe(long)
  })
})
