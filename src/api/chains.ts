// Which chains the services can serve (specification §7, `GET v1/supported-chains`).
import * as z from 'zod/mini'
import { type CallOptions, dataGet } from './data-api.js'
import type { Api } from './http.js'
import { chainIdSchema } from './shapes.js'

export const supportedChainsSchema = z.object({ http: z.array(chainIdSchema), ws: z.array(chainIdSchema) })

/** CAIP-2 ids that the services' shared RPC answers for, over HTTP and over WebSocket. */
export interface SupportedChains {
  readonly http: readonly string[]
  readonly ws: readonly string[]
}

/** Errors as in `get`. */
export function getSupportedChains(api: Api, { signal }: CallOptions = {}): Promise<SupportedChains> {
  return dataGet(api, { path: '/v1/supported-chains', schema: supportedChainsSchema, signal })
}
