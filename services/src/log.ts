// One JSON object per line. Urls and query values of callers stay out; what the caller passes in `fields` is cut and stripped of credentials.
export const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type Level = (typeof levels)[number]
export type Fields = Readonly<Record<string, unknown>>

export interface Log {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
}

export interface LogOptions {
  readonly level: Level
  /** Takes one finished line, without its line end. Default: standard error, so that standard output stays for the ready line. */
  readonly write?: (line: string) => void
  readonly now?: () => number
}

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
/** As code spells it: `gatewayKey`, not `monkey`. */
const secretCamel = /[a-z0-9](?:Key|Mnemonic|Seed)$|^(?:mnemonic|seed|signature)$/
const FIELD_CHARS = 500
/** The table at start has a row or two per chain. */
const LIST_MAX = 500

function clean(fields: Fields): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [name, isSecret(name) ? '[hidden]' : plain(value)])
  return Object.fromEntries(entries) as Record<string, unknown> // fromEntries forgets the key type
}

function isSecret(name: string): boolean {
  return secretName.test(name) || (secretCamel.test(name) && name !== 'publicKey')
}

function plain(value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: text(value.message) }
  if (typeof value === 'string') return text(value)
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map(plain)
  if (typeof value === 'object' && value !== null) return clean(value as Fields)
  return value
}

/** An upstream's url is shown as its origin: its path and query often hold a key, its user part a password. So do pairing uris and tokens. */
function text(value: string): string {
  const masked = value
    .replace(/\b((?:https?|wss?|postgres(?:ql)?|smtps?):\/\/)[^\s"']+/gi, (url) => originOf(url))
    .replace(/\bwc(?::|%3A)[^\s"']+/gi, 'wc:…')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
  return masked.length > FIELD_CHARS ? `${masked.slice(0, FIELD_CHARS)}…` : masked
}

/** Scheme, host and port of a url; a fixed word when it is not one. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return '[url]'
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
