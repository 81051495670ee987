import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '../../../frame/keys/bytes.js'
import { exportBoxKey, importBoxKeys, newBoxKeys, openWith, recoveryAad, sealFor } from '../../../frame/keys/recovery-box.js'
import { bytes, userId, walletId } from './support.js'

const aad = recoveryAad(userId, walletId, 'slot_0123456789abcdef')
const wrongKey = { code: 'WRONG_KEY' }
const badInput = { code: 'BAD_INPUT' }

test('what is sealed for a key opens with it, and with no other, as nothing else', async () => {
  const [keys, others] = [await newBoxKeys(), await newBoxKeys()]
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.string(), async (content, what) => {
      const plaintext = new Uint8Array(content)
      const box = await sealFor(keys.publicKey, plaintext, what)
      expect(await openWith(keys, box, what)).toEqual(plaintext)
      await expect(openWith(others, box, what)).rejects.toMatchObject(wrongKey)
      await expect(openWith(keys, box, `${what}x`)).rejects.toMatchObject(wrongKey)
      await expect(openWith({ ...keys, publicKey: others.publicKey }, box, what)).rejects.toMatchObject(wrongKey)
    }),
    { numRuns: 30 },
  )
})

test('two boxes of the same have nothing in common', async () => {
  const keys = await newBoxKeys()
  const [one, two] = [await sealFor(keys.publicKey, bytes(32), aad), await sealFor(keys.publicKey, bytes(32), aad)]
  expect(one.ephemeralKey).not.toBe(two.ephemeralKey)
  expect(one.iv).not.toBe(two.iv)
  await expect(openWith(keys, { ...one, ephemeralKey: two.ephemeralKey }, aad)).rejects.toMatchObject(wrongKey)
  await expect(openWith(keys, { ...one, iv: two.iv }, aad)).rejects.toMatchObject(wrongKey)
})

test('points that are none, or not on the curve, are refused', async () => {
  const keys = await newBoxKeys()
  const box = await sealFor(keys.publicKey, bytes(32), aad)
  const point = fromBase64url(keys.publicKey)
  const offCurve = point.slice()
  offCurve[64]! ^= 1
  const compressed = new Uint8Array([2, ...point.slice(1, 33)])
  for (const wrong of [offCurve, compressed, new Uint8Array(65), new Uint8Array(0), bytes(65)].map(toBase64url)) {
    await expect(sealFor(wrong, bytes(32), aad)).rejects.toMatchObject(badInput)
    await expect(openWith(keys, { ...box, ephemeralKey: wrong }, aad)).rejects.toMatchObject(badInput)
  }
  for (const wrong of [`${box.iv}=`, '!', box.iv.slice(1), 'AAAAAAAAAAAAAAAB'.slice(0, 15)])
    await expect(openWith(keys, { ...box, iv: wrong }, aad)).rejects.toMatchObject(badInput)
  // An alphabet with other letters, and loose bits at the end, are not read in two ways.
  const loose = keys.publicKey.slice(0, -1) + String.fromCharCode(keys.publicKey.charCodeAt(86) + 1)
  await expect(sealFor(loose, bytes(32), aad)).rejects.toMatchObject(badInput)
})

test('the key of a service is kept as PKCS #8, one of a browser cannot be exported', async () => {
  const keys = await newBoxKeys(true)
  const again = await importBoxKeys(keys.publicKey, await exportBoxKey(keys))
  const box = await sealFor(keys.publicKey, bytes(32), aad)
  expect(await openWith(again, box, aad)).toEqual(await openWith(keys, box, aad))
  for (const fixed of [again, await newBoxKeys()]) await expect(exportBoxKey(fixed)).rejects.toThrow()
  await expect(importBoxKeys(keys.publicKey, bytes(100))).rejects.toMatchObject(badInput)
})
