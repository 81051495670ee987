// Secrets of the settings, and a log that hides them even where a vendor's answer or a node's error repeats one.
import type { Config } from './config.js'
import { smartAccountUrls } from './smart-accounts.js'
import { socialSecretsOf } from './social.js'
import { describeError } from '../operations/causes.js'
import type { Fields, Log } from '../operations/log.js'

/** Shorter texts are not hidden: that would hide ordinary words. */
const LENGTH_MIN = 8
/** Parts of a node's url with at least this many characters are most often keys. */
const URL_PART_MIN = 16
const DEPTH_MAX = 6
const vendorUrls = /^(?:url|tokenUrl|bundler|paymaster|ipfsGateway)$/
const secretKeys = /^(?:key|secretKey|gatewayKey)$/

/** Where the settings of the data side have urls of nodes and vendors. */
interface DataUrls {
  readonly chains: Readonly<
    Record<
      string,
      {
        readonly bundler?: string | undefined
        readonly paymaster?: string | undefined
        readonly explorer?: { readonly url: string } | undefined
      }
    >
  >
  readonly solana: Readonly<Record<string, { readonly url?: string | undefined }>>
  readonly ledgers: Readonly<Record<string, { readonly url: string }>>
}

/**
 * The texts to keep out of the log, longest first: keys and tokens of the settings and of the data file, passwords of urls, and those parts
 * of urls that look like keys. Each has at least 8 characters.
 */
export function secretsOf(config: Config, data: DataUrls): readonly string[] {
  const nodes = Object.values(data.chains).flatMap((chain) => [chain.bundler, chain.paymaster, chain.explorer?.url])
  const others = [...Object.values(data.solana), ...Object.values(data.ledgers)].map(({ url }) => url)
  const ours = [...Object.values(config.chains), ...Object.values(config.sockets ?? {})].flat()
  const more = [config.databaseUrl, config.frame?.smtpUrl, config.frame?.recoveryPlace?.url, config.analytics?.exporter?.url]
  const urls = [...ours, ...more, ...nodes, ...others, ...smartAccountUrls(config.smartAccounts)].flatMap((url) => url ?? [])
  const found = [
    config.secretKey,
    config.adminToken,
    config.frame?.secretKey,
    ...socialSecretsOf(config.social),
    config.frame?.recoveryKey,
    config.frame?.recoveryPlace?.token,
    config.analytics?.exporter?.authorization,
    ...urls.flatMap(partsOf),
    ...valuesOf(data),
  ]
  // Longest first: one secret may contain another.
  return [...new Set(found.filter((text) => text !== undefined && text.length >= LENGTH_MIN) as string[])].sort(
    (one, other) => other.length - one.length,
  )
}

/** A log that replaces each of `secrets` by `[hidden]` in the fields, in nested values too. */
export function hideSecrets(log: Log, secrets: readonly string[]): Log {
  if (secrets.length === 0) return log
  const hidden = (fields: Fields | undefined) => fields && (mask(fields, secrets, 0) as Fields) // an object stays one
  return {
    debug: (event, fields) => log.debug(event, hidden(fields)),
    info: (event, fields) => log.info(event, hidden(fields)),
    warn: (event, fields) => log.warn(event, hidden(fields)),
    error: (event, fields) => log.error(event, hidden(fields)),
  }
}

function mask(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), value)
  if (value instanceof Error) return mask(describeError(value), secrets, depth)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return '…'
  if (Array.isArray(value)) return value.map((entry) => mask(entry, secrets, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mask(entry, secrets, depth + 1)]))
}

/** The password of a url, and those of its other parts that look like a key. */
function partsOf(text: string): readonly string[] {
  const { username, password, pathname, searchParams } = new URL(text)
  const parts = [username, ...pathname.split('/'), ...searchParams.values()].filter((part) => part.length >= URL_PART_MIN)
  return [password, ...parts].flatMap((part) => [part, decoded(part)])
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a stray %: then it is written as it stands
  }
}

function valuesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => {
    if (typeof entry !== 'string') return valuesOf(entry)
    return secretKeys.test(name) ? [entry] : vendorUrls.test(name) ? partsOf(entry) : []
  })
}
