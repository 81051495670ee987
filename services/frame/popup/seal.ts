// The ciphertexts that a frame and its window pass to each other through the services. Requests are sealed with a key made of the secret in the fragment. Answers
// also need a shared secret of two key pairs made for this once: who finds the fragment later, in a history, reads no answer. Neither secret reaches the services,
// so they can read nothing, make no answer, and hand none on as one to another request.
import { decode, encode } from '../encoding.js'

/** Over a buffer of its own, as WebCrypto wants it. */
export type Bytes = Uint8Array<ArrayBuffer>

/** AES-256-GCM, base64url. */
export interface SealedBox {
  readonly iv: string
  readonly data: string
}

/** `publicKey`: raw point of P-256, base64url. */
export interface WindowKeys {
  readonly publicKey: string
  readonly privateKey: CryptoKey
}

/** What a request is bound to: it opens as no other. */
export interface RequestBinding {
  readonly secret: string
  readonly turn: number
  /** SHA-256 of the frame's public key. */
  readonly key: string
  readonly hash: string
}

/** What an answer is bound to. */
export interface AnswerBinding {
  readonly secret: string
  readonly attempt: string
  readonly turn: number
  readonly hash: string
  /** Public keys. */
  readonly frame: string
  readonly window: string
  /** Of one of the two. */
  readonly privateKey: CryptoKey
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
export const newSecret = (): string => encode(crypto.getRandomValues(new Uint8Array(32)))

/** SHA-256, base64url. */
export const hashOf = async (bytes: Bytes): Promise<string> =>
  encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** The private key cannot be exported. */
export async function newWindowKeys(): Promise<WindowKeys> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  return { publicKey: encode(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))), privateKey }
}

async function keyOf(material: Bytes, info: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(info) }
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

async function seal(key: CryptoKey, bytes: Bytes, bound: string): Promise<SealedBox> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(bound) }, key, bytes)
  return { iv: encode(iv), data: encode(new Uint8Array(data)) }
}

async function open(key: CryptoKey, { iv, data }: SealedBox, bound: string): Promise<Bytes> {
  const algorithm = { name: 'AES-GCM', iv: decode(iv), additionalData: utf8(bound) }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, decode(data)))
}

const REQUEST = 'wm/approval/request/1'
const ANSWER = 'wm/approval/answer/1'
const boundOf = ({ turn, key, hash }: RequestBinding) => `${REQUEST}:${turn}:${key}:${hash}`

export const sealRequest = async (binding: RequestBinding, bytes: Bytes): Promise<SealedBox> =>
  seal(await keyOf(decode(binding.secret), REQUEST), bytes, boundOf(binding))

/** @throws unless it was sealed with this secret, for exactly this */
export const openRequest = async (binding: RequestBinding, box: SealedBox): Promise<Bytes> =>
  open(await keyOf(decode(binding.secret), REQUEST), box, boundOf(binding))

/** @param theirs public key of the other side */
async function answerKey({ secret, frame, window, privateKey }: AnswerBinding, theirs: string): Promise<CryptoKey> {
  const other = await crypto.subtle.importKey('raw', decode(theirs), curve, false, [])
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, 256))
  return keyOf(new Uint8Array([...decode(secret), ...shared]), `${ANSWER}:${frame}:${window}`)
}

const answerBound = ({ attempt, turn, hash }: AnswerBinding) => `${ANSWER}:${attempt}:${turn}:${hash}`

/** By the window. */
export const sealAnswer = async (binding: AnswerBinding, bytes: Bytes): Promise<SealedBox> =>
  seal(await answerKey(binding, binding.frame), bytes, answerBound(binding))

/** By the frame. @throws unless the window that was given the secret has sealed it, for exactly this */
export const openAnswer = async (binding: AnswerBinding, box: SealedBox): Promise<Bytes> =>
  open(await answerKey(binding, binding.window), box, answerBound(binding))
