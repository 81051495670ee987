// Addresses, keys and signatures of Solana as text: base58 of 32 and of 64 bytes.
import { base58, base64, hex } from '@scure/base'
import { malformed } from '../foreign-calls.js'

/** `base58.encode` throws above this. */
export const BASE58_MAX_BYTES = 2_048

/** Bytes of a text in base58, at most 4 096 characters; `undefined` when it is none. */
export function fromBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}

/** The address itself, if it is base58 of 32 bytes; else `undefined`. */
export const readAddress = (text: string): string | undefined =>
  text.length <= 44 && fromBase58(text)?.length === 32 ? text : undefined

/** The public key behind an address, as lower-case hex without `0x`. @param address as returned by `readAddress` */
export const publicKeyOf = (address: string): string => hex.encode(base58.decode(address))

/** A signature as text. @throws WalletError WALLET_FAILED unless it has 64 bytes */
export function encodeSignature(signature: Uint8Array | undefined): string {
  if (signature?.length !== 64) throw malformed('it did not answer with a signature')
  return base58.encode(signature)
}

/** The bytes of a signature that a wallet wrote in base58, base64 or hex. @throws WalletError WALLET_FAILED for anything else */
export function decodeSignature(text: unknown): Uint8Array {
  if (typeof text === 'string' && text.length <= 130) {
    const digits = /^(?:0x)?([\da-f]{128})$/i.exec(text)?.[1]
    const bytes = digits ? hex.decode(digits) : (fromBase58(text) ?? fromBase64(text))
    if (bytes?.length === 64) return bytes
  }
  throw malformed('it did not answer with a signature')
}

/** Bytes of a text in base64; `undefined` when it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

export { base58, base64 }
