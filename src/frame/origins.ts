// Which pages may embed a frame: the list of a project's origins. One function for the frame and for the services that serve it. It is stricter than
// the list of the other services: nothing is allowed by default, and no entry can mean more than its writer saw.
import {
  isLoopbackHost,
  isOriginOf,
  NO_ORIGIN,
  OriginListError,
  parseOrigin,
  readOrigin,
  writeOrigin,
  type OriginPattern,
  type ToAscii,
} from '../vocabulary/origin.js'

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

/** Who can have a name below a domain: everybody by its registry (`https://*.co.uk`), or everybody by a service (`https://*.vercel.app`). */
export type Shared = 'registry' | 'service'

/** How a list is read. */
export interface OriginListOptions {
  /** Also takes wildcards on domains of services where anybody can have a name. */
  readonly devOrigins?: boolean
  /** Writes the name of a host in ASCII; undefined for one that is no name. Without it, the `URL` of the browser or of Node does. */
  readonly toAscii?: ToAscii
  /** Whether anybody can have a name below a host, by more than the short list here. */
  readonly sharedBy?: (host: string) => Shared | undefined
}

/**
 * Reads the allowed origins of a project: `https://app.example.com`, `https://*.example.com` for all names below and not the name itself,
 * `http://localhost:3000` and `http://localhost:*` for the machine itself.
 * @throws OriginListError for an entry that means nothing, everything, or more than it seems
 */
export function readOriginList(list: readonly string[], options: OriginListOptions = {}): readonly OriginPattern[] {
  return list.map((entry) => readEntry(entry, options))
}

function readEntry(entry: string, options: OriginListOptions): OriginPattern {
  const pattern = readOrigin(entry, options.toAscii)
  const isLoopback = isLoopbackHost(pattern.host)
  if (pattern.scheme === '' || entry.endsWith('/')) throw new OriginListError(entry, NO_ORIGIN)
  if (pattern.scheme === 'http:' && !isLoopback) throw new OriginListError(entry, 'needs https')
  if (pattern.port === '*' && !isLoopback) throw new OriginListError(entry, 'allows every port only on this machine')
  refuseShared(entry, pattern, options)
  return pattern
}

/** @throws OriginListError for a wildcard that would allow everybody */
export function refuseShared(
  entry: string,
  { host, isWildcard }: OriginPattern,
  { devOrigins = false, sharedBy }: OriginListOptions,
): void {
  if (!isWildcard) return
  const by = sharedBy?.(host)
  if (by === 'registry' || secondLevel.test(host)) throw new OriginListError(entry, 'is a wildcard on a public suffix')
  // A name below such a domain is somebody's own, such as `*.team.vercel.app`; the domain itself is nobody's.
  if (!devOrigins && (by === 'service' || sharedDomains.includes(host)))
    throw new OriginListError(entry, 'is a wildcard on a domain where anybody can have a name')
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
  const url = parseOrigin(origin)
  // Also refuses `null`, and whatever a browser would not write: paths, userinfo, capitals, a port that is the usual one.
  if (!url || url.origin !== origin) return false
  return (allowLoopback && isLoopbackHost(url.hostname)) || patterns.some((pattern) => isOriginOf(pattern, url))
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
