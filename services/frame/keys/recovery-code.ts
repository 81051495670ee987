// The recovery code: 160 random bits as 32 characters of Crockford's base32, and two that check them, for paper.
import { base32crockford } from '@scure/base'
import { type Bytes, utf8, wipe } from './bytes.js'
import { KeyError } from './errors.js'
import { randomSecret } from './random.js'

const SECRET_BYTES = 20
const CHARACTERS = 34
/** A person may put spaces and dashes wherever they like, to a point. */
const TYPED_MOST = 200
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The largest prime below 32²: no exchanged character and no two in each other's place go unnoticed. */
const MODULUS = 1021

/** The 32 characters as a number, modulo the prime. */
function checkOf(characters: string): string {
  let rest = 0
  for (const character of characters) rest = (rest * 32 + ALPHABET.indexOf(character)) % MODULUS
  return `${ALPHABET.charAt(rest >> 5)}${ALPHABET.charAt(rest & 31)}`
}

/** @param secret 20 bytes */
function write(secret: Bytes): string {
  const characters = base32crockford.encode(secret)
  return (characters + checkOf(characters)).replace(/.{4}(?=.)/g, '$&-')
}

/** A new code, in groups of four as it is shown. */
export async function newRecoveryCode(): Promise<string> {
  const secret = await randomSecret(SECRET_BYTES)
  try {
    return write(secret)
  } finally {
    wipe(secret)
  }
}

/**
 * A code as somebody has typed it: small letters, spaces, hyphens and O for 0, I or L for 1 are fine.
 * @returns the 20 bytes
 * @throws KeyError CODE_INVALID
 */
export function readRecoveryCode(typed: string): Bytes {
  if (typed.length > TYPED_MOST) throw new KeyError('CODE_INVALID')
  // NFKC: letters and digits of East Asian keyboards are full-width.
  const characters = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  const isCode = characters.length === CHARACTERS && Array.from(characters).every((character) => ALPHABET.includes(character))
  const [code, check] = [characters.slice(0, -2), characters.slice(-2)]
  if (!isCode || checkOf(code) !== check) throw new KeyError('CODE_INVALID')
  return new Uint8Array(base32crockford.decode(code))
}

/** The code as it was shown. @throws KeyError CODE_INVALID */
export function formatRecoveryCode(typed: string): string {
  return write(readRecoveryCode(typed))
}

/**
 * The client half that a code stands for: 32 bytes, as all of them are. 160 random bits need no slow function.
 * @throws KeyError CODE_INVALID
 */
export async function clientHalfOfCode(typed: string): Promise<Bytes> {
  const secret = readRecoveryCode(typed)
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  wipe(secret)
  const bits = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8('wm/code/1') }
  return new Uint8Array(await crypto.subtle.deriveBits(bits, material, 256))
}
