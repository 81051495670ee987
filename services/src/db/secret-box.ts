// Seals secrets for the database with the operator's key (AES-256-GCM): a copy of the database alone opens nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets of one purpose. */
export interface SecretBox {
  /** `owner` is bound to the secret: sealed for one, it does not open for another. */
  seal(secret: string, owner: string): string
  /** @throws Error when the key, the owner or the text is not the one of `seal` */
  open(sealed: string, owner: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1.'

/**
 * @param secretKey 32 bytes in hex
 * @param purpose such as `sessions co-signer`: each has a key of its own
 */
export function createSecretBox(secretKey: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', `wallet-modal ${purpose}`, 32))
  return {
    seal(secret, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return VERSION + Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed, owner) {
      if (!sealed.startsWith(VERSION)) throw new Error('a sealed secret of another version')
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
