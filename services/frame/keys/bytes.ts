// Bytes and their texts.
import { base64urlnopad } from '@scure/base'
import { KeyError } from './errors.js'

/** Over a buffer of its own, as WebCrypto wants it. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

export function utf8(text: string): Bytes {
  return encoder.encode(text)
}

export function toBase64url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes)
}

/**
 * @param length of the bytes; default: any
 * @throws KeyError BAD_INPUT: another alphabet, padding, loose bits, another length
 */
export function fromBase64url(text: string, length?: number): Bytes {
  let bytes: Bytes
  try {
    bytes = new Uint8Array(base64urlnopad.decode(text))
  } catch {
    throw new KeyError('BAD_INPUT')
  }
  if (length !== undefined && bytes.length !== length) throw new KeyError('BAD_INPUT')
  return bytes
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** In the same time wherever they differ. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0)
  return difference === 0
}

/** Whether `part` stands anywhere in `whole`. */
export function includesBytes(whole: Uint8Array, part: Uint8Array): boolean {
  for (let at = 0; at + part.length <= whole.length; at++) if (isEqual(whole.subarray(at, at + part.length), part)) return true
  return false
}

/** Overwrites secrets. JavaScript does not promise that no copy is left: engines move memory, and keys of WebCrypto are out of reach. */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
