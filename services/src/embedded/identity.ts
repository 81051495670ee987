// Identity tokens: an ES256 JWT for one app, which proves who the user is to that app's server and has no power over the wallet. The user's id in it
// differs from app to app.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { HttpError } from '../http/errors.js'
import type { EmbeddedContext } from './context.js'
import type { Session } from './sessions.js'

const IDENTITY_LIFE_S = 3600

interface KeyRow {
  readonly kid: string
  readonly public_jwk: string
  readonly private_sealed: string
}

/** @throws HttpError 403 `origin` without the user's consent */
export async function issueIdentity(ctx: EmbeddedContext, session: Session, appOrigin: string): Promise<string> {
  const consent = await ctx.db.query('select 1 from embedded_consents where user_id = $1 and app_origin = $2', [
    session.user,
    appOrigin,
  ])
  if (consent.length === 0) throw new HttpError(403, 'origin', 'The user has not let this app know who they are')
  const { kid, private_sealed } = await signingKey(ctx)
  const key = await importJWK(JSON.parse(ctx.keys.open(private_sealed, kid)) as JWK, 'ES256') // as it was sealed below
  const now = Math.floor(ctx.now() / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuer(ctx.origin())
    .setAudience(appOrigin)
    .setSubject(ctx.subjects(JSON.stringify([session.user, appOrigin])).toString('base64url'))
    .setIssuedAt(now)
    .setExpirationTime(now + IDENTITY_LIFE_S)
    .sign(key)
}

/** The public keys, for servers of apps. */
export async function publicKeys(ctx: EmbeddedContext): Promise<{ readonly keys: readonly object[] }> {
  await signingKey(ctx)
  const rows = await ctx.db.query<KeyRow>('select * from embedded_keys order by created_at')
  return { keys: rows.map(({ kid, public_jwk }) => ({ ...(JSON.parse(public_jwk) as object), kid, alg: 'ES256', use: 'sig' })) }
}

/** The first key; two instances that make one at once agree on the row that was there first. */
async function signingKey(ctx: EmbeddedContext): Promise<KeyRow> {
  const find = async () => (await ctx.db.query<KeyRow>('select * from embedded_keys order by created_at, kid limit 1'))[0]
  const found = await find()
  if (found) return found
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)])
  const kid = await calculateJwkThumbprint(publicJwk)
  await ctx.db.transaction(async (sql) => {
    await sql.query('lock table embedded_keys in exclusive mode')
    await sql.query(
      'insert into embedded_keys (kid, public_jwk, private_sealed, created_at) select $1, $2, $3, $4 where not exists (select 1 from embedded_keys)',
      [kid, JSON.stringify(publicJwk), ctx.keys.seal(JSON.stringify(privateJwk), kid), ctx.now()],
    )
  })
  const made = await find()
  if (!made) throw new Error('the signing key vanished')
  return made
}
