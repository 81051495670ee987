// Fetches urls that strangers chose (token metadata, avatars) without giving them access to this server's network (SSRF): the host is resolved
// first, every address is checked, and the connection goes to the checked address.
import { lookup as systemLookup } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { LOOP_NAME } from '../http/loop.js'
import { gatewayUrl, isContentLink, isContentOf, readGateway } from './gateway-url.js'
import { isPublicAddress } from './public-address.js'
import { signalAfter, withTimeout } from '../timeout.js'

/** The answer of a guarded fetch. */
export interface Fetched {
  /** Where the body came from, after redirects. */
  readonly url: string
  /** Lower case, without parameters; empty when the server did not say. */
  readonly contentType: string
  readonly bytes: Buffer
}

/** What a guarded fetch may reach, and how much it reads. */
export interface GuardedFetchOptions {
  /**
   * Base url under which `ipfs://cid/path` is fetched, such as `https://ipfs.example/ipfs/`; without it such urls are refused. It may be private, and of
   * the own host: reached by an `ipfs:` url and the gateway's redirects to content, and by no other.
   */
  readonly ipfsGateway?: string | undefined
  /** `host:port` pairs that may be private, chosen by the operator. */
  readonly allowedHosts?: readonly string[] | undefined
  /** `host` or `host:port` of these services: refused, except for content of the gateway. */
  readonly ownHosts?: readonly string[] | undefined
  /** Largest body in bytes; default 5 MB. */
  readonly maxBytes?: number | undefined
  /** Time limit of all redirects together, in milliseconds; default 8000. */
  readonly timeoutMs?: number | undefined
  /** Resolves a host name to all its addresses; default: the system's resolver. */
  readonly resolve?: Resolve | undefined
}

/** Host name → all its IP addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>
/** Fetches an http(s), `ipfs:` or `data:` url with GET, over at most 3 redirects. @throws GuardedFetchError, and no other error */
export type GuardedFetch = (url: string, options?: { readonly signal?: AbortSignal | undefined }) => Promise<Fetched>

const GUARDED_BYTES = 5_000_000
const GUARDED_TIMEOUT_MS = 8000
const REDIRECTS_MAX = 3

/** The url was refused, or its server did not answer as needed; `reason` says which. The message is for logs, not for callers. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError'
  readonly reason: 'scheme' | 'address' | 'self' | 'redirects' | 'size' | 'time' | 'status' | 'encoding' | 'network'
  constructor(reason: GuardedFetchError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Makes a guarded fetch. Compressed answers are refused, because a small body could become a huge one. */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const { ipfsGateway, maxBytes = GUARDED_BYTES, timeoutMs = GUARDED_TIMEOUT_MS, resolve = resolveAll } = options
  const allowed = new Set(options.allowedHosts ?? [])
  const own = new Set(options.ownHosts ?? [])
  const gateway = ipfsGateway === undefined ? undefined : readGateway(ipfsGateway)
  const isOwn = (host: string) => own.has(host) || own.has(host.slice(0, host.lastIndexOf(':')))
  return async (text, { signal } = {}) => {
    const limit = signalAfter(timeoutMs, signal)
    let target = toFetchable(text, ipfsGateway)
    /** Whether a link by content led to the gateway, and nobody but the gateway since. */
    let isContent = isContentLink(text)
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      if (target.startsWith('data:')) {
        // Only the first url may be a data: url: a redirect to one would avoid the limit on the length of urls.
        if (hop > 0) throw new GuardedFetchError('scheme', 'a redirect to data:')
        return readDataUrl(target, maxBytes)
      }
      const url = new URL(target)
      if (!isContent && isOwn(hostAndPort(url))) throw new GuardedFetchError('self', 'the host is these services')
      const isAllowed = isContent || allowed.has(hostAndPort(url))
      const address = await checkedAddress(url, { isAllowed, resolve, limit })
      const answer = await exchange(url, { address, limit, maxBytes })
      if (!('location' in answer)) return answer
      const next = new URL(answer.location, url)
      isContent = isContentLink(next.href) || (isContent && gateway !== undefined && isContentOf(gateway, next))
      target = toFetchable(next.href, ipfsGateway)
    }
    throw new GuardedFetchError('redirects', `more than ${REDIRECTS_MAX} redirects`)
  }
}

/**
 * The url to fetch for an `ipfs:`, http(s) or `data:` url.
 * @throws GuardedFetchError `scheme` for any other url, for one with credentials, and for an `ipfs:` url that is not content or could leave it
 */
export function toFetchable(text: string, ipfsGateway?: string): string {
  if (/^data:/i.test(text)) return `data:${text.slice(5)}`
  if (isContentLink(text)) {
    if (!ipfsGateway) throw new GuardedFetchError('scheme', 'no gateway is configured')
    const url = gatewayUrl(text, readGateway(ipfsGateway))
    if (!url) throw new GuardedFetchError('scheme', 'no link to content of the gateway')
    return url.href
  }
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new GuardedFetchError('scheme', 'neither http(s), ipfs nor data')
  const url = new URL(text)
  if (url.username || url.password) throw new GuardedFetchError('scheme', 'a url with credentials')
  return url.href
}

interface Guard {
  /** Whether the host may be private. */
  readonly isAllowed: boolean
  readonly resolve: Resolve
  readonly limit: AbortSignal
}

async function checkedAddress(url: URL, { isAllowed, resolve, limit }: Guard): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await withLimit(resolve(host), limit)
  const [address] = addresses
  if (address === undefined) throw new GuardedFetchError('network', 'the host has no address')
  // One private address among several is enough to refuse: which address the connection takes must not matter.
  if (!isAllowed && !addresses.every(isPublicAddress))
    throw new GuardedFetchError('address', 'the host is not on the public network')
  return address
}

function hostAndPort(url: URL): string {
  const host = url.hostname.replace(/\.$/, '') // `host.` is the same host
  return `${host}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/** @throws GuardedFetchError `network` for an unknown host, `time` when the limit ends first */
function withLimit(answer: Promise<readonly string[]>, limit: AbortSignal): Promise<readonly string[]> {
  const found = answer.catch(() => {
    throw new GuardedFetchError('network', 'the host is not known')
  })
  return withTimeout(() => found, { signal: limit }).catch((error: unknown) => {
    throw error instanceof GuardedFetchError ? error : new GuardedFetchError('time', 'no answer in time')
  })
}

function resolveAll(host: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found.map(({ address }) => address))))
  })
}

interface Exchange {
  readonly address: string
  readonly limit: AbortSignal
  readonly maxBytes: number
}

function exchange(url: URL, { address, limit, maxBytes }: Exchange): Promise<Fetched | { readonly location: string }> {
  const family = isIP(address)
  /** The connection goes to the checked address, also when the name resolves differently by now (DNS rebinding). */
  const lookup: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': LOOP_NAME, 'cdn-loop': LOOP_NAME }
  return new Promise((resolve, reject) => {
    const fail = (reason: GuardedFetchError['reason'], message: string) => {
      request.destroy()
      reject(new GuardedFetchError(reason, message))
    }
    const request = (url.protocol === 'https:' ? https : http).get(
      url,
      { lookup, headers, signal: limit, agent: false },
      (response) => {
        const { statusCode = 0 } = response
        const { location } = response.headers
        if (statusCode >= 300 && statusCode < 400 && location) {
          response.destroy()
          return URL.canParse(location, url) ? resolve({ location }) : fail('network', 'an unreadable redirect')
        }
        if (statusCode !== 200) return fail('status', `HTTP ${statusCode}`)
        if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') return fail('encoding', 'a compressed body')
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > maxBytes) return fail('size', `more than ${maxBytes} bytes`)
          parts.push(part)
        })
        response.on('error', () => fail(limit.aborted ? 'time' : 'network', 'the body broke off'))
        response.on('end', () =>
          resolve({ url: url.href, contentType: mediaType(response.headers['content-type']), bytes: Buffer.concat(parts) }),
        )
      },
    )
    request.on('error', () => fail(limit.aborted ? 'time' : 'network', limit.aborted ? 'no answer in time' : 'not reachable'))
  })
}

function mediaType(header: string | undefined): string {
  return (header ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function readDataUrl(url: string, maxBytes: number): Fetched {
  const comma = url.indexOf(',')
  const head = url.slice(5, Math.max(comma, 5))
  if (comma < 0) throw new GuardedFetchError('scheme', 'an unreadable data: url')
  const isBase64 = /;base64$/i.test(head)
  const body = url.slice(comma + 1)
  if (body.length > maxBytes * (isBase64 ? 1.4 : 3)) throw new GuardedFetchError('size', `more than ${maxBytes} bytes`)
  const bytes = isBase64 ? Buffer.from(body, 'base64') : Buffer.from(lenientDecode(body), 'utf8')
  if (bytes.length > maxBytes) throw new GuardedFetchError('size', `more than ${maxBytes} bytes`)
  return { url: '', contentType: mediaType(head) || 'text/plain', bytes }
}

/** Contracts write JSON into data: urls without escaping it, so a `%` that is no escape stays as it is. */
function lenientDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
