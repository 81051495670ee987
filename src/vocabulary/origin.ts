// Origins of pages, as an operator lists them: `https://app.example.com`, `https://*.example.com`. One reader for the page, the frame and the services.
import { hasValidLabels } from './domain.js'

/** An entry of a list, read. */
export interface OriginPattern {
  /** `https:` or `http:`; empty: both. */
  readonly scheme: string
  /** In ASCII, as browsers write it; without the `*.` of a wildcard. */
  readonly host: string
  /** Whether it stands for the names below `host`, however deep, and not for `host` itself: as `*.` in a `host-source` of CSP. */
  readonly isWildcard: boolean
  /** Empty for the usual port of the scheme, `*` for any. */
  readonly port: string
}

/** An entry that cannot be used. */
export class OriginListError extends Error {
  override readonly name = 'OriginListError'
  /** The entry at fault. */
  readonly entry: string
  /** What is wrong with it, as the end of a sentence. */
  readonly problem: string

  constructor(entry: string, problem: string) {
    super(`'${entry.slice(0, 128)}': ${problem}`)
    this.entry = entry
    this.problem = problem
  }
}

/** Writes the name of a host in ASCII; undefined for one that is no name. */
export type ToAscii = (name: string) => string | undefined

/** Why a text is refused that is no origin at all. */
export const NO_ORIGIN = 'is no origin such as https://app.example.com'

const entryParts = /^(?:(https?):\/\/)?(\*\.)?(\[[\da-f:.]+\]|[^\s/?#@:*[\]\\%]+)(?::(\*|\d{1,5}))?\/?$/i
/** What a host consists of. `URL` leaves other signs in it, such as `;` and `,`, which end an origin in a header. */
const hostName = /^(?:\[[\da-f:]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)$/
const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

const isIpV4 = (host: string) => /^\d+\.\d+\.\d+\.\d+$/.test(host)

/**
 * Whether an IPv6 address carries an IPv4 one, which is where it leads: mapped, translated and compatible (`::/80`, but for the loopback), NAT64 (RFC 6052, 8215), 6to4,
 * Teredo and ISATAP (RFC 5214).
 * @param host as `URL.hostname` writes it, with its brackets
 */
export function carriesIpV4(host: string): boolean {
  return /^\[(?:::(?!1\])|64:ff9b:|2002:|2001:0?:)|:(?::|0:|200:)5efe:(?::|[\da-f]+:[\da-f]+)\]$/.test(host)
}

/** Whether a host is the machine itself. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || (isIpV4(host) && host.startsWith('127.'))
}

/**
 * Reads an entry: an origin, also without its scheme, and with a `*.` before the name of its host.
 * @param toAscii default: as the `URL` of the browser or of Node does it
 * @throws OriginListError for an entry that means nothing, everything, or more than it seems
 */
export function readOrigin(entry: string, toAscii?: ToAscii): OriginPattern {
  const fail = (problem: string): never => {
    throw new OriginListError(entry, problem)
  }
  if (/^\*+$/.test(entry)) return fail('would allow every origin')
  if (entry === 'null') return fail(NO_ORIGIN) // the opaque origin, not a host of that name
  const [, scheme = '', star, written = '', port = ''] = entryParts.exec(entry) ?? fail(NO_ORIGIN)
  const name = toAscii && !written.startsWith('[') ? (toAscii(written) ?? fail('has a name that no domain can have')) : written
  if (/^\.|\.$|\.\./.test(name)) return fail('has an empty label')
  const url = parseOrigin(`${scheme || 'https'}://${name}${port && port !== '*' ? `:${port}` : ''}`) ?? fail(NO_ORIGIN)
  const host = url.hostname
  // Such as 0x7f.1, which browsers read as 127.0.0.1, and ::ffff:7f00:1, which leads there.
  if ((isIpV4(host) && written !== host) || carriesIpV4(host)) return fail('is a hidden IP address')
  if (star && (isIpV4(host) || host.startsWith('['))) return fail('is a wildcard on an IP address')
  if (star && !host.includes('.') && !isLoopbackHost(host)) return fail('is a wildcard on a whole top-level domain')
  return {
    scheme: scheme && url.protocol,
    host,
    isWildcard: star !== undefined,
    port: scheme ? (port === '*' ? port : url.port) : port ? String(port === '*' ? port : Number(port)) : '*',
  }
}

/** An http(s) url whose host is one that a domain or an address can have. */
export function parseOrigin(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && url.protocol in usualPorts && hostName.test(url.hostname) && hasValidLabels(url.hostname) ? url : undefined
}

/** Whether a page of `url` is meant by the entry. */
export function isOriginOf({ scheme, host, isWildcard, port }: OriginPattern, { protocol, hostname, port: given }: URL): boolean {
  return (
    (scheme === '' || scheme === protocol) &&
    (port === '*' || (port || usualPorts[scheme]) === (given || usualPorts[protocol])) &&
    // What stands before the dot is one or more labels, because `parseOrigin` takes no empty ones.
    (isWildcard ? hostname.endsWith(`.${host}`) : hostname === host)
  )
}

/**
 * Reads the list of a project once, for the services and for pages that ask them. An empty list allows every origin; `localhost` and `127.0.0.1` are always
 * allowed; an opaque origin (`null`) never is. An entry that cannot be read allows nobody.
 */
export function createOriginCheck(allowed: readonly string[]): (origin: string) => boolean {
  const patterns = allowed.flatMap(readPattern)
  return (origin) => {
    const url = parseOrigin(origin)
    if (!url) return false
    if (allowed.length === 0 || /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname)) return true
    return patterns.some((pattern) => isOriginOf(pattern, url))
  }
}

function readPattern(entry: string): readonly OriginPattern[] {
  try {
    return [readOrigin(entry.trim())]
  } catch (error) {
    if (error instanceof OriginListError) return []
    throw error
  }
}

/** An entry as it can stand in a list again: in ASCII, without the usual port. */
export function writeOrigin({ scheme, host, isWildcard, port }: OriginPattern): string {
  const isAnyPort = port === '' || (scheme === '' && port === '*')
  return `${scheme && `${scheme}//`}${isWildcard ? '*.' : ''}${host}${isAnyPort ? '' : `:${port}`}`
}
