// Proofs of possession (RFC 9449): each call is signed with the non-extractable key of the caller's device, so that a copied token is worth nothing.
import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWK, type JWTPayload } from 'jose'
import * as z from 'zod/mini'
import type { Sql } from '../db/db.js'
import { HttpError } from '../http/errors.js'

/** How far the clock of a device may be off. */
const CLOCK_TOLERANCE_MS = 60_000
const PROOF_CHARS_MAX = 2048

const jwkSchema = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  y: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  // What WebCrypto adds when it exports a public key.
  ext: z.optional(z.boolean()),
  key_ops: z.optional(z.array(z.string())),
  alg: z.optional(z.literal('ES256')),
  use: z.optional(z.literal('sig')),
})
const claimsSchema = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti: z.string().check(z.minLength(8), z.maxLength(128)),
  ath: z.optional(z.string()),
})

/** What a proof is checked against. */
export interface ProofCheck {
  readonly method: string
  /** The url of the call as the caller knows it, without query. */
  readonly url: string
  /** The access token that came along. */
  readonly token?: string | undefined
  readonly now: number
}

/**
 * The thumbprint (RFC 7638) of the key that signed. Each proof is good once: what was used stands in `embedded_proofs`.
 * @throws HttpError 401 `clock` where only the time is off, else 401 `proof`
 */
export async function checkProof(proof: string | null, { method, url, token, now }: ProofCheck, sql: Sql): Promise<string> {
  if (!proof || proof.length > PROOF_CHARS_MAX) throw refusal()
  const { payload, jwk } = await verified(proof, now)
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success) throw refusal()
  const { htm, htu, iat, jti, ath } = claims.data
  if (htm !== method || !isSameUrl(htu, url)) throw refusal()
  if (token !== undefined && ath !== createHash('sha256').update(token).digest('base64url')) throw refusal()
  // `iat` has seconds, so a proof of this very second may look almost one older.
  const age = now - iat * 1000
  if (age > CLOCK_TOLERANCE_MS + 999 || -age > CLOCK_TOLERANCE_MS)
    throw new HttpError(401, 'clock', 'The clock of this device is off: the header date has the right time')
  const key = await calculateJwkThumbprint(jwk)
  const id = createHash('sha256').update(`${key} ${jti}`).digest('base64url')
  const expiresAt = now + 3 * CLOCK_TOLERANCE_MS
  const fresh = await sql.query(
    'insert into embedded_proofs (id, expires_at) values ($1, $2) on conflict do nothing returning id',
    [id, expiresAt],
  )
  if (fresh.length === 0) throw refusal()
  return key
}

async function verified(proof: string, now: number): Promise<{ payload: JWTPayload; jwk: JWK }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(now),
    })
    // A private member in the header would be a key that somebody gave away.
    return { payload, jwk: jwkSchema.parse(protectedHeader.jwk) as JWK }
  } catch {
    throw refusal()
  }
}

function isSameUrl(claimed: string, url: string): boolean {
  if (!URL.canParse(claimed)) return false
  const { origin, pathname, search, hash } = new URL(claimed)
  return search === '' && hash === '' && `${origin}${pathname}` === url
}

const refusal = () => new HttpError(401, 'proof', 'The proof of possession is not valid')
