// What the operator of the services has set for a project: the origins that may use it, and whether analytics are wanted
// (specification §7).
import * as z from 'zod/mini'
import { createOriginCheck } from '../vocabulary/origin.js'
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

/**
 * Whether an origin (`https://shop.example`) is on the list of a project. An empty list allows every origin; `localhost` and `127.0.0.1`
 * are always allowed; an opaque origin (`null`) never is. `https://*.a.com` stands for all names below `a.com`, however deep, and not
 * for `a.com`. An entry with a scheme fixes scheme and port; one without compares the host and, if it names one, the port. A port may
 * be `*`. An entry that cannot be read allows nobody.
 */
export function isOriginAllowed(origin: string, allowed: readonly string[]): boolean {
  return createOriginCheck(allowed)(origin)
}
