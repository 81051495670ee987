// The keys of this browser: one proves to the services who asks (DPoP, RFC 9449), one wraps the client half of the device slot. Neither can be exported:
// copies of the files of a profile do not have them.
import * as z from 'zod/mini'
import { encode } from './encoding.js'
import type { FrameStore } from './store.js'
import type { Lock } from './locks.js'

/** What a proof is for. */
export interface ProofOf {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** In ms, as the services have it. */
  readonly at: number
  /** The session's token that is sent beside the proof. */
  readonly token?: string | undefined
}

/** Wrapped bytes. */
export interface Wrapped {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: Uint8Array<ArrayBuffer>
}

export interface Device {
  /** RFC 7638 thumbprint of the public key. */
  readonly thumbprint: string
  /** The value of the header `dpop`. */
  prove(what: ProofOf): Promise<string>
  /** @param name bound to the ciphertext: bytes that are wrapped for one wallet do not open as another's */
  wrap(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Wrapped>
  /** @throws when the bytes or the name are others */
  unwrap(wrapped: Wrapped, name: string): Promise<Uint8Array<ArrayBuffer>>
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const text = new TextEncoder()

/** WebCrypto's keys, and none that can be exported. */
const keySchema = z.custom<CryptoKey>((value) => value instanceof CryptoKey && !value.extractable)
const keptSchema = z.object({
  signing: z.object({ privateKey: keySchema, publicKey: z.custom<CryptoKey>((value) => value instanceof CryptoKey) }),
  wrapping: keySchema,
})

/** The keys of this browser, made at the first call. Two tabs that call at once get the same. */
export async function loadDevice(store: FrameStore, lock: Lock): Promise<Device> {
  const kept = await lock('device', async () => {
    const found = keptSchema.safeParse(await store.get('device'))
    if (found.success) return found.data
    const made = {
      signing: await crypto.subtle.generateKey(curve, false, ['sign', 'verify']),
      wrapping: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    }
    await store.set('device', made)
    return made
  })
  const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', kept.signing.publicKey)
  // The members in the order of RFC 7638: the thumbprint is over exactly this text.
  const jwk = { crv, kty, x, y }
  const thumbprint = encode(await digest(JSON.stringify(jwk)))

  return {
    thumbprint,
    async prove({ method, url, at, token }) {
      const header = { typ: 'dpop+jwt', alg: 'ES256', jwk }
      const payload = {
        htm: method,
        htu: url.origin + url.pathname,
        iat: Math.floor(at / 1000),
        jti: crypto.randomUUID(),
        ...(token === undefined ? {} : { ath: encode(await digest(token)) }),
      }
      const signed = [header, payload].map((part) => encode(text.encode(JSON.stringify(part)))).join('.')
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, kept.signing.privateKey, text.encode(signed))
      return `${signed}.${encode(new Uint8Array(signature))}`
    },
    async wrap(bytes, name) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: text.encode(name) }, kept.wrapping, bytes)
      return { iv, data: new Uint8Array(data) }
    },
    async unwrap({ iv, data }, name) {
      return new Uint8Array(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: text.encode(name) }, kept.wrapping, data),
      )
    },
  }
}

async function digest(value: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(value)))
}
