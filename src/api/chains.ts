// Which chains the services can serve (specification §7, `GET v1/supported-chains`).
import * as z from 'zod/mini'
import { type Api, get } from './http.js'

const caip2 = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
const chainsSchema = z.object({ http: z.array(caip2), ws: z.array(caip2) })

/** CAIP-2 ids that the services' shared RPC answers for, over HTTP and over WebSocket. */
export interface SupportedChains {
  readonly http: readonly string[]
  readonly ws: readonly string[]
}

/** Errors as in `get`. */
export function getSupportedChains(
  api: Api,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SupportedChains> {
  return get(api, { path: '/v1/supported-chains', schema: chainsSchema, signal: options.signal })
}
