// What of the settings nobody may read: kept out of the log even where a vendor's answer or a node's error repeats it.
import type { Config } from './config.js'
import type { DataConfig } from './data/config.js'
import type { Fields, Log } from './log.js'

/** Shorter ones are no secrets, and hiding them would hide ordinary words. */
const LENGTH_MIN = 8
/** Parts of a node's url that are as long are keys more often than not. */
const URL_PART_MIN = 16
const DEPTH_MAX = 6
const vendorUrls = /^(?:url|tokenUrl|bundler|paymaster|ipfsGateway)$/
const secretKeys = /^(?:key|secretKey|gatewayKey)$/

export function secretsOf(config: Config, data: DataConfig): readonly string[] {
  const nodes = Object.values(data.chains).flatMap((chain) => [chain.bundler, chain.paymaster, chain.explorer?.url])
  const others = [...Object.values(data.solana), ...Object.values(data.ledgers)].map(({ url }) => url)
  const urls = [...Object.values(config.chains).flat(), config.databaseUrl, ...nodes, ...others].flatMap((url) => url ?? [])
  const found = [
    config.secretKey,
    config.adminToken,
    config.analytics?.exporter?.authorization,
    ...urls.flatMap(partsOf),
    ...valuesOf(data),
  ]
  // Longest first: one may be a part of another.
  return [...new Set(found.filter((text) => text !== undefined && text.length >= LENGTH_MIN) as string[])].sort(
    (one, other) => other.length - one.length,
  )
}

/** The same log, in whose fields these texts are replaced. */
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
  if (value instanceof Error) return { name: value.name, message: mask(value.message, secrets, depth) }
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return '…'
  if (Array.isArray(value)) return value.map((entry) => mask(entry, secrets, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mask(entry, secrets, depth + 1)]))
}

/** Of a node's or database's url: the password, and what looks like a key. */
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
