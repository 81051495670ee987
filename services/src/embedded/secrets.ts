// Random tokens, the hashes under which they are stored, and keyed hashes of what must not stand in the database.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** 128 random bits, base64url: an id that nobody can guess. */
export const newId = (): string => randomBytes(16).toString('base64url')
/** How a random token is stored. It has 256 bits, so it needs neither salt nor stretching. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** HMAC-SHA-256 with a key of its own per purpose, made from the operator's key. */
export type Pepper = (text: string) => Buffer

/** @param secretKey 32 bytes in hex @param purpose such as `embedded codes` */
export function createPepper(secretKey: string, purpose: string): Pepper {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', `wallet-modal ${purpose}`, 32))
  return (text) => createHmac('sha256', key).update(text).digest()
}
