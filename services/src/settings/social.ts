// The settings of social logins: client ids and secrets of the providers, and the relay of Sign In With Farcaster. Read from one JSON text or file;
// a value `env:NAME` is taken from the environment, so that the file holds no secret. What would be open to strangers is refused at start.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { ConfigError, isLoopback } from './config-error.js'

/** The providers of social logins, in the order in which they are offered. */
export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
/** A provider of social logins. */
export type SocialProvider = (typeof socialProviders)[number]

const url = z.url({ protocol: /^https?$/, error: 'an http(s) url is needed' })
const text = z.string().min(1, 'a text is needed').max(4096)
/** Where a provider is asked, when it is not asked at its own addresses. `issuer` also names the accounts: changing it changes whose they are. */
const places = {
  issuer: url.optional(),
  authorizationEndpoint: url.optional(),
  tokenEndpoint: url.optional(),
  /** Who has logged in, of providers without id tokens. */
  userEndpoint: url.optional(),
  /** GitHub's list of mail addresses. */
  emailsEndpoint: url.optional(),
}
const withSecret = z.strictObject({ clientId: text, clientSecret: text, ...places })
const apple = z.strictObject({
  /** The Services ID. */
  clientId: text,
  teamId: text,
  keyId: text,
  /** PKCS #8 in PEM: the content of the `.p8` file. */
  privateKey: text.refine(isP256Key, 'a P-256 private key in PEM (PKCS #8) is needed'),
  ...places,
})
const farcaster = z.strictObject({
  /** Absent: the public relay. */
  relayUrl: url.default('https://relay.farcaster.xyz'),
  /** Nodes of Optimism. Absent: those of `eip155:10`. */
  rpcUrls: z.array(url).min(1).max(8).optional(),
})
const schema = z.strictObject({
  google: withSecret.optional(),
  github: withSecret.optional(),
  apple: apple.optional(),
  facebook: withSecret.optional(),
  x: withSecret.optional(),
  discord: withSecret.optional(),
  farcaster: farcaster.optional(),
})

/** What an operator registered at one provider. */
export type ProviderSettings = z.output<typeof withSecret> | z.output<typeof apple>

/** Where Sign In With Farcaster is relayed and checked. */
export interface FarcasterSettings {
  readonly relayUrl: string
  readonly rpcUrls: readonly string[]
}

/** The settings of social logins. A provider without an entry is not offered. */
export interface SocialSettings {
  readonly providers: Readonly<Partial<Record<SocialProvider, ProviderSettings>>>
  readonly farcaster?: FarcasterSettings | undefined
  /** Names of the variables that secrets were taken from. */
  readonly variables?: readonly string[]
}

/** What plays the providers in development. */
export interface PlayedLogins {
  readonly settings: SocialSettings
  /** Takes the origin of the frame, to which people are sent back. */
  allow(frameOrigin: string): void
  stop(): Promise<void>
}
/** Starts what plays the providers. */
export type StartLogins = () => Promise<PlayedLogins>

/** Variables of social logins. */
export const socialVariables = {
  WM_SOCIAL: z.string().optional(),
  WM_SOCIAL_FILE: z.string().optional(),
}

interface Values {
  readonly WM_SOCIAL?: string | undefined
  readonly WM_SOCIAL_FILE?: string | undefined
}
/** What else decides. */
interface Surroundings {
  readonly dev: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** CAIP-2 id → nodes. */
  readonly chains: Readonly<Record<string, readonly string[]>>
}

const OPTIMISM = 'eip155:10'
const reference = /^env:([A-Z][A-Z0-9_]*)$/

/** The settings of social logins; undefined where none are given. @throws ConfigError that names the variable and the key at fault */
export function socialOf(values: Values, { dev, env, chains }: Surroundings): SocialSettings | undefined {
  const source = sourceOf(values)
  if (source === undefined) return undefined
  const fault = (path: readonly PropertyKey[], problem: string) =>
    new ConfigError(source.variable, `${path.map(String).join('.')}: ${problem}`)
  const parsed = schema.safeParse(resolve(source.json, env, [], fault))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    throw fault([...(issue?.path ?? []), ...unknown], isMissing(issue) ? 'needed' : (issue?.message ?? 'invalid'))
  }
  const { farcaster: relay, ...entries } = parsed.data
  const providers: Partial<Record<SocialProvider, ProviderSettings>> = {}
  for (const name of socialProviders) if (entries[name] !== undefined) providers[name] = entries[name]
  for (const [name, provider] of Object.entries(providers)) {
    for (const key of Object.keys(places) as (keyof typeof places)[])
      if (provider[key] !== undefined) refuseOpen(provider[key], dev, (problem) => fault([name, key], problem))
  }
  const variables = [...JSON.stringify(source.json).matchAll(/"env:([A-Z][A-Z0-9_]*)"/g)].map(([, name = '']) => name)
  if (relay === undefined) return { providers, variables }
  refuseOpen(relay.relayUrl, dev, (problem) => fault(['farcaster', 'relayUrl'], problem))
  const rpcUrls = relay.rpcUrls ?? chains[OPTIMISM]
  if (rpcUrls === undefined) throw fault(['farcaster'], 'needs nodes of Optimism: set WM_RPC_EIP155_10 or farcaster.rpcUrls')
  return { providers, variables, farcaster: { relayUrl: relay.relayUrl, rpcUrls } }
}

/** The secrets of the settings, which must not appear in a log. */
export function socialSecretsOf(settings: SocialSettings | undefined): readonly string[] {
  return Object.values(settings?.providers ?? {}).map((one) => ('privateKey' in one ? one.privateKey : one.clientSecret))
}

/** With `http:` everybody on the way can log in as everybody; a provider of the loopback asks for no password. */
function refuseOpen(address: string, dev: boolean, fault: (problem: string) => ConfigError): void {
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) throw fault('refused: it holds a password')
  if (protocol === 'https:') return
  if (!isLoopback(hostname)) throw fault('refused with http: off the loopback')
  if (!dev) throw fault('refused without WM_DEV=1: a provider of the loopback lets everybody be anybody')
}

function sourceOf({ WM_SOCIAL: inline, WM_SOCIAL_FILE: file }: Values): { variable: string; json: unknown } | undefined {
  if (inline !== undefined && file !== undefined) throw new ConfigError('WM_SOCIAL', 'set either WM_SOCIAL or WM_SOCIAL_FILE')
  const variable = file === undefined ? 'WM_SOCIAL' : 'WM_SOCIAL_FILE'
  const json = file === undefined ? inline : readText(variable, file)
  if (json === undefined) return undefined
  try {
    return { variable, json: JSON.parse(json) }
  } catch {
    throw new ConfigError(variable, 'not JSON')
  }
}

function readText(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(variable, 'the file cannot be read')
  }
}

type Fault = (path: readonly PropertyKey[], problem: string) => ConfigError

function resolve(value: unknown, env: Surroundings['env'], path: readonly string[], fault: Fault): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => resolve(entry, env, [...path, String(index)], fault))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, resolve(entry, env, [...path, name], fault)]))
  const variable = typeof value === 'string' ? reference.exec(value)?.[1] : undefined
  if (variable === undefined) return value
  const found = env[variable]
  if (!found) throw fault(path, `${variable} is not set`)
  return found
}

function isMissing(issue: z.core.$ZodIssue | undefined): boolean {
  return issue?.code === 'invalid_type' && issue.input === undefined && /undefined/.test(issue.message)
}

function isP256Key(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1' && /PRIVATE KEY-----/.test(pem)
  } catch {
    return false
  }
}
