// An OpenID provider that lies as a test tells it to.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

export interface Lies {
  /** Claims that replace or, with undefined, remove the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Signed with a key that is not published. */
  readonly foreignKey?: boolean
  readonly unsigned?: boolean
  /** Fields of the document about itself. */
  readonly document?: Readonly<Record<string, unknown>>
  /** The whole answer of the token endpoint. */
  readonly answer?: (response: ServerResponse) => void
}

export interface HostileProvider {
  readonly url: string
  /** What was sent to the token endpoint last. */
  readonly asked: () => URLSearchParams
  lie(lies: Lies): void
  /** The nonce that goes into id tokens: what the login asked for. */
  nonce: string
}

export async function hostileProvider(): Promise<HostileProvider> {
  const [own, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  let lies: Lies = {}
  let asked = new URLSearchParams()

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: provider.url, aud: 'wallet', sub: 'somebody', nonce: provider.nonce, iat: now, exp: now + 300 }
    const claims = Object.fromEntries(Object.entries({ ...right, ...lies.claims }).filter(([, value]) => value !== undefined))
    if (lies.unsigned) return `${encode({ alg: 'none' })}.${encode(claims)}.`
    const key = lies.foreignKey ? foreign.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key)
  }

  const server = createServer((request, response) => {
    const json = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    void (async () => {
      switch (request.url?.split('?')[0]) {
        case '/.well-known/openid-configuration':
          return json({
            issuer: provider.url,
            authorization_endpoint: `${provider.url}/auth`,
            token_endpoint: `${provider.url}/token`,
            jwks_uri: `${provider.url}/jwks`,
            response_types_supported: ['code'],
            id_token_signing_alg_values_supported: ['ES256'],
            authorization_response_iss_parameter_supported: true,
            ...lies.document,
          })
        case '/jwks':
          return json({ keys: [jwk] })
        case '/token': {
          let text = ''
          for await (const part of request) text += String(part)
          asked = new URLSearchParams(text)
          if (lies.answer) return lies.answer(response)
          return json({ access_token: 'access', token_type: 'bearer', expires_in: 300, id_token: await idToken() })
        }
        default:
          return response.writeHead(404).end()
      }
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const provider: HostileProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    lie: (next) => void (lies = next),
    nonce: '',
  }
  return provider
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
