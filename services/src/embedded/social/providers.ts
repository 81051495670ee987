// What each provider is like: where it is asked, what for, and how its answer about a person is read. Nothing is taken from an answer that its
// schema does not name.
import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { SocialProvider } from '../../settings/social.js'
import { visibleName } from '../../../../src/vocabulary/visible-name.js'

/** A person at a provider. `issuer` and `subject` are who it is; everything else is for display and proves nothing. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Sign In With Farcaster: with which key the person signed. */
  readonly method?: string | undefined
}

/** What a provider says about a person, without its issuer. */
export type Person = Omit<Identity, 'issuer'>

/** Asks a provider with the person's access token. */
export type Ask = <S extends z.ZodMiniType>(url: string, schema: S) => Promise<z.output<S>>

interface Common {
  /** As people know it. */
  readonly label: string
  readonly issuer: string
  readonly scope: string
  /** How the client's secret is sent. */
  readonly auth: 'post' | 'basic' | 'signed'
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Values of `error` that say the person pressed "cancel". */
  readonly cancelled: readonly string[]
}

/** OpenID Connect: the person is read from the id token. */
export interface OidcProvider extends Common {
  readonly kind: 'oidc'
}

/** OAuth 2 alone: the person is asked for with the access token. */
export interface OAuthProvider extends Common {
  readonly kind: 'oauth2'
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly userEndpoint: string
  readonly emailsEndpoint?: string
  readonly person: (ask: Ask, places: PersonPlaces, token: AccessToken) => Promise<Person>
}

/** Where a person is asked for. */
export interface PersonPlaces {
  readonly userEndpoint: string
  readonly emailsEndpoint?: string | undefined
}

/** The access token, and the secret of the client that got it. */
export interface AccessToken {
  readonly token: string
  readonly clientSecret: string
}

const name = z.optional(z.nullable(z.string().check(z.maxLength(1000))))
const digits = z.string().check(z.regex(/^\d{1,32}$/))

const githubUser = z.object({ id: z.int().check(z.positive()), login: z.string(), name })
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const facebookUser = z.object({ id: digits, name })
const xUser = z.object({ data: z.object({ id: digits, username: z.string(), name }) })
const discordUser = z.object({
  id: digits,
  username: z.string(),
  global_name: name,
  email: z.optional(z.nullable(z.string())),
  verified: z.optional(z.boolean()),
})

/** Claims of an id token that are read. Apple writes booleans as texts. */
const claimsSchema = z.object({
  sub: z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/)),
  name,
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
})

/** The person of an id token whose signature, issuer, audience, nonce and times were checked. @throws ZodError */
export function personOf(claims: unknown): Person {
  const { sub, email, email_verified: verified, name: named } = claimsSchema.parse(claims)
  return { subject: sub, name: shown(named), email: verified === true || verified === 'true' ? shown(email) : undefined }
}

/** A text of a stranger for display: one line of at most 200 graphemes; undefined when nothing is left that can be seen. */
export function shown(text: string | null | undefined): string | undefined {
  return visibleName(text, 200)
}

/** The providers at their own addresses. */
export const providerTable: Readonly<Record<SocialProvider, OidcProvider | OAuthProvider>> = {
  google: {
    kind: 'oidc',
    label: 'Google',
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    auth: 'post',
    cancelled: ['access_denied'],
  },
  // Name and mail address come only with form_post, the name in the first login alone.
  apple: {
    kind: 'oidc',
    label: 'Apple',
    issuer: 'https://appleid.apple.com',
    scope: 'openid name email',
    auth: 'signed',
    parameters: { response_mode: 'form_post' },
    // Apple's own word for it.
    cancelled: ['access_denied', 'user_cancelled_authorize'],
  },
  github: {
    kind: 'oauth2',
    label: 'GitHub',
    issuer: 'https://github.com/login/oauth',
    scope: 'read:user user:email',
    auth: 'post',
    cancelled: ['access_denied'],
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    userEndpoint: 'https://api.github.com/user',
    emailsEndpoint: 'https://api.github.com/user/emails',
    async person(ask, { userEndpoint, emailsEndpoint }) {
      const user = await ask(userEndpoint, githubUser)
      const emails = emailsEndpoint === undefined ? [] : await ask(emailsEndpoint, githubEmails)
      const email = emails.find(({ primary, verified }) => primary && verified)?.email
      return { subject: String(user.id), name: shown(user.name) ?? shown(user.login), email: shown(email) }
    },
  },
  // The id is the person's id for this app alone. The mail address is not asked for: it may be missing, and nobody says whether it was checked.
  facebook: {
    kind: 'oauth2',
    label: 'Facebook',
    issuer: 'https://www.facebook.com',
    scope: 'public_profile',
    auth: 'post',
    cancelled: ['access_denied'],
    authorizationEndpoint: 'https://www.facebook.com/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/oauth/access_token',
    userEndpoint: 'https://graph.facebook.com/me',
    async person(ask, { userEndpoint }, { token, clientSecret }) {
      const url = new URL(userEndpoint)
      url.searchParams.set('fields', 'id,name')
      // A token that was stolen elsewhere is of no use without the app's secret.
      url.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(token).digest('hex'))
      const user = await ask(url.href, facebookUser)
      return { subject: user.id, name: shown(user.name), email: undefined }
    },
  },
  x: {
    kind: 'oauth2',
    label: 'X',
    issuer: 'https://x.com',
    scope: 'users.read tweet.read',
    auth: 'basic',
    cancelled: ['access_denied'],
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    userEndpoint: 'https://api.x.com/2/users/me',
    async person(ask, { userEndpoint }) {
      const { data } = await ask(userEndpoint, xUser)
      return { subject: data.id, name: shown(data.username), email: undefined }
    },
  },
  discord: {
    kind: 'oauth2',
    label: 'Discord',
    issuer: 'https://discord.com',
    scope: 'identify email',
    auth: 'post',
    cancelled: ['access_denied'],
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
    userEndpoint: 'https://discord.com/api/users/@me',
    async person(ask, { userEndpoint }) {
      const user = await ask(userEndpoint, discordUser)
      const email = user.verified === true ? shown(user.email) : undefined
      return { subject: user.id, name: shown(user.global_name) ?? shown(user.username), email }
    },
  },
}
