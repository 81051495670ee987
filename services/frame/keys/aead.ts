// AES-256-GCM and HKDF-SHA-256 of WebCrypto.
import { type Bytes, fromBase64url, toBase64url, utf8 } from './bytes.js'
import { KeyError } from './errors.js'
import { randomIv } from './random.js'
import type { Sealed } from './types.js'

/** Neither can be exported. */
type AesKey = CryptoKey

export async function aesKeyFrom(secret: Bytes, salt: Bytes, info: string): Promise<AesKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

export async function importAesKey(bytes: Bytes): Promise<AesKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** @param aad what the ciphertext belongs to: it opens as nothing else */
export async function seal(key: AesKey, plaintext: Bytes, aad: string): Promise<Sealed> {
  const iv = randomIv()
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(aad) }, key, plaintext)
  return { iv: toBase64url(iv), data: toBase64url(new Uint8Array(data)) }
}

/** @throws KeyError WRONG_KEY: another key, or ciphertext of something else; BAD_INPUT */
export async function open(key: AesKey, sealed: Sealed, aad: string): Promise<Bytes> {
  const iv = fromBase64url(sealed.iv, 12)
  const data = fromBase64url(sealed.data)
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: utf8(aad) }, key, data))
  } catch {
    throw new KeyError('WRONG_KEY')
  }
}
