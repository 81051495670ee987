// Bytes, and signatures of secp256k1 from which the key is recovered.
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Whether two byte arrays are equal. */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** The arrays one after the other. */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

/**
 * The compressed key that has signed a digest, 33 bytes.
 * @param signature 64 bytes: r and s. One of the two signatures that a key has for a digest is refused (low s, BIP-146), so that
 * nobody can make a second one from the first.
 * @param recovery 0 to 3
 * @throws Error for anything else
 */
export function recoverKey(signature: Uint8Array, recovery: number, digest: Uint8Array): Uint8Array {
  const parsed = secp256k1.Signature.fromBytes(signature, 'compact')
  if (parsed.hasHighS()) throw new Error('high s')
  return parsed.addRecoveryBit(recovery).recoverPublicKey(digest).toBytes(true)
}

/** A compressed key without compression and without its first byte, 64 bytes. */
export const uncompressed = (key: Uint8Array): Uint8Array => secp256k1.Point.fromBytes(key).toBytes(false).slice(1)
