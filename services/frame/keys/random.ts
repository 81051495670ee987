// Randomness for keys. A platform whose source fails, was replaced, or repeats itself, makes no wallet.
//
// What is checked are signs, not proof: a replaced source that is clever enough gives none. Keys are therefore made of two sources of the platform, which
// somebody would have to replace both.
import { type Bytes, concat, wipe } from './bytes.js'
import { KeyError } from './errors.js'

/** The part of WebCrypto that is used; tests bring broken ones. */
export type RandomCrypto = Pick<Crypto, 'getRandomValues' | 'subtle'>

/** How many bytes the source is tried with, twice, before a key is made of it. */
const TRIAL = 64
/** Of 64 honest bytes, 57 are different, give or take 3: fewer than this is no chance. */
const DIFFERENT_LEAST = 32
/** So many bytes that come again within 128 are none either. */
const RUN = 8

const isNode = Object.prototype.toString.call((globalThis as { process?: unknown }).process) === '[object process]'
const sourceOf = Function.prototype.toString
const nativeText = (name: string) => new RegExp(`^function ${name}\\(\\)\\s*\\{\\s*\\[native code\\]\\s*\\}$`)

/** Whether the source is the platform's own. Node writes parts of WebCrypto in JavaScript: there, the texts of its methods say nothing. */
function isUntouched(source: RandomCrypto): boolean {
  const name = 'getRandomValues'
  if (Object.hasOwn(source, name)) return false
  const prototype = Object.getPrototypeOf(source) as Crypto
  const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value
  if (typeof method !== 'function' || method.name !== name || method.length !== 1) return false
  if (!nativeText('toString').test(sourceOf.call(sourceOf))) return false
  if (!nativeText('randomUUID').test(sourceOf.call(prototype.randomUUID))) return isNode
  return nativeText(name).test(sourceOf.call(method))
}

/** Whether the source gives constants, little, or the same again. */
function isRepeating(source: RandomCrypto): boolean {
  const first = source.getRandomValues(new Uint8Array(TRIAL))
  const second = source.getRandomValues(new Uint8Array(TRIAL))
  const isPoor = [first, second].some((bytes) => new Set(bytes).size < DIFFERENT_LEAST)
  const both = concat(first, second)
  const runs = Array.from({ length: both.length - RUN + 1 }, (_, at) => both.subarray(at, at + RUN).join())
  return isPoor || new Set(runs).size < runs.length
}

async function draw(source: RandomCrypto, length: number): Promise<Bytes> {
  if (!isUntouched(source) || isRepeating(source)) throw new KeyError('RANDOM_FAILED')
  const drawn = source.getRandomValues(new Uint8Array(32))
  const key = await source.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
  const other = new Uint8Array(await source.subtle.exportKey('raw', key))
  const both = concat(drawn, other)
  try {
    if (other.length !== 32 || new Set(other).size < 8) throw new KeyError('RANDOM_FAILED')
    const material = await source.subtle.importKey('raw', both, 'HKDF', false, ['deriveBits'])
    const info = new TextEncoder().encode('wm/random/1')
    const bits = await source.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info },
      material,
      length * 8,
    )
    return new Uint8Array(bits)
  } finally {
    wipe(drawn, other, both)
  }
}

/**
 * Bytes to make keys of.
 * @param length at most 255 × 32
 * @throws KeyError RANDOM_FAILED
 */
export async function randomSecret(length: number, source: RandomCrypto = crypto): Promise<Bytes> {
  try {
    return await draw(source, length)
  } catch {
    throw new KeyError('RANDOM_FAILED')
  }
}

/** Twelve bytes that need only to be new. */
export function randomIv(source: RandomCrypto = crypto): Bytes {
  let iv: Bytes
  try {
    iv = source.getRandomValues(new Uint8Array(12))
  } catch {
    throw new KeyError('RANDOM_FAILED')
  }
  if (!isUntouched(source) || new Set(iv).size < 3) throw new KeyError('RANDOM_FAILED')
  return iv
}
