// The log: one JSON object per line. Errors are written with their causes. The values of `fields` are cut to 500 characters, and fields with the name of a secret are hidden.
import { describeError } from './causes.js'

/** Levels of `WM_LOG`, from the most to the least verbose. */
export const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
/** A level; `silent` writes nothing. */
export type Level = (typeof levels)[number]
/** Values of one log line by name. */
export type Fields = Readonly<Record<string, unknown>>

/** Writes one line per call. `event` is a fixed text; whatever varies stands in `fields`. */
export interface Log {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
}

/** What `createLog` needs. */
export interface LogOptions {
  /** Lines below this level are dropped. */
  readonly level: Level
  /** Takes one line without its line end. Default: standard error, so that standard output is left for the ready line. */
  readonly write?: (line: string) => void
  /** Unix milliseconds. */
  readonly now?: () => number
}

/**
 * A log that hides credentials: fields whose name says key, token, secret or password become `[hidden]`, urls are cut to their origin, pairing
 * uris and JWTs are masked in every text. Secrets that only the settings know are hidden by `hideSecrets` (`settings/secrets.ts`).
 */
export function createLog({ level, write = (line) => process.stderr.write(`${line}\n`), now = Date.now }: LogOptions): Log {
  const least = levels.indexOf(level)
  const at =
    (name: Level) =>
    (event: string, fields: Fields = {}) => {
      if (levels.indexOf(name) < least) return
      write(JSON.stringify({ time: new Date(now()).toISOString(), level: name, event, ...clean(fields) }))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const secretName = /secret|token|password|authorization|cookie|credential|private|symkey|(?:^|_)key$|apikey/i
/** Names in camel case: `gatewayKey` is hidden, `monkey` is not. */
const secretCamel = /[a-z0-9](?:Key|Mnemonic|Seed)$|^(?:mnemonic|seed|signature)$/
const FIELD_CHARS = 500
/** Entries of a list that are written: the start-up table has a row or two per chain. */
const LIST_MAX = 500

function clean(fields: Fields): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [name, isSecret(name) ? '[hidden]' : plain(value)])
  return Object.fromEntries(entries) as Record<string, unknown> // fromEntries forgets the key type
}

function isSecret(name: string): boolean {
  return secretName.test(name) || (secretCamel.test(name) && name !== 'publicKey')
}

function plain(value: unknown): unknown {
  if (value instanceof Error) return clean({ ...describeError(value) })
  if (typeof value === 'string') return text(value)
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map(plain)
  if (typeof value === 'object' && value !== null) return clean(value as Fields)
  return value
}

/** Cuts urls to their origin, because path and query often hold a key and the user part a password; masks pairing uris and JWTs; cuts the length. */
function text(value: string): string {
  const masked = value
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"']+/gi, (url) => originOf(url))
    .replace(/\bwc(?::|%3A)[^\s"']+/gi, 'wc:…')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
  return masked.length > FIELD_CHARS ? `${masked.slice(0, FIELD_CHARS)}…` : masked
}

/** Scheme, host and port of a url; `[url]` for a text that is no url. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return '[url]'
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
