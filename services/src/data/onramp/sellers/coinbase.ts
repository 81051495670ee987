// Coinbase Onramp: a session token for one purchase (`POST /onramp/v1/token`, signed with a CDP key as JWT), then the hosted page. The
// token is good for one visit within five minutes, from the buyer's own address on the network.
import { createPrivateKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { fetchJson } from '../../assets/fetch-json.js'
import type { DataContext } from '../../context.js'
import { isWanted, type Seller } from './seller.js'

const API = 'https://api.developer.coinbase.com'
const PAGE = 'https://pay.coinbase.com/buy/select-asset'
const TOKEN_PATH = '/onramp/v1/token'
const JWT_VALID_S = 120
const answerSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(2048)) })

export interface CoinbaseOptions {
  readonly keyId: string
  /** A PEM (EC, P-256), or the base64 of an Ed25519 key as the portal shows it. */
  readonly key: string
  readonly url?: string | undefined
}

export function coinbaseSeller({ fetch, now }: DataContext, { keyId, key, url = API }: CoinbaseOptions): Seller {
  const secret = readKey(key)
  const endpoint = new URL(`${url.replace(/\/+$/, '')}${TOKEN_PATH}`)
  return {
    name: 'coinbase',
    kind: 'adapter',
    supports: (purchase) => isWanted(purchase, 'coinbase'),
    async ask({ address, assets, networks, clientIp, ...purchase }, signal) {
      const jwt = cdpToken({ keyId, key: secret, uri: `POST ${endpoint.host}${endpoint.pathname}`, now: now() })
      const addresses = [{ address, blockchains: networks.length > 0 ? networks : ['ethereum'] }]
      const { token } = await fetchJson(fetch, endpoint, {
        schema: answerSchema,
        headers: { authorization: `Bearer ${jwt}` },
        body: { addresses, ...(assets.length > 0 && { assets }), clientIp },
        signal,
      })
      const page = new URL(PAGE)
      const query = {
        sessionToken: token,
        defaultExperience: purchase.experience,
        defaultNetwork: purchase.defaultNetwork,
        defaultAsset: assets[0],
        presetFiatAmount: purchase.fiatAmount,
        fiatCurrency: purchase.fiatAmount === undefined ? undefined : purchase.fiatCurrency,
        presetCryptoAmount: purchase.cryptoAmount,
        partnerUserRef: purchase.customer,
      }
      for (const [name, value] of Object.entries(query)) if (value !== undefined) page.searchParams.set(name, String(value))
      return { url: page.href }
    },
  }
}

/** @throws Error that names the setting, at start */
function readKey(key: string): KeyObject {
  try {
    if (key.includes('-----BEGIN')) return createPrivateKey(key.replaceAll('\\n', '\n'))
    const bytes = Buffer.from(key, 'base64')
    const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
    return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: part(0), x: part(32) }, format: 'jwk' })
  } catch {
    throw new Error('adapters.coinbase.key: an EC key in PEM or an Ed25519 key in base64 is needed')
  }
}

interface CdpToken {
  readonly keyId: string
  readonly key: KeyObject
  readonly uri: string
  readonly now: number
}

export function cdpToken({ keyId, key, uri, now }: CdpToken): string {
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  const seconds = Math.floor(now / 1000)
  const header = { alg: isEd25519 ? 'EdDSA' : 'ES256', typ: 'JWT', kid: keyId, nonce: randomBytes(16).toString('hex') }
  const claims = { sub: keyId, iss: 'cdp', aud: ['cdp_service'], nbf: seconds, exp: seconds + JWT_VALID_S, uris: [uri] }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part(header)}.${part(claims)}`
  const signature = isEd25519
    ? sign(null, Buffer.from(text), key)
    : sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
