import { afterEach, expect, test } from 'vitest'
import { randomIv, randomSecret, type RandomCrypto } from '../../../frame/keys/random.js'
import { reserved, serve, userId, walletId } from './support.js'
import { testRows } from '../../../../test/support/rows.js'

type Fill = (array: Uint8Array<ArrayBuffer>) => void
const own = crypto.getRandomValues.bind(crypto)
const subtle = crypto.subtle

/** WebCrypto with another source, which looks like the platform's. */
function withSource(fill: Fill): RandomCrypto {
  class Crypto {
    readonly subtle = subtle
    getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array {
      fill(array)
      return array
    }
    randomUUID(): string {
      return ''
    }
  }
  return new Crypto() as unknown as RandomCrypto
}

let count = 0
const broken: Readonly<Record<string, Fill>> = {
  throws: () => {
    throw new Error('no entropy')
  },
  'gives nothing': () => undefined,
  'gives a constant': (array) => array.fill(0x42),
  'gives the same bytes again': (array) => array.set(Uint8Array.from(array, (_, at) => (at * 37 + 11) % 256)),
  'repeats a pattern': (array) => array.set(Uint8Array.from(array, (_, at) => [7, 99, 201, 55, 12, 180, 33, 250][at % 8]!)),
  counts: (array) => array.set(Uint8Array.from(array, () => count++ % 16)),
  'knows few bytes': (array) => array.set(own(new Uint8Array(array.length)).map((byte) => byte & 7)),
  'fills half': (array) => own(array.subarray(0, array.length / 2)),
}

testRows(Object.entries(broken))('a source that %s makes no key', async (_, fill) => {
  // attack 30
  await expect(randomSecret(32, withSource(fill))).rejects.toMatchObject({ code: 'RANDOM_FAILED' })
})

test('a second source that fails or gives a constant makes no key', async () => {
  // attack 30
  const withSubtle = (changed: object) =>
    Object.assign(withSource(own), { subtle: Object.assign(Object.create(subtle), changed) as SubtleCrypto })
  const throwing = withSubtle({ generateKey: () => Promise.reject(new Error('no')) })
  const constant = withSubtle({
    generateKey: () => Promise.resolve({}),
    exportKey: () => Promise.resolve(new Uint8Array(32).buffer),
  })
  for (const source of [throwing, constant])
    await expect(randomSecret(32, source)).rejects.toMatchObject({ code: 'RANDOM_FAILED' })
})

test('a source that was replaced on the object makes no key, even when it gives chance', async () => {
  // attack 30
  const patched = Object.assign(withSource(own), { getRandomValues: (array: Uint8Array<ArrayBuffer>) => own(array) })
  await expect(randomSecret(32, patched)).rejects.toMatchObject({ code: 'RANDOM_FAILED' })
  expect(() => randomIv(patched)).toThrow(expect.objectContaining({ code: 'RANDOM_FAILED' }))
  expect(() => randomIv(withSource(broken['gives a constant']!))).toThrow(expect.objectContaining({ code: 'RANDOM_FAILED' }))
  expect(() => randomIv(withSource(broken['throws']!))).toThrow(expect.objectContaining({ code: 'RANDOM_FAILED' }))
})

test('an honest source makes keys, each another', async () => {
  const keys = await Promise.all(Array.from({ length: 300 }, () => randomSecret(32)))
  expect(new Set(keys.map((key) => key.join())).size).toBe(300)
  expect(await randomSecret(20)).toHaveLength(20)
  expect(await randomSecret(32, withSource(own))).toHaveLength(32)
  const ivs = Array.from({ length: 300 }, () => randomIv().join())
  expect(new Set(ivs).size).toBe(300)
})

const prototype = Object.getPrototypeOf(crypto) as Crypto
const original = Object.getOwnPropertyDescriptor(prototype, 'getRandomValues')!
afterEach(() => {
  Object.defineProperty(prototype, 'getRandomValues', original)
  delete (crypto as Partial<Crypto>).getRandomValues
})

test('no wallet is made where the source of the worker is broken, and one is as soon as it is whole', async () => {
  // attack 30
  const { keyring, stop } = serve()
  const slots = [reserved('device'), reserved('assisted')]
  for (const fill of Object.values(broken)) {
    const value = function getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array {
      fill(array)
      return array
    }
    for (const place of [prototype, crypto]) {
      Object.defineProperty(place, 'getRandomValues', { ...original, value })
      await expect(keyring.create({ userId, walletId, slots })).rejects.toMatchObject({ code: 'RANDOM_FAILED' })
      expect(keyring.isUnlocked).toBe(false)
      Object.defineProperty(prototype, 'getRandomValues', original)
      delete (crypto as Partial<Crypto>).getRandomValues
    }
  }
  await keyring.create({ userId, walletId, slots })
  expect(keyring.isUnlocked).toBe(true)
  stop()
})
