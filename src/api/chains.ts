// The chains that the services serve (specification §7, `GET v1/supported-chains`). Other files ask `gate.ts`, which keeps the
// answer.
import * as z from 'zod/mini'
import { type CallOptions, dataGet } from './data-api.js'
import type { Api } from './http.js'
import { chainIdSchema } from './shapes.js'

/** Answer of `GET v1/supported-chains`. */
export const supportedChainsSchema = z.object({ http: z.array(chainIdSchema), ws: z.array(chainIdSchema) })

/** CAIP-2 ids of the chains that the services serve over HTTP, and that their shared RPC answers over WebSocket. */
export interface SupportedChains {
  readonly http: readonly string[]
  readonly ws: readonly string[]
}

/** Fetches the list anew with each call. Errors as in `get`. */
export function getSupportedChains(api: Api, { signal }: CallOptions = {}): Promise<SupportedChains> {
  return dataGet(api, { path: '/v1/supported-chains', schema: supportedChainsSchema, signal })
}
