// Boxes for the owner of a P-256 key: what is sealed with the public key opens with the private one alone. ECDH with a key pair made for this once, HKDF-SHA-256
// over both public keys and what the box is for, AES-256-GCM. The wallet's slots keep their data key in one, and the client half of an assisted slot travels in
// one to the recovery service and back. Runs in browsers and in Node.
import { aesKeyFrom, open, seal } from './aead.js'
import { type Bytes, concat, fromBase64url, toBase64url, wipe } from './bytes.js'
import { KeyError } from './errors.js'
import type { Box } from './types.js'

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** `publicKey`: raw point in base64url. */
export interface BoxKeys {
  readonly publicKey: string
  readonly privateKey: CryptoKey
}

/** What a box with the client half of an assisted slot belongs to. */
export function recoveryAad(userId: string, walletId: string, slotId: string): string {
  return `wm/recovery/1:${userId}:${walletId}:${slotId}`
}

/** @param isExtractable whether the private key may be exported, by `exportBoxKey`; default: no */
export async function newBoxKeys(isExtractable = false): Promise<BoxKeys> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, isExtractable, ['deriveBits'])
  return { publicKey: toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))), privateKey }
}

/** The private key as PKCS #8: a secret, to be kept under another key. */
export async function exportBoxKey({ privateKey }: BoxKeys): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))
}

/**
 * Keys of which `pkcs8` was exported; the private key cannot be exported again.
 * @throws KeyError BAD_INPUT
 */
export async function importBoxKeys(publicKey: string, pkcs8: Bytes): Promise<BoxKeys> {
  try {
    return { publicKey, privateKey: await crypto.subtle.importKey('pkcs8', pkcs8, curve, false, ['deriveBits']) }
  } catch {
    throw new KeyError('BAD_INPUT')
  }
}

/** @throws KeyError BAD_INPUT: not an uncompressed point of the curve */
async function importPublicKey(raw: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('raw', raw, curve, false, [])
  } catch {
    throw new KeyError('BAD_INPUT')
  }
}

/** Both public keys are part of the key, so that a box made for one key is none for another. */
async function sharedKey(
  privateKey: CryptoKey,
  other: Bytes,
  ephemeral: Bytes,
  recipient: Bytes,
  aad: string,
): Promise<CryptoKey> {
  const publicKey = await importPublicKey(other)
  const secret = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256))
  try {
    return await aesKeyFrom(secret, concat(ephemeral, recipient), `wm/box/1:${aad}`)
  } finally {
    wipe(secret)
  }
}

/**
 * @param aad what the box is for: it opens as nothing else
 * @throws KeyError BAD_INPUT: not a public key
 */
export async function sealFor(publicKey: string, plaintext: Bytes, aad: string): Promise<Box> {
  const recipient = fromBase64url(publicKey, 65)
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const ephemeral = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const key = await sharedKey(pair.privateKey, recipient, ephemeral, recipient, aad)
  return { ephemeralKey: toBase64url(ephemeral), ...(await seal(key, plaintext, aad)) }
}

/** @throws KeyError WRONG_KEY: for another key, or for something else, or changed; BAD_INPUT */
export async function openWith({ publicKey, privateKey }: BoxKeys, { ephemeralKey, iv, data }: Box, aad: string): Promise<Bytes> {
  const ephemeral = fromBase64url(ephemeralKey, 65)
  const key = await sharedKey(privateKey, ephemeral, ephemeral, fromBase64url(publicKey, 65), aad)
  return open(key, { iv, data }, aad)
}
