// The keys of a browser: what they prove, and what they never give.
import { calculateJwkThumbprint, decodeProtectedHeader, EmbeddedJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { loadDevice } from '../../../frame/device.js'
import { createLock } from '../../../frame/locks.js'
import { createStore } from '../../../frame/store.js'
import { memoryTable, ORIGIN } from './support.js'

const open = (table = memoryTable()) =>
  loadDevice(
    createStore(async () => table),
    createLock(undefined),
  )

test('a proof is what RFC 9449 asks for', async () => {
  const device = await open()
  const url = new URL('/api/user?with=query#and-hash', ORIGIN)
  const at = Date.parse('2026-11-25T12:00:00.900Z')
  const proof = await device.prove({ method: 'POST', url, at, token: 'the-token' })
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(at),
  })
  expect(payload).toMatchObject({ htm: 'POST', htu: `${ORIGIN}/api/user`, iat: Math.floor(at / 1000) })
  // SHA-256 of the token, as RFC 9449 has it.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('the-token'))
  expect(payload['ath']).toBe(Buffer.from(digest).toString('base64url'))
  expect(await calculateJwkThumbprint(protectedHeader.jwk!)).toBe(device.thumbprint)
  expect(Object.keys(decodeProtectedHeader(proof).jwk!).sort()).toEqual(['crv', 'kty', 'x', 'y'])
})

test('no two proofs have the same jti', async () => {
  // attack 36
  const device = await open()
  const prove = () => device.prove({ method: 'POST', url: new URL(ORIGIN), at: 0 })
  const ids = await Promise.all(
    Array.from(
      { length: 20 },
      async () => JSON.parse(atob((await prove()).split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))).jti,
    ),
  )
  expect(new Set(ids).size).toBe(20)
})

test('no key can be exported', async () => {
  const table = memoryTable()
  await open(table)
  const { signing, wrapping } = table.values.get('device') as { signing: CryptoKeyPair; wrapping: CryptoKey }
  for (const key of [signing.privateKey, wrapping])
    for (const format of ['jwk', 'raw', 'pkcs8'] as const) await expect(crypto.subtle.exportKey(format, key)).rejects.toThrow()
})

test('two tabs that begin at once, and a later page, have the same keys', async () => {
  const table = memoryTable()
  const lock = createLock(undefined)
  const tab = () =>
    loadDevice(
      createStore(async () => table),
      lock,
    )
  const [one, two] = await Promise.all([tab(), tab()])
  expect(two.thumbprint).toBe(one.thumbprint)
  expect((await open(table)).thumbprint).toBe(one.thumbprint)
  expect((await open()).thumbprint).not.toBe(one.thumbprint)
})

test('keys that could be exported, or are none, are not used', async () => {
  const table = memoryTable()
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  table.values.set('device', { signing, wrapping })
  await open(table)
  expect((table.values.get('device') as { signing: CryptoKeyPair }).signing.privateKey.extractable).toBe(false)
  table.values.set('device', { signing: 'key', wrapping: {} })
  await expect(open(table)).resolves.toHaveProperty('thumbprint')
})

test('wrapped bytes open for the same name and device alone', async () => {
  const device = await open()
  const wrapped = await device.wrap(new Uint8Array([1, 2, 3]), 'wallet a')
  expect(await device.unwrap(wrapped, 'wallet a')).toEqual(new Uint8Array([1, 2, 3]))
  await expect(device.unwrap(wrapped, 'wallet b')).rejects.toThrow()
  await expect((await open()).unwrap(wrapped, 'wallet a')).rejects.toThrow()
})
