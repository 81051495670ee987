// The name and picture that go with an address (specification §7, `GET /v1/identity/{address}`). The one call that is asked on every chain.
import * as z from 'zod/mini'
import { displayName } from '../display-name.js'
import { type CallOptions, dataGet, segment } from './data-api.js'
import type { Api } from './http.js'
import { isAddressLike } from './name-label.js'
import { imageSchema, instantSchema, textSchema } from './shapes.js'

export const identityQuerySchema = z.object({ sender: z.optional(textSchema) })

export const identitySchema = z.object({
  name: z.nullable(textSchema),
  avatar: imageSchema,
  resolvedAt: z.nullish(instantSchema),
})

export interface Identity {
  /** One line that may be shown: strangers choose their names. */
  readonly name: string | undefined
  /** Safe for `<img src>`: a picture in the text itself, from the services, or from an https host that its owner chose. */
  readonly avatar: string | undefined
}

export interface IdentityQuery extends CallOptions {
  /** Plain address. */
  readonly address: string
  /** Who asks: the connected plain address. */
  readonly sender?: string | undefined
}

const AVATAR_MAX = 200_000

/** Both are absent when nobody named the address. Errors as in `get`. */
export async function getIdentity(api: Api, { address, sender, signal }: IdentityQuery): Promise<Identity> {
  const path = `/v1/identity/${segment(address)}` as const
  const answer = await dataGet(api, { path, schema: identitySchema, query: { sender }, signal })
  return { name: nameOf(answer.name), avatar: answer.avatar !== null && isShown(answer.avatar, api) ? answer.avatar : undefined }
}

/** A name that reads like an address could be taken for that of the account. */
function nameOf(text: string | null): string | undefined {
  const name = displayName(text)
  if (name === undefined || isAddressLike(name)) return undefined
  return /^0x[0-9a-f]*(?:…|\.{2,}|$)/i.test(name) ? undefined : name
}

/** Of what `imageSchema` lets through: nothing that goes over the network unprotected, but for the services' own. */
function isShown(avatar: string, { services }: Api): boolean {
  if (avatar.length > AVATAR_MAX) return false
  const isOwn = services !== undefined && /^https?:/i.test(avatar) && new URL(avatar).origin === new URL(services).origin
  return isOwn || /^(?:https|data):/i.test(avatar)
}
