// Verifies ed25519 signatures. A module of its own, because its library shares parts with what other connectors load (see `vite.config.ts`).
import { ed25519 } from '@noble/curves/ed25519.js'

/** Whether a key of 32 bytes has signed a message, by the strict rules of RFC 8032. `false` for anything malformed. */
export function verifies(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false // no point of the curve
  }
}
