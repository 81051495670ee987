// One OpenID provider that plays all six on the loopback, each below a path of its own and with its quirks. It asks for no password. Production has
// none of it.
import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { socialProviders, type ProviderSettings, type SocialProvider, type SocialSettings } from '../../src/settings/social.js'
import { createMemory } from './memory.js'
import { formPage, loginPage, problemPage, type Page } from './page.js'
import { testPeople, typedPerson, type Person } from './people.js'
import { quirks, Refused, type Quirks } from './quirks.js'

/** A running identity provider. */
export interface IdentityProvider {
  readonly url: string
  /** For the services: what an operator would have registered. */
  readonly settings: SocialSettings['providers']
  /** Takes the frame's origin as the one to which people are sent back. Called once, before the first login. */
  allow(frameOrigin: string): void
  /** `cross-origin-opener-policy` of every page; default `same-origin`, as strict providers have it. */
  setOpenerPolicy(policy: string): void
  stop(): Promise<void>
}

const CLIENT_ID = 'wallet'
const APPLE = { teamId: 'TEAM000001', keyId: 'KEY0000001' }
const FORM_BYTES = 16 * 1024
const HOUR_S = 3600

interface One {
  readonly quirks: Quirks
  readonly secret: string
  /** By the provider's own id of each. */
  readonly people: Map<string, Person>
  readonly provider: Provider
}

/** @param port 0, the default: a free one */
export async function startIdentityProvider({ port = 0 }: { readonly port?: number } = {}): Promise<IdentityProvider> {
  let openerPolicy = 'same-origin'
  const all = new Map<string, One>()
  const server = createServer((request, response) => {
    response.setHeader('cross-origin-opener-policy', openerPolicy)
    answer(all, request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      send(response, 400, problemPage(error instanceof Error ? error.message : String(error)))
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // TCP, so an address object
  const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secrets = new Map(socialProviders.map((name) => [name, randomBytes(24).toString('base64url')]))
  const secretOf = (name: SocialProvider) => secrets.get(name) ?? ''
  return {
    url,
    settings: Object.fromEntries(
      socialProviders.map((name) => [name, settingsOf(name, `${url}/${name}`, secretOf(name), apple.privateKey)]),
    ),
    allow(frameOrigin) {
      for (const name of socialProviders) {
        const redirectUri = `${frameOrigin}/oauth/callback/${name}`
        all.set(name, play(name, { issuer: `${url}/${name}`, secret: secretOf(name), redirectUri, applesKey: apple.publicKey }))
      }
    },
    setOpenerPolicy: (policy) => void (openerPolicy = policy),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function settingsOf(name: SocialProvider, issuer: string, clientSecret: string, applesKey: KeyObject): ProviderSettings {
  if (name === 'apple') {
    const privateKey = applesKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    return { clientId: CLIENT_ID, ...APPLE, privateKey, issuer }
  }
  const [userPlace, emailsPlace] = Object.keys(quirks[name].places)
  return {
    clientId: CLIENT_ID,
    clientSecret,
    issuer,
    ...(userPlace !== undefined && {
      authorizationEndpoint: `${issuer}/auth`,
      tokenEndpoint: `${issuer}/token`,
      userEndpoint: `${issuer}${userPlace}`,
    }),
    ...(emailsPlace !== undefined && { emailsEndpoint: `${issuer}${emailsPlace}` }),
  }
}

/** OpenID Connect shows the id to the app; the others have their own way to say who it is. */
function idOf({ claims }: Quirks, person: Person): string {
  return claims ? String(claims(person)['sub']) : person.key
}

interface Part {
  readonly issuer: string
  readonly secret: string
  readonly redirectUri: string
  readonly applesKey: KeyObject
}

function play(name: SocialProvider, { issuer, secret, redirectUri, applesKey }: Part): One {
  const own: Quirks = quirks[name]
  const people = new Map(testPeople.map((person) => [idOf(own, person), person]))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: own.auth,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    adapter: createMemory(),
    ttl: { AccessToken: HOUR_S, AuthorizationCode: 60, Grant: HOUR_S, IdToken: HOUR_S, Interaction: HOUR_S, Session: HOUR_S },
    scopes: [...own.scopes],
    claims: own.claims ? { openid: ['sub', 'name', 'email', 'email_verified', 'is_private_email'] } : {},
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    // An exported P-256 key has the fields of the library's own type for it.
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: name }] },
    cookies: {
      keys: [randomBytes(24).toString('base64url')],
      names: { session: `${name}-session`, interaction: `${name}-interaction`, resume: `${name}-resume` },
    },
    interactions: { url: (_, interaction) => `/${name}/login/${interaction.uid}` },
    findAccount(_, id) {
      const person = people.get(id)
      return person && { accountId: id, claims: () => ({ sub: id, ...own.claims?.(person) }) }
    },
    // Nobody is asked for consent.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc
      if (!client || session?.accountId === undefined) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(own.scopes.join(' '))
      await grant.save()
      return grant
    },
    renderError(ctx, out) {
      const { body, headers } = problemPage(`${out.error}: ${out.error_description ?? ''}`)
      ctx.set({ ...headers })
      ctx.body = body
    },
  }
  const provider = new Provider(issuer, configuration)
  if (name === 'apple') playApple(provider, { issuer, people, applesKey })
  if (name === 'github')
    provider.use(async (ctx, next) => {
      await next()
      // GitHub refuses a code with status 200.
      if (ctx.path === '/token' && ctx.status === 400) ctx.status = 200
    })
  return { quirks: own, secret, people, provider }
}

/** The client's secret is a short-lived JWT, the answer a form, and the name is told at the first login alone. */
function playApple(
  provider: Provider,
  { issuer, people, applesKey }: { issuer: string; people: ReadonlyMap<string, Person>; applesKey: KeyObject },
): void {
  const known = new Set<string>()
  const expected = { algorithms: ['ES256'], issuer: APPLE.teamId, audience: issuer, subject: CLIENT_ID, requiredClaims: ['exp'] }
  const client = provider.Client.prototype as unknown as { compareClientSecret: (secret: string) => Promise<boolean> }
  client.compareClientSecret = (secret) =>
    jwtVerify(secret, applesKey, expected).then(
      ({ protectedHeader }) => protectedHeader.kid === APPLE.keyId,
      () => false,
    )
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>
    const text: unknown = ctx.body
    const action = typeof text === 'string' ? /<form method="post" action="([^"]*)"/.exec(text)?.[1] : undefined
    if (action === undefined || oidc?.params?.['response_mode'] !== 'form_post') return
    const inputs = [...String(text).matchAll(/name="([^"]*)" value="([^"]*)"/g)]
    const fields = Object.fromEntries(inputs.map(([, key = '', value = '']) => [key, plain(value)]))
    const accountId = oidc.session?.accountId
    const person = accountId === undefined ? undefined : people.get(accountId)
    if ('code' in fields && person && !known.has(person.key)) {
      known.add(person.key)
      const [firstName = '', ...rest] = person.name.split(' ')
      fields['user'] = JSON.stringify({ name: { firstName, lastName: rest.join(' ') } })
    }
    const { body, headers } = formPage(plain(action), fields)
    ctx.set({ ...headers })
    ctx.status = 200
    ctx.body = body
  })
}

function plain(text: string): string {
  const signs: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&', '#39': "'" }
  return text.replace(/&(quot|lt|gt|amp|#39);/g, (whole, name: string) => signs[name] ?? whole)
}

async function answer(all: ReadonlyMap<string, One>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://provider')
  const [, name = '', ...rest] = url.pathname.split('/')
  const one = all.get(name)
  if (!one)
    return send(response, 404, problemPage(all.size === 0 ? 'No frame has been allowed yet' : 'There is nothing at this path'))
  const path = `/${rest.join('/')}`
  const place = one.quirks.places[path]
  if (place) return tell(one, place, url.searchParams, request, response)
  if (path.startsWith('/login/')) return login(one, request, response)
  // Each login asks who it is, so that a developer can be several people: nobody stays logged in.
  if (/^\/auth(?:\/|$)/.test(path)) forget(request, `${name}-session`)
  Object.assign(request, { originalUrl: request.url, url: `${path}${url.search}` })
  await one.provider.callback()(request, response)
}

function forget(request: IncomingMessage, cookie: string): void {
  const kept = (request.headers.cookie ?? '').split(';').filter((pair) => !pair.trim().startsWith(cookie))
  request.headers.cookie = kept.join(';')
}

/** What a person's access token gets. */
async function tell(
  { provider, people, secret: clientSecret }: One,
  place: Quirks['places'][string],
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const found = token === '' ? undefined : await provider.AccessToken.find(token)
  const person = found && people.get(found.accountId)
  if (!found || !person) return sendJson(response, 401, { message: 'Bad credentials' })
  try {
    sendJson(response, 200, place(person, { query, token, clientId: found.clientId ?? '', clientSecret }))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    sendJson(response, 400, { error: { message: error.message } })
  }
}

async function login(one: One, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, people, quirks: own } = one
  const { params } = await provider.interactionDetails(request, response)
  const ask = () => send(response, 200, loginPage(own.label, String(params['redirect_uri'])))
  if (request.method !== 'POST') return ask()
  const form = await formOf(request)
  const person = testPeople.find(({ key }) => key === form.get('person')) ?? typedPerson(form)
  if (person) people.set(idOf(own, person), person)
  const isCancelled = form.has('cancel')
  if (!person && !isCancelled) return ask()
  const result =
    person && !isCancelled
      ? { login: { accountId: idOf(own, person), remember: false } }
      : { error: own.cancelled, error_description: 'The person pressed cancel' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > FORM_BYTES) throw new Error('The form is too long')
  }
  return new URLSearchParams(text)
}

function send(response: ServerResponse, status: number, { body, headers }: Page): void {
  response.writeHead(status, headers).end(body)
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
}
