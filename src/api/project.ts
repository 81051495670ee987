// What the operator of the services has set for a project: the origins that may use it, and whether analytics are wanted
// (specification §7).
import * as z from 'zod/mini'
import { hasValidLabels } from '../vocabulary/domain.js'
import { type Api, get } from './http.js'

const originsSchema = z.object({ allowedOrigins: z.array(z.string().check(z.maxLength(512))).check(z.maxLength(1000)) })
const analyticsSchema = z.object({ isAnalyticsEnabled: z.boolean() })

/**
 * The allowed origins of `api.projectId` (`GET /projects/v1/origins`), for `isOriginAllowed`; an empty list allows all. Errors as
 * in `get`.
 */
export async function getAllowedOrigins(
  api: Api,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly string[]> {
  const answer = await get(api, { path: '/projects/v1/origins', schema: originsSchema, signal: options.signal })
  return answer.allowedOrigins
}

/** Whether the operator wants analytics for `api.projectId` (`GET /getAnalyticsConfig`). Errors as in `get`. */
export async function getAnalyticsEnabled(
  api: Api,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  const answer = await get(api, { path: '/getAnalyticsConfig', schema: analyticsSchema, signal: options.signal })
  return answer.isAnalyticsEnabled
}

const pattern = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[0-9a-f:]+\]|[^/:?#\s]+)(?::(\d+|\*))?\/?$/i

/**
 * Whether an origin (`https://shop.example`) matches the list of allowed patterns (specification §5: with `*` as wildcard). An
 * empty list allows every origin; `localhost` and `127.0.0.1` are always allowed; an opaque origin (`null`) never is. `*` stands
 * for exactly one label: `*.a.com` matches `x.a.com`, but neither `a.com` nor `x.y.a.com`. A pattern with a scheme fixes scheme
 * and port; a pattern without one compares the host and, if it names one, the port. A port may be `*`.
 */
export function isOriginAllowed(origin: string, allowed: readonly string[]): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url || url.origin === 'null' || !hasValidLabels(url.hostname)) return false
  if (allowed.length === 0 || /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname)) return true
  return allowed.some((entry) => matches(url, entry))
}

function matches(url: URL, entry: string): boolean {
  const [, scheme, host, port] = pattern.exec(entry.trim()) ?? []
  if (!host) return false
  if (scheme && `${scheme.toLowerCase()}:` !== url.protocol) return false
  if (!isPortAllowed(url, scheme !== undefined, port)) return false
  const wanted = host.toLowerCase().split('.')
  const given = url.hostname.split('.')
  return wanted.length === given.length && wanted.every((label, index) => label === '*' || label === given[index])
}

/** `url.port` is empty for the default port of the scheme; a pattern may name that port. */
function isPortAllowed(url: URL, hasScheme: boolean, port: string | undefined): boolean {
  if (port === '*') return true
  const given = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (port !== undefined) return port === given
  return hasScheme ? url.port === '' : true
}
