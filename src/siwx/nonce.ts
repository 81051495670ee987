// Nonces that need no memory until they are used: a nonce says when it ends, and carries a code that only this server can make.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

const RANDOM_BYTES = 16
/** 16 random bytes, 6 of the time in ms, 16 of the code; in hex. */
const NONCE = /^([\da-f]{32})([\da-f]{12})([\da-f]{32})$/

/** Makes and reads the nonces of one secret. */
export interface Nonces {
  /** @param owner what the nonce is bound to, such as a cookie; another owner cannot use it */
  create(owner: string, expiresAt: number): string
  /** When a nonce of ours ends, in Unix milliseconds; `undefined` for any that this secret and owner have not made. */
  expiryOf(nonce: string, owner: string): number | undefined
}

/** Nonces of 76 letters and digits, authenticated by HMAC-SHA-256. @param secret at least 32 characters nobody can guess */
export function createNonces(secret: string): Nonces {
  const encoder = new TextEncoder()
  const codeOf = (body: string, owner: string) =>
    toHex(hmac(sha256, encoder.encode(secret), encoder.encode(`${body}:${owner}`)).slice(0, 16))
  return {
    create(owner, expiresAt) {
      const body = randomHex(RANDOM_BYTES) + expiresAt.toString(16).padStart(12, '0')
      return body + codeOf(body, owner)
    },
    expiryOf(nonce, owner) {
      const [, random, time, code] = NONCE.exec(nonce) ?? []
      if (random === undefined || time === undefined || code === undefined) return undefined
      return isSameText(codeOf(random + time, owner), code) ? parseInt(time, 16) : undefined
    },
  }
}

/** Random bytes in hex. */
export const randomHex = (length: number): string => toHex(crypto.getRandomValues(new Uint8Array(length)))

/** The hash of a text, in hex. */
export const hashOf = (text: string): string => toHex(sha256(new TextEncoder().encode(text)))

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Compares in a time that does not say where two texts differ. */
function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
