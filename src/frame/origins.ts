// Which pages may embed a frame: the list of a project's origins. One function for the frame and for the services that serve it. It is stricter than
// the list of the other services: nothing is allowed by default, and no entry can mean more than its writer saw.
import { hasValidLabels } from '../vocabulary/domain.js'

/** An entry of the list, read. */
export interface OriginPattern {
  /** `https:` or `http:` */
  readonly scheme: string
  /** In ASCII, as browsers write it; without the `*.` of a wildcard. */
  readonly host: string
  /** Whether it stands for the names below `host`, and not for `host` itself. */
  readonly isWildcard: boolean
  /** Empty for the usual port of the scheme, `*` for any. */
  readonly port: string
}

/** An entry that cannot be used. */
export class OriginListError extends Error {
  override readonly name = 'OriginListError'
  /** The entry at fault. */
  readonly entry: string

  constructor(entry: string, problem: string) {
    super(`'${entry.slice(0, 128)}': ${problem}`)
    this.entry = entry
  }
}

/**
 * Domains below which anybody can have a name: a wildcard on them would allow everybody. Of country codes only the usual second level is known, because
 * the whole public suffix list is larger than the frame.
 */
const shared =
  'vercel.app now.sh pages.dev workers.dev r2.dev netlify.app netlify.com github.io githubpreview.dev github.dev gitlab.io bitbucket.io ngrok.io ngrok.app ' +
  'ngrok.dev ngrok-free.app ngrok-free.dev loca.lt localtunnel.me trycloudflare.com cfargotunnel.com devtunnels.ms herokuapp.com web.app firebaseapp.com ' +
  'appspot.com run.app cloudfunctions.net blogspot.com amazonaws.com cloudfront.net amplifyapp.com awsapprunner.com elasticbeanstalk.com azurewebsites.net ' +
  'azurestaticapps.net azureedge.net cloudapp.net cloudapp.azure.com onrender.com fly.dev railway.app up.railway.app surge.sh glitch.me replit.app ' +
  'replit.dev repl.co codesandbox.io csb.app stackblitz.io webcontainer.io gitpod.io deno.dev deno.net lovable.app bolt.host v0.app framer.app ' +
  'framer.website webflow.io wixsite.com wordpress.com squarespace.com myshopify.com shopify.com notion.site bubbleapps.io softr.app carrd.co tumblr.com ' +
  'neocities.org eth.limo eth.link ipfs.dweb.link dweb.link ipfs.io cf-ipfs.com fleek.co on-fleek.app 4everland.app arweave.net ic0.app icp0.io nip.io ' +
  'sslip.io xip.io lvh.me localtest.me duckdns.org no-ip.org ddns.net dyndns.org ts.net translate.goog'
const sharedDomains: readonly string[] = shared.split(' ')
const secondLevel =
  /^(?:ac|asso|co|com|edu|firm|gen|go|gob|gouv|gov|govt|gv|id|ind|info|ltd|me|mil|ne|net|nom|or|org|plc|school|sch|web)\.[a-z]{2}$/

const entryParts = /^(https?):\/\/(\*\.)?(\[[\da-f:.]+\]|[^\s/?#@:*[\]\\%]+)(?::(\*|\d{1,5}))?$/i
const isIpV4 = (host: string) => /^\d+\.\d+\.\d+\.\d+$/.test(host)

/** Whether a host is the machine itself. */
const isLoopbackHost = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || (isIpV4(host) && host.startsWith('127.'))

/** How a list is read. */
export interface OriginListOptions {
  /** Also takes wildcards on domains where anybody can have a name. */
  readonly devOrigins?: boolean
  /** Writes the name of a host in ASCII; undefined for one that is no name. Without it, the `URL` of the browser or of Node does. */
  readonly toAscii?: (name: string) => string | undefined
}

/**
 * Reads the allowed origins of a project: `https://app.example.com`, `https://*.example.com` for all names below and not the name itself,
 * `http://localhost:3000` and `http://localhost:*` for the machine itself.
 * @throws OriginListError for an entry that means nothing, everything, or more than it seems
 */
export function readOriginList(list: readonly string[], options: OriginListOptions = {}): readonly OriginPattern[] {
  return list.map((entry) => readEntry(entry, options))
}

function readEntry(entry: string, { devOrigins = false, toAscii }: OriginListOptions): OriginPattern {
  const fail = (problem: string): never => {
    throw new OriginListError(entry, problem)
  }
  if (/[*]$/.test(entry) && !entry.includes('://')) return fail('would allow every origin')
  const [, scheme = '', star, written = '', port = ''] =
    entryParts.exec(entry) ?? fail('is no origin such as https://app.example.com')
  const name = toAscii && !written.startsWith('[') ? (toAscii(written) ?? fail('has a name that no domain can have')) : written
  const url =
    parse(`${scheme}://${name}${port && port !== '*' ? `:${port}` : ''}`) ?? fail('is no origin such as https://app.example.com')
  const { protocol, hostname: host } = url
  const isLoopback = isLoopbackHost(host)
  if (host.endsWith('.') || host.startsWith('.') || host.includes('..')) return fail('has an empty label')
  // Such as 0x7f.1, which browsers read as 127.0.0.1.
  if (isIpV4(host) && written !== host) return fail('is a hidden IP address')
  if (protocol === 'http:' && !isLoopback) return fail('needs https')
  if (port === '*' && !isLoopback) return fail('allows every port only on this machine')
  if (star) {
    if (isIpV4(host) || host.startsWith('[')) return fail('is a wildcard on an IP address')
    if (!host.includes('.') && !isLoopback) return fail('is a wildcard on a whole top-level domain')
    if (secondLevel.test(host)) return fail('is a wildcard on a public suffix')
    if (!devOrigins && isShared(host)) return fail('is a wildcard on a domain where anybody can have a name')
  }
  return { scheme: protocol, host, isWildcard: star !== undefined, port: port === '*' ? '*' : url.port }
}

/** A name below a shared domain is somebody's own, such as `*.team.vercel.app`; the shared domain itself is nobody's. */
const isShared = (host: string) => sharedDomains.includes(host)

function parse(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && hasValidLabels(url.hostname) ? url : undefined
}

/**
 * Whether `origin`, as a browser writes it, is on the list. An empty list allows none. `allowLoopback` also allows pages of the machine itself; it is
 * for development.
 */
export function matchesOrigin(
  origin: string,
  patterns: readonly OriginPattern[],
  { allowLoopback = false }: { readonly allowLoopback?: boolean } = {},
): boolean {
  const url = parse(origin)
  // Also refuses `null`, and whatever a browser would not write: paths, userinfo, capitals, a port that is the usual one.
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol)) return false
  const { protocol, hostname, port } = url
  if (allowLoopback && isLoopbackHost(hostname)) return true
  return patterns.some(
    ({ scheme, host, isWildcard, port: wanted }) =>
      scheme === protocol &&
      (wanted === '*' || wanted === port) &&
      (isWildcard ? hostname.endsWith(`.${host}`) && isName(hostname.slice(0, -host.length - 1)) : hostname === host),
  )
}

/** Whether it is one or more whole labels. */
const isName = (text: string) => text.split('.').every((label) => label !== '')

/** An entry as it can stand in a list again: in ASCII, without the usual port. */
export function writeOrigin({ scheme, host, isWildcard, port }: OriginPattern): string {
  return `${scheme}//${isWildcard ? '*.' : ''}${host}${port ? `:${port}` : ''}`
}

/** The value of `frame-ancestors` for a list, so that the browser holds it too. IPv6 hosts are left out: CSP has no word for them. */
export function frameAncestorsOf(
  patterns: readonly OriginPattern[],
  { allowLoopback = false }: { readonly allowLoopback?: boolean } = {},
): string {
  const sources = patterns.filter(({ host }) => !host.startsWith('[')).map(writeOrigin)
  const machine = ['localhost', '*.localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`])
  return [...sources, ...(allowLoopback ? machine : [])].join(' ') || `'none'`
}
