// The name and picture that go with an address (specification §7, `GET /v1/identity/{address}`). The one call that is asked on every chain.
import * as z from 'zod/mini'
import { type CallOptions, dataGet, segment } from './data-api.js'
import type { Api } from './http.js'
import { imageSchema, instantSchema, textSchema } from './shapes.js'

export const identityQuerySchema = z.object({ sender: z.optional(textSchema) })

export const identitySchema = z.object({
  name: z.nullable(textSchema),
  avatar: imageSchema,
  resolvedAt: z.nullish(instantSchema),
})

export interface Identity {
  readonly name: string | undefined
  /** Safe for `<img src>`. */
  readonly avatar: string | undefined
}

export interface IdentityQuery extends CallOptions {
  /** Plain address. */
  readonly address: string
  /** Who asks: the connected plain address. */
  readonly sender?: string | undefined
}

/** Both are absent when nobody named the address. Errors as in `get`. */
export async function getIdentity(api: Api, { address, sender, signal }: IdentityQuery): Promise<Identity> {
  const path = `/v1/identity/${segment(address)}` as const
  const answer = await dataGet(api, { path, schema: identitySchema, query: { sender }, signal })
  return { name: answer.name || undefined, avatar: answer.avatar ?? undefined }
}
