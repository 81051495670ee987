// Checks the token with which a client proves at connection that it owns the key of its did:key.
import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { ed25519KeyOf } from './did-key.js'

/** Tolerance at both ends of a token's life, because clocks of phones are inaccurate. */
const CLOCK_SKEW_SECONDS = 120
/** Longest accepted life of a token. WalletConnect's clients make tokens for one day; a leaked token must not work for longer. */
const LONGEST_LIFE_SECONDS = 25 * 3_600
/** Usual tokens have about 400 characters. */
const MAX_TOKEN_LENGTH = 4_096
/** DER header of an Ed25519 SubjectPublicKeyInfo (RFC 8410); the raw key follows. */
const SPKI_HEADER = Buffer.from('302a300506032b6570032100', 'hex')

const headerSchema = z.object({ alg: z.string(), typ: z.string().optional() })
const claimsSchema = z.object({
  iss: z.string().max(200),
  sub: z.string().max(200),
  aud: z.string().max(2_000),
  iat: z.number(),
  exp: z.number(),
})

/** The outcome: the client's did:key, or the reason of the refusal. */
export type TokenCheck = { readonly ok: true; readonly clientId: string } | { readonly ok: false; readonly reason: string }

/**
 * Verifies a compact EdDSA JWT: header, did:key issuer, signature, life, and the audience when `audiences` are given (scheme and host are
 * compared, path and trailing slash are not). `reason` is the text of the close frame.
 * @param now unix milliseconds
 */
export function checkToken(token: string, options: { now: number; audiences?: readonly string[] | undefined }): TokenCheck {
  const parts = token.split('.')
  const [head, body, signature] = parts
  if (token.length > MAX_TOKEN_LENGTH || parts.length !== 3 || !head || !body || !signature) return refuse('JWT is malformed')

  const header = headerSchema.safeParse(decodeJson(head))
  if (!header.success) return refuse('JWT header is malformed')
  if (header.data.alg !== 'EdDSA') return refuse('JWT algorithm must be EdDSA')

  const claims = claimsSchema.safeParse(decodeJson(body))
  if (!claims.success) return refuse('JWT claims are malformed')
  const { iss, aud, iat, exp } = claims.data

  const publicKey = ed25519KeyOf(iss)
  if (!publicKey) return refuse('JWT issuer is not an Ed25519 did:key')
  if (!isSigned(publicKey, `${head}.${body}`, signature)) return refuse('JWT signature is invalid')

  const seconds = options.now / 1_000
  if (iat > seconds + CLOCK_SKEW_SECONDS) return refuse('JWT Token is not yet valid')
  if (exp <= seconds - CLOCK_SKEW_SECONDS) return refuse('JWT Token is expired')
  if (exp - iat > LONGEST_LIFE_SECONDS) return refuse('JWT Token lives too long')
  if (options.audiences && !options.audiences.some((allowed) => isSameHost(allowed, aud)))
    return refuse('JWT audience is not this relay')
  return { ok: true, clientId: iss }
}

/** The `did:key` that a token claims, unchecked: enough to keep a place for a client, not to let it in. Undefined where there is none. */
export function claimedClient(token: string): string | undefined {
  const body = token.length <= MAX_TOKEN_LENGTH ? token.split('.')[1] : undefined
  const claims = body === undefined ? undefined : claimsSchema.safeParse(decodeJson(body))
  return claims?.success && ed25519KeyOf(claims.data.iss) ? claims.data.iss : undefined
}

function refuse(what: string): TokenCheck {
  return { ok: false, reason: `JWT validation error: ${what}` }
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

function isSigned(publicKey: Uint8Array, signed: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64) return false
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_HEADER, publicKey]), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(signed), key, bytes)
  } catch {
    return false // the 32 bytes are no point of the curve
  }
}

/** Clients name the relay's url as they were configured: with path, query or trailing slash, and with http as well as ws. */
function isSameHost(allowed: string, audience: string): boolean {
  const [a, b] = [allowed, audience].map((text) => {
    const url = text.replace(/^http(?=s?:)/i, 'ws')
    return URL.canParse(url) ? new URL(url) : undefined
  })
  return a !== undefined && b !== undefined && a.protocol === b.protocol && a.host === b.host
}
