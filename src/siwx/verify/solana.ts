// Signatures of Solana accounts: ed25519 over the bytes of the text; the address is the key.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Verify } from './signed.js'

/** Most characters of 64 and of 32 bytes in base58, which takes long to read when it is long. */
const SIGNATURE_MAX_CHARACTERS = 88
const ADDRESS_MAX_CHARACTERS = 44

/** Verifies a signature of a Solana account. */
export const verify: Verify = ({ text, signature, address }) => {
  if (signature.length > SIGNATURE_MAX_CHARACTERS || address.length > ADDRESS_MAX_CHARACTERS) return Promise.resolve(false)
  try {
    const [bytes, key] = [base58.decode(signature), base58.decode(address)]
    const isSized = bytes.length === 64 && key.length === 32
    return Promise.resolve(isSized && ed25519.verify(bytes, new TextEncoder().encode(text), key, { zip215: false }))
  } catch {
    return Promise.resolve(false) // not base58, or no point of the curve
  }
}
