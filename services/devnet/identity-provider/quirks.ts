// What makes the six providers differ: how the client shows its secret, what a person is asked for, and how the answer about them looks.
import { createHash, createHmac } from 'node:crypto'
import { numberOf, type Person } from './people.js'

/** One provider as it is played here. */
export interface Quirks {
  readonly label: string
  readonly scopes: readonly string[]
  readonly auth: 'client_secret_post' | 'client_secret_basic'
  /** What `error` says when the person pressed "cancel". */
  readonly cancelled: string
  /** Claims of the id token, of OpenID Connect alone. */
  readonly claims?: (person: Person) => Readonly<Record<string, unknown>>
  /** Path → what a person's access token gets there. */
  readonly places: Readonly<Record<string, (person: Person, asked: Asked) => unknown>>
}

/** What a request about a person says. */
export interface Asked {
  readonly query: URLSearchParams
  readonly token: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The request is not one that the real provider would answer. */
export class Refused extends Error {}

export const quirks = {
  google: {
    label: 'Google',
    scopes: ['openid', 'email', 'profile'],
    auth: 'client_secret_post',
    cancelled: 'access_denied',
    claims: (person) => ({
      sub: String(numberOf(person, 'google')),
      name: person.name,
      ...(person.email !== undefined && { email: person.email, email_verified: person.isEmailVerified }),
    }),
    places: {},
  },
  // Booleans as texts, a relay instead of the address, and a word of its own for "cancel". The name is sent by the form, once.
  apple: {
    label: 'Apple',
    scopes: ['openid', 'name', 'email'],
    auth: 'client_secret_post',
    cancelled: 'user_cancelled_authorize',
    claims: (person) => ({
      sub: `000${numberOf(person, 'apple')}.${createHash('sha256').update(person.key).digest('hex').slice(0, 32)}.0000`,
      email: `${createHash('sha256').update(person.key).digest('hex').slice(0, 10)}@privaterelay.appleid.example`,
      email_verified: 'true',
      is_private_email: 'true',
    }),
    places: {},
  },
  github: {
    label: 'GitHub',
    scopes: ['read:user', 'user:email'],
    auth: 'client_secret_post',
    cancelled: 'access_denied',
    places: {
      '/user': (person) => ({ id: numberOf(person, 'github'), login: person.key.slice(0, 20), name: person.name, email: null }),
      '/user/emails': (person) => [
        { email: `${person.key}@users.noreply.github.example`, primary: false, verified: true, visibility: null },
        ...(person.email === undefined
          ? []
          : [{ email: person.email, primary: true, verified: person.isEmailVerified, visibility: 'private' }]),
      ],
    },
  },
  // The id is one for this app alone.
  facebook: {
    label: 'Facebook',
    scopes: ['public_profile', 'email'],
    auth: 'client_secret_post',
    cancelled: 'access_denied',
    places: {
      '/me'(person, { query, token, clientId, clientSecret }) {
        if (query.get('appsecret_proof') !== createHmac('sha256', clientSecret).update(token).digest('hex'))
          throw new Refused('API calls from the server require an appsecret_proof argument')
        const all: Readonly<Record<string, unknown>> = { name: person.name, email: person.email }
        const fields = (query.get('fields') ?? 'name').split(',').filter((field) => all[field] !== undefined)
        return {
          id: String(numberOf(person, `facebook ${clientId}`)),
          ...Object.fromEntries(fields.map((field) => [field, all[field]])),
        }
      },
    },
  },
  x: {
    label: 'X',
    scopes: ['users.read', 'tweet.read'],
    auth: 'client_secret_basic',
    cancelled: 'access_denied',
    places: {
      '/2/users/me': (person) => ({
        data: { id: String(numberOf(person, 'x')), name: person.name, username: person.key.slice(0, 15) },
      }),
    },
  },
  discord: {
    label: 'Discord',
    scopes: ['identify', 'email'],
    auth: 'client_secret_post',
    cancelled: 'access_denied',
    places: {
      '/users/@me': (person) => ({
        id: String(numberOf(person, 'discord')),
        username: person.key.slice(0, 32),
        global_name: person.name,
        email: person.email ?? null,
        verified: person.isEmailVerified,
      }),
    },
  },
} as const satisfies Readonly<Record<string, Quirks>>
