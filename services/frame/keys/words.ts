// BIP-39 in bytes: a string would stay in memory for as long as the engine likes.
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Bytes, sha256, utf8, wipe } from './bytes.js'
import { KeyError } from './errors.js'

export const ENTROPY_BYTES = 32
const WORDS = 24
const BITS = 11

/** The numbers of the 24 words: 256 bits of entropy, 8 of its checksum, 11 bits a word. */
async function wordNumbers(entropy: Bytes): Promise<Uint16Array> {
  if (entropy.length !== ENTROPY_BYTES) throw new KeyError('BAD_INPUT')
  const bits = new Uint8Array(ENTROPY_BYTES + 1)
  bits.set(entropy)
  const digest = await sha256(entropy)
  bits.set(digest.subarray(0, 1), ENTROPY_BYTES)
  const numbers = new Uint16Array(WORDS)
  for (let at = 0; at < WORDS * BITS; at++) {
    const bit = ((bits[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    const word = Math.floor(at / BITS)
    numbers[word] = ((numbers[word] ?? 0) << 1) | bit
  }
  wipe(bits, digest)
  return numbers
}

/** The 24 words, a space between two, as ASCII. Whoever asks wipes them. */
export async function mnemonicBytes(entropy: Bytes): Promise<Bytes> {
  const numbers = await wordNumbers(entropy)
  const room = new Uint8Array(WORDS * 9)
  let length = 0
  for (const number of numbers) {
    const word = wordlist[number] ?? ''
    if (length > 0) room[length++] = 0x20
    // Letter by letter: bytes of a word alone would stay behind.
    for (let at = 0; at < word.length; at++) room[length++] = word.charCodeAt(at)
  }
  const bytes = room.slice(0, length)
  wipe(room)
  numbers.fill(0)
  return bytes
}

/** The seed that keys are derived from, without a passphrase. Whoever asks wipes it. */
export async function seedOf(entropy: Bytes): Promise<Bytes> {
  const words = await mnemonicBytes(entropy)
  try {
    const material = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveBits'])
    const stretch = { name: 'PBKDF2', hash: 'SHA-512', salt: utf8('mnemonic'), iterations: 2048 }
    return new Uint8Array(await crypto.subtle.deriveBits(stretch, material, 512))
  } finally {
    wipe(words)
  }
}
