// One-time codes: made, normalised, hashed and compared. A code itself is never stored.
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import type { Pepper } from './secrets.js'

/** Digits of a code. */
export const CODE_LENGTH = 6
/** N of scrypt. 32 MiB and some 90 ms: a stolen table of hashes is slow to try, even with the pepper. */
export const CODE_COST = 2 ** 15
/** Bytes; twice what that takes. */
const MEMORY_MAX = 64 * 2 ** 20
const HASH_BYTES = 32
/** Longer input is no code, however it is normalised. */
const INPUT_MAX = 64

/** What a code belongs to: it is worth nothing elsewhere. */
export interface CodeBinding {
  readonly challenge: string
  readonly purpose: string
  readonly email: string
  readonly deviceKey: string
  readonly appOrigin: string
}

/** By what codes are hashed. */
export interface CodeKey {
  readonly pepper: Pepper
  /** N of scrypt. */
  readonly cost: number
}

/** The stored form of a code. */
export interface CodeHash {
  readonly hash: string
  readonly salt: string
}

/** Digits, zeros at the beginning included. */
export function newCode(length = CODE_LENGTH): string {
  return String(randomInt(10 ** length)).padStart(length, '0')
}

/** Two digits that mail, page and modal show alike. */
export const newMatchCode = (): string => newCode(2)

/** The digits of what was typed: full-width and other compatible forms become ASCII, blanks and hyphens between digits vanish. Undefined: no code. */
export function readCode(typed: string, length: number): string | undefined {
  if (typed.length > INPUT_MAX) return undefined
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/[٠-٩۰-۹]/g, asciiDigit)
  return digits.length === length && /^\d+$/.test(digits) ? digits : undefined
}

/** The hash to be stored for a new code. */
export async function hashCode(code: string, binding: CodeBinding, key: CodeKey): Promise<CodeHash> {
  const salt = randomBytes(16)
  return { hash: (await stretch(code, binding, key, salt)).toString('base64url'), salt: salt.toString('base64url') }
}

/** Whether `code` is the one of the hash. Takes the same time either way. */
export async function isCode(code: string, binding: CodeBinding, key: CodeKey, { hash, salt }: CodeHash): Promise<boolean> {
  const made = await stretch(code, binding, key, Buffer.from(salt, 'base64url'))
  const stored = Buffer.from(hash, 'base64url')
  return stored.length === made.length && timingSafeEqual(stored, made)
}

function stretch(code: string, binding: CodeBinding, { pepper, cost }: CodeKey, salt: Buffer): Promise<Buffer> {
  const { challenge, purpose, email, deviceKey, appOrigin } = binding
  // JSON, so that no two different lists of fields have one text.
  const bound = pepper(JSON.stringify([challenge, purpose, email, deviceKey, appOrigin, code]))
  return new Promise((resolve, reject) => {
    const options = { N: cost, r: 8, p: 1, maxmem: MEMORY_MAX }
    scrypt(bound, salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}

/** Arabic-Indic and Persian digits, as keyboards of these languages write them. */
function asciiDigit(digit: string): string {
  return String((digit.codePointAt(0) ?? 0) & 0xf)
}
