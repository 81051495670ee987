// did:key identifiers of Ed25519 keys, which name relay clients. Source: W3C did:key, multicodec 0xed, multibase base58btc.
import { fromBase58 } from '../base58.js'

const PREFIX = 'did:key:z'
const ED25519_CODEC = [0xed, 0x01] as const
const ED25519_KEY_BYTES = 32
/** 34 bytes need at most 47 digits; the bound limits the work for hostile input. */
const MAX_DIGITS = 50

/** The 32 bytes of the public key, or undefined for anything that is not an Ed25519 did:key. */
export function ed25519KeyOf(did: string): Uint8Array | undefined {
  if (!did.startsWith(PREFIX)) return undefined
  const bytes = decoded(did.slice(PREFIX.length))
  if (bytes?.length !== ED25519_CODEC.length + ED25519_KEY_BYTES) return undefined
  if (bytes[0] !== ED25519_CODEC[0] || bytes[1] !== ED25519_CODEC[1]) return undefined
  return bytes.subarray(ED25519_CODEC.length)
}

function decoded(text: string): Uint8Array | undefined {
  if (text.length > MAX_DIGITS) return undefined
  try {
    return fromBase58(text)
  } catch {
    return undefined // a character outside the alphabet
  }
}
