// Keys and addresses: ed25519 pairs from seeds, and the addresses of token accounts, which no key owns.
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58, toBase58 } from '../../src/base58.js'

export const SYSTEM = '11111111111111111111111111111111'
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

export interface Signer {
  readonly address: string
  sign(message: Uint8Array): Uint8Array
}

/** @param seed 32 bytes, in hex. */
export function signerOf(seed: string): Signer {
  const secret = Buffer.from(seed, 'hex')
  return { address: toBase58(ed25519.getPublicKey(secret)), sign: (message) => ed25519.sign(message, secret) }
}

export const isSigned = (message: Uint8Array, signature: Uint8Array, address: Uint8Array): boolean =>
  ed25519.verify(signature, message, address)

/** Where the tokens of an owner are by convention: the first address off the curve that the seeds give. */
export function tokenAccountOf(owner: string, mint: string, program = TOKEN): string {
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of [owner, program, mint]) hash.update(fromBase58(seed))
    const candidate = hash.update(Uint8Array.of(bump)).update(fromBase58(ASSOCIATED)).update('ProgramDerivedAddress').digest()
    if (!isOnCurve(candidate)) return toBase58(candidate)
  }
  throw new Error('no address')
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
