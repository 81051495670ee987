// One login at one provider: the address to send the person to, and from what comes back the person. PKCE S256 always, a nonce with OpenID Connect,
// the issuer checked where it is named, one redirect address per provider.
import { createHash } from 'node:crypto'
import { importPKCS8, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { AdapterError, fetchJson } from '../../upstream/fetch-json.js'
import type { ProviderSettings, SocialProvider } from '../../settings/social.js'
import { personOf, providerTable, shown, type Identity, type OAuthProvider, type OidcProvider } from './providers.js'
import { createProviderFetch, isAllowed, ProviderUnreachable } from './provider-fetch.js'

/** Why a login ended without a person. */
export type Failure = 'cancelled' | 'refused' | 'provider'

/** A login that ended without a person. The message is for the log alone and holds nothing of the answer but its kind. */
export class SocialError extends Error {
  override readonly name = 'SocialError'
  readonly reason: Failure
  constructor(reason: Failure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** What one login keeps between its two halves. */
export interface LoginSecrets {
  readonly state: string
  readonly verifier: string
  readonly nonce: string
}

/** Logins at one provider. */
export interface Exchange {
  /** As people know the provider. */
  readonly label: string
  /** Where the person is sent. @throws SocialError `provider` */
  authorizationUrl(secrets: LoginSecrets): Promise<URL>
  /**
   * The person, from the parameters with which they came back.
   * @throws SocialError `cancelled` when the provider says so, `provider` when it does not answer, `refused` for everything else
   */
  identify(parameters: URLSearchParams, secrets: LoginSecrets): Promise<Identity>
}

/** What `createExchange` needs. */
export interface ExchangeOptions {
  readonly provider: SocialProvider
  readonly settings: ProviderSettings
  /** The exact address to which the provider sends the person back. */
  readonly redirectUri: string
  readonly fetch: typeof globalThis.fetch
  readonly dev: boolean
  /** Unix milliseconds. */
  readonly now: () => number
  readonly timeoutMs?: number | undefined
}

/** How long what a provider publishes about itself is used. */
const DISCOVERY_MS = 60 * 60_000
const APPLE_SECRET_S = 5 * 60
const CLOCK_TOLERANCE_S = 60

/** Makes the logins at one provider. Nothing is asked before the first login. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { provider: name, settings, redirectUri, now, dev } = options
  const provider = providerTable[name]
  const issuer = settings.issuer ?? provider.issuer
  const fetch = createProviderFetch(options)
  const request = asking(fetch, dev)
  const keys: oauth.JWKSCacheInput = {}
  const discover = provider.kind === 'oidc' ? discovery({ issuer, fetch, now, dev }) : undefined

  async function server(): Promise<oauth.AuthorizationServer> {
    const found = discover ? await discover() : own(provider as OAuthProvider, issuer)
    return {
      ...found,
      ...(settings.authorizationEndpoint !== undefined && { authorization_endpoint: settings.authorizationEndpoint }),
      ...(settings.tokenEndpoint !== undefined && { token_endpoint: settings.tokenEndpoint }),
    }
  }
  /** The library reads the clock of the process: it is told how far ours is from it. */
  const client = (): oauth.Client => ({
    client_id: settings.clientId,
    [oauth.clockSkew]: Math.round((now() - Date.now()) / 1000),
    [oauth.clockTolerance]: CLOCK_TOLERANCE_S,
  })

  return {
    label: provider.label,
    async authorizationUrl({ state, verifier, nonce }) {
      const { authorization_endpoint: endpoint } = await server()
      const url = endpoint === undefined ? undefined : new URL(endpoint)
      if (!url || !isAllowed(url, dev)) throw new SocialError('provider', `${name} has no address to send people to`)
      const parameters = {
        ...provider.parameters,
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: provider.scope,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(provider.kind === 'oidc' && { nonce }),
      }
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
      return url
    },
    async identify(parameters, { state, verifier, nonce }) {
      try {
        const as = await server()
        const self = client()
        const valid = oauth.validateAuthResponse(as, self, withoutForeign(parameters), state)
        const auth = await authentication(provider, settings, issuer, now())
        const answer = await oauth.authorizationCodeGrantRequest(as, self, auth, valid, redirectUri, verifier, request)
        if (provider.kind === 'oidc') {
          const tokens = await oauth.processAuthorizationCodeResponse(as, self, answer, {
            expectedNonce: nonce,
            requireIdToken: true,
          })
          await oauth.validateApplicationLevelSignature(as, answer, { ...request, [oauth.jwksCache]: keys })
          const person = personOf(oauth.getValidatedIdTokenClaims(tokens))
          return { issuer, ...person, name: person.name ?? (provider.auth === 'signed' ? firstName(parameters) : undefined) }
        }
        const { access_token: token } = await oauth.processAuthorizationCodeResponse(as, self, answer)
        const places = {
          userEndpoint: settings.userEndpoint ?? provider.userEndpoint,
          emailsEndpoint: settings.emailsEndpoint ?? provider.emailsEndpoint,
        }
        const headers = { authorization: `Bearer ${token}`, 'user-agent': 'wallet-modal' }
        const person = await provider.person((url, schema) => fetchJson(fetch, url, { schema, headers }), places, {
          token,
          clientSecret: 'clientSecret' in settings ? settings.clientSecret : '',
        })
        return { issuer, ...person }
      } catch (error) {
        throw socialError(name, error, provider.cancelled)
      }
    },
  }
}

function own({ authorizationEndpoint, tokenEndpoint }: OAuthProvider, issuer: string): oauth.AuthorizationServer {
  return { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint }
}

/** How the library asks: through our own fetch. */
function asking(fetch: typeof globalThis.fetch, dev: boolean) {
  type Given = Pick<RequestInit, 'method' | 'headers'> & {
    body?: RequestInit['body'] | undefined
    signal?: AbortSignal | undefined
  }
  const ask = (url: string, { method, headers, body, signal }: Given) =>
    fetch(url, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }), ...(signal && { signal }) })
  // Our own fetch decides which addresses may be asked: the loopback alone, in development.
  // oxlint-disable-next-line typescript/no-deprecated -- the library marks it so that nobody overlooks it
  return { [oauth.customFetch]: ask, [oauth.allowInsecureRequests]: dev }
}

/** What an OpenID provider publishes about itself, asked for again after an hour or a failure. */
function discovery({ issuer, fetch, now, dev }: Pick<ExchangeOptions, 'fetch' | 'now' | 'dev'> & { readonly issuer: string }) {
  let known: { readonly at: number; readonly answer: Promise<oauth.AuthorizationServer> } | undefined
  const ask = async () => {
    const url = new URL(issuer)
    const response = await oauth.discoveryRequest(url, asking(fetch, dev))
    const found = await oauth.processDiscoveryResponse(url, response)
    const places = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri]
    if (!places.every((place) => place !== undefined && URL.canParse(place) && isAllowed(new URL(place), dev)))
      throw new ProviderUnreachable(`${url.host} names an address that is not to be asked`)
    return found
  }
  return async () => {
    if (known && now() - known.at < DISCOVERY_MS) return known.answer
    const mine = { at: now(), answer: ask() }
    known = mine
    try {
      return await mine.answer
    } catch (error) {
      if (known === mine) known = undefined
      throw new SocialError('provider', 'the provider says nothing about itself', { cause: error })
    }
  }
}

async function authentication(
  provider: OidcProvider | OAuthProvider,
  settings: ProviderSettings,
  issuer: string,
  now: number,
): Promise<oauth.ClientAuth> {
  if (!('privateKey' in settings))
    return provider.auth === 'basic'
      ? oauth.ClientSecretBasic(settings.clientSecret)
      : oauth.ClientSecretPost(settings.clientSecret)
  const at = Math.floor(now / 1000)
  const secret = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: settings.keyId })
    .setIssuer(settings.teamId)
    .setSubject(settings.clientId)
    .setAudience(issuer)
    .setIssuedAt(at)
    .setExpirationTime(at + APPLE_SECRET_S)
    .sign(await importPKCS8(settings.privateKey, 'ES256'))
  return oauth.ClientSecretPost(secret)
}

/** Only what the library reads; a provider's further parameters are not ours to judge. */
function withoutForeign(parameters: URLSearchParams): URLSearchParams {
  const read = ['code', 'state', 'iss', 'error', 'error_description']
  return new URLSearchParams([...parameters].filter(([key]) => read.includes(key)))
}

/** Apple tells the name beside the code, once, and unsigned: for display. */
function firstName(parameters: URLSearchParams): string | undefined {
  return shown(parameters.get('name'))
}

function socialError(name: SocialProvider, error: unknown, cancelled: readonly string[]): SocialError {
  if (error instanceof SocialError) return error
  if (error instanceof oauth.AuthorizationResponseError)
    return new SocialError(cancelled.includes(error.error) ? 'cancelled' : 'refused', `${name} ended the login`)
  if (hasCause(error, (one) => one instanceof ProviderUnreachable || (one instanceof AdapterError && one.status === 0)))
    return new SocialError('provider', `${name} did not answer`, { cause: error })
  return new SocialError('refused', `${name} was not believed`, { cause: error })
}

function hasCause(error: unknown, is: (one: unknown) => boolean): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) if (is(one)) return true
  return false
}
