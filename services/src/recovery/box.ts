// What the wallet API and the recovery service write to each other, and the page to both.
import * as z from 'zod/mini'

/** base64url without padding, of `bytes` bytes exactly. */
export const bytes = (length: number) => {
  const characters = Math.ceil((length * 4) / 3)
  return z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`)))
}
export const binary = (charactersMax: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(charactersMax))

/** Ids that the page makes or the server does: 128 bit or more, base64url. */
export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
/** ECDH with an ephemeral P-256 key, HKDF, AES-256-GCM. */
export const boxSchema = z.strictObject({ ephemeralKey: bytes(65), iv: bytes(12), data: binary(4096) })
